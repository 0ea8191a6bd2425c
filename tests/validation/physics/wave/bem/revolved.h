// Closed surfaces of revolution with triangles of one size: a disc, a thin spherical shell with a
// hole, a bowl. [m], axis z.
#pragma once
#include <cmath>
#include <functional>
#include <vector>

#include "base/constants.h"
#include "physics/geometry/triangle_mesh.h"

namespace peal::test {

struct ProfilePoint {
  double r, z;
};

/// Turns a line from axis to axis (first and last point at r = 0), outside on its left when seen
/// with z up and the line running from the bottom outward. Rings get as many points as their edges
/// want.
inline TriangleMesh revolved(const std::vector<ProfilePoint>& line, double edge) {
  TriangleMesh mesh;
  std::vector<std::vector<int>> rings;
  for (const ProfilePoint& point : line) {
    std::vector<int> ring;
    const int n =
        point.r <= 0 ? 1 : std::max(6, static_cast<int>(std::lround(2 * kPi * point.r / edge)));
    for (int j = 0; j < n; ++j) {
      const double phi = 2 * kPi * j / n;
      ring.push_back(static_cast<int>(mesh.vertices.size()));
      mesh.vertices.push_back({point.r * std::cos(phi), point.r * std::sin(phi), point.z});
    }
    rings.push_back(ring);
  }
  // Between two rings: always the shorter of the two next diagonals.
  for (std::size_t i = 0; i + 1 < rings.size(); ++i) {
    const auto &a = rings[i], &b = rings[i + 1];
    const std::size_t na = a.size(), nb = b.size();
    std::size_t u = 0, v = 0;
    while (u < (na > 1 ? na : 0) || v < (nb > 1 ? nb : 0)) {
      const double next_a = na > 1 ? (u + 1.0) / na : 2, next_b = nb > 1 ? (v + 1.0) / nb : 2;
      if (next_a <= next_b) {
        mesh.triangles.push_back({a[u % na], a[(u + 1) % na], b[v % nb]});
        ++u;
      } else {
        mesh.triangles.push_back({a[u % na], b[(v + 1) % nb], b[v % nb]});
        ++v;
      }
    }
  }
  return mesh;
}

/// Points along an arc or a straight line at most `edge` apart, the first left out.
inline void append(std::vector<ProfilePoint>& line, const std::function<ProfilePoint(double)>& at,
                   double length, double edge) {
  const int n = std::max(1, static_cast<int>(std::ceil(length / edge)));
  for (int i = 1; i <= n; ++i) line.push_back(at(static_cast<double>(i) / n));
}

inline TriangleMesh thin_disc(double radius, double thickness, double edge) {
  const double h = thickness / 2;
  std::vector<ProfilePoint> line{{0, -h}};
  append(
      line,
      [&](double u) {
        return ProfilePoint{u * radius, -h};
      },
      radius, edge);
  append(
      line,
      [&](double u) {
        return ProfilePoint{radius, -h + u * 2 * h};
      },
      2 * h, edge);
  append(
      line,
      [&](double u) {
        return ProfilePoint{(1 - u) * radius, h};
      },
      radius, edge);
  line.back().r = 0;
  return revolved(line, edge);
}

/// Part of a sphere from the bottom up to `opening` (angle from the bottom): a bowl at pi/2, a
/// shell with a hole beyond.
inline TriangleMesh open_shell(double radius, double thickness, double opening, double edge) {
  const auto arc = [](double r, double from, double to) {
    return [=](double u) {
      const double angle = from + u * (to - from);
      return ProfilePoint{r * std::sin(angle), -r * std::cos(angle)};
    };
  };
  const double in = radius - thickness;
  std::vector<ProfilePoint> line{{0, -radius}};
  append(line, arc(radius, 0, opening), radius * opening, edge);
  const ProfilePoint from = line.back(), to = arc(in, opening, 0)(0);
  append(
      line,
      [&](double u) {
        return ProfilePoint{from.r + u * (to.r - from.r), from.z + u * (to.z - from.z)};
      },
      thickness, edge);
  append(line, arc(in, opening, 0), in * opening, edge);
  line.back().r = 0;
  return revolved(line, edge);
}

}  // namespace peal::test
