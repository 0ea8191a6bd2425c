#include "physics/geometry/shape_change.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace peal {
namespace {

using Symmetric4 = std::array<std::array<double, 4>, 4>;

/// Of the largest eigenvalue, by Jacobi's turns.
std::array<double, 4> largest_vector(Symmetric4 m) {
  Symmetric4 v{};
  for (int i = 0; i < 4; ++i) v[i][i] = 1;
  for (int sweep = 0; sweep < 12; ++sweep)
    for (int p = 0; p < 4; ++p)
      for (int q = p + 1; q < 4; ++q) {
        if (m[p][q] == 0) continue;
        const double angle = 0.5 * std::atan2(2 * m[p][q], m[q][q] - m[p][p]);
        const double c = std::cos(angle), s = std::sin(angle);
        for (int k = 0; k < 4; ++k) {
          const double a = m[k][p], b = m[k][q];
          m[k][p] = c * a - s * b, m[k][q] = s * a + c * b;
        }
        for (int k = 0; k < 4; ++k) {
          const double a = m[p][k], b = m[q][k];
          m[p][k] = c * a - s * b, m[q][k] = s * a + c * b;
          const double x = v[k][p], y = v[k][q];
          v[k][p] = c * x - s * y, v[k][q] = s * x + c * y;
        }
      }
  int best = 0;
  for (int i = 1; i < 4; ++i)
    if (m[i][i] > m[best][best]) best = i;
  return {v[0][best], v[1][best], v[2][best], v[3][best]};
}

}  // namespace

Quat best_turn(const TriangleMesh& from, const TriangleMesh& to) {
  Vec3 middle_from, middle_to;
  double area = 0;
  for (std::size_t t = 0; t < from.triangles.size(); ++t) {
    const double a = norm(from.area_vector(t));
    middle_from += a * from.centroid(t), middle_to += a * to.centroid(t), area += a;
  }
  middle_from = middle_from / area, middle_to = middle_to / area;
  double s[3][3] = {};
  for (std::size_t t = 0; t < from.triangles.size(); ++t) {
    const double a = norm(from.area_vector(t)) / area;
    for (int k = 0; k < 3; ++k) {
      const Vec3 x = from.corner(t, k) - middle_from, y = to.corner(t, k) - middle_to;
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) s[i][j] += a * x[i] * y[j];
    }
  }
  const Symmetric4 n{
      {{s[0][0] + s[1][1] + s[2][2], s[1][2] - s[2][1], s[2][0] - s[0][2], s[0][1] - s[1][0]},
       {s[1][2] - s[2][1], s[0][0] - s[1][1] - s[2][2], s[0][1] + s[1][0], s[2][0] + s[0][2]},
       {s[2][0] - s[0][2], s[0][1] + s[1][0], s[1][1] - s[0][0] - s[2][2], s[1][2] + s[2][1]},
       {s[0][1] - s[1][0], s[2][0] + s[0][2], s[1][2] + s[2][1], s[2][2] - s[0][0] - s[1][1]}}};
  const auto q = largest_vector(n);
  return normalized(Quat{q[0], q[1], q[2], q[3]});
}

ShapeChange shape_change(const TriangleMesh& from, const TriangleMesh& to) {
  const Quat turn = best_turn(from, to);
  double area = 0, turned = 0, stretched = 0;
  for (std::size_t t = 0; t < from.triangles.size(); ++t) {
    const Vec3 before = rotate(turn, from.area_vector(t)), after = to.area_vector(t);
    const double a = norm(before), b = norm(after);
    if (!(a > 0)) continue;
    const double angle = std::atan2(norm(cross(before, after)), dot(before, after));
    area += a, turned += a * angle * angle, stretched += a * (b / a - 1) * (b / a - 1);
  }
  return {std::sqrt(turned / area), std::sqrt(stretched / area)};
}

}  // namespace peal
