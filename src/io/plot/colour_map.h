// Colours of the pictures. The level map runs from near black through blue, rose and amber to cream
// along a curve in the perceptual space OKLab (B. Ottosson 2020), walked at constant speed: equal
// differences of level look equally different, and a grey print keeps the order.
#pragma once

namespace peal {

struct Colour {  // sRGB, each in [0, 1]
  double red = 0, green = 0, blue = 0, opacity = 1;
};

struct OkLab {
  double lightness = 0, a = 0, b = 0;
};

OkLab to_oklab(const Colour& colour);
Colour from_oklab(const OkLab& lab);  // components may leave [0, 1] outside the gamut

/// Level 0 (quiet, dark) to 1 (loud, light); values outside are clamped, NaN counts as 0.
Colour level_colour(double level);

/// Distinct line colours on white; repeats after 8. `lighter` (OKLab) makes them fit for dark.
Colour line_colour(int index, double lighter = 0);

}  // namespace peal
