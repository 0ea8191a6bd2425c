// The law of a rolling contact for the coupling of bodies: Hertz spring with loss over a rough
// profile (physics/contact/rolling_kernel.h).
// The ports of both bodies point the same way, along the normal from a to b. Then the coupling's
// v = v_a - v_b [m/s] > 0 is approach, and the force f [N] >= 0 that acts on a as -f and on b as +f
// pushes the two apart. Weight and other loads belong to the bodies.
// The compression is the time integral of v plus the rise of the profiles: whoever places the
// bodies says where it starts, afterwards the contact carries it on.
// In per hop: rise of the profiles [m] in each sample. Out: force, compression, openings.
#pragma once
#include "dsp/modal/bank_kernel.h"
#include "dsp/modal/coupling.h"
#include "physics/contact/rolling_kernel.h"

namespace peal {

class RollingContact final : public ContactLaw {
 public:
  RollingContact(const HertzSpring& spring, double rate, double compression = 0) noexcept
      : spring_(spring), step_(1 / rate), compression_(compression) {}

  /// From the next sample on; a change while in contact changes the stored energy.
  void set_spring(const HertzSpring& spring) noexcept { spring_ = spring; }
  void set_compression(double metres) noexcept { compression_ = metres; }
  /// [m] by which the heights of both profiles together grow in each sample of the coming hop.
  /// Stays until it is changed.
  double* profile_change() noexcept { return profile_change_; }

  double force(int n, double free, double mobility) noexcept override;
  void accept(int n) noexcept override;

  /// [m] after the last accepted sample; negative: a gap.
  double compression() const noexcept { return compression_; }
  bool touching() const noexcept { return compression_ > 0; }
  /// How often the contact has opened: the number of micro-impacts to come.
  long openings() const noexcept { return openings_; }

 private:
  HertzSpring spring_;
  double step_;         // [s]
  double compression_;  // [m]
  RollingSolution trial_;
  long openings_ = 0;
  double profile_change_[kHop] = {};
};

}  // namespace peal
