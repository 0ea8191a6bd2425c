// A free rigid body as contacts feel it, for motions so small that it stays where it is: a plate
// that bounces on what it lies on. Forces are held over samples, and the motion between is exact.
// SI units, body frame (principal axes); real-time safe after construction.
#pragma once
#include <array>
#include <cmath>
#include <vector>

#include "base/vec.h"
#include "dsp/modal/coupling.h"

namespace peal {

class RigidPorts final : public CoupledBody {
 public:
  /// @param mass [kg], @param inertia [kg m^2] about the principal axes, both > 0.
  RigidPorts(double mass, const Vec3& inertia, double rate, int ports)
      : mass_(mass), inertia_(inertia), step_(1 / rate), port_(ports) {}

  /// @param point [m] from the centre of mass, @param direction unit, or longer: the body is as
  /// much lighter as its square says.
  void set_port(int port, const Vec3& point, const Vec3& direction) noexcept {
    const double m = std::sqrt(mass_);
    const Vec3 lever = cross(point, direction);
    port_[port] = {direction.x / m,
                   direction.y / m,
                   direction.z / m,
                   lever.x / std::sqrt(inertia_.x),
                   lever.y / std::sqrt(inertia_.y),
                   lever.z / std::sqrt(inertia_.z)};
    changed_ = true;
  }
  double speed(int port) const noexcept { return along(port_[port], motion_); }  // [m/s]
  double energy() const noexcept { return 0.5 * along(motion_, motion_); }       // [J]
  /// Momentum that something else gives it: 1 N s at a port.
  void push(int port, double impulse) noexcept {
    for (int i = 0; i < 6; ++i) motion_[i] += impulse * port_[port][i];
  }
  void stop() noexcept { motion_ = {}; }

  void add_free_velocity(int port, double scale, double* out) noexcept override {
    const double v = scale * speed(port);
    for (int n = 0; n < kHop; ++n) out[n] += v;
  }
  void add_mobility(int to, int from, double* out) noexcept override {
    const double gained = step_ * along(port_[to], port_[from]);
    out[0] += gained / 2;
    for (int k = 1; k < kHop; ++k) out[k] += gained;
  }
  bool mobility_changed(int) const noexcept override { return changed_; }
  void drive(int port, double scale, const double* force) noexcept override {
    double impulse = 0;
    for (int n = 0; n < kHop; ++n) impulse += scale * step_ * force[n];
    push(port, impulse);
    changed_ = false;
  }

  void begin_steps(std::span<const int> ports) override {
    stepped_.assign(ports.begin(), ports.end());
  }
  double instant(int to, int from) noexcept override {
    return step_ / 2 * along(port_[stepped_[to]], port_[stepped_[from]]);
  }
  void step_velocities(int, double* out) noexcept override {
    for (const int port : stepped_) *out++ = speed(port);
  }
  void step(int, const double* force) noexcept override {
    for (const int port : stepped_) push(port, step_ * *force++);
  }
  void end_steps() noexcept override { changed_ = true; }

 private:
  using Row = std::array<double, 6>;  // velocity and spin, each times the root of its inertia
  static double along(const Row& x, const Row& y) noexcept {
    double sum = 0;
    for (int i = 0; i < 6; ++i) sum += x[i] * y[i];
    return sum;
  }
  double mass_;
  Vec3 inertia_;
  double step_;
  Row motion_{};
  std::vector<Row> port_;
  std::vector<int> stepped_;  // ports of the hop, where it is stepped
  bool changed_ = true;
};

}  // namespace peal
