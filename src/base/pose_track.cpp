#include "base/pose_track.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/rotation.h"

namespace peal {
namespace {

// Position and velocity on the cubic with given end positions and velocities; u in [0, 1].
struct Hermite {
  const PoseKnot &a, &b;
  double h = b.time - a.time;

  Vec3 position(double u) const {
    const double u2 = u * u, u3 = u2 * u;
    return (2 * u3 - 3 * u2 + 1) * a.pose.position + (u3 - 2 * u2 + u) * h * a.velocity +
           (3 * u2 - 2 * u3) * b.pose.position + (u3 - u2) * h * b.velocity;
  }
  Vec3 velocity(double u) const {
    const double u2 = u * u;
    return ((6 * u2 - 6 * u) / h) * (a.pose.position - b.pose.position) +
           (3 * u2 - 4 * u + 1) * a.velocity + (3 * u2 - 2 * u) * b.velocity;
  }
};

/// Nothing moves between them: the pose is a's to the bit, whenever b is.
bool rest(const PoseKnot& a, const PoseKnot& b) {
  return a.pose.position == b.pose.position && a.pose.rotation == b.pose.rotation &&
         a.velocity == Vec3{} && b.velocity == Vec3{};
}

}  // namespace

void PoseTrack::append(const PoseKnot& knot) {
  if (!std::isfinite(knot.time)) fail("pose track: the time of a knot is not a number");
  if (!knots_.empty() && !(knot.time >= knots_.back().time))
    fail("pose track: time {} s after {} s; times must not decrease", knot.time,
         knots_.back().time);
  knots_.push_back(knot);
}

void PoseTrack::forget_before(double time) {
  while (knots_.size() > 1 && knots_[1].time < time) knots_.pop_front();
}

std::size_t PoseTrack::segment(double time) const {
  if (knots_.empty()) fail("pose track: asked for a pose at {} s, but it has no knots", time);
  if (time < knots_.front().time || knots_.size() == 1) return 0;
  const auto after = std::upper_bound(knots_.begin(), knots_.end(), time,
                                      [](double t, const PoseKnot& k) { return t < k.time; });
  return after == knots_.begin() ? 0 : static_cast<std::size_t>(after - knots_.begin()) - 1;
}

Pose PoseTrack::pose_at(double time) const {
  const std::size_t i = segment(time);
  const PoseKnot& a = knots_[i];
  if (i + 1 == knots_.size() || time <= a.time) return a.pose;
  const PoseKnot& b = knots_[i + 1];
  if (rest(a, b)) return a.pose;
  const double u = (time - a.time) / (b.time - a.time);
  return {Hermite{a, b}.position(u), slerp(a.pose.rotation, b.pose.rotation, u)};
}

Vec3 PoseTrack::position_at(double time) const {
  const std::size_t i = segment(time);
  const PoseKnot& a = knots_[i];
  if (i + 1 == knots_.size() || time <= a.time) return a.pose.position;
  const PoseKnot& b = knots_[i + 1];
  if (rest(a, b)) return a.pose.position;
  return Hermite{a, b}.position((time - a.time) / (b.time - a.time));
}

Vec3 PoseTrack::velocity_at(double time) const {
  const std::size_t i = segment(time);
  const PoseKnot& a = knots_[i];
  if (time == a.time) return a.velocity;
  if (i + 1 == knots_.size() || time < a.time) return {};
  const PoseKnot& b = knots_[i + 1];
  return Hermite{a, b}.velocity((time - a.time) / (b.time - a.time));
}

PoseTrack::Way PoseTrack::way_at(double time) const {
  const std::size_t i = segment(time);
  const PoseKnot& a = knots_[i];
  if (time == a.time) return {a.pose.position, a.velocity};
  if (i + 1 == knots_.size() || time < a.time) return {a.pose.position, {}};
  if (rest(a, knots_[i + 1])) return {a.pose.position, {}};
  const Hermite hermite{a, knots_[i + 1]};
  const double u = (time - a.time) / hermite.h;
  return {hermite.position(u), hermite.velocity(u)};
}

Vec3 PoseTrack::spin_at(double time) const {
  const std::size_t i = segment(time);
  if (i + 1 == knots_.size() || time < knots_[i].time) return {};
  const PoseKnot &a = knots_[i], &b = knots_[i + 1];
  Quat turn = b.pose.rotation * conjugate(a.pose.rotation);
  if (turn.w < 0) turn = {-turn.w, -turn.x, -turn.y, -turn.z};
  const Vec3 axis{turn.x, turn.y, turn.z};
  const double sine = norm(axis), h = b.time - a.time;
  return sine > 0 && h > 0 ? (2 * std::atan2(sine, turn.w) / (h * sine)) * axis : Vec3{};
}

bool PoseTrack::still_between(double from, double to) const {
  // Equal poses at both ends are not enough: with speed, a body may leave and return between them.
  for (std::size_t i = segment(from); i + 1 < knots_.size() && knots_[i].time < to; ++i) {
    const PoseKnot &a = knots_[i], &b = knots_[i + 1];
    if (a.time == b.time && a.pose.position == b.pose.position &&
        a.pose.rotation == b.pose.rotation)
      continue;
    if (a.pose.position != b.pose.position || a.pose.rotation != b.pose.rotation ||
        a.velocity != Vec3{} || b.velocity != Vec3{})
      return false;
  }
  return true;
}

bool PoseTrack::smooth_between(double from, double to) const {
  for (std::size_t i = segment(from); i < knots_.size() && knots_[i].time <= to; ++i)
    if (i > 0 && knots_[i].time >= from && knots_[i].time == knots_[i - 1].time) return false;
  return true;
}

}  // namespace peal
