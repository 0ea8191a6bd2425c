#include "physics/elastic/materials/material_library.h"

#include <map>

#include "base/error.h"
#include "physics/elastic/materials/material_library_data.h"

namespace peal {
namespace {

using Index = std::map<std::string, const LibraryMaterial*, std::less<>>;

const Index& index() {
  static const Index by_name = [] {
    Index all;
    const auto add = [&](const std::string& name, const LibraryMaterial& entry) {
      if (!all.try_emplace(name, &entry).second)
        fail("the material library holds the name '{}' twice", name);
    };
    for (const LibraryMaterial& entry : material_library()) {
      add(entry.material.name, entry);
      for (const std::string& alias : entry.aliases) add(alias, entry);
    }
    return all;
  }();
  return by_name;
}

Making usual_making(const LibraryMaterial& entry) {
  const std::string& name = entry.material.name;
  if (name == "cast-iron") return Making::moulded;
  if (entry.group == "metal") return Making::struck;
  if (entry.group == "glass" || name == "porcelain" || name == "alumina") return Making::pressed;
  if (entry.group == "ceramic" || entry.group == "stone") return Making::hand_made;
  return entry.group == "wood" && name != "mdf" ? Making::grown : Making::moulded;
}

}  // namespace

ManufactureSpread manufacture_spread(Making making) {
  switch (making) {
    case Making::struck:
      return {0.006, 0.001, 0.0005, 0.15};
    case Making::pressed:
      return {0.015, 0.002, 0.002, 0.2};
    case Making::hand_made:
      return {0.03, 0.004, 0.004, 0.25};
    case Making::grown:
      return {0.05, 0.01, 0, 0.25};
    case Making::moulded:
      break;
  }
  return {0.01, 0.002, 0.001, 0.2};
}

const std::vector<LibraryMaterial>& material_library() {
  static const std::vector<LibraryMaterial> library = [] {
    std::vector<LibraryMaterial> all;
    for (auto part :
         {&library_metals, &library_minerals, &library_woods, &library_plastics, &library_others})
      for (LibraryMaterial& entry : part()) {
        entry.material.making = usual_making(entry);
        all.push_back(std::move(entry));
      }
    return all;
  }();
  return library;
}

const std::vector<MaterialSource>& material_sources() {
  static const std::vector<MaterialSource> sources = library_source_list();
  return sources;
}

const LibraryMaterial* find_library_material(std::string_view name) {
  const auto found = index().find(name);
  return found == index().end() ? nullptr : found->second;
}

const Material* find_material(std::string_view name) {
  const LibraryMaterial* entry = find_library_material(name);
  return entry ? &entry->material : nullptr;
}

const std::vector<std::string>& material_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const LibraryMaterial& entry : material_library()) all.push_back(entry.material.name);
    for (const LibraryMaterial& entry : material_library())
      all.insert(all.end(), entry.aliases.begin(), entry.aliases.end());
    return all;
  }();
  return names;
}

}  // namespace peal
