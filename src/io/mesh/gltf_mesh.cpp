#include "io/mesh/gltf_mesh.h"

#include <map>

#include "io/mesh/limits.h"
#include "io/mesh/polygon.h"

namespace peal {
namespace {

using Json = nlohmann::json;

class MeshAdder {
 public:
  MeshAdder(GltfDocument& document, TriangleMesh& out)
      : doc_(document), name_(document.name()), out_(out) {}

  void add_mesh(std::size_t mesh, const Affine& move, const std::string& user) {
    const Json& json = doc_.item("meshes", mesh, user);
    const std::string place = fmt::format("/meshes/{}", mesh);
    const auto primitives = json.find("primitives");
    if (primitives == json.end() || !primitives->is_array())
      doc_.fail_at(place, "has no list of primitives");
    for (std::size_t k = 0; k < primitives->size(); ++k)
      add_primitive((*primitives)[k], move, fmt::format("{}/primitives/{}", place, k));
  }

 private:
  /// Vertices of one accessor, once for all primitives of the mesh that share it.
  struct VertexRange {
    std::size_t first = 0, count = 0;
  };
  VertexRange add_vertices(std::size_t accessor, const Affine& move, const std::string& place) {
    if (const auto known = first_vertex_.find(accessor); known != first_vertex_.end())
      return known->second;
    const auto points = doc_.read_positions(accessor);
    const VertexRange range{out_.vertices.size(), points.size()};
    check_vertex_count(range.first + range.count, name_);
    for (std::size_t k = 0; k < points.size(); ++k) {
      const Vec3 p = move(points[k]);
      if (!is_position(p)) check_position(p, name_ + ": " + place, "after its transform vertex", k);
      out_.vertices.push_back(p);
    }
    return first_vertex_[accessor] = range;
  }

  void add_primitive(const Json& json, const Affine& move, const std::string& place) {
    if (!json.is_object()) doc_.fail_at(place, "should be an object");
    const std::size_t mode = doc_.index(json, "mode", place).value_or(4);
    if (mode < 4) return;  // points and lines
    if (mode > 6) doc_.fail_at(place + "/mode", "{} is not known", mode);
    const auto attributes = json.find("attributes");
    if (attributes == json.end() || !attributes->is_object())
      doc_.fail_at(place, "has no attributes");
    const auto position = doc_.index(*attributes, "POSITION", place + "/attributes");
    if (!position) doc_.fail_at(place, "has no POSITION");

    const auto [first, count] = add_vertices(*position, move, place);
    std::vector<int> corners;
    if (const auto indices = doc_.index(json, "indices", place)) {
      for (const std::uint32_t index : doc_.read_indices(*indices)) {
        if (index >= count)
          doc_.fail_at(place + "/indices",
                       "uses vertex {}, but there are {} vertices, counted from 0", index, count);
        corners.push_back(static_cast<int>(first + index));
      }
    } else {
      for (std::size_t k = 0; k < count; ++k) corners.push_back(static_cast<int>(first + k));
    }
    add_triangles(corners, mode, determinant(move.linear) < 0, place);
  }

  void add_triangles(const std::vector<int>& corners, std::size_t mode, bool mirrored,
                     const std::string& place) {
    const std::size_t before = out_.triangles.size();
    if (mode == 4) {
      if (corners.size() % 3 != 0)
        doc_.fail_at(place, "{} corners do not make whole triangles", corners.size());
      for (std::size_t k = 0; k < corners.size(); k += 3)
        out_.triangles.push_back({corners[k], corners[k + 1], corners[k + 2]});
    } else if (mode == 5) {
      add_strip(out_, corners);
    } else {
      add_fan(out_, corners);
    }
    check_element_count(out_.triangles.size(), name_, "triangles");
    if (mirrored)
      for (std::size_t t = before; t < out_.triangles.size(); ++t)
        std::swap(out_.triangles[t][1], out_.triangles[t][2]);
  }

  GltfDocument& doc_;
  const std::string& name_;
  TriangleMesh& out_;
  std::map<std::size_t, VertexRange> first_vertex_;  // by accessor
};

}  // namespace

void add_gltf_mesh(GltfDocument& document, std::size_t mesh, const Affine& move,
                   const std::string& user, TriangleMesh& out) {
  MeshAdder(document, out).add_mesh(mesh, move, user);
}

}  // namespace peal
