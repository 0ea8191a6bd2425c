// Radiation of sections in their plane: the pressure that an acceleration causes far away in each
// direction, e^T D a (Schweickart, James & Marschner 2017, figure 4). Sections enter, a PNG or SVG
// leaves, written atomically.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "physics/geometry/rod_shape.h"
#include "physics/rods/rod_section.h"

namespace peal {

struct SectionPanel {
  std::string title;
  RodOutline outline;
  RodSection section;
  double direction = 0;  // of the acceleration, from d1 [rad]
  double turned = 0;     // of d1 in the picture, from its x axis [rad]
};

/// What an acceleration of 1 along `panel.direction` sends into the direction `angle` from d1
/// [m^2].
double section_pressure(const SectionPanel& panel, double angle);

/// Panels side by side. Lobes are 1 long where the circle around the section would have its
/// largest.
void write_section_picture(const std::filesystem::path& path, const std::string& heading,
                           const std::vector<SectionPanel>& panels, int columns);

}  // namespace peal
