// The walls of a tube, open at both ends, as curved triangles whose nodes all lie on the walls.
#pragma once
#include <algorithm>
#include <cmath>
#include <vector>

#include "base/constants.h"
#include "dsp/play_surface.h"

namespace peal::test {

/// Along y, from -length / 2 to length / 2: 4 x rows x columns triangles.
struct TubeSurface {
  static constexpr double kInner = 0.02, kOuter = 0.022, kLength = 0.3;  // [m]

  TubeSurface(int rows, int columns) {
    for (const double radius : {kInner, kOuter}) {
      const auto at = [&](double i, double k) {
        const double angle = 2 * kPi * k / columns;
        return Vec3{radius * std::cos(angle), kLength * (i / rows - 0.5), radius * std::sin(angle)};
      };
      for (double i = 0; i < rows; ++i)
        for (double k = 0; k < columns; ++k) {
          add(at, {{i, k}, {i + 1, k}, {i, k + 1}});
          add(at, {{i + 1, k + 1}, {i, k + 1}, {i + 1, k}});
        }
    }
  }
  PlaySurface surface() const { return {nodes, triangles, balls, longest, {}, {}}; }

  std::vector<Vec3> nodes;
  std::vector<int> triangles;
  std::vector<SurfaceBall> balls;
  double longest = 0;

 private:
  template <class At>
  void add(const At& at, const double (&c)[3][2]) {
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
  }
};

}  // namespace peal::test
