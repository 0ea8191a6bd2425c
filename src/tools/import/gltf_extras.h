// The `extras` of glTF nodes and materials that Peal reads.
// Enters: the JSON. Leaves: checked values; absent: nothing; wrong ones stop with their place.
// Blender writes custom properties there, truth values as true or 1.
#pragma once
#include <initializer_list>
#include <optional>
#include <string>

#include "io/mesh/gltf_nodes.h"
#include "physics/elastic/materials/material.h"

namespace peal {

class GltfExtras {
 public:
  GltfExtras(const GltfDocument& document, const nlohmann::json& json, std::string place);
  static GltfExtras of(const GltfDocument& document, const GltfNode& node);

  std::optional<double> number(const char* key, double min, double max) const;
  std::optional<bool> flag(const char* key) const;
  std::optional<std::string> text(const char* key) const;
  std::optional<std::string> choice(const char* key,
                                    std::initializer_list<const char*> words) const;

 private:
  const nlohmann::json* find(const char* key) const;
  const GltfDocument& doc_;
  const nlohmann::json* json_;
  std::string place_;
};

/// What motion_glb.h writes with a glTF material; nothing when it does not say.
std::optional<Material> material_constants(const GltfDocument& document, const nlohmann::json& json,
                                           const std::string& place);

}  // namespace peal
