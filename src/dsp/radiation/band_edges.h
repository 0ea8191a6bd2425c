// What is left to add to plain samples of a piece of a smooth function where it begins or ends:
// band-limited (dsp/radiation/band_limit.h), an edge of its m-th derivative at x = 0 has the
// samples
//   x+^m / m! + B_m(x),   B_m(x) = Int phi(u) (x - u)+^m / m! du - x+^m / m!,   0 for |x| >
//   kBandHalf
// so that away from its edges such a piece costs one value per sample. t in samples.
// Brandt, "Hard sync without aliasing", ICMC 2001; Esqueda, Valimaki and Bilbao, "Rounding corners
// with BLAMP", DAFx 2016.
#pragma once
#include "dsp/radiation/band_limit.h"

namespace peal {

class BandEdges {
 public:
  static const BandEdges& instance();

  /// Adds low * B_order + high * B_(order + 2) to out[0 .. kBandTaps), which begins with sample
  /// floor(time) - kBandHalf + 1. A sample at the edge itself counts as before it.
  /// @param order 0 or 1; fraction = time - floor(time).
  void add(int order, double fraction, double low, double high, float* out) const noexcept;

 private:
  static constexpr int kPhases = 128;  // linear in between: 1e-5 of an edge of the value
  static constexpr int kOrders = 4;
  BandEdges();
  alignas(32) float taps_[kOrders][kPhases + 1][kBandTaps];
};

}  // namespace peal
