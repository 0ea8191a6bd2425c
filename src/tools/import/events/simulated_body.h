// How another program simulated a body, where that differs from the body's mesh. SI units.
#pragma once
#include <map>
#include <optional>
#include <string>

#include "base/vec.h"

namespace peal {

struct SimulatedBody {
  std::optional<Vec3> centre;      // [m] own frame: the point that flies on a parabola
  std::optional<Vec3> gyration;    // [m] radii of gyration about the own axes through the centre
  std::optional<double> rounding;  // [m] it met others as its convex hull, with edges rounded so
  double margin = 0;               // [m] air around the surface that already counts as touching
};

using SimulatedBodies = std::map<std::string, SimulatedBody>;  // by name

}  // namespace peal
