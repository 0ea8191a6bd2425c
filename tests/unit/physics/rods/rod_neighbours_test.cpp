// Pairs of edges that may touch, against all pairs looked at one by one.
#include "physics/rods/rod_neighbours.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "base/rng.h"
#include "physics/rods/segment_distance.h"

namespace peal {
namespace {

ElasticRod wire(const std::vector<Vec3>& points, bool closed = false) {
  RodDesign design;
  design.points = points, design.closed = closed;
  design.sections = {circle_section(0.001)};
  design.material = {2e11, 8e10, 7800};
  return ElasticRod(design);
}

double number(std::uint64_t& state) {
  state = scramble(state + 1);
  return static_cast<double>(state >> 11) / 9007199254740992.0;
}

/// Twelve bent wires and a ring in a small box.
std::vector<ElasticRod> heap(std::uint64_t seed) {
  std::vector<ElasticRod> rods;
  for (int r = 0; r < 12; ++r) {
    Vec3 at{0.05 * number(seed), 0.05 * number(seed), 0.05 * number(seed)};
    Vec3 way{number(seed) - 0.5, number(seed) - 0.5, number(seed) - 0.5};
    std::vector<Vec3> points;
    for (int i = 0; i < 20; ++i) {
      points.push_back(at);
      way += 0.3 * Vec3{number(seed) - 0.5, number(seed) - 0.5, number(seed) - 0.5};
      way = normalized(way), at += (0.003 + 0.002 * (r % 3)) * way;
    }
    rods.push_back(wire(points));
  }
  std::vector<Vec3> ring;
  for (int i = 0; i < 30; ++i)
    ring.push_back(
        {0.025 + 0.02 * std::cos(0.2094395 * i), 0.025, 0.025 + 0.02 * std::sin(0.2094395 * i)});
  rods.push_back(wire(ring, true));
  return rods;
}

TEST(NearestOfSegments, IsTheLeastOfManyTried) {
  std::uint64_t seed = 5;
  for (int k = 0; k < 300; ++k) {
    const auto place = [&] { return Vec3{number(seed), number(seed), number(seed)}; };
    const Vec3 a = place(), p = place() - a, b = place(),
               q = k % 5 == 0 ? 0.7 * p : place() - b;  // some are parallel
    const NearestPlaces at = nearest_of_segments(a - b, p, q);
    const double found = norm(a + at.s * p - b - at.t * q);
    double least = 1e9;
    for (int i = 0; i <= 200; ++i)
      for (int j = 0; j <= 200; ++j)
        least = std::min(least, norm(a + i / 200.0 * p - b - j / 200.0 * q));
    EXPECT_LE(found, least + 1e-12) << k;
    EXPECT_GE(found, least - 0.01) << k;
  }
}

// While rods wander for many steps no pair that touches is missed, whenever lists were made.
TEST(RodNeighbours, MissNoPairThatTouches) {
  std::vector<ElasticRod> rods = heap(11);
  std::vector<NeighbourRod> listed;
  for (const ElasticRod& rod : rods) listed.push_back({&rod, 0.001, true});
  RodNeighbours neighbours(listed);
  std::vector<Vec3> now;
  for (const ElasticRod& rod : rods)
    for (int i = 0; i < rod.points(); ++i) now.push_back(rod.point(i));
  std::vector<Vec3> speed(now.size());
  std::uint64_t seed = 3;
  for (std::size_t r = 0, i = 0; r < rods.size(); ++r) {
    const Vec3 v{number(seed) - 0.5, number(seed) - 0.5, number(seed) - 0.5};
    for (int k = 0; k < rods[r].points(); ++k) speed[i++] = 4 * v;
  }
  const double step = 1e-5;
  int touching = 0;
  for (int n = 0; n < 400; ++n) {
    std::vector<Vec3> end(now);
    for (std::size_t i = 0; i < now.size(); ++i) end[i] += step * speed[i];
    ASSERT_TRUE(neighbours.follow(now, end, step));
    now = end;
    if (n % 10 != 0) continue;
    std::set<std::pair<std::uint32_t, std::uint32_t>> told;
    for (const EdgePair& pair : neighbours.pairs())
      if (neighbours.may_touch(pair)) told.insert({pair.a, pair.b});
    for (std::uint32_t a = 0; a < neighbours.edges(); ++a)
      for (std::uint32_t b = a + 1; b < neighbours.edges(); ++b) {
        const auto pa = neighbours.place(a), pb = neighbours.place(b);
        if (pa.rod == pb.rod) continue;
        const auto end_of = [&](const RodNeighbours::Place& p, int more) {
          return now[neighbours.point_index(p.rod, (p.edge + more) % rods[p.rod].points())];
        };
        const Vec3 x = end_of(pa, 0), y = end_of(pb, 0), p = end_of(pa, 1) - x,
                   q = end_of(pb, 1) - y;
        const NearestPlaces at = nearest_of_segments(x - y, p, q);
        if (norm(x + at.s * p - y - at.t * q) > 0.002) continue;
        ++touching;
        EXPECT_TRUE(told.count({a, b})) << n << ' ' << a << ' ' << b;
      }
  }
  EXPECT_GT(touching, 100);
  EXPECT_GT(neighbours.lists_made(), 2);
  EXPECT_LT(neighbours.lists_made(), 100) << "a list serves many steps";
}

TEST(RodNeighbours, ARodDoesNotMeetItsOwnNextEdges) {
  std::vector<Vec3> line;
  for (int i = 0; i < 40; ++i) line.push_back({0.0005 * i, 0, 0});  // edges half as long as thick
  const ElasticRod rod = wire(line);
  RodNeighbours neighbours({{&rod, 0.001, true}});
  ASSERT_TRUE(neighbours.follow(line, line, 1e-5));
  EXPECT_TRUE(neighbours.pairs().empty() ||
              std::none_of(neighbours.pairs().begin(), neighbours.pairs().end(),
                           [](const EdgePair& pair) { return pair.apart <= 0; }));
}

TEST(RodNeighbours, WhatGoesThroughEverythingHasNone) {
  const std::vector<ElasticRod> rods = heap(11);
  std::vector<NeighbourRod> listed;
  for (const ElasticRod& rod : rods) listed.push_back({&rod, 0.001, false});
  RodNeighbours neighbours(listed);
  std::vector<Vec3> now;
  for (const ElasticRod& rod : rods)
    for (int i = 0; i < rod.points(); ++i) now.push_back(rod.point(i));
  ASSERT_TRUE(neighbours.follow(now, now, 1e-5));
  EXPECT_TRUE(neighbours.pairs().empty());
}

}  // namespace
}  // namespace peal
