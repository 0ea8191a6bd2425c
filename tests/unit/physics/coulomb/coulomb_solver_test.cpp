// Many contacts: what is kept (momentum, energy, bits), what is refused, how sides hang on bodies.
#include "physics/coulomb/coulomb_solver.h"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "base/parallel.h"
#include "base/rng.h"
#include "support/sphere_pile.h"

namespace peal {

using namespace coulomb_detail;

namespace {

Vec3 random_vector(KeyedRng& rng) { return {rng.normal(), rng.normal(), rng.normal()}; }

CoulombRigid random_rigid(KeyedRng& rng) {
  CoulombRigid body;
  body.velocity = random_vector(rng), body.spin = random_vector(rng);
  body.inverse_mass = std::pow(10, rng.uniform(-1, 1));
  body.inverse_inertia = SymMat3::scalar(0.1);
  for (int k = 0; k < 3; ++k) {
    const Vec3 v = random_vector(rng);
    SymMat3& m = body.inverse_inertia;
    m.xx += v.x * v.x, m.yy += v.y * v.y, m.zz += v.z * v.z;
    m.xy += v.x * v.y, m.xz += v.x * v.z, m.yz += v.y * v.z;
  }
  return body;
}

Mat3 full(const SymMat3& m) {
  return {{Vec3{m.xx, m.xy, m.xz}, Vec3{m.xy, m.yy, m.yz}, Vec3{m.xz, m.yz, m.zz}}};
}

double energy_of(const CoulombRigid& body) {
  return 0.5 * norm_squared(body.velocity) / body.inverse_mass +
         0.5 * dot(body.spin, inverse(full(body.inverse_inertia)) * body.spin);
}

CoulombContact touch(const CoulombSide& a, const CoulombSide& b, const Vec3& normal, double mu,
                     double restitution = 0) {
  CoulombContact c;
  c.a = a, c.b = b, c.normal = normal, c.friction = mu, c.restitution = restitution;
  return c;
}

TEST(CoulombSolver, WhatOneSideGetsTheOtherLoses) {
  for (std::uint64_t i = 0; i < 2000; ++i) {
    KeyedRng rng(1, 1, i);
    std::vector<CoulombRigid> bodies{random_rigid(rng), random_rigid(rng)};
    const Vec3 place[] = {random_vector(rng), random_vector(rng)}, point = random_vector(rng);
    const auto momentum = [&](bool about_origin) {
      Vec3 sum;
      for (int k = 0; k < 2; ++k) {
        const Vec3 p = bodies[k].velocity / bodies[k].inverse_mass;
        sum += about_origin
                   ? cross(place[k], p) + inverse(full(bodies[k].inverse_inertia)) * bodies[k].spin
                   : p;
      }
      return sum;
    };
    const Vec3 linear = momentum(false), angular = momentum(true);
    CoulombSolver solver;
    const CoulombContact c =
        touch(CoulombSide::rigid(0, point - place[0]), CoulombSide::rigid(1, point - place[1]),
              random_vector(rng), rng.uniform(0, 1.5), rng.uniform());
    solver.solve({&c, 1}, {{}, bodies, {}});
    const double size = 20 + norm(solver.impulses()[0]);
    EXPECT_LT(norm(momentum(false) - linear), 1e-14 * size) << i;
    EXPECT_LT(norm(momentum(true) - angular), 1e-12 * size) << i;
  }
}

TEST(CoulombSolver, EnergyNeverGrows) {
  int limited = 0, bounced = 0;
  for (std::uint64_t i = 0; i < 100000; ++i) {
    KeyedRng rng(2, 1, i);
    const std::uint32_t count = 1 + i % 3;
    std::vector<CoulombRigid> bodies;
    for (std::uint32_t k = 0; k < count; ++k) bodies.push_back(random_rigid(rng));
    std::vector<CoulombContact> contacts;
    for (std::uint32_t k = 0; k < 2 * count - 1; ++k) {
      CoulombSide other = CoulombSide::fixed();
      if (k >= count) other = CoulombSide::rigid(k - count, random_vector(rng));
      contacts.push_back(touch(CoulombSide::rigid(k % count, random_vector(rng)), other,
                               random_vector(rng), std::pow(10, rng.uniform(-2, 0.5)),
                               rng.uniform() < 0.3 ? 1 : rng.uniform()));
      if (k >= count && k % count == k - count) contacts.pop_back();
    }
    double before = 0, after = 0;
    for (const CoulombRigid& body : bodies) before += energy_of(body);
    CoulombSolver solver;
    const CoulombReport report =
        solver.solve(contacts, {{}, bodies, {}}, {.tolerance = 1e-10, .sweeps = 20000});
    for (const CoulombRigid& body : bodies) after += energy_of(body);
    limited += report.limited > 0, bounced += report.contacts > report.open;
    ASSERT_TRUE(std::isfinite(after)) << i;
    ASSERT_LE(after, before * (1 + 1e-12)) << i << " sweeps " << report.sweeps;
    EXPECT_NEAR(report.energy, after - before, 1e-9 * before) << i;
  }
  EXPECT_GT(limited, 100);  // Newton's restitution alone makes energy that often
  EXPECT_GT(bounced, 50000);
}

TEST(CoulombSolver, ElasticBallsExchangeTheirVelocities) {
  std::vector<CoulombPoint> points(2);
  for (CoulombPoint& p : points) p.mobility = SymMat3::scalar(3);
  points[0].velocity = {-2, 0.5, 0}, points[1].velocity = {1, 0, 0.25};
  const CoulombContact c = touch(CoulombSide::point(0), CoulombSide::point(1), {1, 0, 0}, 0, 1);
  CoulombSolver solver;
  const CoulombReport report = solver.solve({&c, 1}, {points, {}, {}});
  EXPECT_LT(norm(points[0].velocity - Vec3{1, 0.5, 0}), 1e-14);
  EXPECT_LT(norm(points[1].velocity - Vec3{-2, 0, 0.25}), 1e-14);
  EXPECT_NEAR(report.energy, 0, 1e-15);
  EXPECT_EQ(report.sweeps, 1);
}

TEST(CoulombSolver, BlockIsWhatUnitImpulsesMove) {
  // column j of W: relative velocity after an impulse along j, found by pushing
  KeyedRng rng(3, 1, 0);
  std::vector<CoulombPoint> points(5);
  for (CoulombPoint& p : points) p.mobility = {2, 3, 4, 0.5, -0.3, 0.1};
  std::vector<CoulombRigid> rigids{random_rigid(rng)};
  std::vector<CoulombTwist> twists{{0, 7}, {0, 5}};
  const CoulombBodies bodies{points, rigids, twists};
  const CoulombSide edge = CoulombSide::edge(0, 1, 0.3).with_twist(0, {0.1, 0.2, -0.3});
  const CoulombSide near = CoulombSide::edge(1, 2, 0.6).with_twist(1, {0.2, -0.1, 0.4});
  const CoulombSide face = CoulombSide::triangle({2, 3, 4}, {0.2, 0.3, 0.5});
  const CoulombSide body = CoulombSide::rigid(0, {0.3, -0.2, 0.9});
  const CoulombSide* const pairs[][2] = {
      {&edge, &body}, {&edge, &near}, {&face, &near}, {&body, &face}};
  for (const auto& [a, b] : pairs) {
    const CoulombContact contact = touch(*a, *b, {1, 2, 3}, 0.5);
    const SymMat3 block = delassus_block(contact, bodies);
    PackedContact packed;
    ASSERT_EQ(pack_contact(contact, bodies, {0, 1}, packed), PackingResult::good);
    const TwistTerm terms[] = {{a->twist, a->twist_lever}, {b->twist, b->twist_lever}};
    for (const Vec3& j : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}}) {
      for (CoulombPoint& p : points) p.velocity = {};
      for (CoulombTwist& t : twists) t.rate = 0;
      rigids[0].velocity = rigids[0].spin = {};
      const PackedBodies slots{points.data(), rigids.data(), twists.data(), terms};
      push_both(packed, slots, j);
      const Vec3 u = relative_velocity(packed, slots);
      EXPECT_LT(norm(world_of(packed, u.x, u.y, u.z) - block * j), 1e-14);
    }
  }
}

TEST(CoulombSolver, SameBitsForAnyNumberOfThreads) {
  const auto run = [](int threads) {
    set_thread_limit(threads);
    test::SpherePile pile(1000, 0.005, 0.4, 1e-3);
    CoulombSolver solver;
    int groups = 0;
    for (int i = 0; i < 120; ++i) {
      pile.prepare();
      for (CoulombContact& c : pile.contacts) c.restitution = 0.5;
      groups = std::max(groups, solver.solve(pile.contacts, pile.slots(), {.sweeps = 30}).groups);
      pile.move();
    }
    EXPECT_GT(groups, 4);
    return pile.place;
  };
  const std::vector<Vec3> one = run(1), two = run(2);
  set_thread_limit(2);
  EXPECT_EQ(std::memcmp(one.data(), two.data(), one.size() * sizeof(Vec3)), 0);
}

TEST(CoulombSolver, GroupsShareNoBodyAndAStarBecomesOneAfterTheOther) {
  std::vector<CoulombRigid> rigids(200);
  for (CoulombRigid& body : rigids) body.inverse_mass = 1;
  std::vector<CoulombContact> contacts;
  for (std::uint32_t i = 1; i < 200; ++i) {
    contacts.push_back(touch(CoulombSide::rigid(i, {}), CoulombSide::rigid(0, {}), {0, 1, 0}, 0));
    contacts.push_back(
        touch(CoulombSide::rigid(i, {}), CoulombSide::rigid(i - 1, {}), {1, 0, 0}, 0));
  }
  ContactColouring colouring;
  colouring.colour(contacts, {{}, rigids, {}});
  std::vector<int> seen(contacts.size());
  std::size_t last = 0;
  for (const ContactGroup& group : colouring.groups()) {
    std::vector<int> bodies(rigids.size());
    for (std::uint32_t i = group.begin; i < group.end; ++i) {
      const CoulombContact& c = contacts[colouring.order()[i]];
      ++seen[colouring.order()[i]], ++bodies[c.a.slot[0]], ++bodies[c.b.slot[0]];
    }
    if (group.independent)
      for (const int count : bodies) EXPECT_LE(count, 1);
    else
      last = group.end - group.begin;
  }
  for (const int count : seen) EXPECT_EQ(count, 1);
  EXPECT_GT(last, 100u);
}

TEST(CoulombSolver, BeginsWhereTheLastStepEnded) {
  std::vector<CoulombPoint> points(1);
  points[0].mobility = SymMat3::scalar(2);
  CoulombContact c = touch(CoulombSide::point(0), CoulombSide::fixed(), {0, 1, 0}, 0.5);
  c.key = {17, 4};
  CoulombSolver solver;
  for (int i = 0; i < 3; ++i) {
    points[0].velocity = {0.1, -1, 0};
    EXPECT_EQ(solver.solve({&c, 1}, {points, {}, {}}).warm, i > 0);
    EXPECT_NEAR(solver.impulses()[0].y, 0.5, 1e-15);
  }
  ASSERT_EQ(solver.memory().all().size(), 1u);
  CoulombSolver other;  // a simulation that goes on from a saved state
  other.memory().keep(solver.memory().all());
  points[0].velocity = {0.1, -1, 0};
  EXPECT_EQ(other.solve({&c, 1}, {points, {}, {}}).warm, 1);
  c.key.feature = 5;
  points[0].velocity = {0.1, -1, 0};
  EXPECT_EQ(solver.solve({&c, 1}, {points, {}, {}}).warm, 0);
}

TEST(CoulombSolver, HostileContactsAreCountedAndMoveNothing) {
  const double nan = std::nan(""), inf = HUGE_VAL;
  std::vector<CoulombPoint> points(3);
  for (CoulombPoint& p : points) p.mobility = SymMat3::scalar(1), p.velocity = {0, -1, 0};
  std::vector<CoulombRigid> rigids(4);
  rigids[0].inverse_mass = 1, rigids[0].velocity = {nan, 0, 0};
  rigids[1].velocity = {0, 1, 0};  // driven
  rigids[2].inverse_mass = inf;
  rigids[3].inverse_mass = -1;
  points[1].velocity = {0, 1e200, 0};
  const CoulombSide good = CoulombSide::point(0), floor = CoulombSide::fixed();
  std::vector<CoulombContact> bad;
  const auto add = [&](const CoulombContact& c) { bad.push_back(c); };
  add(touch(good, floor, {0, 0, 0}, 0.5));
  add(touch(good, floor, {0, nan, 0}, 0.5));
  add(touch(good, floor, {0, 1, 0}, -0.5));
  add(touch(good, floor, {0, 1, 0}, nan));
  add(touch(good, floor, {0, 1, 0}, 0.5, 1.5));
  add(touch(CoulombSide::point(3), floor, {0, 1, 0}, 0.5));
  add(touch(CoulombSide::rigid(9, {}), floor, {0, 1, 0}, 0.5));
  add(touch(CoulombSide::rigid(0, {}), floor, {0, 1, 0}, 0.5));
  add(touch(CoulombSide::rigid(2, {}), floor, {0, 1, 0}, 0.5));
  add(touch(CoulombSide::rigid(3, {}), good, {0, 1, 0}, 0.5));
  add(touch(CoulombSide::rigid(1, {0, inf, 0}), good, {0, 1, 0}, 0.5));
  add(touch(CoulombSide::point(1), floor, {0, -1, 0}, 0.5));
  add(touch(CoulombSide::edge(0, 0, 0.5), floor, {0, 1, 0}, 0.5));
  add(touch(good.with_twist(0, {1, 0, 0}), floor, {0, 1, 0}, 0.5));
  add(touch(CoulombSide::rigid(1, {}), CoulombSide::rigid(1, {}), {0, 1, 0}, 0.5));
  CoulombContact c = touch(good, floor, {0, 1, 0}, 0.5);
  c.compliance = -1, add(c);
  c.compliance = 0, c.target = nan, add(c);
  const int invalid = static_cast<int>(bad.size());
  add(touch(floor, floor, {0, 1, 0}, 0.5));
  add(touch(CoulombSide::rigid(1, {}), floor, {0, -1, 0}, 0.5));
  const std::vector<CoulombContact> alone = bad;
  const CoulombBodies bodies{points, rigids, {}};
  CoulombSolver solver;
  CoulombReport report = solver.solve(bad, bodies);
  EXPECT_EQ(report.contacts, 0);
  EXPECT_EQ(report.invalid, invalid);
  EXPECT_EQ(report.immovable, 2);
  EXPECT_TRUE(report.converged);
  EXPECT_EQ(points[0].velocity, (Vec3{0, -1, 0}));
  // and beside one that is good, in both orders of solving
  for (const std::size_t serial : {std::size_t{1000}, std::size_t{0}}) {
    points[2].velocity = {1, -1, 0};
    bad = alone;
    bad.push_back(touch(CoulombSide::point(2), floor, {0, 2, 0}, 0.5));
    report = solver.solve(bad, bodies, {.serial_below = serial});
    EXPECT_EQ(report.contacts, 1);
    EXPECT_LT(norm(points[2].velocity - Vec3{0.5, 0, 0}), 1e-14);
    for (const Vec3& impulse : solver.impulses()) EXPECT_TRUE(is_finite(impulse));
  }
  EXPECT_EQ(solver.solve({}, {}).contacts, 0);
}

/// Two points with one coupled mass matrix [2 1; 1 2] per axis, as of an implicit step.
class CoupledPair : public CoulombResponse {
 public:
  void respond(std::span<const Vec3> points, std::span<const double>,
               const CoulombBodies& bodies) override {
    ++calls;
    bodies.points[0].velocity = free[0] + (2.0 * points[0] - points[1]) / 3;
    bodies.points[1].velocity = free[1] + (2.0 * points[1] - points[0]) / 3;
    if (poison) bodies.points[0].velocity.x = std::nan("");
  }
  Vec3 free[2];
  int calls = 0;
  bool poison = false;
};

TEST(CoulombSolver, BodiesThatAnswerBetweenSweepsObeyTheLawWithTheirTrueMass) {
  // M^-1 (never too small), the diagonal of the inverse, and half of it (overshoots)
  for (const double mobility : {1.0, 2.0 / 3, 1.0 / 3}) {
    CoupledPair pair;
    pair.free[0] = {0.2, -1, 0}, pair.free[1] = {3, -0.5, 0};
    std::vector<CoulombPoint> points(2);
    for (int k = 0; k < 2; ++k) points[k] = {pair.free[k], SymMat3::scalar(mobility)};
    const CoulombContact contacts[] = {
        touch(CoulombSide::point(0), CoulombSide::fixed(), {0, 1, 0}, 0.5),
        touch(CoulombSide::point(1), CoulombSide::fixed(), {0, 1, 0}, 0.5)};
    CoulombSolver solver;
    const CoulombReport report =
        solver.solve(contacts, {points, {}, {}}, {.tolerance = 1e-12, .sweeps = 2000}, &pair);
    EXPECT_TRUE(report.converged) << mobility;
    EXPECT_GT(pair.calls, 1);
    // normals: M (1, 0.5) = (2.5, 2). The second slides: r_T = -1. The first sticks: its x
    // velocity 0.2 + (2 r + 1) / 3 = 0 gives r = -0.8, within 1.25.
    EXPECT_LT(norm(solver.impulses()[0] - Vec3{-0.8, 2.5, 0}), 1e-10) << mobility;
    EXPECT_LT(norm(solver.impulses()[1] - Vec3{-1, 2, 0}), 1e-10) << mobility;
    EXPECT_LT(norm(points[1].velocity - Vec3{3 + (-2 + 0.8) / 3, 0, 0}), 1e-10);
  }
}

TEST(CoulombSolver, AnswersThatAreNoNumbersAreLost) {
  CoupledPair pair;
  pair.poison = true;
  std::vector<CoulombPoint> points(2, {{0, -1, 0}, SymMat3::scalar(1)});
  const CoulombContact c = touch(CoulombSide::point(0), CoulombSide::fixed(), {0, 1, 0}, 0.5);
  CoulombSolver solver;
  const CoulombReport report = solver.solve({&c, 1}, {points, {}, {}}, {.sweeps = 20}, &pair);
  EXPECT_GT(report.lost_answers, 0);
  EXPECT_TRUE(is_finite(points[0].velocity));
}

}  // namespace
}  // namespace peal
