#include "tools/import/scene_wishes.h"

#include "physics/elastic/materials/material_library.h"

namespace peal {

using OrderedJson = nlohmann::ordered_json;

const Material& floor_material(const FloorWish& floor, const MaterialMap& map) {
  if (!floor.material.empty()) return *find_material(floor.material);
  return *find_material(map.find("floor").value_or("concrete"));
}

void add_sound(OrderedJson& scene) {
  scene["sources"] = OrderedJson::array();
  for (const char* kind : {"impact", "click", "contact"})
    scene["sources"].push_back({{"kind", kind}});
  scene["output"] = {{"level", "normalised"}};
}

}  // namespace peal
