// Rotations from matrices and between rotations.
#pragma once
#include <algorithm>
#include <iterator>

#include "base/vec.h"

namespace peal {

/// The unit quaternion of an orthonormal right-handed matrix.
inline Quat rotation_of(const Mat3& m) {
  // Four times the squares of w, x, y, z. The largest is at least 1: its root is a good divisor.
  const double squares[4] = {1 + m(0, 0) + m(1, 1) + m(2, 2), 1 + m(0, 0) - m(1, 1) - m(2, 2),
                             1 - m(0, 0) + m(1, 1) - m(2, 2), 1 - m(0, 0) - m(1, 1) + m(2, 2)};
  const auto largest = std::max_element(std::begin(squares), std::end(squares)) - squares;
  const double s = 2 * std::sqrt(squares[largest]);
  const double wx = (m(2, 1) - m(1, 2)) / s, wy = (m(0, 2) - m(2, 0)) / s,
               wz = (m(1, 0) - m(0, 1)) / s, xy = (m(0, 1) + m(1, 0)) / s,
               xz = (m(0, 2) + m(2, 0)) / s, yz = (m(1, 2) + m(2, 1)) / s;
  if (largest == 0) return normalized(Quat{s / 4, wx, wy, wz});
  if (largest == 1) return normalized(Quat{wx, s / 4, xy, xz});
  if (largest == 2) return normalized(Quat{wy, xy, s / 4, yz});
  return normalized(Quat{wz, xz, yz, s / 4});
}

/// On the shorter great circle from a to b; u in [0, 1].
Quat slerp(const Quat& a, const Quat& b, double u);

}  // namespace peal
