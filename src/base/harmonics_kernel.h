// Real orthonormal spherical harmonics at a direction, without a table:
// physics/wave/multipole/spherical_harmonics.h says which. Real-time safe.
#pragma once
#include <cmath>
#include <cstddef>

#include "base/vec.h"

namespace peal {

inline constexpr int kMaxHarmonicOrder = 120;  // the recurrences stay within doubles up to here

/// Number of harmonics with l <= order, and the place of one of them.
constexpr std::size_t harmonic_count(int order) {
  return static_cast<std::size_t>(order + 1) * static_cast<std::size_t>(order + 1);
}
constexpr std::size_t harmonic_index(int l, int m) {
  return static_cast<std::size_t>(l * l + l + m);
}

inline constexpr double kFirstSectoral = 0.28209479177387814347;  // P_00 = 1 / sqrt(4 pi)

/// P_mm / sin^m from P_(m-1)(m-1) / sin^(m-1).
inline double next_sectoral(double sectoral, int m) noexcept {
  return sectoral * std::sqrt((2.0 * m + 1) / (2.0 * m));
}

/// P_lm / sin^m for l = m .. order, handed to put(l, value). Upward in l is the stable direction.
template <class Put>
void legendre_column(int order, int m, double sectoral, double z, Put&& put) noexcept {
  double before = 0, value = sectoral, b = 0;
  put(m, value);
  for (int l = m + 1; l <= order; ++l) {
    const double l2 = double(l) * l, m2 = double(m) * m;
    const double a = std::sqrt((4 * l2 - 1) / (l2 - m2));
    const double next = a * (z * value - b * before);
    b = 1 / a;
    before = value;
    value = next;
    put(l, value);
  }
}

/// All Y_lm with l <= order <= kMaxHarmonicOrder at a unit vector; harmonic_count(order) values.
/// (x + iy)^m = sin^m theta e^{im phi}: no angles, nothing special at the poles.
inline void fill_harmonics(int order, const Vec3& direction, double* out) noexcept {
  double sectoral = kFirstSectoral, re = 1, im = 0;
  for (int m = 0; m <= order; ++m) {
    if (m > 0) {
      const double turned = re * direction.x - im * direction.y;
      im = re * direction.y + im * direction.x;
      re = turned;
      sectoral = next_sectoral(sectoral, m);
    }
    const double factor = m > 0 ? std::sqrt(2.0) : 1.0;
    legendre_column(order, m, sectoral, direction.z, [&](int l, double value) {
      if (m > 0) out[harmonic_index(l, -m)] = factor * value * im;
      out[harmonic_index(l, m)] = factor * value * re;
    });
  }
}

}  // namespace peal
