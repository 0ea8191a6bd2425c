// The nodes of a glTF document's default scene.
// Enters: a GltfDocument. Leaves: nodes, parents before their children, depth first, with their
// local transforms at rest, in the file's unit. A cycle or a node with two parents stops.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/vec.h"
#include "io/mesh/gltf_document.h"

namespace peal {

struct Affine {
  Mat3 linear = Mat3::identity();
  Vec3 shift;
  Vec3 operator()(const Vec3& p) const { return linear * p + shift; }
};
inline Affine operator*(const Affine& a, const Affine& b) {
  return {a.linear * b.linear, a(b.shift)};
}

/// What moves a node in its parent: first scaled, then turned, then shifted; or a matrix.
struct GltfTransform {
  Vec3 translation;
  Quat rotation;
  Vec3 scale{1, 1, 1};
  std::optional<Affine> matrix;

  Affine affine() const {
    if (matrix) return *matrix;
    return {rotation_matrix(rotation) * Mat3::diagonal(scale), translation};
  }
};

struct GltfNode {
  std::size_t index = 0;  // in the document
  int parent = -1;        // in the list of nodes; -1: a root
  GltfTransform rest;
  const nlohmann::json* json = nullptr;

  std::string place() const { return fmt::format("/nodes/{}", index); }
};

std::vector<GltfNode> gltf_nodes(const GltfDocument& document);

}  // namespace peal
