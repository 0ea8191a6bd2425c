#include "motion/solids/solid_holds.h"

#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "base/error.h"

namespace peal {
namespace {

/// From one keyframe to the next by x^2 (3 - 2 x).
SolidHoldKey at_time(const std::vector<SolidHoldKey>& path, double time) {
  if (time <= path.front().time) return path.front();
  for (std::size_t k = 1; k < path.size(); ++k) {
    const SolidHoldKey &a = path[k - 1], &b = path[k];
    if (time >= b.time) continue;
    const double x = (time - a.time) / (b.time - a.time), part = x * x * (3 - 2 * x);
    return {time, a.offset + part * (b.offset - a.offset), a.turn + part * (b.turn - a.turn)};
  }
  return path.back();
}

Quat turned(const Vec3& axis, double degrees) {
  return Quat::from_axis_angle(axis, degrees * kPi / 180);
}

/// Which axes of the world are held.
std::array<bool, 3> in_world(const std::array<bool, 3>& held, const Quat& rotation) {
  if (held[0] && held[1] && held[2]) return held;
  std::array<bool, 3> out{};
  for (int k = 0; k < 3; ++k) {
    if (!held[k]) continue;
    Vec3 axis;
    axis[k] = 1;
    axis = rotate(rotation, axis);
    int along = -1;
    for (int w = 0; w < 3; ++w)
      if (std::abs(axis[w]) > 1 - 1e-9) along = w;
    if (along < 0)
      fail(
          "`solid.held` holds some axes alone, and they do not lie along those of the world: turn "
          "the object by 90, 180 or 270 degrees about one of them, or hold all three");
    out[along] = true;
  }
  return out;
}

}  // namespace

SolidHolds::SolidHolds(const ObjectSpec& object, const SceneSolid& solid)
    : position_(object.position), rotation_(object.rotation) {
  ExplicitBody& body = *solid.body;
  const bool sheet = solid.surface.thickness > 0;
  for (const SolidHold& hold : object.solid.held) {
    Moved moved{hold, {}, {}, {}};
    for (int n = 0; n < body.nodes(); ++n) {
      bool inside = true;
      for (int k = 0; k < 3; ++k)
        inside = inside && solid.own[n][k] >= hold.min[k] - 1e-9 &&
                 solid.own[n][k] <= hold.max[k] + 1e-9;
      if (!inside) continue;
      moved.nodes.push_back(n);
      moved.own.push_back(solid.own[n]);
      if (sheet) moved.directors.push_back(rotate_back(rotation_, body.director(n)));
    }
    if (moved.nodes.empty())
      fail(
          "no node of its mesh lies in a box of `solid.held`: let the box reach over the middle of "
          "the wall, or raise `solid.cells`");
    const bool moves = !hold.path.empty();
    const auto held = moves ? std::array{true, true, true} : in_world(hold.held, rotation_);
    for (const int n : moved.nodes) {
      body.hold(n, held[0], held[1], held[2]);
      if (sheet && hold.kind == SolidHold::Kind::clamp) body.hold_director(n);
    }
    if (moves) moved_.push_back(std::move(moved));
  }
}

void SolidHolds::move(ExplicitBody& body, double time) const {
  for (const Moved& moved : moved_) {
    const SolidHoldKey now = at_time(moved.hold.path, time);
    const Quat turn = turned(moved.hold.axis, now.turn);
    for (std::size_t i = 0; i < moved.nodes.size(); ++i) {
      const int n = moved.nodes[i];
      const Vec3 own =
          moved.hold.about + rotate(turn, moved.own[i] - moved.hold.about) + now.offset;
      const Vec3 to = position_ + rotate(rotation_, own);
      body.set_velocity(n, (to - body.position(n)) / body.step());
      if (moved.directors.empty() || moved.hold.kind == SolidHold::Kind::pin) continue;
      const Vec3 d = rotate(rotation_, rotate(turn, moved.directors[i]));
      body.set_spin(n, (d - body.director(n)) / body.step());
    }
  }
}

}  // namespace peal
