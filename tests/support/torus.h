// A surface of many curved triangles, made by hand.
#pragma once
#include <algorithm>
#include <cmath>
#include <vector>

#include "base/constants.h"
#include "dsp/play_surface.h"

namespace peal::test {

/// A wavy torus of 2 rows x columns curved triangles.
struct Torus {
  Torus(int rows, int columns) {
    const auto at = [&](double i, double k) {
      const double a = 2 * kPi * i / rows, b = 2 * kPi * k / columns;
      const double r = 0.02 + 0.004 * std::sin(5 * a) * std::cos(3 * b), d = 0.06 + r * std::cos(b);
      return Vec3{d * std::cos(a), r * std::sin(b), d * std::sin(a)};
    };
    const auto add = [&](const double(&c)[3][2]) {
      Vec3 six[6];
      for (int n = 0; n < 3; ++n) {
        const auto &p = c[n], &q = c[(n + 1) % 3];
        six[n] = at(p[0], p[1]);
        six[3 + n] = at(0.5 * (p[0] + q[0]), 0.5 * (p[1] + q[1]));
      }
      longest = std::max(longest, norm(six[1] - six[0]));
      for (const Vec3& x : six) {
        triangles.push_back(static_cast<int>(nodes.size()));
        nodes.push_back(x);
      }
      balls.push_back(surface_ball(six));
    };
    for (double i = 0; i < rows; ++i)
      for (double k = 0; k < columns; ++k) {
        add({{i, k}, {i + 1, k}, {i, k + 1}});
        add({{i + 1, k + 1}, {i, k + 1}, {i + 1, k}});
      }
  }
  PlaySurface surface() const { return {nodes, triangles, balls, longest, {}, {}}; }

  std::vector<Vec3> nodes;
  std::vector<int> triangles;
  std::vector<SurfaceBall> balls;
  double longest = 0;
};

}  // namespace peal::test
