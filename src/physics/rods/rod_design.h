// What an elastic rod is made of: rest shape, sections, material. SI units.
#pragma once
#include <vector>

#include "base/vec.h"
#include "physics/rods/rod_section.h"

namespace peal {

struct RodMaterial {
  double young = 0;    // E [Pa]
  double shear = 0;    // G [Pa]
  double density = 0;  // [kg/m^3]
};

struct RodDesign {
  std::vector<Vec3> points;  // at rest, from one end to the other, or once around [m]
  bool closed = false;       // an edge leads from the last point to the first
  /// Direction of the section's d1 at rest: none (any, carried along without twist), that of the
  /// first edge (carried along likewise), or one for each edge. Made orthogonal to the edges.
  std::vector<Vec3> d1;
  std::vector<RodSection> sections;  // one, or one for each edge
  RodMaterial material;
  bool thick = false;  // with rotary inertia and shear (thick_inertia.h)
};

}  // namespace peal
