#include "physics/wave/multipole/transfer_record.h"

#include <cmath>

#include "base/error.h"
#include "physics/wave/multipole/radial_continuation.h"

namespace peal {
namespace {

template <class Ratios>
std::complex<double> summed(const ModeTransfer& mode, const Vec3& direction, const Ratios& ratios) {
  if (mode.coefficients.empty()) return 0;  // not computed
  std::vector<double> y(harmonic_count(mode.order));
  real_harmonics(mode.order, direction, y);
  std::complex<double> sum = 0;
  for (int l = 0; l <= mode.order; ++l) {
    std::complex<double> part = 0;
    for (int m = -l; m <= l; ++m) {
      const std::size_t i = harmonic_index(l, m);
      part += y[i] * std::complex<double>(mode.coefficients[i]);
    }
    sum += part * ratios[l];
  }
  return sum;
}

/// Integral of |p|^2 over the directions.
double sum_of_squares(const ModeTransfer& mode, const std::vector<std::complex<double>>& ratios) {
  double sum = 0;
  if (mode.coefficients.empty()) return 0;  // not computed
  for (int l = 0; l <= mode.order; ++l)
    for (int m = -l; m <= l; ++m)
      sum += std::norm(ratios[l] * std::complex<double>(mode.coefficients[harmonic_index(l, m)]));
  return sum;
}

}  // namespace

std::complex<double> transfer_pressure(const TransferRecord& record, const ModeTransfer& mode,
                                       const Vec3& place) {
  const Vec3 from = place - record.centre;
  const double r = norm(from), k = mode.omega / record.air.speed_of_sound;
  if (!(r >= record.radius))
    fail(
        "a place {:.4g} m from the centre lies inside the sphere of {:.4g} m on which the sound "
        "is known",
        r, record.radius);
  std::vector<std::complex<double>> ratios(mode.order + 1);
  radial_ratios(k, record.radius, r, ratios);
  return summed(mode, from / r, ratios) * std::polar(1.0, k * (r - record.radius));
}

std::complex<double> far_pressure(const TransferRecord& record, const ModeTransfer& mode,
                                  const Vec3& direction) {
  const double k = mode.omega / record.air.speed_of_sound;
  std::vector<std::complex<double>> ratios(mode.order + 1);
  far_ratios(k, record.radius, ratios);
  return summed(mode, normalized(direction), ratios) * std::polar(1.0, -k * record.radius);
}

double radiated_power(const TransferRecord& record, const ModeTransfer& mode) {
  std::vector<std::complex<double>> ratios(mode.order + 1);
  far_ratios(mode.omega / record.air.speed_of_sound, record.radius, ratios);
  return sum_of_squares(mode, ratios) / (2 * record.air.density * record.air.speed_of_sound);
}

double radiation_damping(const TransferRecord& record, const ModeTransfer& mode) {
  return radiated_power(record, mode);
}

double rms_pressure(const TransferRecord& record, const ModeTransfer& mode, double distance) {
  std::vector<std::complex<double>> ratios(mode.order + 1);
  radial_ratios(mode.omega / record.air.speed_of_sound, record.radius, distance, ratios);
  return std::sqrt(sum_of_squares(mode, ratios) / (4 * kPi));
}

}  // namespace peal
