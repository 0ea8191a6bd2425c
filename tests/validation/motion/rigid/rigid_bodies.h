// Bodies and a run of the solver, shared by the tests of rigid motion.
#pragma once
#include <fmt/format.h>

#include <vector>

#include "motion/rigid/rigid_motion.h"

namespace peal {

inline RigidBodySetup ball(double radius, double mass, const Vec3& position,
                           const Vec3& velocity = {}) {
  RigidBodySetup body;
  body.shape = SphereShape{radius};
  body.mass = mass;
  const double inertia = 0.4 * mass * radius * radius;
  body.inertia_diagonal = {inertia, inertia, inertia};
  body.pose.position = position;
  body.velocity = velocity;
  return body;
}

inline RigidBodySetup bar(const Vec3& size, double mass, const Vec3& position,
                          const Quat& rotation = {}) {
  RigidBodySetup body;
  BarShape shape;
  shape.size = size;
  body.shape = shape;
  body.mass = mass;
  const Vec3 s{size.x * size.x, size.y * size.y, size.z * size.z};
  body.inertia_diagonal = (mass / 12) * Vec3{s.y + s.z, s.z + s.x, s.x + s.y};
  body.pose = {position, rotation};
  return body;
}

/// All impacts until `end` in one block.
inline std::vector<Impact> impacts_until(RigidMotion& motion, double end) {
  return motion.step(end).impacts;
}

/// R I R^T w.
inline Vec3 angular_momentum(const RigidBodySetup& body, const Quat& rotation, const Vec3& spin) {
  const Vec3 w = rotate_back(rotation, spin), &i = body.inertia_diagonal;
  return rotate(rotation, {i.x * w.x, i.y * w.y, i.z * w.z});
}

inline double kinetic_energy(const RigidBodySetup& body, const PoseKnot& knot) {
  return 0.5 * body.mass * norm_squared(knot.velocity) +
         0.5 * dot(knot.spin, angular_momentum(body, knot.pose.rotation, knot.spin));
}

/// Knots just before and after an instant.
struct Jump {
  PoseKnot before, after;
};
inline Jump jump_at(const PoseTrack& track, double time) {
  for (std::size_t i = 0; i + 1 < track.knots().size(); ++i)
    if (track.knots()[i].time == time && track.knots()[i + 1].time == time)
      return {track.knots()[i], track.knots()[i + 1]};
  return {};
}

}  // namespace peal
