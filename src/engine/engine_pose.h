// Where an object is between the updates of the game. The last update is carried on with its
// velocity and spin for at most kCarry seconds; the pose that is heard follows it, its distance
// falling by e every kFollow seconds. Updates that come irregularly are so smoothed, and a body
// that rests comes to rest exactly. Jumps too large for a motion are jumps (see jumped()).
#pragma once
#include "base/pose_track.h"

namespace peal {

class EnginePoseFollower {
 public:
  void place(const Pose& pose) noexcept {
    heard_ = target_ = pose, velocity_ = spin_ = {}, since_ = 0, still_ = true;
  }
  /// @param pose rotation of length 1.
  void aim(const Pose& pose, const Vec3& velocity, const Vec3& spin) noexcept {
    const bool jump = norm(pose.position - heard_.position) > kJump;
    target_ = pose, velocity_ = velocity, spin_ = spin, since_ = 0, still_ = false;
    if (jump) heard_ = target_, jumped_ = true;
  }
  /// Moves on by `step` seconds.
  void advance(double step) noexcept {
    if (still_) return;
    if (since_ < kCarry) {
      target_.position += step * velocity_;
      target_.rotation = rotated(target_.rotation, spin_, step);
      heard_.position += step * velocity_;
      heard_.rotation = rotated(heard_.rotation, spin_, step);
    }
    since_ += step;
    const double part = step / (kFollow + step);
    heard_.position += part * (target_.position - heard_.position);
    const Quat& from = heard_.rotation;
    const Quat& to = target_.rotation;
    const double sign = dot(from, to) < 0 ? -1 : 1;
    const auto mix = [&](double a, double b) { return a + part * (sign * b - a); };
    heard_.rotation = normalized(
        Quat{mix(from.w, to.w), mix(from.x, to.x), mix(from.y, to.y), mix(from.z, to.z)});
    const bool moves = since_ < kCarry && (norm_squared(velocity_) > 0 || norm_squared(spin_) > 0);
    if (!moves && norm(heard_.position - target_.position) < kArrived &&
        std::abs(dot(heard_.rotation, target_.rotation)) > 1 - kArrived * kArrived / 8)
      heard_ = target_, still_ = true;
  }
  const Pose& pose() const noexcept { return heard_; }
  /// Of the last update: as the game has it, not as it is heard.
  const Pose& latest() const noexcept { return target_; }
  const Vec3& velocity() const noexcept { return velocity_; }
  const Vec3& spin() const noexcept { return spin_; }
  bool still() const noexcept { return still_; }
  /// True once after a jump.
  bool jumped() noexcept {
    const bool was = jumped_;
    jumped_ = false;
    return was;
  }

 private:
  static constexpr double kCarry = 0.1;     // [s]
  static constexpr double kFollow = 0.03;   // [s]
  static constexpr double kJump = 5;        // [m] between two updates
  static constexpr double kArrived = 1e-7;  // [m], [rad]

  static Quat rotated(const Quat& q, const Vec3& spin, double step) noexcept {
    if (norm_squared(spin) == 0) return q;
    return normalized(Quat::from_axis_angle(spin, norm(spin) * step) * q);
  }

  Pose heard_, target_;
  Vec3 velocity_, spin_;
  double since_ = 0;
  bool still_ = true, jumped_ = false;
};

}  // namespace peal
