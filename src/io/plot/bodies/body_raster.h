// Software rasteriser: triangles with normals and one value per corner become shaded pixels.
// Hidden surfaces by a depth buffer, smooth edges by 3 x 3 samples per pixel averaged in linear
// light.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/vec.h"
#include "io/plot/colour_map.h"

namespace peal {

struct RasterBody {
  std::span<const Vec3> positions;  // [pixels] x right, y down, z towards the viewer
  std::span<const std::array<int, 3>> triangles;
  std::span<const Vec3> normals;   // three per triangle: x right, y up, z towards the viewer
  std::span<const double> values;  // three per triangle; empty: all 0
  std::span<const Colour> palette;
  double low = 0, high = 1;    // values of the palette's ends
  double line_slope = 0;       // [1/pixel] a zero of the value is drawn when steeper; 0: never
  double depth_edge = 0;       // [pixels] jump in depth that shades what lies behind
  std::span<const Vec3> rest;  // positions whose outline is drawn behind the body, may be empty
};

struct RasterGround {
  Colour top, bottom;
};

/// Pixels 0xRRGGBB, row after row from the top.
std::vector<std::uint32_t> raster_body(const RasterBody& body, int columns, int rows,
                                       const RasterGround& ground);

}  // namespace peal
