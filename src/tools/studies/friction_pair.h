// Two bodies of few modes that rub at one point, by three discretisations: the paper's (Avanzini,
// Serafin & Rocchesso 2005, K method with the bilinear transform, misprints mended) and two that
// cannot gain energy.
//   x_j'' + g_j x_j' + w_j^2 x_j = (t_j/m_j) F,   v = v_resonator - v_exciter at the contact,
//   F = f_ext + f on the exciter, -f on the resonator, f from physics/contact/friction_kernel.h
// SI units.
#pragma once
#include <vector>

#include "dsp/friction_contact.h"

namespace peal {

struct FrictionMode {
  double frequency = 0;  // [Hz] 0: a free mass
  double decay = 0;      // [1/s] g, twice the decay of the amplitude
  double mass = 1;       // [kg]
  double shape = 1;      // t at the contact
  double position = 0;   // [m] at the start
  double velocity = 0;   // [m/s]
};

class FrictionPair {
 public:
  enum class Scheme {
    exact,     // forces held over a sample, modes exact; the law sees the mean velocity
    midpoint,  // implicit midpoint rule for modes and bristle
    bilinear   // trapezoidal rule, the law at the end of the sample
  };

  /// @param prewarped  gives the modes of midpoint and bilinear their true poles.
  /// @throws Error when law, a mode or the rate make no sense.
  FrictionPair(const FrictionLaw& law, const std::vector<FrictionMode>& exciter,
               const std::vector<FrictionMode>& resonator, double rate, Scheme scheme,
               bool prewarped = false);

  /// One sample. Force on the exciter [N], normal force [N] and noise: mean over the sample
  /// (exact), in its middle (midpoint), or at its end (bilinear).
  void step(double external, double normal_force, double noise = 0) noexcept;
  /// External force before the first sample, which the bilinear rule asks for.
  void set_external(double external) noexcept { external_ = external; }

  double bend() const noexcept { return bristle_.z; }              // [m] z after the sample
  double force() const noexcept { return solution_.force; }        // [N] where the law was asked
  double slip() const noexcept { return solution_.velocity; }      // [m/s]
  double rate_of_bend() const noexcept { return solution_.rate; }  // [m/s]
  int iterations() const noexcept { return solution_.iterations; }
  double mobility() const noexcept { return mobility_; }  // [s/kg] b
  double resonator_velocity() const noexcept { return sum(&Lanes::velocity, false); }
  double resonator_position() const noexcept { return sum(&Lanes::position, false); }
  double exciter_velocity() const noexcept { return sum(&Lanes::velocity, true); }
  double exciter_position() const noexcept { return sum(&Lanes::position, true); }
  /// [J] of modes and bristle.
  double energy() const noexcept;

 private:
  /// Four modes. x' = xx x + xv v + xf F, v' = vx x + vv v + vf F with F held.
  struct Lanes {
    double xx[4], xv[4], xf[4], vx[4], vv[4], vf[4];
    double heard_x[4], heard_v[4];  // of x and v in the velocity that the law sees
    double shape[4];                // t, negative for the exciter
    double driven[4];               // 1 for the exciter
    double mass[4], stiffness[4], position[4], velocity[4];
    void move(double force, double external) noexcept;
  };
  double sum(const double (Lanes::*of)[4], bool exciter) const noexcept;
  void step_held(double external, double normal_force, double noise) noexcept;
  void step_bilinear(double external, double normal_force, double noise) noexcept;

  FrictionLaw law_;
  double half_step_;
  Scheme scheme_;
  std::vector<Lanes> lanes_;          // exciter, resonator, zeros
  double mobility_ = 0, driven_ = 0;  // velocity per N between the bodies, from outside
  double external_ = 0, force_before_ = 0;
  FrictionBristle bristle_;
  FrictionSolution solution_;
};

}  // namespace peal
