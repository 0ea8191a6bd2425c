#include "tools/import/gltf_materials.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "io/mesh/text_cursor.h"
#include "physics/elastic/materials/material_library.h"
#include "physics/elastic/materials/material_words.h"
#include "tools/import/gltf_extras.h"
#include "tools/import/gltf_motion.h"

namespace peal {

using Json = nlohmann::json;

std::optional<std::size_t> GltfMaterials::painted(const GltfNode& node, std::size_t mesh) {
  std::optional<std::size_t> out;
  const Json& json = doc_.item("meshes", mesh, node.place() + "/mesh");
  for (const Json& primitive : json["primitives"]) {
    const auto found = doc_.index(primitive, "material", fmt::format("/meshes/{}", mesh));
    if (out && found && *found != *out) {
      warnings_.push_back(fmt::format(
          "{}: {}: has parts of several materials; the whole body gets that of the first",
          doc_.name(), shown_node(node)));
      break;
    }
    if (!out) out = found;
  }
  return out;
}

Material GltfMaterials::find(const GltfNode& node, std::size_t mesh) {
  std::string paint;
  std::optional<Material> constants;
  if (const auto index = painted(node, mesh)) {
    const std::string place = fmt::format("/materials/{}", *index);
    const Json& json = doc_.item("materials", *index, fmt::format("/meshes/{}", mesh));
    if (const auto name = json.find("name"); name != json.end() && name->is_string())
      paint = name->get<std::string>();
    constants = material_constants(doc_, json, place);
  }
  auto chosen = map_.find(name_of(node));
  if (!chosen && !paint.empty()) chosen = map_.find(paint);
  if (chosen) return *find_material(*chosen);
  const auto wanted = GltfExtras::of(doc_, node).text("material");
  if (constants && (!wanted || *wanted == paint)) return *constants;
  if (wanted) {
    if (const std::string known = material_named(*wanted); !known.empty())
      return *find_material(known);
    unknown_.add(*wanted, fmt::format("'{}'", shown_bytes(name_of(node))));
    return {};
  }
  if (const std::string known = material_named(paint); !known.empty()) return *find_material(known);
  if (map_.rest()) return *find_material(*map_.rest());
  unknown_.add(paint, fmt::format("'{}'", shown_bytes(name_of(node))));
  return {};
}

void GltfMaterials::check() const {
  unknown_.check(
      "give a map, for example --materials map.json with {map}, or `material` in the extras of the "
      "nodes");
}

}  // namespace peal
