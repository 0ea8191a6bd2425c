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

}  // namespace

const std::vector<LibraryMaterial>& material_library() {
  static const std::vector<LibraryMaterial> library = [] {
    std::vector<LibraryMaterial> all;
    for (auto part :
         {&library_metals, &library_minerals, &library_woods, &library_plastics, &library_others})
      for (LibraryMaterial& entry : part()) all.push_back(std::move(entry));
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
