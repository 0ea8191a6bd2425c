#include "scene/load.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "base/hash.h"
#include "io/schema/reference.h"
#include "physics/elastic/materials/material_library.h"
#include "scene/check.h"
#include "scene/declare.h"
#include "scene/expand_copies.h"
#include "scene/load_bodies.h"
#include "scene/mix.h"

namespace peal {
namespace {

std::string joined(const std::vector<std::string>& lines) {
  std::string all;
  for (const std::string& line : lines) all += (all.empty() ? "" : "\n") + line;
  return all;
}

constexpr const char* kIntroduction = R"(# The scene file

<!-- Made by `peal schema --reference` from the declarations in src/scene and src/sources. -->

A scene is one JSON file in UTF-8 that holds one object. Units are SI, the frame is right-handed
with y up. Paths of files are relative to the folder of the scene file.

- A field that is not listed here is an error, as is a field that is given twice.
- Comments are not allowed; notes go into the field `comment` of the scene.
- Numbers are finite; `NaN`, `Infinity` and numbers too large for a double are errors.
- A file has at most 64 MB, four million values and 64 levels of nesting.
- All errors are reported at once, each with the place of the field as a JSON pointer:
  `glass.json:/materials/crystal/density: expected > 0 kg/m^3, got -2500`
- `peal schema` prints a JSON Schema (draft 2020-12); the field `$schema` tells an editor where it
  is.

)";

std::string material_table() {
  std::string table =
      "## Built-in materials\n\nUsable by name; a material of the same name in `materials` "
      "replaces them. [Materials](../materials.md) says how they were chosen and how to match a "
      "recording; the [material library](materials.md) names the source of every number.\n\n"
      "| name | young [Pa] | young_across [Pa] | poisson | density [kg/m^3] | loss_factor | "
      "loss_exponent | restitution | friction | other names |\n"
      "|---|---|---|---|---|---|---|---|---|---|\n";
  for (const LibraryMaterial& entry : material_library()) {
    const Material& m = entry.material;
    std::string aliases;
    for (const std::string& alias : entry.aliases)
      aliases += (aliases.empty() ? "`" : ", `") + alias + "`";
    table += fmt::format(
        "| `{}` | {} | {} | {} | {} | {} | {} | {} | {} | {} |\n", m.name, short_number(m.young),
        m.young_across > 0 ? short_number(m.young_across) : "", m.poisson, m.density,
        m.damping.loss_factor, m.damping.exponent, m.restitution, m.friction, aliases);
  }
  return table;
}

void offer_mix_names(const Scene& scene, SourceKinds kinds, NameTable& names) {
  std::set<std::string> known;
  for (const ObjectSpec& object : scene.objects) {
    known.insert(object.name);
    if (const std::string group = group_of(object.name); !group.empty()) known.insert(group);
  }
  for (const GrainsSpec& grains : scene.grains) known.insert(grains.name);
  for (const std::string& name : known) {
    names.offer(kObjectOrGroup, name);
    names.offer(kObjectGroupOrFloor, name);
  }
  names.offer(kObjectGroupOrFloor, kFloorName);
  for (const SourceKindDeclaration& kind : kinds) names.offer(kMechanism, kind.name);
}

}  // namespace

SceneError::SceneError(std::vector<std::string> messages)
    : Error(joined(messages)), messages_(std::move(messages)) {}

const Material& Scene::material(const std::string& material_name) const {
  const auto found = materials.find(material_name);
  if (found == materials.end()) fail("{}: there is no material '{}'", file, material_name);
  return found->second;
}

bool Scene::has_matter() const {
  return !grains.empty() || std::any_of(objects.begin(), objects.end(), [](const ObjectSpec& o) {
    return o.body != BodyKind::rigid;
  });
}

int Scene::object_index(const std::string& object_name) const {
  for (std::size_t i = 0; i < objects.size(); ++i)
    if (objects[i].name == object_name) return static_cast<int>(i);
  return -1;
}

Scene parse_scene(std::string_view text, const std::string& file_name, SourceKinds kinds,
                  const std::filesystem::path& folder) {
  Report report(file_name, folder);
  for (const std::string& name : material_names()) report.names().offer("material", name);

  Scene scene;
  Json tree;
  if (parse_json(text, report, tree)) {
    const Cursor root(report);
    const Record<Scene> record = scene_record(kinds);
    record.type->read(tree, root, &scene);
    std::set<std::string> declared;
    for (std::size_t i = 0; i < scene.objects.size(); ++i) {
      scene.objects[i].declared = i;
      declared.insert(scene.objects[i].name);
    }
    if (report.error_count() == 0) expand_copies(scene);
    for (const ObjectSpec& object : scene.objects)
      if (!declared.contains(object.name)) report.names().offer("object", object.name);
    offer_mix_names(scene, kinds, report.names());
    report.names().resolve(report);
    if (report.error_count() == 0) load_bodies(scene, root);
    if (report.error_count() == 0) check_scene(scene, root);
  }
  if (report.error_count() > 0) throw SceneError(report.errors());

  for (auto& [name, material] : scene.materials) material.name = name;
  for (const LibraryMaterial& entry : material_library()) {
    const auto [place, fresh] = scene.materials.try_emplace(entry.material.name, entry.material);
    const Material named = place->second;  // the scene's own when it replaces the library's
    for (const std::string& alias : entry.aliases) scene.materials.try_emplace(alias, named);
  }
  scene.file = file_name;
  scene.content_hash = Hasher().add(text).result().hex();
  scene.warnings = report.warnings();
  return scene;
}

Scene load_scene(const std::filesystem::path& path, SourceKinds kinds) {
  std::string text;
  try {
    text = read_text_file(path);
  } catch (const Error& problem) {
    throw SceneError({problem.what()});
  }
  return parse_scene(text, path.string(), kinds, path.parent_path());
}

nlohmann::ordered_json scene_schema(SourceKinds kinds) {
  OrderedJson schema{{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                     {"title", "Peal scene"}};
  const Record<Scene> record = scene_record(kinds);
  schema.update(record.type->schema(nullptr));
  return schema;
}

std::string scene_reference_markdown(SourceKinds kinds) {
  return kIntroduction + reference_markdown(*scene_record(kinds).record(), "The scene") + "\n" +
         material_table();
}

}  // namespace peal
