#include "physics/wave/pulses/radial_fit_2012.h"

#include <cblas.h>
#include <lapacke.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "physics/wave/multipole/pulse_kernel.h"

extern "C" void openblas_set_num_threads(int);

namespace peal {
namespace {

void check(const RadialFitSettings& s) {
  const bool times = s.step > 0 && s.end > s.begin && std::isfinite(s.begin) &&
                     std::isfinite(s.end) && (s.end - s.begin) / s.step < 1e6;
  if (!times)
    fail(
        "radial fit: expected a step > 0 and less than a million of them, got {} s from {} to {} s",
        s.step, s.begin, s.end);
  if (s.terms < 1 || s.terms > 8 || s.radii.size() < std::size_t(s.terms) || s.radii.size() > 100)
    fail("radial fit: expected 1 to 8 terms and at least as many radii, got {} and {}", s.terms,
         s.radii.size());
  for (std::size_t i = 0; i < s.radii.size(); ++i)
    if (!(s.radii[i] > (i > 0 ? s.radii[i - 1] : 0)) || !std::isfinite(s.radii[i]))
      fail("radial fit: radius {} is {} m; expected ascending radii > 0", i + 1, s.radii[i]);
  if (!(s.speed_of_sound > 0) || !(s.cut > 0 && s.cut < 1))
    fail("radial fit: expected a speed of sound > 0 and a cut between 0 and 1, got {} m/s and {}",
         s.speed_of_sound, s.cut);
  const double far = s.radii.back() / s.speed_of_sound + std::abs(s.begin) + std::abs(s.end);
  if (!(far / s.step < 1e9)) fail("radial fit: a step of {} s is too short here", s.step);
}

}  // namespace

std::vector<double> radii_2012(double inner, double outer, int count) {
  if (!(inner > 0 && outer > inner) || count < 2)
    fail("radial fit: expected 0 < inner < outer and two radii or more, got {} m, {} m, {}", inner,
         outer, count);
  std::vector<double> radii(count);
  for (int i = 0; i < count; ++i)
    radii[i] = inner * std::pow(outer / inner, double(i) / (count - 1));
  return radii;
}

RadialFit2012::RadialFit2012(RadialFitSettings settings) : settings_(std::move(settings)) {
  check(settings_);
  const double dt = settings_.step, c = settings_.speed_of_sound;
  double earliest = std::numeric_limits<double>::max(), latest = -earliest;  // t - R/c, in steps
  for (double radius : settings_.radii) {
    const long first = std::lround(std::ceil((settings_.begin + radius / c) / dt - 1e-9));
    const long last = std::lround(std::floor((settings_.end + radius / c) / dt + 1e-9));
    if (last < first)
      fail("radial fit: no sample between {} and {} s", settings_.begin, settings_.end);
    first_.push_back(first);
    count_.push_back(last - first + 1);
    rows_ += count_.back();
    earliest = std::min(earliest, double(first) - radius / (c * dt));
    latest = std::max(latest, double(last) - radius / (c * dt));
  }
  // Every node whose psi reaches a sample.
  first_node_ = std::lround(std::floor(earliest)) - 1;
  nodes_ = std::lround(std::ceil(latest)) + 1 - first_node_ + 1;
  if (rows_ * columns() > kMaxEntries)
    fail("radial fit: {} samples and {} unknowns are too many; use a longer step or a shorter time",
         rows_, columns());

  const int m = int(rows_), n = int(columns()), least = std::min(m, n);
  std::vector<double> matrix(rows_ * columns());  // column-major
  std::size_t row = 0;
  for (std::size_t i = 0; i < settings_.radii.size(); ++i) {
    const double delay = settings_.radii[i] / (c * dt),
                 ratio = settings_.radii[0] / settings_.radii[i];
    for (std::size_t s = 0; s < count_[i]; ++s, ++row) {
      const double place = double(first_[i] + long(s)) - delay - double(first_node_);
      const long low = std::max(0l, long(std::ceil(place - 2)));
      const long high = std::min(long(nodes_) - 1, long(std::floor(place + 2)));
      for (long j = low; j <= high; ++j) {
        double value = pulse_kernel(place - double(j), 1);
        for (int k = 0; k < settings_.terms; ++k)
          matrix[(std::size_t(k) * nodes_ + std::size_t(j)) * rows_ + row] = value *= ratio;
      }
    }
  }
  openblas_set_num_threads(1);  // BLAS threads would change bits
  std::vector<double> sigma(least), u(std::size_t(m) * least), vt(std::size_t(least) * n);
  const int status = LAPACKE_dgesdd(LAPACK_COL_MAJOR, 'S', m, n, matrix.data(), m, sigma.data(),
                                    u.data(), m, vt.data(), least);
  if (status != 0) fail("radial fit: the singular value decomposition failed ({})", status);
  while (rank_ < std::size_t(least) && sigma[rank_] > settings_.cut * sigma[0]) ++rank_;
  left_.resize(rank_ * rows_);
  right_.resize(columns() * rank_);
  for (std::size_t s = 0; s < rank_; ++s) {
    for (std::size_t r = 0; r < rows_; ++r) left_[r * rank_ + s] = u[s * rows_ + r] / sigma[s];
    for (std::size_t j = 0; j < columns(); ++j) right_[s * columns() + j] = vt[j * least + s];
  }
}

std::vector<double> RadialFit2012::solve(std::span<const double> pressures) const {
  if (pressures.size() % rows_ != 0)
    fail("radial fit: {} pressures are no multiple of {}", pressures.size(), rows_);
  const int directions = int(pressures.size() / rows_), rank = int(rank_);
  std::vector<double> middle(rank_ * directions), out(columns() * directions);
  if (directions == 0) return out;
  openblas_set_num_threads(1);
  cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, rank, directions, int(rows_), 1.0,
              left_.data(), rank, pressures.data(), int(rows_), 0.0, middle.data(), rank);
  cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, int(columns()), directions, rank, 1.0,
              right_.data(), int(columns()), middle.data(), rank, 0.0, out.data(), int(columns()));
  return out;
}

template <class Real>
double RadialFit2012::pressure(std::span<const Real> solution, double r, double t) const noexcept {
  const double place = (t - r / settings_.speed_of_sound) / settings_.step - double(first_node_);
  if (!(place > -2 && place < double(nodes_) + 1)) return 0;
  const long low = std::max(0l, long(std::ceil(place - 2)));
  const long high = std::min(long(nodes_) - 1, long(std::floor(place + 2)));
  double sum = 0;
  for (long j = low; j <= high; ++j) {
    double weight = pulse_kernel(place - double(j), 1);
    for (int k = 0; k < settings_.terms; ++k) {
      weight *= settings_.radii[0] / r;
      sum += weight * double(solution[std::size_t(k) * nodes_ + std::size_t(j)]);
    }
  }
  return sum;
}

template double RadialFit2012::pressure(std::span<const double>, double, double) const noexcept;
template double RadialFit2012::pressure(std::span<const float>, double, double) const noexcept;

}  // namespace peal
