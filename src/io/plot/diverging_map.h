// Colours of a signed quantity: blue below zero, light grey at zero, red above, equally far from
// grey on both sides in OKLab.
#pragma once
#include "io/plot/colour_map.h"

namespace peal {

/// -1 blue, 0 grey, 1 red; values outside are clamped, NaN counts as 0.
Colour diverging_colour(double value);

}  // namespace peal
