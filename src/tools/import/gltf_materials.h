// What the nodes of a glTF scene are made of.
// Enters: a node with a mesh, the user's map. Leaves: a Material. In this order: the map's entry
// for the node's name, then for the name of its glTF material; `material` in its extras; a glTF
// material with elastic constants (motion_glb.h) or with the name of a library material; the map's
// "*".
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "io/mesh/gltf_nodes.h"
#include "physics/elastic/materials/material.h"
#include "tools/import/material_map.h"
#include "tools/import/unknown_materials.h"

namespace peal {

class GltfMaterials {
 public:
  GltfMaterials(const GltfDocument& document, const MaterialMap& map)
      : doc_(document), map_(map), unknown_(document.name()) {}

  /// A node whose material is not known is remembered for check().
  Material find(const GltfNode& node, std::size_t mesh);
  /// Stops when nodes are without material, and names them.
  void check() const;
  const std::vector<std::string>& warnings() const { return warnings_; }

 private:
  std::optional<std::size_t> painted(const GltfNode& node, std::size_t mesh);

  const GltfDocument& doc_;
  const MaterialMap& map_;
  UnknownMaterials unknown_;
  std::vector<std::string> warnings_;
};

}  // namespace peal
