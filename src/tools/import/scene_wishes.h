// What `peal import` is asked for beside the files, and what every scene it writes says about
// sound.
#pragma once
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "physics/elastic/materials/material.h"
#include "tools/import/material_map.h"

namespace peal {

struct FloorWish {
  double height = 0;     // [m]
  std::string material;  // of the library; empty: the map's entry for "floor", otherwise concrete
};

struct SceneWishes {
  std::optional<FloorWish> floor;
  bool travel_time = true;  // of the listeners
};

/// What the floor is made of.
const Material& floor_material(const FloorWish& floor, const MaterialMap& map);

/// Sources: ringing, clicks, sliding and rolling. Output: a file within full scale; the pressure is
/// in its comment and in report.json.
void add_sound(nlohmann::ordered_json& scene);

}  // namespace peal
