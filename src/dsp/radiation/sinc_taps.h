// Taps of windowed-sinc interpolation, for tables: the kernel h(x) = kaiser(x) sin(pi x)/(pi x) and
// its derivatives at the places of the samples around a fraction. For set-up.
#pragma once

namespace peal {

struct SincShape {
  static constexpr int kMostHalf = 16;
  int half;       // samples on each side, at most kMostHalf
  double kaiser;  // beta of the window
};

/// out[k] = h, h' or h'' (derivative 0, 1, 2) at x = fraction - (k - half + 1), k = 0 .. 2 half -
/// 1, corrected so that constants, straight lines and parabolas come out exactly.
void sinc_taps(const SincShape& shape, double fraction, int derivative, double* out);

}  // namespace peal
