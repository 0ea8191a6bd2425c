#include "tools/import/scene_materials.h"

#include "physics/elastic/materials/material_library.h"
#include "scene/material_json.h"
#include "tools/import/unique_names.h"

namespace peal {
namespace {

/// Whatever they are called; files do not say how things of it are made.
bool same(const Material& a, Material b) {
  b.name = a.name, b.making = a.making;
  return a == b;
}

}  // namespace

std::string SceneMaterials::name_of(const Material& wanted, const Material& base,
                                    const std::string& user) {
  const Material* known = find_material(base.name);
  if (known && same(*known, wanted)) return base.name;
  const bool like = known && same(*known, base), as_given = same(base, wanted);
  nlohmann::ordered_json entry;
  if (like) {
    entry["like"] = base.name;
    if (wanted.density != base.density) entry["density"] = wanted.density;
  } else {
    entry = material_json(wanted);
  }
  if (like && wanted.restitution != base.restitution) entry["restitution"] = wanted.restitution;
  if (like && wanted.friction != base.friction) entry["friction"] = wanted.friction;
  const std::string key = entry.dump();
  if (const auto found = declared_.find(key); found != declared_.end()) return found->second;
  // A material as the file gives it keeps its name, even where the library has another of that
  // name.
  std::string name = UniqueNames().add(as_given ? base.name : base.name + "_" + user);
  while (json_.contains(name) || (!as_given && find_material(name))) name += 'x';
  json_[name] = entry;
  return declared_[key] = name;
}

}  // namespace peal
