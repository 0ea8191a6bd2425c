#include "io/plot/diverging_map.h"

#include <algorithm>
#include <cmath>

#include "base/constants.h"

namespace peal {

Colour diverging_colour(double value) {
  const double v = std::isnan(value) ? 0 : std::clamp(value, -1.0, 1.0), size = std::abs(v);
  // Lightness falls with the square, so that the grey around zero stays a band and no ridge.
  const double hue = (v < 0 ? 257 : 27) * kPi / 180;
  const double lightness = 0.90 - 0.36 * size * (0.35 + 0.65 * size);
  const double chroma = (v < 0 ? 0.155 : 0.19) * std::pow(size, 0.9);
  const Colour c = from_oklab({lightness, chroma * std::cos(hue), chroma * std::sin(hue)});
  return {std::clamp(c.red, 0.0, 1.0), std::clamp(c.green, 0.0, 1.0), std::clamp(c.blue, 0.0, 1.0)};
}

}  // namespace peal
