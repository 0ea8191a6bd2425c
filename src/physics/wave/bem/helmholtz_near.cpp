#include "physics/wave/bem/helmholtz_near.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/constants.h"
#include "base/error.h"
#include "base/interrupt.h"
#include "base/parallel.h"

namespace peal {
namespace {

// Centroids closer than this many times the sum of both reaches (centroid to corner) are near.
constexpr double kNear = 2.0;
// Mean number of near ones: 50 on a compact body, 100 on a sheet, whole faces of slivers.
constexpr std::size_t kMostNear = 300;

struct RulePoint {
  double f[3], weight;
};

// Seven points of fifth degree (Radon) on each of m^2 equal parts.
std::vector<RulePoint> outer_rule(int m) {
  const double r = std::sqrt(15.0);
  std::vector<RulePoint> seven{{{1.0 / 3, 1.0 / 3, 1.0 / 3}, 9.0 / 40}};
  for (const double sign : {-1.0, 1.0}) {
    const double a = (6 + sign * r) / 21, weight = (155 + sign * r) / 1200;
    for (int k = 0; k < 3; ++k) {
      RulePoint p{{a, a, a}, weight};
      p.f[k] = 1 - 2 * a;
      seven.push_back(p);
    }
  }
  std::vector<RulePoint> all;
  for (int i = 0; i < m; ++i) {
    for (int j = 0; i + j < m; ++j) {
      for (int up = 0; up < (i + j + 1 < m ? 2 : 1); ++up) {
        for (const auto& p : seven) {
          const double u = up ? i + 1 - p.f[0] : i + p.f[0], v = up ? j + 1 - p.f[1] : j + p.f[1];
          all.push_back({{u / m, v / m, 1 - (u + v) / m}, p.weight / (m * m)});
        }
      }
    }
  }
  return all;
}

double reach(const TriangleMesh& mesh, std::size_t t) {
  const Vec3 c = mesh.centroid(t);
  double sum = 0;
  for (int k = 0; k < 3; ++k) sum = std::max(sum, norm(mesh.corner(t, k) - c));
  return sum;
}

bool coplanar(const HelmholtzPanels& panels, std::size_t t, std::size_t s) {
  const Vec3 n = panels.normal(t);
  const Vec3 from = panels.mesh().corner(t, 0);
  for (int k = 0; k < 3; ++k) {
    const Vec3 d = panels.mesh().corner(s, k) - from;
    if (std::abs(dot(d, n)) > 1e-9 * norm(d)) return false;
  }
  return true;
}

// The outer integrand is smooth but for logarithms along shared edges and steps above the edges of
// an opposite face: the nearer, the more points.
int parts(const HelmholtzPanels& panels, std::size_t t, std::size_t s, double distance,
          double reaches) {
  if (t == s) return 2;
  if (coplanar(panels, t, s)) return distance < reaches ? 2 : 1;
  return distance < reaches ? 4 : distance < 1.4 * reaches ? 2 : 1;
}

NearPair exact(const HelmholtzPanels& panels, std::size_t t, std::size_t s,
               const std::vector<RulePoint>& rule) {
  const TriangleMesh& mesh = panels.mesh();
  NearPair pair;
  pair.other = static_cast<int>(s);
  const Vec3 a = mesh.corner(t, 0), b = mesh.corner(t, 1), c = mesh.corner(t, 2);
  for (const auto& p : rule) {
    const auto inner =
        linear_triangle_integrals(p.f[0] * a + p.f[1] * b + p.f[2] * c, mesh.corner(s, 0),
                                  mesh.corner(s, 1), mesh.corner(s, 2));
    const double weight = p.weight * panels.area(t) / (4 * kPi);
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) {
        const double single = weight * p.f[i] * inner.inverse_distance[j];
        pair.single[3 * i + j] += single;
        pair.dipole[3 * i + j] += weight * p.f[i] * inner.dipole[j];
        pair.dipole2[3 * i + j] += 0.5 * inner.height * single;
      }
    }
  }
  return pair;
}

void subtract_three_points(const HelmholtzPanels& panels, std::size_t t, std::size_t s,
                           NearPair& pair) {
  const double weight = panels.area(t) * panels.area(s) / (9 * 4 * kPi);
  for (int p = 0; p < 3; ++p) {
    for (int q = 0; q < 3; ++q) {
      const Vec3 d = panels.point(s, q) - panels.point(t, p);
      const double square = norm_squared(d);
      if (!(square > 0)) continue;
      const double single = weight / std::sqrt(square), height = -dot(d, panels.normal(s));
      for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
          const double f = (i == p ? 2.0 / 3 : 1.0 / 6) * (j == q ? 2.0 / 3 : 1.0 / 6);
          pair.single[3 * i + j] -= f * single;
          pair.dipole[3 * i + j] -= f * single * height / square;
          pair.dipole2[3 * i + j] -= f * 0.5 * height * single;
        }
      }
    }
  }
}

}  // namespace

std::vector<std::vector<NearPair>> near_pairs(const HelmholtzPanels& panels) {
  const TriangleMesh& mesh = panels.mesh();
  const std::size_t n = panels.size();
  std::vector<Vec3> centroid(n);
  std::vector<double> size(n);
  for (std::size_t t = 0; t < n; ++t) centroid[t] = mesh.centroid(t), size[t] = reach(mesh, t);
  const std::vector<std::vector<RulePoint>> rules{
      {}, outer_rule(1), outer_rule(2), outer_rule(3), outer_rule(4)};
  const auto near = [&](std::size_t t, std::size_t s) {
    return norm(centroid[s] - centroid[t]) <= kNear * (size[t] + size[s]);
  };
  std::vector<std::size_t> counts(n);
  parallel_for(n, [&](std::size_t t) {
    for (std::size_t s = 0; s < n; ++s) counts[t] += near(t, s);
  });
  const std::size_t count = std::accumulate(counts.begin(), counts.end(), std::size_t{0});
  if (n > kMostNear && count > kMostNear * n) {
    fail(
        "boundary elements: every triangle has {} others near it, expected at most {}; the "
        "triangles are too long and thin or too unlike in size: remesh the surface evenly",
        count / n, kMostNear);
  }
  std::vector<std::vector<NearPair>> pairs(n);
  parallel_for(n, [&](std::size_t t) {
    throw_if_interrupted();
    pairs[t].reserve(counts[t]);
    for (std::size_t s = 0; s < n; ++s) {
      if (!near(t, s)) continue;
      const double distance = norm(centroid[s] - centroid[t]), reaches = size[t] + size[s];
      NearPair pair = exact(panels, t, s, rules[parts(panels, t, s, distance, reaches)]);
      subtract_three_points(panels, t, s, pair);
      pairs[t].push_back(pair);
    }
  });
  const auto find = [&](std::size_t row, std::size_t other) {
    return std::lower_bound(pairs[row].begin(), pairs[row].end(), static_cast<int>(other),
                            [](const NearPair& p, int i) { return p.other < i; });
  };
  parallel_for(n, [&](std::size_t t) {
    for (NearPair& pair : pairs[t]) {  // nearness is symmetric
      const auto back = find(pair.other, t);
      for (int a = 0; a < 3; ++a) {
        for (int c = 0; c < 3; ++c) {
          pair.flux[a] += back->dipole[3 * c + a];
          pair.flux2[a] += back->dipole2[3 * c + a];
        }
      }
    }
  });
  return pairs;
}

}  // namespace peal
