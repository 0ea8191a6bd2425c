// Height of a rough surface along the way that a contact slides or rolls over it.
// In: distance [m] along the surface, distance per sample [m], length of the contact patch [m].
// Out: height [m], zero mean. A pure function of the distance: the same place is always equally
// high, faster motion plays the same profile at higher frequencies, a halted one is silent.
//
// Power spectrum ~ (spatial frequency)^slope between the wavelengths longest and shortest (fractal
// surfaces: van den Doel, Kry & Pai 2001, "FoleyAutomatic"; slope = -1 - 2H of a profile
// with Hurst exponent H). One random spline per octave, on a lattice of spacing s:
//   h(x) = sum_octaves w sum_k c_k B3(x/s - k),   c_k = 2 b_k - b_{k-1} - b_{k+1}
// with B3 the cubic B-spline and b_k uniform, hashed from (seed, octave, k). The second difference
// turns the cubic spline's low pass into a band: power 16 (pi u)^4 sinc^12(u), u = s/wavelength,
// with half of it above u = 0.32 and 0.02 % above 0.7. Octaves are independent, so that w^2 adds
// up to the squared rms height exactly; equal shapes on a logarithmic scale give the slope. Inside
// the band the spectrum keeps within 0.4, 0.6, 1.5 dB of the power law for slopes of -1, -2, -3.
//
// What the samples cannot show is left out: an octave fades to nothing where its spectrum would
// reach 0.45 of the sampling rate, and where its waves are shorter than the patch that averages
// over them. Real-time safe; every argument gives a finite height.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>

#include "base/rng.h"

namespace peal {

struct Roughness {
  double rms = 0;          // [m] of the heights over the whole band
  double slope = -2;       // power ~ (spatial frequency)^slope, -6 to 2
  double longest = 1e-2;   // [m] wavelength
  double shortest = 1e-5;  // [m] wavelength
  std::uint64_t seed = 0;
};

class RoughnessProfile {
 public:
  static constexpr int kMaxOctaves = 24;

  explicit RoughnessProfile(const Roughness& surface = {}) noexcept;

  /// Height [m]. The distance per sample `step` and the contact's length `patch` only choose what
  /// fades out; 0 leaves everything in. What rolls with a radius > 0 [m] cannot follow waves more
  /// curved than itself: it rides from top to top and dips between them by wavelength^2 / (8
  /// radius). The rms of each octave is at most wavelength^2 / (4 pi^2 radius).
  double height(double distance, double step, double patch = 0, double radius = 0) const noexcept {
    double out;
    heights(distance, step, 1, &out, patch, radius);
    return out;
  }
  /// out[n] = height(first + n * step, step, patch, radius), bit for bit, for 0 <= n < count.
  void heights(double first, double step, int count, double* out, double patch = 0,
               double radius = 0) const noexcept;

  int octaves() const noexcept { return count_; }

 private:
  struct Octave {
    double per_spacing = 0;  // [1/m]
    double offset = 0;       // lattices of different octaves must not line up
    double weight = 0;       // [m]
    std::uint64_t key = 0;
  };
  struct Cubic {
    double c0, c1, c2, c3;
  };
  static Cubic interval(std::uint64_t key, std::int64_t k) noexcept;
  static double fade(const Octave& octave, double step, double patch) noexcept;
  static double followed(const Octave& octave, double radius) noexcept;
  static void add(const Octave& octave, double weight, const double* x, int count,
                  double* out) noexcept;

  Octave octave_[kMaxOctaves];
  int count_ = 0;
};

namespace roughness_detail {
inline constexpr double kUpperEdge = 0.453;  // s/wavelength at an octave's short end: 0.32 sqrt(2)
// Mean square of the spline: (1/3) Int psi^2, psi the second difference of B3, whose correlations
// are 151/315, 397/1680, 1/42 and 1/5040: 6 (151/315) - 8 (397/1680) + 2 (1/42).
inline constexpr double kMeanSquare = (906.0 / 315 - 3176.0 / 1680 + 2.0 / 42) / 3;
}  // namespace roughness_detail

inline RoughnessProfile::RoughnessProfile(const Roughness& surface) noexcept {
  using roughness_detail::kMeanSquare, roughness_detail::kUpperEdge;
  const auto limited = [](double x, double low, double high) {
    return x >= low ? (x <= high ? x : high) : low;
  };
  const double rms = limited(surface.rms, 0, 1e3), slope = limited(surface.slope, -6, 2);
  const double longest = limited(surface.longest, 1e-8, 1e6);
  const double shortest = limited(surface.shortest, std::ldexp(longest, -kMaxOctaves), longest);
  const double wanted = std::max(std::log2(longest / shortest), 1.0);
  count_ = std::min(static_cast<int>(std::ceil(wanted - 1e-9)), kMaxOctaves);
  // Share of octave i: Int f^slope df over it; the last one may be cut short by `shortest`. The
  // lattices hang on `longest` alone.
  const double growth = (slope + 1) * std::numbers::ln2;
  const double part = std::min(wanted - (count_ - 1), 1.0);
  const double last =
      std::abs(growth) < 1e-9 ? part : std::expm1(part * growth) / std::expm1(growth);
  double sum = 0;
  for (int i = 0; i < count_; ++i)
    sum += octave_[i].weight = std::exp(i * growth) * (i + 1 < count_ ? 1 : last);
  for (int i = 0; i < count_; ++i) {
    Octave& o = octave_[i];
    o.weight = rms * std::sqrt(o.weight / sum / kMeanSquare);
    o.per_spacing = std::ldexp(1.0, i + 1) / (kUpperEdge * longest);
    o.key = scramble(scramble(surface.seed) ^ static_cast<std::uint64_t>(i));
    o.offset = static_cast<double>(scramble(~o.key) >> 11) * 0x1p-53;
  }
}

/// The spline between the lattice points k and k + 1.
inline RoughnessProfile::Cubic RoughnessProfile::interval(std::uint64_t key,
                                                          std::int64_t k) noexcept {
  // One hash serves four lattice points: 16 bits each are plenty. Three hashes always, because a
  // branch on how many are needed would cost more; whole numbers until the end for the same reason.
  const std::int64_t first = k - 2;  // points k - 2 .. k + 3
  const std::uint64_t block = key + static_cast<std::uint64_t>(first >> 2);
  const std::uint64_t word = scramble(block + 1);
  const int skip = 16 * static_cast<int>(first & 3);
  const std::uint64_t low = scramble(block) >> skip | word << 1 << (63 - skip);
  const std::uint64_t high = word >> skip | scramble(block + 2) << 1 << (63 - skip);
  const auto value = [](std::uint64_t bits) { return static_cast<std::int32_t>(bits & 0xFFFF); };
  const std::int32_t b[6] = {value(low),       value(low >> 16), value(low >> 32),
                             value(low >> 48), value(high),      value(high >> 16)};
  std::int32_t c[4];
  for (int i = 0; i < 4; ++i) c[i] = 2 * b[i + 1] - b[i] - b[i + 2];
  constexpr double kUnit = 0x1p-15;  // b = -1 .. 1 up to a constant, which the difference drops
  return {(c[0] + 4 * c[1] + c[2]) * (kUnit / 6), (c[2] - c[0]) * (kUnit / 2),
          (c[0] - 2 * c[1] + c[2]) * (kUnit / 2), (c[3] - c[0] + 3 * (c[1] - c[2])) * (kUnit / 6)};
}

inline double RoughnessProfile::fade(const Octave& o, double step, double patch) noexcept {
  const auto ramp = [](double t) { return t <= 0 ? 0 : t >= 1 ? 1 : t * t * (3 - 2 * t); };
  // Spacing 1.4 steps puts u = 0.63 at 0.45 of the rate, spacing 2.4 puts u = 1.08 there.
  const double steps = std::abs(step) * o.per_spacing;
  const double by_step = steps * 2.4 <= 1 ? 1 : ramp(1 / steps - 1.4);
  if (!(patch > 0)) return by_step;
  // Nothing left of an octave whose longest waves are as short as the patch.
  return by_step * ramp(2 / (roughness_detail::kUpperEdge * o.per_spacing * patch) - 1);
}

inline double RoughnessProfile::followed(const Octave& o, double radius) noexcept {
  if (!(radius > 0)) return o.weight;
  // Middle of the octave; its short end is kUpperEdge spacings.
  const double wave =
      std::numbers::sqrt2 / (roughness_detail::kUpperEdge * o.per_spacing * 2 * std::numbers::pi);
  return std::min(o.weight, wave * wave / (radius * std::sqrt(roughness_detail::kMeanSquare)));
}

inline void RoughnessProfile::heights(double first, double step, int count, double* out,
                                      double patch, double radius) const noexcept {
  first = std::isfinite(first) ? first : 0, step = std::isfinite(step) ? step : 0;
  double weight[kMaxOctaves];
  for (int i = 0; i < count_; ++i)
    weight[i] = followed(octave_[i], radius) * fade(octave_[i], step, patch);
  // Beyond 2^51 spacings doubles have next to no fraction: the profile stands still there.
  const double end = 0x1p51 / octave_[count_ - 1].per_spacing;
  constexpr int kChunk = 64;
  double x[kChunk];
  for (int begin = 0; begin < count; begin += kChunk, out += kChunk) {
    const int length = std::min(kChunk, count - begin);
    for (int n = 0; n < length; ++n) {
      x[n] = std::clamp(first + (begin + n) * step, -end, end);
      out[n] = 0;
    }
    for (int i = 0; i < count_; ++i)
      if (weight[i] > 0) add(octave_[i], weight[i], x, length, out);
  }
}

inline void RoughnessProfile::add(const Octave& o, double weight, const double* x, int count,
                                  double* out) noexcept {
  const double scale = o.per_spacing, offset = o.offset;
  double u = x[0] * scale + offset;
  for (int n = 0;;) {
    auto k = static_cast<std::int64_t>(u);
    k -= u < static_cast<double>(k);
    const Cubic p = interval(o.key, k);
    const auto left = static_cast<double>(k);
    double t = u - left;
    do {
      out[n] += weight * (p.c0 + t * (p.c1 + t * (p.c2 + t * p.c3)));
      if (++n == count) return;
      u = x[n] * scale + offset, t = u - left;
    } while (t >= 0 && t < 1);
  }
}

}  // namespace peal
