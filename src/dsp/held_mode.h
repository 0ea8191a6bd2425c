// One mode under a force that is held over each sample, exactly:
//   x'' + g x' + w^2 x = (shape / mass) F, about its place of rest (shape / mass) F / w^2
// SI units; the mode oscillates (g < 2 w). Real-time safe.
#pragma once
#include <cmath>

#include "base/constants.h"

namespace peal {

class HeldMode {
 public:
  HeldMode(double frequency, double decay, double mass, double shape, double rate) noexcept
      : shape_(shape), rate_(rate) {
    const double w = 2 * kPi * frequency, s = decay / 2, wd = std::sqrt(w * w - s * s);
    const double fall = std::exp(-s / rate), c = std::cos(wd / rate), d = std::sin(wd / rate) / wd;
    per_force_ = shape / mass / (w * w);
    xx_ = fall * (c + s * d), xv_ = fall * d;
    vx_ = -fall * w * w * d, vv_ = fall * (c - s * d);
  }

  /// @return mean velocity [m/s] of the contact over the sample.
  double step(double force) noexcept {
    const double rest = per_force_ * force, away = x_ - rest, before = x_;
    x_ = rest + xx_ * away + xv_ * v_;
    v_ = vx_ * away + vv_ * v_;
    return shape_ * (x_ - before) * rate_;
  }
  double position() const noexcept { return shape_ * x_; }  // [m] of the contact
  void stop() noexcept { x_ = v_ = 0; }

 private:
  double per_force_, shape_, rate_;
  double xx_, xv_, vx_, vv_;  // over a sample
  double x_ = 0, v_ = 0;
};

}  // namespace peal
