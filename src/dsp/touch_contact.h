// The law of a finger or a hand that lies on a body, for the coupling of bodies: flesh that resists
// motion, f = R v + k x, in one direction. Takes energy only; the spring gives back what it has
// got. One sample at a time by the midpoint rule. SI units; real-time safe.
#pragma once
#include "dsp/modal/coupling.h"

namespace peal {

class TouchContact final : public ContactLaw {
 public:
  /// @param stiffness k [N/m] >= 0; @param rate [Hz].
  TouchContact(double stiffness, double rate) noexcept : stiffness_(stiffness), step_(1 / rate) {}

  /// R [N s/m] >= 0 over the coming hop, from its value before to this one.
  void set_resistance(double value) noexcept { from_ = to_, to_ = value; }

  double force(int n, double free, double mobility) noexcept override {
    const double resistance = from_ + (to_ - from_) * (n + 0.5) / kHop;
    const double per_speed = resistance + 0.5 * step_ * stiffness_;
    const double f = (stiffness_ * way_ + per_speed * free) / (1 + mobility * per_speed);
    speed_ = free - mobility * f;
    return f;
  }
  void accept(int) noexcept override { way_ += step_ * speed_; }
  double energy() const noexcept { return 0.5 * stiffness_ * way_ * way_; }  // [J]

 private:
  double stiffness_, step_;
  double from_ = 0, to_ = 0;
  double way_ = 0, speed_ = 0;  // [m], [m/s]
};

}  // namespace peal
