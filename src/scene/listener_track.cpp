#include "scene/listener_track.h"

#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "base/rotation.h"

namespace peal {
namespace {

// [rad] An arc of this length differs from Hermite's cubic by its fourth power / 384: 1.6e-7.
constexpr double kLongestArc = 0.09;

/// From one keyframe to the next: constant velocity and spin.
struct Leg {
  double begin = 0, end = 0;  // [s]
  Pose start, finish;
  Vec3 velocity, spin;  // [m/s], [rad/s] world

  Pose at(double time) const {
    if (time >= end) return finish;
    const double t = time - begin;
    Pose out{start.position + t * velocity, start.rotation};
    if (const double rate = norm(spin); rate > 0)
      out.rotation = Quat::from_axis_angle(spin, rate * t) * start.rotation;
    return out;
  }
};

std::vector<Leg> legs(const ListenerSpec& listener) {
  std::vector<Leg> out;
  Vec3 look = listener.look, up = listener.up;
  double begin = 0;
  Pose start{listener.position, listener_rotation(look, up)};
  for (const ListenerKeyframe& key : listener.path) {
    const double span = key.time - begin;
    Leg leg{begin, key.time, start, {key.position, start.rotation}, {}, {}};
    leg.velocity = (key.position - start.position) / span;
    if (key.look || key.up) {
      look = key.look.value_or(look), up = key.up.value_or(up);
      leg.finish.rotation = listener_rotation(look, up);
      leg.spin = listener_turn(start.rotation, leg.finish.rotation) / span;
    }
    out.push_back(leg);
    begin = leg.end, start = leg.finish;
  }
  return out;
}

}  // namespace

Vec3 right_of(const Vec3& look, const Vec3& up) { return normalized(cross(look, up)); }

Quat listener_rotation(const Vec3& look, const Vec3& up) {
  const Vec3 back = -normalized(look, {0, 0, -1});
  Vec3 right = cross(up, back);
  if (norm(right) < 1e-6 * norm(up)) right = cross({0, 0, back.y > 0 ? -1.0 : 1.0}, back);
  if (norm(right) < 1e-6) right = {1, 0, 0};
  right = normalized(right);
  const Vec3 over = cross(back, right);
  return rotation_of(Mat3{{Vec3{right.x, over.x, back.x}, Vec3{right.y, over.y, back.y},
                           Vec3{right.z, over.z, back.z}}});
}

Vec3 listener_turn(const Quat& from, const Quat& to) {
  Quat turn = to * conjugate(from);
  if (turn.w < 0) turn = {-turn.w, -turn.x, -turn.y, -turn.z};
  Vec3 axis{turn.x, turn.y, turn.z};
  const double sine = norm(axis);
  if (sine == 0) return {};
  // Of half a turn both ways are equally short: to the right, clockwise about its own up.
  if (turn.w < 1e-9 && dot(axis, rotate(from, {0, 1, 0})) > 0) axis = -axis;
  return axis * (2 * std::atan2(sine, turn.w) / sine);
}

PoseTrack listener_track(const ListenerSpec& listener) {
  const std::vector<Leg> way = legs(listener);
  if (way.empty())
    return PoseTrack(Pose{listener.position, listener_rotation(listener.look, listener.up)});
  PoseTrack track;
  for (const Leg& leg : way) {
    track.append({leg.begin, leg.start, leg.velocity, leg.spin});
    // Less than half a turn between knots.
    const double middle = (leg.begin + leg.end) / 2;
    if (norm(leg.spin) > 0) track.append({middle, leg.at(middle), leg.velocity, leg.spin});
    track.append({leg.end, leg.finish, leg.velocity, leg.spin});
  }
  track.append({way.back().end, way.back().finish, {}, {}});
  return track;
}

PoseTrack track_beside(const ListenerSpec& listener, double aside) {
  const std::vector<Leg> way = legs(listener);
  const bool turns =
      std::any_of(way.begin(), way.end(), [](const Leg& leg) { return norm(leg.spin) > 0; });
  const Vec3 arm = aside * right_of(listener.look, listener.up);
  if (way.empty()) return PoseTrack(Pose{listener.position + arm, {}});
  PoseTrack track;
  PoseKnot knot;
  for (const Leg& leg : way) {
    const double angle = norm(leg.spin) * (leg.end - leg.begin);
    const int arcs = std::max(1, static_cast<int>(std::ceil(angle / kLongestArc)));
    for (int k = 0; k <= arcs; ++k) {
      const double time = k == arcs ? leg.end : leg.begin + (leg.end - leg.begin) * k / arcs;
      const Pose pose = leg.at(time);
      const Vec3 now = turns ? aside * rotate(pose.rotation, {1, 0, 0}) : arm;
      knot = {time, {pose.position + now, {}}, leg.velocity + cross(leg.spin, now), {}};
      track.append(knot);
    }
  }
  knot.velocity = {};
  track.append(knot);
  return track;
}

}  // namespace peal
