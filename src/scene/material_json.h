// A material as a scene file says it.
#pragma once
#include <nlohmann/json_fwd.hpp>

#include "physics/elastic/materials/material.h"

namespace peal {

nlohmann::ordered_json material_json(const Material& material);

}  // namespace peal
