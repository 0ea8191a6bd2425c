// The surface of something that deforms, as contacts feel and air hears it: what a world of solids
// hands on besides places and accelerations of its points (ShapeSamples of the same number). SI.
#pragma once
#include <array>
#include <vector>

#include "base/vec.h"

namespace peal {

struct SolidSurface {
  std::vector<Vec3> rest;                     // [m] points at the start, world
  std::vector<std::array<int, 3>> triangles;  // outward where it is closed
  bool closed = false;                        // it bounds a volume: air is outside alone
  double thickness = 0;  // [m] of a sheet, whose middle this is; 0: the skin of a thick body
};

}  // namespace peal
