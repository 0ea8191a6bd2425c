// The frame in which a body flies, where the program that made the poses had its centre of mass
// elsewhere than the mesh has it. Dynamics (flight, impulses, moments) are reckoned in it; tracks
// and touching points are told in the body frame, with which everything sounds. SI units.
#pragma once
#include <vector>

#include "motion/rigid/rigid_setup.h"
#include "tools/import/events/pose_frames.h"

namespace peal {

struct FlightFrame {
  Vec3 centre;               // [m] of flight, body frame
  Quat axes;                 // axes of the inertia to body axes
  double inertia_doubt = 0;  // relative: how far off the moments of inertia may be

  bool is_body_frame() const { return centre == Vec3{} && axes == Quat{}; }
  Pose from_body(const Pose& body) const {
    return {to_world(body, centre), normalized(body.rotation * axes)};
  }
  PoseKnot to_body(PoseKnot knot) const {
    if (is_body_frame()) return knot;
    knot.pose.rotation = normalized(knot.pose.rotation * conjugate(axes));
    const Vec3 arm = rotate(knot.pose.rotation, centre);
    knot.pose.position -= arm;
    knot.velocity -= cross(knot.spin, arm);
    return knot;
  }
  Vec3 point_to_body(const Vec3& p) const { return centre + rotate(axes, p); }
  Vec3 point_from_body(const Vec3& p) const { return rotate_back(axes, p - centre); }
};

/// The shape as seen from the flight frame.
CollisionShape seen_from_flight(const CollisionShape& shape, const FlightFrame& frame);

/// Poses and shapes from body frames to flight frames; the masses' moments stay.
void move_to_flight_frames(const std::vector<FlightFrame>& flights, RigidSetup& setup,
                           PoseFrames& frames);

}  // namespace peal
