// What the floor of a scene does to sound: the mirror that propagation sees, and what the report
// says of it.
#pragma once
#include <optional>

#include "propagation/floor_image.h"
#include "render/report.h"
#include "scene/scene.h"

namespace peal {

/// None: there is no floor, or it throws nothing back.
std::optional<FloorPlane> floor_plane(const Scene& scene);

std::optional<FloorReport> floor_report(const Scene& scene);

}  // namespace peal
