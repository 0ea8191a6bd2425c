// How a material looks, roughly: enough to tell steel from wood in a viewer.
// Enters: the name of a material; library materials by group, others by the words in their names.
#pragma once
#include <array>
#include <string>

namespace peal {

struct MaterialLook {
  std::array<double, 4> colour{0.6, 0.6, 0.6, 1};  // linear red, green, blue; opacity
  double metallic = 0, roughness = 0.6;
};

MaterialLook material_look(const std::string& material);

}  // namespace peal
