// Two frames of a body. Its own frame is the one in which its shape is described (a file's
// coordinates, or as physics/geometry/shape.h says). The body frame, in which everything moves and
// rings, has its origin at the centre of mass and its axes along the principal axes of inertia.
#pragma once
#include "base/pose_track.h"
#include "physics/geometry/mass_properties.h"

namespace peal {

struct BodyFrame {
  Vec3 centre;  // [m] centre of mass, own frame
  Quat axes;    // body axes to own axes; the identity for bodies whose inertia is diagonal already

  Vec3 to_body(const Vec3& own) const { return rotate_back(axes, own - centre); }
  Vec3 to_own(const Vec3& body) const { return centre + rotate(axes, body); }
  Vec3 turn_to_body(const Vec3& own_direction) const { return rotate_back(axes, own_direction); }
  Vec3 turn_to_own(const Vec3& body_direction) const { return rotate(axes, body_direction); }
};

/// Turns `solid` (about its own centre) into the body frame: centre 0, inertia diagonal.
BodyFrame principal_frame(MassProperties& solid);

}  // namespace peal
