// The contact of a rod as Hertz' spring with Hunt and Crossley's loss, F = K d^1.5 (1 + L d'),
// in steps that may be as long as the contact itself. In: what the spring holds, how fast it is
// closed. Out: compliance and goal of a contact of the Coulomb solver, linear in its velocity u:
//   f = g psi + (g^2 h / 2 + d) (-u),  psi^2 / 2 = 2/5 K d^2.5 [J],  psi <- psi - g h u
// f times the way is what the spring gains and the loss takes: no step makes energy, whatever u the
// solver finds. g is the chord of psi over the way that the contact alone would go, so that alone
// it does what the discrete gradient of Hertz' law does. SI.
#pragma once
#include <algorithm>
#include <cmath>

#include "physics/contact/rolling_kernel.h"

namespace peal {

struct HertzPress {
  HertzSpring spring;
  double psi = 0;   // [J^1/2] root of twice its energy
  double grip = 0;  // [kg] impulse of friction over sliding speed in the last step; 0: none

  double energy() const { return 0.5 * psi * psi; }
  double compression() const {
    return psi > 0 ? std::pow(psi / std::sqrt(0.8 * spring.stiffness), 0.8) : 0;
  }
};

struct PressStep {
  bool open = true;       // nothing pushes
  double slope = 0;       // g
  double compliance = 0;  // [1/kg]
  double target = 0;      // [m/s] of u
};

/// @param gap [m] at the start of the step, counts where the spring is empty; @param closing [m/s]
/// mean of the step if nothing pushes; @param mobility [1/kg] along the normal, of these means
inline PressStep press_step(const HertzPress& press, double gap, double closing, double mobility,
                            double step) {
  const double root = std::sqrt(0.8 * press.spring.stiffness);
  const double from = press.psi > 0 ? press.compression() : -std::max(gap, 0.0);
  const RollingSolution alone =
      solve_rolling(press.spring, from, closing, mobility * step, step, 0);
  const double way = alone.compression - from;
  const double to = alone.compression > 0
                        ? root * alone.compression * std::sqrt(std::sqrt(alone.compression))
                        : 0;
  PressStep out;
  if (press.psi == 0 && to == 0) return out;
  out.slope = std::abs(way) > 1e-7 * std::max(from, 0.0)
                  ? (to - press.psi) / way
                  : 1.25 * root * std::sqrt(std::sqrt(std::max(from, 0.0)));
  const double loss = press.spring.loss * out.slope * 0.5 * (to + press.psi);
  const double stiff = 0.5 * out.slope * out.slope * step + loss;
  if (!(stiff > 0)) return out;
  out.open = false;
  out.compliance = 1 / (step * stiff);
  out.target = out.slope * press.psi / stiff;
  return out;
}

/// The step is done. @param impulse [N s] along the normal
inline void close_step(HertzPress& press, const PressStep& made, double impulse, double step) {
  const double u = made.target - made.compliance * impulse;
  press.psi = made.open || !(impulse > 0) ? 0 : std::max(0.0, press.psi - made.slope * step * u);
}

}  // namespace peal
