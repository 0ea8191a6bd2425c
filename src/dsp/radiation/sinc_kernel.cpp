#include "dsp/radiation/sinc_kernel.h"

#include "dsp/radiation/sinc_taps.h"

namespace peal {
namespace {

constexpr SincShape kShape{SincTable::kHalf, 8.0};  // images 81 dB down

typedef float Float4 __attribute__((vector_size(16)));

// Where a fraction falls between two rows of the table.
struct Place {
  int row;
  float part;

  explicit Place(double fraction) {
    const double place = fraction * SincTable::kPhases;
    row = static_cast<int>(place);
    if (row >= SincTable::kPhases) row = SincTable::kPhases - 1;
    part = static_cast<float>(place - row);
  }
};

Float4 taps_at(const float (*table)[SincTable::kTaps], const Place& place, int k) noexcept {
  const Float4 a = *reinterpret_cast<const Float4*>(&table[place.row][k]);
  const Float4 b = *reinterpret_cast<const Float4*>(&table[place.row + 1][k]);
  return a + place.part * (b - a);
}

void interpolate(const float (*table)[SincTable::kTaps], double fraction, float* out) noexcept {
  const Place place(fraction);
  for (int k = 0; k < SincTable::kTaps; k += 4) {
    const Float4 taps = taps_at(table, place, k);
    __builtin_memcpy(out + k, &taps, sizeof taps);
  }
}

}  // namespace

SincTable::SincTable() {
  for (int phase = 0; phase <= kPhases; ++phase) {
    double value[kTaps], slope[kTaps];
    sinc_taps(kShape, static_cast<double>(phase) / kPhases, 0, value);
    sinc_taps(kShape, static_cast<double>(phase) / kPhases, 1, slope);
    for (int k = 0; k < kTaps; ++k) {
      value_[phase][k] = static_cast<float>(value[k]);
      slope_[phase][k] = static_cast<float>(slope[k]);
    }
  }
}

const SincTable& SincTable::instance() {
  static const SincTable table;
  return table;
}

float SincTable::value(const float* samples, double fraction) const noexcept {
  const Place place(fraction);
  Float4 sum[2] = {};
  for (int k = 0; k < kTaps; k += 8)
    for (int half = 0; half < 2; ++half) {
      Float4 x;
      __builtin_memcpy(&x, samples + k + 4 * half, sizeof x);
      sum[half] += x * taps_at(value_, place, k + 4 * half);
    }
  const Float4 all = sum[0] + sum[1];
  return (all[0] + all[1]) + (all[2] + all[3]);
}

void SincTable::taps(double fraction, float* out) const noexcept {
  interpolate(value_, fraction, out);
}

void SincTable::slope_taps(double fraction, float* out) const noexcept {
  interpolate(slope_, fraction, out);
}

}  // namespace peal
