// What a place where a body rests takes from its modes. Under the load F0 a Hertz contact is a
// spring k = 3/2 K^(2/3) F0^(1/3) = 3/2 F0/d0, pressed in by d0 = (F0/K)^(2/3); with the loss
// factor eta of both materials and the resistance Z of what lies below, to first order in the
// mode's shape,
//   D = [1/(k (1 + i eta)) + 1/(i omega Z)]^-1,     sigma = phi^2 Im D / (2 omega)
// Louder than that, where the place moves by more than d0, the contact opens and closes. Its mean
// force stays the load, so it loses no more than a dry friction would: P = c F0 v (1 - e), and
//   sigma = c (1 - e) phi^2 F0 / v,   v the velocity's amplitude there, c = 0.7
// (fitted to simulations of single modes, a factor of two off in the worst of 27).
// SI units, phi in kg^-1/2. Real-time safe.
#pragma once
#include <algorithm>
#include <cmath>
#include <complex>

#include "base/constants.h"

namespace peal {

struct RestSpring {
  double stiffness = 0;    // [N/m] k
  double compression = 0;  // [m] d0
  double loss = 0;         // eta
  double yield = 0;        // [m/s/N] 1/Z; 0: what lies below does not give way
};

/// @param hertz K [N/m^1.5], @param load F0 [N] > 0.
inline RestSpring rest_spring(double hertz, double load, double loss, double yield) noexcept {
  const double pressed = std::cbrt((load / hertz) * (load / hertz));
  return {1.5 * load / pressed, pressed, loss, yield};
}

/// sigma [1/s] of a mode, while the contact stays closed; at most a tenth of omega, beyond which
/// the body is held there and vibrates in other modes.
inline double closed_rest_decay(double phi, double omega, const RestSpring& spring) noexcept {
  const std::complex<double> i(0, 1);
  const std::complex<double> give =
      1.0 / (spring.stiffness * (1.0 + i * spring.loss)) + spring.yield / (i * omega);
  return std::min(phi * phi * (1.0 / give).imag() / (2 * omega), omega / 10);
}

/// To first order, how much higher a mode is by this place: part of its frequency.
inline double rest_shift(double phi, double omega, const RestSpring& spring) noexcept {
  return phi * phi * spring.stiffness / (2 * omega * omega);
}

/// How much larger a mode's shape must be where a spring acts with forces that are held over
/// samples: its mean displacement over a sample is weaker by cos x, x = omega/(2 rate), than that
/// of the moment, and the force by sin(x)/x.
inline double sampled_spring_gain(double omega, double rate) noexcept {
  const double turn = std::min(omega / rate, 2.7);
  return turn > 1e-4 ? std::sqrt(turn / std::sin(turn)) : 1;
}
/// The same for a rigid mass that the spring acts on, at the frequency of the modes it moves with.
inline double sampled_mass_gain(double omega, double rate) noexcept {
  const double x = std::min(0.5 * omega / rate, 1.2);
  return x > 1e-4 ? std::tan(x) / x : 1;
}
/// The same where a dashpot acts: mean velocity and force are both weaker by sin(x)/x.
inline double sampled_dashpot_gain(double omega, double rate) noexcept {
  const double x = 0.5 * omega / rate;
  return x > 1e-4 ? x / std::sin(x) : 1;
}

inline constexpr double kChatterLoss = 0.7;

/// sigma [1/s] by chatter; @param speed v [m/s] > 0 of the place.
inline double chatter_decay(double phi, double load, double restitution, double speed) noexcept {
  return kChatterLoss * (1 - restitution) * phi * phi * load / speed;
}

}  // namespace peal
