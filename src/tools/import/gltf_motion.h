// Where the nodes of a glTF scene are at every frame.
// Enters: nodes, their animation, a transform from the file's world to metres, y up. Leaves: rigid
// poses of nodes with a mesh or camera, and per mesh the scale of its node, which must not change.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/pose_track.h"
#include "io/mesh/gltf_animation.h"

namespace peal {

struct GltfThing {
  std::size_t node = 0;             // in the list of nodes
  std::optional<std::size_t> mesh;  // none: a camera
  Mat3 baked = Mat3::identity();    // own frame = baked * mesh; it may mirror
  std::vector<Pose> poses;          // own frame to world; one per frame, or one: it never moves
};

struct GltfFrames {
  double fps = 24, start = 0;  // [1/s], [s] in the file
  int frames = 1;
};

/// "/nodes/3 ('Cup')", for messages.
std::string shown_node(const GltfNode& node);
/// As the file calls it, or node_3.
std::string name_of(const GltfNode& node);

/// Fills baked and poses. With R(t) the pose's rotation and L(t) the linear part of the node's
/// world transform, L(t) = R(t) baked. R at the first frame is the product of the rotations of the
/// node and its parents, as other programs show it. Stops where L(t) baked^-1 is no rotation.
void follow_nodes(const GltfDocument& document, const std::vector<GltfNode>& nodes,
                  const GltfAnimation& animation, const GltfFrames& frames, const Affine& world,
                  std::vector<GltfThing>& things);

}  // namespace peal
