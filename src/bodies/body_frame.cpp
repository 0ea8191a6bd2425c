#include "bodies/body_frame.h"

#include <algorithm>
#include <cmath>

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

Quat quaternion_of(const Mat3& r) {
  // The largest of the four components is never small: stable for every rotation.
  const double t = r(0, 0) + r(1, 1) + r(2, 2);
  Quat q;
  if (t > 0) {
    const double s = 2 * std::sqrt(1 + t);
    q.w = s / 4, q.x = (r(2, 1) - r(1, 2)) / s, q.y = (r(0, 2) - r(2, 0)) / s,
    q.z = (r(1, 0) - r(0, 1)) / s;
  } else if (r(0, 0) >= r(1, 1) && r(0, 0) >= r(2, 2)) {
    const double s = 2 * std::sqrt(1 + r(0, 0) - r(1, 1) - r(2, 2));
    q.w = (r(2, 1) - r(1, 2)) / s, q.x = s / 4, q.y = (r(0, 1) + r(1, 0)) / s,
    q.z = (r(0, 2) + r(2, 0)) / s;
  } else if (r(1, 1) >= r(2, 2)) {
    const double s = 2 * std::sqrt(1 + r(1, 1) - r(0, 0) - r(2, 2));
    q.w = (r(0, 2) - r(2, 0)) / s, q.x = (r(0, 1) + r(1, 0)) / s, q.y = s / 4,
    q.z = (r(1, 2) + r(2, 1)) / s;
  } else {
    const double s = 2 * std::sqrt(1 + r(2, 2) - r(0, 0) - r(1, 1));
    q.w = (r(1, 0) - r(0, 1)) / s, q.x = (r(0, 2) + r(2, 0)) / s, q.y = (r(1, 2) + r(2, 1)) / s,
    q.z = s / 4;
  }
  return normalized(q);
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
    frame.axes = quaternion_of(axes);
  }
  solid.inertia = Mat3::diagonal({m(0, 0), m(1, 1), m(2, 2)});
  return frame;
}

}  // namespace peal
