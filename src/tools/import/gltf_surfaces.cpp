#include "tools/import/gltf_surfaces.h"

#include <algorithm>

#include "io/mesh/gltf_mesh.h"
#include "io/mesh/limits.h"
#include "motion/take/matrix_size.h"

namespace peal {
namespace {

/// Vertices without triangles take memory, too.
std::size_t cost(const TriangleMesh& mesh) {
  return mesh.triangles.size() + mesh.vertices.size() / 3;
}

}  // namespace

bool GltfSurfaces::has_triangles(const GltfNode& node, std::size_t mesh) {
  const auto [found, is_new] = plain_.try_emplace(mesh);
  TriangleMesh& plain = found->second;
  if (is_new) {
    add_gltf_mesh(doc_, mesh, {}, node.place() + "/mesh", plain);
    read_ += cost(plain);
    check_element_count(read_, doc_.name(), "triangles");
  }
  return !plain.triangles.empty();
}

std::shared_ptr<const GltfSurface> GltfSurfaces::find(const GltfNode& node, const GltfThing& thing,
                                                      const std::string& body) {
  std::vector<Sized>& known = surfaces_[*thing.mesh];
  for (const auto& [baked, surface] : known)
    if (largest(difference(baked, thing.baked)) < 1e-6 * largest(baked)) return surface;
  const auto& json = doc_.item("meshes", *thing.mesh, node.place() + "/mesh");
  const auto name = json.find("name");
  auto made = std::make_shared<GltfSurface>();
  made->name = names_.add(
      name != json.end() && name->is_string() ? name->get_ref<const std::string&>() : body);
  made->mesh = plain_.at(*thing.mesh);
  made_ += cost(made->mesh);
  check_element_count(made_, doc_.name(), "triangles in copies of different size");
  for (std::size_t k = 0; k < made->mesh.vertices.size(); ++k) {
    Vec3& v = made->mesh.vertices[k];
    v = thing.baked * v;
    if (!is_position(v))
      check_position(v, doc_.name() + ": " + node.place(), "after its scale vertex", k);
  }
  if (determinant(thing.baked) < 0)  // keeps the outside out
    for (auto& triangle : made->mesh.triangles) std::swap(triangle[1], triangle[2]);
  known.emplace_back(thing.baked, made);
  return made;
}

}  // namespace peal
