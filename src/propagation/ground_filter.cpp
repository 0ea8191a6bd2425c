#include "propagation/ground_filter.h"

#include <cmath>

#include "base/constants.h"

namespace peal {
namespace {

constexpr double kTapsPerHertz = 64.0 / 48000, kFrequenciesPerHertz = 256.0 / 48000;
constexpr double kLowest = 60;     // [Hz]
constexpr double kHighest = 0.45;  // of the rate: above, the filter is free
constexpr double kLeast = 1e-7;    // of the diagonal: keeps what is free from growing

}  // namespace

GroundFilter::GroundFilter(const Ground& ground, double rate, double speed_of_sound)
    : reflection_(ground.reflection),
      rate_(rate),
      speed_of_sound_(speed_of_sound),
      layer_(ground.layer) {
  if (!layer_) return;
  size_ = static_cast<int>(std::ceil(kTapsPerHertz * rate));
  const int count = static_cast<int>(std::ceil(kFrequenciesPerHertz * rate));
  for (int i = 0; i < count; ++i) {
    frequencies_.push_back(kLowest * std::pow(kHighest * rate / kLowest, i / (count - 1.0)));
    admittances_.push_back(admittance(*layer_, frequencies_.back(), speed_of_sound));
  }
  // Cholesky; the matrix is the same for all ways.
  const auto n = static_cast<std::size_t>(size_);
  const auto at = [n](std::size_t row, std::size_t column) { return row * n + column; };
  factor_.assign(n * n, 0);
  std::vector<double> cosines(n);
  for (std::size_t k = 0; k < n; ++k)
    for (const double f : frequencies_)
      cosines[k] += std::cos(2 * kPi * f / rate * static_cast<double>(k));
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = cosines[i - j];
      if (i == j) sum *= 1 + kLeast;
      for (std::size_t k = 0; k < j; ++k) sum -= factor_[at(i, k)] * factor_[at(j, k)];
      factor_[at(i, j)] = i == j ? std::sqrt(sum) : sum / factor_[at(j, j)];
    }
}

GroundFilter::Taps GroundFilter::taps(const GroundWay& way) const {
  const auto n = static_cast<std::size_t>(size_);
  Taps out(n);
  if (constant()) {
    out[0] = static_cast<float>(reflection_);
    return out;
  }
  std::vector<double> x(n);
  for (std::size_t i = 0; i < frequencies_.size(); ++i) {
    const double k = 2 * kPi * frequencies_[i] / speed_of_sound_;
    const std::complex<double> q = point_reflection(admittances_[i], way.cosine, k * way.length);
    const std::complex<double> turn = std::polar(1.0, 2 * kPi * frequencies_[i] / rate_);
    std::complex<double> sum = std::conj(q);
    for (double& value : x) value += sum.real(), sum *= turn;
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < i; ++k) x[i] -= factor_[i * n + k] * x[k];
    x[i] /= factor_[i * n + i];
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t k = i + 1; k < n; ++k) x[i] -= factor_[k * n + i] * x[k];
    x[i] /= factor_[i * n + i];
    out[i] = static_cast<float>(reflection_ * x[i]);
  }
  return out;
}

}  // namespace peal
