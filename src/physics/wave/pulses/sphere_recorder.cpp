#include "physics/wave/pulses/sphere_recorder.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "physics/wave/multipole/damped_tail.h"

namespace peal {
namespace {

constexpr double kSilentField = 1e-6;              // of the strongest field's power
constexpr std::size_t kForetoldCoefficients = 64;  // coefficients
constexpr std::size_t kFewest = 300;               // samples of ringing

std::vector<Vec3> shell_places(const ShellQuadrature& quadrature, const PulsePlan& plan,
                               int polar_axis) {
  std::vector<Vec3> out;
  for (const Vec3& d : quadrature.directions()) {
    Vec3 body;  // the inverse of PulseRecord::to_harmonic_axes
    body[(polar_axis + 1) % 3] = d.x, body[(polar_axis + 2) % 3] = d.y, body[polar_axis] = d.z;
    out.push_back(plan.centre + plan.radius * body);
  }
  return out;
}

}  // namespace

SphereRecorder::SphereRecorder(const PulsePlan& plan, const WaveGrid& grid, int polar_axis,
                               bool round, std::vector<int> dofs, std::size_t window)
    : count_(harmonic_count(plan.order)),
      window_(window),
      bound_(plan.bound),
      dofs_(std::move(dofs)),
      // Near the body the field is richer than far away: without the further order its fine
      // structure would be mistaken for coarse.
      quadrature_(plan.order + plan.order / 4 + 4, round ? 1 : -1),
      probe_(grid, shell_places(quadrature_, plan, polar_axis)),
      coefficients_(dofs_.size()),
      power_(dofs_.size()),
      strongest_(dofs_.size(), 0.0) {}

void SphereRecorder::record(std::size_t field, const float* pressure) {
  std::vector<double> samples(probe_.size()), all(harmonic_count(quadrature_.order()));
  probe_.read(pressure, samples);
  quadrature_.project(std::span<const double>(samples), all);
  coefficients_[field].insert(coefficients_[field].end(), all.begin(),
                              all.begin() + static_cast<std::ptrdiff_t>(count_));
  double power = 0;
  for (std::size_t i = 0; i < count_; ++i) power += all[i] * all[i];
  std::vector<double>& past = power_[field];
  past.push_back(power);
  if (past.size() % window_ == 0) {
    double sum = 0;
    for (std::size_t i = past.size() - window_; i < past.size(); ++i) sum += past[i];
    strongest_[field] = std::max(strongest_[field], sum);
  }
}

double SphereRecorder::strongest_window(std::size_t field) const {
  return dofs_[field] < 3 ? strongest_[field] : strongest_[field] / (bound_ * bound_);
}

bool SphereRecorder::finite(std::size_t field) const {
  return power_[field].empty() || std::isfinite(power_[field].back());
}

double SphereRecorder::tail(std::size_t field) const {
  double loudest = 0;
  for (std::size_t f = 0; f < dofs_.size(); ++f) loudest = std::max(loudest, strongest_window(f));
  const std::vector<double>& past = power_[field];
  if (past.size() < 2 * window_ || !(loudest > 0)) return 1;
  if (strongest_window(field) <= kSilentField * loudest) return 0;
  double last = 0;
  for (std::size_t i = past.size() - window_; i < past.size(); ++i) last += past[i];
  return last / strongest_[field];
}

double SphereRecorder::foretelling(std::size_t field, std::size_t most_rates) const {
  const std::size_t from = ringing_from(field), count = samples(field) - from;
  if (count < kFewest || !(strongest_[field] > 0)) return std::numeric_limits<double>::infinity();
  const std::span<const double> all(coefficients_[field].data() + from * count_, count * count_);
  const std::vector<std::size_t> coefficients =
      strongest_coefficients(all, count_, kForetoldCoefficients);
  std::vector<double> values;
  values.reserve(count * coefficients.size());
  for (std::size_t n = 0; n < count; ++n)
    for (const std::size_t c : coefficients) values.push_back(all[n * count_ + c]);
  return foretelling_error(values, coefficients.size(), most_rates) * static_cast<double>(window_) /
         strongest_[field];
}

std::vector<double> SphereRecorder::coefficients(std::size_t field, std::size_t samples,
                                                 bool continued) const {
  std::vector<double> out = coefficients_[field];
  // The end is faded, so that what was not waited for does not stop with a click.
  const std::size_t have = power_[field].size(), fade = continued ? 0 : std::min(have, window_);
  for (std::size_t n = have - fade; n < have; ++n) {
    const double u = static_cast<double>(n - (have - fade) + 1) / static_cast<double>(fade + 1);
    const double weight = 0.5 + 0.5 * std::cos(kPi * u);
    for (std::size_t i = 0; i < count_; ++i) out[n * count_ + i] *= weight;
  }
  out.resize(samples * count_, 0.0);
  return out;
}

}  // namespace peal
