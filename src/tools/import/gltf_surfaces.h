// Meshes of a glTF scene as surfaces of bodies.
// Enters: nodes with meshes and the scale that is baked into them. Leaves: surfaces in the bodies'
// own frames [m]; nodes that show the same mesh at the same size share one.
#pragma once
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tools/import/gltf_motion.h"
#include "tools/import/import_gltf.h"
#include "tools/import/unique_names.h"

namespace peal {

class GltfSurfaces {
 public:
  explicit GltfSurfaces(GltfDocument& document) : doc_(document) {}

  /// Reads the mesh; false when it holds points and lines alone.
  bool has_triangles(const GltfNode& node, std::size_t mesh);
  /// `body` names the surface when the mesh has no name.
  std::shared_ptr<const GltfSurface> find(const GltfNode& node, const GltfThing& thing,
                                          const std::string& body);

 private:
  using Sized = std::pair<Mat3, std::shared_ptr<const GltfSurface>>;
  GltfDocument& doc_;
  std::map<std::size_t, TriangleMesh> plain_;           // as in the file, by mesh
  std::map<std::size_t, std::vector<Sized>> surfaces_;  // by mesh
  std::size_t read_ = 0, made_ = 0;                     // triangles
  UniqueNames names_;
};

}  // namespace peal
