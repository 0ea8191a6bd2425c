// Friction as the law of a coupled contact. In, per sample of the coming hop: normal force [N]
// and noise; out: bend of the bristle [m] after each sample.
// Where the normal force is not above 0 (or no number) the contact is open: no force, bend 0.
// Real-time safe.
#pragma once
#include "dsp/modal/coupling.h"
#include "physics/contact/friction_kernel.h"

namespace peal {

class FrictionContact final : public ContactLaw {
 public:
  /// @param rate [Hz] > 0.
  FrictionContact(const FrictionLaw& law, double rate) noexcept
      : law_(law), half_step_(0.5 / rate) {}

  /// Between hops only. The force that bent bristles bear stays the same.
  void set_law(const FrictionLaw& law) noexcept {
    if (law.stiffness != law_.stiffness) bristle_.z *= law_.stiffness / law.stiffness;
    law_ = law;
  }
  const FrictionLaw& law() const noexcept { return law_; }
  void reset() noexcept { bristle_ = {}; }

  double* normal_force() noexcept { return normal_force_; }  // kHop values, kept until changed
  double* noise() noexcept { return noise_; }
  const double* bend() const noexcept { return bend_; }  // z

  double force(int n, double free, double mobility) noexcept override {
    trial_ = bristle_.solve(law_, normal_force_[n], free, mobility, half_step_, noise_[n]);
    return trial_.force;
  }
  void accept(int n) noexcept override {
    bristle_.accept(trial_, half_step_);
    bend_[n] = bristle_.z;
  }

 private:
  FrictionLaw law_;
  double half_step_;
  FrictionBristle bristle_;
  FrictionSolution trial_;
  double normal_force_[kHop] = {}, noise_[kHop] = {}, bend_[kHop] = {};
};

}  // namespace peal
