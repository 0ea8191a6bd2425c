// A free mass as a contact feels it: a finger, a bow's hand, a brake's wheel, a rolling ball's
// weight. m v' + m g v = external force + contact force; forces are held over samples, and the
// motion between is exact. SI units; real-time safe.
#pragma once
#include <algorithm>
#include <cmath>

#include "dsp/modal/coupling.h"

namespace peal {

class MassBody final : public CoupledBody {
 public:
  /// @param mass [kg] > 0, @param damping g [1/s] >= 0, @param rate [Hz].
  MassBody(double mass, double damping, double rate) noexcept : mass_(mass), step_(1 / rate) {
    const double x = damping * step_;
    decay_ = std::exp(-x);
    // phi = (1 - e^-x)/x: mean velocity over a sample that begins with velocity 1;
    // psi = (1 - phi)/x: the same from rest, for unit acceleration, over the step.
    phi_ = x > 0 ? -std::expm1(-x) / x : 1;
    psi_ = x > 1e-3 ? (1 - phi_) / x : 0.5 - x / 6 + x * x / 24 - x * x * x / 120;
  }

  /// External force [N] over each sample of the coming hop.
  double* external() noexcept { return external_; }
  double velocity() const noexcept { return velocity_; }  // [m/s] at the start of the coming hop
  double position() const noexcept { return position_; }  // [m]
  void set_velocity(double velocity) noexcept { velocity_ = velocity; }
  void set_position(double position) noexcept { position_ = position; }
  double mass() const noexcept { return mass_; }

  void add_free_velocity(int, double scale, double* out) noexcept override {
    double v = velocity_;
    for (int n = 0; n < kHop; ++n) {
      const double a = step_ * external_[n] / mass_;
      out[n] += scale * (phi_ * v + psi_ * a);
      v = decay_ * v + phi_ * a;
    }
  }
  void add_mobility(int, int, double* out) noexcept override {
    out[0] += psi_ * step_ / mass_;
    double v = phi_ * step_ / mass_;
    for (int k = 1; k < kHop; ++k, v *= decay_) out[k] += phi_ * v;
  }
  bool mobility_changed(int) const noexcept override { return fresh_; }
  void drive(int, double scale, const double* force) noexcept override {
    fresh_ = false;
    for (int n = 0; n < kHop; ++n) {
      const double a = step_ * (external_[n] + scale * force[n]) / mass_;
      position_ += step_ * (phi_ * velocity_ + psi_ * a);
      velocity_ = decay_ * velocity_ + phi_ * a;
    }
  }

  void begin_steps(std::span<const int>) noexcept override {}
  double instant(int, int) noexcept override { return psi_ * step_ / mass_; }
  void step_velocities(int n, double* out) noexcept override {
    *out = phi_ * velocity_ + psi_ * step_ * external_[n] / mass_;
  }
  void step(int n, const double* force) noexcept override {
    const double a = step_ * (external_[n] + *force) / mass_;
    position_ += step_ * (phi_ * velocity_ + psi_ * a);
    velocity_ = decay_ * velocity_ + phi_ * a;
  }
  void end_steps() noexcept override { fresh_ = true; }

 private:
  double mass_, step_, decay_ = 1, phi_ = 1, psi_ = 0.5;
  double velocity_ = 0, position_ = 0;
  double external_[kHop] = {};
  bool fresh_ = true;  // not driven since it was made, or stepped
};

}  // namespace peal
