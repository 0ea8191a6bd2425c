// A force that is given, whatever the body does, as the law of a contact: what pushes on a body
// from outside while it rubs or rings. In per hop: force [N] on side a of the contact along its
// direction; side b receives the opposite. Real-time safe.
#pragma once
#include "dsp/modal/coupling.h"

namespace peal {

class GivenForce final : public ContactLaw {
 public:
  double* newtons() noexcept { return newtons_; }  // kHop values, kept until changed

  double force(int n, double, double) noexcept override { return -newtons_[n]; }
  void accept(int) noexcept override {}

 private:
  double newtons_[kHop] = {};
};

}  // namespace peal
