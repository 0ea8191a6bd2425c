// Materials that every scene may use by name, with the source of every number.
// Elastic constants are those of a homogeneous isotropic solid at room temperature. Wood and bone
// are not isotropic: their values hold along the grain, those of woods for contacts across it.
// Damping is the loss factor of the material alone; air, sheet and what holds a thing add theirs.
// docs/materials.md says how it was chosen and what recordings say.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "physics/elastic/materials/material.h"

namespace peal {

/// A page or book that numbers come from.
struct MaterialSource {
  std::string key;  // short name, "gere"
  std::string title;
  std::string address;  // empty when there is none
  bool seen = false;    // the page was read; otherwise a value that is not checked against it
};

struct SourceNote {
  std::string numbers;  // which ones, "young, poisson"; "loss": the loss factor, "thermal"
  std::string source;   // key of a MaterialSource
  std::string remark;   // what the source says
};

/// Loss factors of pieces of one material near 1 kHz.
struct LossRange {
  double low = 0, high = 0;
};

struct LibraryMaterial {
  Material material;
  std::string group;                 // "metal"
  std::string description;           // one sentence
  std::vector<std::string> aliases;  // further names
  LossRange loss;                    // around the typical one, Material::damping
  std::vector<SourceNote> sources;
};

/// All materials, group by group; names and aliases are unique.
const std::vector<LibraryMaterial>& material_library();
const std::vector<MaterialSource>& material_sources();

/// By name or alias; null when there is none. Upper and lower case differ.
const LibraryMaterial* find_library_material(std::string_view name);
const Material* find_material(std::string_view name);
/// All names, then all aliases: for suggestions.
const std::vector<std::string>& material_names();

}  // namespace peal
