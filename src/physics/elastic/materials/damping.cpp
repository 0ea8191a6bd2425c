#include "physics/elastic/materials/damping.h"

#include <algorithm>
#include <cmath>

#include "base/constants.h"

namespace peal {
namespace {
const double kSixtyDecibels = std::log(1000.0);
constexpr double kLossFrequency = 1000;   // [Hz] where loss_factor holds
constexpr double kRoomTemperature = 293;  // [K]
}  // namespace

double decay_rate(const RayleighDamping& d, double omega) {
  const double squared = omega * omega;
  return (d.alpha + d.beta * squared + d.gamma / squared) / 2;
}

double decay_rate(const Damping& d, double omega) {
  if (d.rayleigh) return decay_rate(*d.rayleigh, omega);
  double eta = d.loss_factor;
  if (d.exponent != 0) eta *= std::pow(omega / (2 * kPi * kLossFrequency), d.exponent);
  return eta * omega / 2;
}

double t60_from_decay(double sigma) { return kSixtyDecibels / sigma; }
double decay_from_t60(double t60) { return kSixtyDecibels / t60; }

double t60_at(const Damping& damping, double frequency) {
  return t60_from_decay(decay_rate(damping, 2 * kPi * frequency));
}
double t60_at(const RayleighDamping& damping, double frequency) {
  return t60_from_decay(decay_rate(damping, 2 * kPi * frequency));
}

double loss_factor_at(const Damping& damping, double frequency) {
  const double omega = 2 * kPi * frequency;
  return 2 * decay_rate(damping, omega) / omega;
}

double with_radiation(const Damping& damping, double sigma, double radiated) {
  return damping.rayleigh ? std::max(sigma, radiated) : sigma + radiated;
}

double thermoelastic_loss_of_beam(const Material& m, double thickness, double frequency) {
  const auto& [expansion, heat_capacity, conductivity] = m.thermal;
  if (!(expansion != 0 && heat_capacity > 0 && conductivity > 0 && thickness > 0)) return 0;
  const double heat = m.density * heat_capacity;  // [J/(m^3 K)]
  const double relaxation = m.young * expansion * expansion * kRoomTemperature / heat;
  const double xi = thickness * std::sqrt(kPi * frequency * heat / conductivity);
  // 1 - (sinh + sin) / (xi (cosh + cos)) = xi^4 / 30 - ... is lost in rounding when xi is small; at
  // this one, both that and the next term of the series are below 1e-7 of it.
  if (xi < 0.03) return relaxation * xi * xi / 5;
  const double ratio = xi > 40 ? 1  // sin and cos are lost beside e^xi
                               : (std::sinh(xi) + std::sin(xi)) / (std::cosh(xi) + std::cos(xi));
  return relaxation * 6 / (xi * xi) * (1 - ratio / xi);
}

double thermoelastic_loss(const Material& m, double thickness, double frequency) {
  return (1 + m.poisson) / (1 - m.poisson) * thermoelastic_loss_of_beam(m, thickness, frequency);
}

}  // namespace peal
