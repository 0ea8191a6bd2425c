// The absorbing layer at the ends of the box: a perfectly matched layer by recursive convolution.
// Coordinates are stretched, d/dx -> (1 + sigma / (i omega))^-1 d/dx, with sigma rising as the cube
// of the depth: sigma_max = -(m + 1) c ln(R0) / (2 thickness), R0 the reflection of a plane wave
// meeting the layer head on.
#pragma once
#include <array>

#include "physics/wave/fdtd/wave_rows.h"

namespace peal {

/// Factors for one axis, the same for all: low end from outside to inside, then high end from
/// inside to outside, as wave_rows wants them.
struct AbsorbingLayer {
  std::array<wave_rows::LayerCell, 2 * wave_rows::kLayer> faces, cells;
  wave_rows::LayerEnds face_ends, cell_ends;  // the same numbers, for rows along the axis

  /// @param cell [m], @param step [s]
  AbsorbingLayer(double cell, double step, double speed_of_sound);
};

}  // namespace peal
