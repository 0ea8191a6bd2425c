// Rods of general shape for tests.
#pragma once
#include <cmath>
#include <vector>

#include "base/constants.h"
#include "base/rng.h"
#include "physics/rods/elastic_rod.h"

namespace peal::test {

/// Curved, twisted, with edges of different length: a rectangle 30 x 20 mm along a knot. Stiffness
/// of the kinds is comparable, so that none hides in another's rounding.
inline RodDesign bent_design(int points, bool closed) {
  RodDesign design;
  design.closed = closed;
  for (int i = 0; i < points; ++i) {
    const double u = (closed ? 2.0 : 1.7) * kPi * (i + 0.2 * std::sin(2.0 * i)) / points;
    design.points.push_back(
        {std::cos(u), std::sin(u) + 0.2 * std::cos(2 * u), 0.4 * std::sin(2 * u)});
  }
  const int edges = closed ? points : points - 1;
  for (int j = 0; j < edges; ++j)
    design.d1.push_back({std::cos(0.7 * j), std::sin(0.4 * j) + 0.3, 0.5 + std::sin(0.7 * j)});
  design.sections = {rectangle_section(30e-3, 20e-3)};
  design.material = {1e6, 4e5, 2700};
  return design;
}

inline ElasticRod bent_rod(int points, bool closed) {
  return ElasticRod(bent_design(points, closed));
}

/// The rod pushed about and twisted, far from rest.
inline ElasticRod crumpled(ElasticRod rod, std::uint64_t seed) {
  KeyedRng rng(seed, 1, 2);
  std::vector<Vec3> points;
  std::vector<double> twist;
  for (int i = 0; i < rod.points(); ++i)
    points.push_back(rod.point(i) +
                     0.1 * Vec3{rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1)});
  for (int j = 0; j < rod.edges(); ++j) twist.push_back(rng.uniform(-0.8, 0.8));
  rod.move(points, twist);
  return rod;
}

}  // namespace peal::test
