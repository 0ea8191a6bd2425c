// How far two matrices are apart: the largest of their entries.
#pragma once
#include <algorithm>
#include <cmath>

#include "base/vec.h"

namespace peal {

inline double largest(const Mat3& m) {
  double out = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) out = std::max(out, std::abs(m(i, j)));
  return out;
}
inline Mat3 difference(const Mat3& a, const Mat3& b) {
  return {{a.row[0] - b.row[0], a.row[1] - b.row[1], a.row[2] - b.row[2]}};
}

}  // namespace peal
