// A skin that bends with bones, in a motion.glb: a bone for every place that moves, each vertex on
// one of them. glTF calls it a skin, and Blender (an armature) and every viewer plays it. 20 bytes
// per bone and frame; vertices would be 24 each.
#pragma once
#include <vector>

#include "motion/export/motion_document.h"
#include "physics/geometry/triangle_mesh.h"

namespace peal {

/// Where bones are at a time.
struct BonePose {
  double time = 0;  // [s]
  std::vector<Vec3> points;
  std::vector<Quat> rotations;
};

inline constexpr std::size_t kBoneKeyBytes = 20;  // three floats, four numbers of 16 bits

/// Appends a frame: quaternions without jumps of sign, the middle of a rest left out.
void append_pose(std::vector<BonePose>& poses, BonePose pose);

/// @param mesh at the first pose; @param bone_of each of its vertices.
/// @return the farthest that a bone comes from the origin [m].
double add_bone_skin(MotionDocument& doc, const ObjectSpec& object, std::vector<BonePose> poses,
                     const TriangleMesh& mesh, const std::vector<std::uint16_t>& bone_of,
                     const MotionDocument::Json& extras);

}  // namespace peal
