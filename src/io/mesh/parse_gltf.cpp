// glTF 2.0 scene => one surface: all triangles of all nodes of the default scene, moved by the
// nodes' transforms.
#include "io/mesh/byte_reader.h"
#include "io/mesh/gltf_document.h"
#include "io/mesh/gltf_mesh.h"
#include "io/mesh/gltf_nodes.h"
#include "io/mesh/text_cursor.h"

namespace peal {
namespace {

using Json = nlohmann::json;

void check_weights(const GltfDocument& doc, const Json& json, const std::string& place) {
  const auto weights = json.find("weights");
  if (weights == json.end() || !weights->is_array()) return;
  for (const Json& weight : *weights)
    if (!weight.is_number() || weight.get<double>() != 0)
      doc.fail_at(place + "/weights", "morph targets are not read: apply them before exporting");
}

void add_mesh(GltfDocument& doc, std::size_t mesh, const Affine& move, const std::string& user,
              TriangleMesh& out) {
  check_weights(doc, doc.item("meshes", mesh, user), fmt::format("/meshes/{}", mesh));
  add_gltf_mesh(doc, mesh, move, user, out);
}

TriangleMesh read_scene(GltfDocument& doc) {
  TriangleMesh out;
  if (doc.list_size("nodes") == 0)
    for (std::size_t m = 0; m < doc.list_size("meshes"); ++m) add_mesh(doc, m, {}, "/meshes", out);
  const std::vector<GltfNode> nodes = gltf_nodes(doc);
  std::vector<Affine> world;
  for (const GltfNode& node : nodes) {
    world.push_back((node.parent < 0 ? Affine{} : world[node.parent]) * node.rest.affine());
    const Json& json = *node.json;
    const auto mesh = doc.index(json, "mesh", node.place());
    if (!mesh) continue;
    if (json.contains("skin"))
      doc.fail_at(node.place() + "/skin",
                  "posed meshes are not read: apply the pose before exporting");
    check_weights(doc, json, node.place());
    const auto extensions = json.find("extensions");
    if (extensions != json.end() && extensions->is_object() &&
        extensions->contains("EXT_mesh_gpu_instancing"))
      doc.fail_at(node.place(), "EXT_mesh_gpu_instancing is not read: export without it");
    add_mesh(doc, *mesh, world.back(), node.place() + "/mesh", out);
  }
  if (out.triangles.empty()) fail("{}: the default scene holds no triangle", doc.name());
  return out;
}

}  // namespace

TriangleMesh parse_gltf(std::string_view bytes, const std::string& name, const LoadBeside& load) {
  GltfDocument document(skip_white_space(bytes), {}, name, load);
  return read_scene(document);
}

TriangleMesh parse_glb(std::string_view bytes, const std::string& name, const LoadBeside& load) {
  const GlbChunks chunks = split_glb(bytes, name);
  GltfDocument document(chunks.json, chunks.binary, name, load);
  return read_scene(document);
}

GlbChunks split_glb(std::string_view bytes, const std::string& name) {
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
  return {*json, binary};
}

}  // namespace peal
