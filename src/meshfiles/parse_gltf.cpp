// glTF 2.0 scene => one surface: all triangles of all nodes of the default scene, moved by the
// nodes' transforms.
#include <map>

#include "meshfiles/byte_reader.h"
#include "meshfiles/gltf_document.h"
#include "meshfiles/limits.h"
#include "meshfiles/polygon.h"
#include "meshfiles/text_cursor.h"

namespace peal {
namespace {

using Json = nlohmann::json;

struct Affine {
  Mat3 linear = Mat3::identity();
  Vec3 shift;
  Vec3 operator()(const Vec3& p) const { return linear * p + shift; }
};
Affine operator*(const Affine& a, const Affine& b) { return {a.linear * b.linear, a(b.shift)}; }

class SceneReader {
 public:
  SceneReader(GltfDocument& document, const std::string& name) : doc_(document), name_(name) {}

  TriangleMesh read() {
    seen_.assign(doc_.list_size("nodes"), false);
    if (seen_.empty()) {
      for (std::size_t m = 0; m < doc_.list_size("meshes"); ++m) add_mesh(m, {}, "/meshes");
    } else {
      for (const std::size_t root : root_nodes()) walk(root);
    }
    if (out_.triangles.empty()) fail("{}: the default scene holds no triangle", name_);
    return std::move(out_);
  }

 private:
  std::vector<std::size_t> root_nodes() const {
    const auto chosen = doc_.index(doc_.root(), "scene", "");
    if (chosen || doc_.list_size("scenes") > 0) {
      const std::size_t scene = chosen.value_or(0);
      return doc_.indices(doc_.item("scenes", scene, "/scene"), "nodes",
                          fmt::format("/scenes/{}", scene));
    }
    std::vector<bool> is_child(seen_.size(), false);
    for (std::size_t n = 0; n < seen_.size(); ++n)
      for (const std::size_t child : children(n)) is_child.at(child) = true;
    std::vector<std::size_t> out;
    for (std::size_t n = 0; n < seen_.size(); ++n)
      if (!is_child[n]) out.push_back(n);
    if (out.empty()) doc_.fail_at("/nodes", "every node is the child of another: a cycle");
    return out;
  }

  std::vector<std::size_t> children(std::size_t node) const {
    const std::string place = fmt::format("/nodes/{}", node);
    auto out = doc_.indices(doc_.item("nodes", node, place), "children", place);
    for (const std::size_t child : out) doc_.item("nodes", child, place + "/children");
    return out;
  }

  /// Depth first; a list instead of calls, so that a long chain cannot exhaust the stack.
  void walk(std::size_t root) {
    std::vector<std::pair<std::size_t, Affine>> open{{root, Affine{}}};
    while (!open.empty()) {
      const auto [node, parent] = open.back();
      open.pop_back();
      const std::string place = fmt::format("/nodes/{}", node);
      const Json& json = doc_.item("nodes", node, "/scenes");
      if (seen_[node]) doc_.fail_at(place, "is reached twice: a cycle, or a node with two parents");
      seen_[node] = true;
      const Affine here = parent * transform(json, place);
      if (const auto mesh = doc_.index(json, "mesh", place)) {
        if (json.contains("skin"))
          doc_.fail_at(place + "/skin",
                       "posed meshes are not read: apply the pose before exporting");
        check_weights(json, place);
        const auto extensions = json.find("extensions");
        if (extensions != json.end() && extensions->is_object() &&
            extensions->contains("EXT_mesh_gpu_instancing"))
          doc_.fail_at(place, "EXT_mesh_gpu_instancing is not read: export without it");
        add_mesh(*mesh, here, place + "/mesh");
      }
      const auto next = children(node);
      for (auto child = next.rbegin(); child != next.rend(); ++child)
        open.push_back({*child, here});
    }
  }

  void check_weights(const Json& json, const std::string& place) const {
    const auto weights = json.find("weights");
    if (weights == json.end() || !weights->is_array()) return;
    for (const Json& weight : *weights)
      if (!weight.is_number() || weight.get<double>() != 0)
        doc_.fail_at(place + "/weights", "morph targets are not read: apply them before exporting");
  }

  Affine transform(const Json& node, const std::string& place) const {
    if (std::array<double, 16> m; doc_.numbers(node, "matrix", place, m)) {
      if (m[3] != 0 || m[7] != 0 || m[11] != 0 || m[15] != 1)
        doc_.fail_at(place + "/matrix", "the last row should be 0 0 0 1");
      return {Mat3{{Vec3{m[0], m[4], m[8]}, Vec3{m[1], m[5], m[9]}, Vec3{m[2], m[6], m[10]}}},
              Vec3{m[12], m[13], m[14]}};
    }
    std::array<double, 3> t{0, 0, 0}, s{1, 1, 1};
    std::array<double, 4> r{0, 0, 0, 1};
    doc_.numbers(node, "translation", place, t);
    doc_.numbers(node, "rotation", place, r);
    doc_.numbers(node, "scale", place, s);
    const Quat turn{r[3], r[0], r[1], r[2]};
    if (!(dot(turn, turn) > 0)) doc_.fail_at(place + "/rotation", "is zero");
    return {rotation_matrix(normalized(turn)) * Mat3::diagonal({s[0], s[1], s[2]}),
            Vec3{t[0], t[1], t[2]}};
  }

  void add_mesh(std::size_t mesh, const Affine& move, const std::string& user) {
    const Json& json = doc_.item("meshes", mesh, user);
    const std::string place = fmt::format("/meshes/{}", mesh);
    check_weights(json, place);
    const auto primitives = json.find("primitives");
    if (primitives == json.end() || !primitives->is_array())
      doc_.fail_at(place, "has no list of primitives");
    first_vertex_.clear();
    for (std::size_t k = 0; k < primitives->size(); ++k)
      add_primitive((*primitives)[k], move, fmt::format("{}/primitives/{}", place, k));
  }

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
  std::vector<bool> seen_;
  std::map<std::size_t, VertexRange> first_vertex_;  // by accessor, of the current mesh
  TriangleMesh out_;
};

}  // namespace

TriangleMesh parse_gltf(std::string_view bytes, const std::string& name, const LoadBeside& load) {
  GltfDocument document(skip_white_space(bytes), {}, name, load);
  return SceneReader(document, name).read();
}

TriangleMesh parse_glb(std::string_view bytes, const std::string& name, const LoadBeside& load) {
  constexpr std::uint32_t kJson = 0x4E4F534A, kBinary = 0x004E4942;
  ByteReader file(bytes, name, 0, false);
  if (file.take_bytes(4, "bytes of the mark 'glTF'") != "glTF")
    fail("{}: byte 0: does not begin with 'glTF', as a .glb file should", name);
  const auto version = file.take<std::uint32_t>("version");
  if (version != 2) fail("{}: byte 4: glTF version {} is not read, only 2", name, version);
  const auto length = file.take<std::uint32_t>("length");
  if (length < 12 || length > bytes.size())
    fail("{}: byte 8: cut off: {} bytes are declared, {} are there", name, length, bytes.size());
  ByteReader chunks(bytes.substr(12, length - 12), name, 12, false);
  std::optional<std::string_view> json, binary;
  while (chunks.remaining() >= 8) {
    const auto size = chunks.take<std::uint32_t>("length of a chunk");
    const auto kind = chunks.take<std::uint32_t>("kind of a chunk");
    const std::string_view data = chunks.take_bytes(size, "bytes of a chunk");
    if (!json) {
      if (kind != kJson) fail("{}: byte 16: the first chunk should be JSON", name);
      json = data;
    } else if (kind == kBinary && !binary) {
      binary = data;
    }
  }
  if (!json) fail("{}: byte 12: holds no JSON chunk", name);
  GltfDocument document(*json, binary, name, load);
  return SceneReader(document, name).read();
}

}  // namespace peal
