// Materials that every scene may use by name, with the source of every number.
// Elastic constants are those of a homogeneous isotropic solid at room temperature. Wood and bone
// are not isotropic: their values hold along the grain.
// Damping is that of an ordinary object as it rings (material, air, the hand or the table that
// holds it), not of the material alone; docs/materials.md says how it was chosen.
#pragma once
#include <array>
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
  std::string numbers;  // which ones, "young, poisson"; "loss" is the loss factor of the material
  std::string source;   // key of a MaterialSource
  std::string remark;   // what the source says
};

struct LibraryMaterial {
  Material material;
  std::string group;                 // "metal"
  std::string description;           // one sentence
  std::vector<std::string> aliases;  // further names
  double loss_factor = 0;            // eta of the material alone near 1 kHz
  // T60 [s] at kDecayFrequencies that the damping was fitted to.
  std::array<double, 3> t60{};
  std::vector<SourceNote> sources;
};

inline constexpr std::array<double, 3> kDecayFrequencies{200, 1000, 5000};  // [Hz]

/// All materials, group by group; names and aliases are unique.
const std::vector<LibraryMaterial>& material_library();
const std::vector<MaterialSource>& material_sources();

/// By name or alias; null when there is none. Upper and lower case differ.
const LibraryMaterial* find_library_material(std::string_view name);
const Material* find_material(std::string_view name);
/// All names, then all aliases: for suggestions.
const std::vector<std::string>& material_names();

}  // namespace peal
