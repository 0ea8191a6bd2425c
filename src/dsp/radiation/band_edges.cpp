#include "dsp/radiation/band_edges.h"

#include <algorithm>
#include <cmath>

namespace peal {

// P_m(x) = Int phi(u) (x - u)+^m / m! du goes on by Taylor's series and what phi adds on the way.
// Behind phi's reach it is x^m / m! + mu x^(m-2) / (m-2)!, mu half of phi's second moment: the
// ripple of its passband, which a piece's own samples do not have and its edges need not either.
BandEdges::BandEdges() : taps_{} {
  constexpr double kStep = 1.0 / kPhases, kInverseFactorial[kOrders] = {1, 1, 0.5, 1.0 / 6};
  const auto ramp = [&](double x, int m) {
    return m < 0 ? 0 : m == 0 ? 1 : std::pow(x, m) * kInverseFactorial[m];
  };
  double moment[2] = {};
  for (int i = -kBandHalf * kPhases; i < kBandHalf * kPhases; ++i)
    for (int k = 0; k < 4; ++k) {
      const double x = (i + kGaussPlace[k]) * kStep;
      const double part = kGaussWeight[k] * kStep * band_limit(x);
      moment[0] += part, moment[1] += part * x * x / 2;
    }
  const double scale = 1 / moment[0], mu = scale * moment[1];
  double whole[kOrders] = {};
  for (int i = -kBandHalf * kPhases;; ++i) {
    const double x = i * kStep;
    // x = tap - kBandHalf + 1 - phase / kPhases; whole numbers are the first and the last phase of
    // neighbouring taps. 0 itself is before the edge as the first, behind it as the last.
    const int tap = static_cast<int>(std::ceil(x)) + kBandHalf - 1;
    const int phase = (tap - kBandHalf + 1) * kPhases - i;
    for (int m = 0; m < kOrders; ++m) {
      const double plain = ramp(x, m) + mu * ramp(x, m - 2);
      if (tap >= 0) taps_[m][phase][tap] = static_cast<float>(whole[m] - (x > 0 ? plain : 0));
      if (phase == 0)
        taps_[m][kPhases][tap + 1] = static_cast<float>(whole[m] - (x >= 0 ? plain : 0));
    }
    if (i == kBandHalf * kPhases) return;
    double next[kOrders] = {};
    for (int m = 0; m < kOrders; ++m)
      for (int j = 0; j <= m; ++j) next[m] += whole[m - j] * ramp(kStep, j);
    for (int k = 0; k < 4; ++k) {
      const double phi = scale * band_limit(x + kGaussPlace[k] * kStep);
      for (int m = 0; m < kOrders; ++m)
        next[m] += kGaussWeight[k] * kStep * phi * ramp((1 - kGaussPlace[k]) * kStep, m);
    }
    std::copy_n(next, kOrders, whole);
  }
}

const BandEdges& BandEdges::instance() {
  static const BandEdges table;
  return table;
}

void BandEdges::add(int order, double fraction, double low, double high,
                    float* out) const noexcept {
  const double place = fraction * kPhases;
  int row = static_cast<int>(place);
  if (row >= kPhases) row = kPhases - 1;
  const double part = place - row;
  const float weights[4] = {static_cast<float>(low * (1 - part)), static_cast<float>(low * part),
                            static_cast<float>(high * (1 - part)), static_cast<float>(high * part)};
  const float *a = taps_[order][row], *b = taps_[order][row + 1];
  const float *c = taps_[order + 2][row], *d = taps_[order + 2][row + 1];
  for (int k = 0; k < kBandTaps; ++k)
    out[k] += weights[0] * a[k] + weights[1] * b[k] + weights[2] * c[k] + weights[3] * d[k];
}

}  // namespace peal
