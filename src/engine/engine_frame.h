// The frame in which a game speaks of an object: the body's own, or that of the mesh file it was
// made from, whose origin (the game's pivot) and axes may lie anywhere. Poses, velocities and
// points of the mesh frame => body frame. SI units but for points of a mesh, which are in the
// file's units. Nothing allocates or throws.
#pragma once
#include <array>

#include "base/pose_track.h"
#include "base/rotation.h"

namespace peal {

struct EngineMeshFrame {
  Mat3 turn = Mat3::identity();  // scale times rotation, mesh to body
  Quat axes;                     // mesh axes to body axes
  Vec3 origin;                   // [m] of the mesh, body frame

  EngineMeshFrame() = default;
  /// @param m 3 x 4, row-major: models/bodies/mesh_frame.h.
  explicit EngineMeshFrame(const std::array<double, 12>& m) noexcept
      : turn{{Vec3{m[0], m[1], m[2]}, Vec3{m[4], m[5], m[6]}, Vec3{m[8], m[9], m[10]}}},
        origin{m[3], m[7], m[11]} {
    const double scale = std::cbrt(determinant(turn));
    axes = rotation_of({{turn.row[0] / scale, turn.row[1] / scale, turn.row[2] / scale}});
  }

  Vec3 point(const Vec3& mesh) const noexcept { return turn * mesh + origin; }
  Vec3 direction(const Vec3& mesh) const noexcept { return rotate(axes, mesh); }
  /// The pose of the body whose mesh has this one; the velocity becomes that of the centre of mass.
  Pose pose(const Pose& mesh, const Vec3& spin, Vec3& velocity) const noexcept {
    Pose body;
    body.rotation = normalized(mesh.rotation * conjugate(axes));
    const Vec3 arm = -rotate(body.rotation, origin);
    body.position = mesh.position + arm;
    velocity += cross(spin, arm);
    return body;
  }
};

}  // namespace peal
