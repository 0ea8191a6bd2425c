// Motion => motion.glb: an animated glTF 2.0 file (binary, nothing beside it) for Blender and any
// viewer.
// Enters: a scene, one track per object (body frame), a stretch of scene time [s], frames per
// second. Leaves: the file, metres, y up. It holds
// - a node per object, placed by its own frame, so that meshes have the coordinates of their shape;
//   equal shapes of one material share a mesh; keys LINEAR at the frames, those in the middle of a
//   rest left out; what does not move has no keys,
// - rods as skins bent by bones (rod_nodes.h) and grains as points (crowd_nodes.h), when a take
// with
//   a tape is given: at the tape's frames, 60 per second or fewer, within limits,
// - the floor as a quadrilateral, a camera per listener,
// - `extras` for import_gltf.h: material, mass, static, floor, listener; on the materials their
//   elastic constants; on the animation peal_fps, peal_offset; for viewers: shape, of dice and
//   coins.
// The file's clock is the scene's, unless begin < 0: then the file's time 0 is begin (peal_offset).
#pragma once
#include <filesystem>
#include <vector>

#include "base/pose_track.h"
#include "motion/export/thinning.h"
#include "motion/take/take.h"
#include "scene/scene.h"

namespace peal {

/// @param take whose tape has rods and grains; none: rods are stiff, there are no grains.
/// @return sentences about what was left out; the file has them, too (`peal_left_out`).
std::vector<std::string> write_motion_glb(const std::filesystem::path& path, const Scene& scene,
                                          const std::vector<PoseTrack>& tracks, double begin,
                                          double end, double fps, const Take* take = nullptr,
                                          const MovingLimits& limits = {});

}  // namespace peal
