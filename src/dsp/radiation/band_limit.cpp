#include "dsp/radiation/band_limit.h"

#include <cmath>

#include "base/constants.h"
#include "dsp/radiation/kaiser.h"

namespace peal {
namespace {
constexpr double kBandKaiser = 9.04;  // 90 dB
typedef float Float4 __attribute__((vector_size(16)));
}  // namespace

double band_limit(double x) {
  const double u = x / kBandHalf;
  if (std::abs(u) >= 1) return 0;
  const double window = kaiser(u, kBandKaiser);
  return window * (std::abs(x) < 1e-12 ? 1 : std::sin(kPi * x) / (kPi * x));
}

BandTable::BandTable() : taps_{} {
  for (int phase = 0; phase <= kPhases; ++phase) {
    const double fraction = static_cast<double>(phase) / kPhases;
    double taps[kBandTaps], sum = 0;
    for (int k = 0; k < kBandTaps; ++k) sum += taps[k] = band_limit(k - kBandHalf + 1 - fraction);
    for (int k = 0; k < kBandTaps; ++k) taps_[phase][k] = static_cast<float>(taps[k] / sum);
  }
}

const BandTable& BandTable::instance() {
  static const BandTable table;
  return table;
}

void BandTable::add(double fraction, float weight, float* out) const noexcept {
  const double place = fraction * kPhases;
  int row = static_cast<int>(place);
  if (row >= kPhases) row = kPhases - 1;
  const float part = weight * static_cast<float>(place - row), rest = weight - part;
  for (int k = 0; k < kBandTaps; k += 4) {
    Float4 sum;
    __builtin_memcpy(&sum, out + k, sizeof sum);
    sum += rest * *reinterpret_cast<const Float4*>(&taps_[row][k]) +
           part * *reinterpret_cast<const Float4*>(&taps_[row + 1][k]);
    __builtin_memcpy(out + k, &sum, sizeof sum);
  }
}

}  // namespace peal
