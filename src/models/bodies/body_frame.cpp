#include "models/bodies/body_frame.h"

#include <algorithm>
#include <cmath>

#include "base/rotation.h"

namespace peal {
namespace {

/// Off-diagonal moments below this part of the largest diagonal one are rounding or meshing noise.
constexpr double kDiagonal = 1e-6;

double largest_off_diagonal(const Mat3& m, int& p, int& q) {
  double largest = -1;
  for (int i = 0; i < 3; ++i)
    for (int j = i + 1; j < 3; ++j)
      if (std::abs(m(i, j)) > largest) largest = std::abs(m(i, j)), p = i, q = j;
  return largest;
}

}  // namespace

BodyFrame principal_frame(MassProperties& solid) {
  BodyFrame frame{solid.centre, {}};
  solid.centre = {};
  Mat3 m = solid.inertia;
  const double scale = std::max({m(0, 0), m(1, 1), m(2, 2)});
  int p = 0, q = 1;
  if (largest_off_diagonal(m, p, q) > kDiagonal * scale) {
    // Jacobi's rotations: each makes the largest off-diagonal moment zero.
    Mat3 axes = Mat3::diagonal({1, 1, 1});
    for (int sweep = 0; sweep < 60 && largest_off_diagonal(m, p, q) > 1e-15 * scale; ++sweep) {
      const double angle = 0.5 * std::atan2(2 * m(p, q), m(p, p) - m(q, q));
      Mat3 turn = Mat3::diagonal({1, 1, 1});
      turn(p, p) = turn(q, q) = std::cos(angle);
      turn(q, p) = std::sin(angle);
      turn(p, q) = -std::sin(angle);
      m = transpose(turn) * m * turn;
      axes = axes * turn;
    }
    frame.axes = rotation_of(axes);
  }
  solid.inertia = Mat3::diagonal({m(0, 0), m(1, 1), m(2, 2)});
  return frame;
}

}  // namespace peal
