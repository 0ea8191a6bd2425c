// Where a body is over time: knots of position, velocity, rotation and spin; cubic Hermite
// positions and spherically interpolated rotations between them. Two knots may share one time: the
// motion before and after an instant (an impact changes velocity, not position). SI units; outside
// its knots a track stays where its nearest knot is. Between two knots a body must turn by less
// than half a revolution.
#pragma once
#include <deque>

#include "base/vec.h"

namespace peal {

struct Pose {
  Vec3 position;  // [m] of the centre of mass, world
  Quat rotation;  // body to world
};

inline Vec3 to_world(const Pose& pose, const Vec3& body_point) {
  return pose.position + rotate(pose.rotation, body_point);
}
inline Vec3 to_body(const Pose& pose, const Vec3& world_point) {
  return rotate_back(pose.rotation, world_point - pose.position);
}

struct PoseKnot {
  double time = 0;  // [s]
  Pose pose;
  Vec3 velocity;  // [m/s] world
  Vec3 spin;      // [rad/s] world
};

class PoseTrack {
 public:
  PoseTrack() = default;
  /// A thing that never moves.
  explicit PoseTrack(const Pose& still) { append({0, still, {}, {}}); }

  /// Times must not decrease.
  void append(const PoseKnot& knot);
  /// Drops knots that no query at or after `time` needs.
  void forget_before(double time);

  Pose pose_at(double time) const;
  Vec3 position_at(double time) const;
  /// At an instant with two knots: the velocity after it. Zero outside the knots.
  Vec3 velocity_at(double time) const;

  struct Way {
    Vec3 position, velocity;  // [m], [m/s]
  };
  /// Both, as above: looked for once.
  Way way_at(double time) const;

  /// [rad/s] of the rotation between the knots around `time`, world axes. Zero outside the knots.
  Vec3 spin_at(double time) const;

  bool empty() const { return knots_.empty(); }
  /// True when the body does not move at all between the two times.
  bool still_between(double from, double to) const;
  /// False when an instant with two knots (a jump of velocity) lies in [from, to].
  bool smooth_between(double from, double to) const;
  const std::deque<PoseKnot>& knots() const { return knots_; }

 private:
  std::size_t segment(double time) const;  // index of the last knot at or before `time`
  std::deque<PoseKnot> knots_;
};

}  // namespace peal
