// Bodies in motion under the contact solver, against closed forms: slopes, bounces, stacks, piles.
#include <gtest/gtest.h>

#include <vector>

#include "base/constants.h"
#include "physics/coulomb/coulomb_solver.h"
#include "support/sphere_pile.h"

namespace peal {
namespace {

constexpr double kGravity = 9.81;

/// A box of half sides (a, b, a) that lies on four corners: arms in world axes.
std::vector<CoulombContact> four_corners(std::uint32_t body, const CoulombSide& below, double a,
                                         double b, const Vec3& offset, double mu) {
  std::vector<CoulombContact> out;
  for (int k = 0; k < 4; ++k) {
    CoulombContact c;
    const Vec3 corner{k % 2 ? a : -a, -b, k / 2 ? a : -a};
    c.key = {body, static_cast<std::uint64_t>(k)};
    c.a = CoulombSide::rigid(body, corner), c.b = below;
    if (below.kind == CoulombSide::Kind::rigid) c.b.lever = corner + offset;
    c.normal = {0, 1, 0}, c.friction = mu;
    out.push_back(c);
  }
  return out;
}

CoulombRigid cuboid(double mass, double a, double b) {
  CoulombRigid body;
  body.inverse_mass = 1 / mass;
  const double side = 3 / (mass * (a * a + b * b)), up = 3 / (mass * 2 * a * a);
  body.inverse_inertia = {side, up, side, 0, 0, 0};
  return body;
}

TEST(CoulombMotion, BoxOnASlopeSlidesWithGravityLessFriction) {
  const double angle = kPi / 6, step = 1e-3, a = 0.05, b = 0.02;
  for (const double mu : {0.3, 0.6}) {
    std::vector<CoulombRigid> body{cuboid(2, a, b)};
    const auto contacts = four_corners(0, CoulombSide::fixed(), a, b, {}, mu);
    CoulombSolver solver;
    for (int i = 0; i < 1000; ++i) {
      body[0].velocity += step * kGravity * Vec3{std::sin(angle), -std::cos(angle), 0};
      solver.solve(contacts, {{}, body, {}}, {.tolerance = 1e-13, .sweeps = 2000});
    }
    // 0.3: g (sin - mu cos) 1 s = 2.356287237 m/s; 0.6 > tan 30 degrees holds
    const double speed = mu < 0.5 ? kGravity * (std::sin(angle) - mu * std::cos(angle)) : 0;
    EXPECT_LT(norm(body[0].velocity - Vec3{speed, 0, 0}), 1e-10) << mu;
    EXPECT_LT(norm(body[0].spin), 1e-9);
  }
}

TEST(CoulombMotion, SphereThatStrikesTheGroundSticksOrSlips) {
  // I = 2/5 m R^2: grip stops the point of touch, v_T -> 5/7 v_T; slip takes mu (1 + e) v_N.
  const double mass = 0.3, radius = 0.02, mu = 0.25, e = 0.6, fall = 2;
  for (const double speed : {0.5, 2.7, 2.9, 8.0}) {
    CoulombRigid ball;
    ball.inverse_mass = 1 / mass, ball.velocity = {speed, -fall, 0};
    ball.inverse_inertia = SymMat3::scalar(2.5 / (mass * radius * radius));
    std::vector<CoulombRigid> body{ball};
    CoulombContact c;
    c.a = CoulombSide::rigid(0, {0, -radius, 0}), c.normal = {0, 1, 0};
    c.friction = mu, c.restitution = e;
    CoulombSolver solver;
    solver.solve({&c, 1}, {{}, body, {}});
    const double lost = std::min(2 * speed / 7, mu * (1 + e) * fall);  // grips below 2.8 m/s
    EXPECT_LT(norm(body[0].velocity - Vec3{speed - lost, e * fall, 0}), 1e-12) << speed;
    EXPECT_NEAR(body[0].spin.z, -2.5 * lost / radius, 1e-10) << speed;
  }
}

TEST(CoulombMotion, SlidingBlockStopsAfterSpeedOverFriction) {
  const double mu = 0.4, speed = 1.5, step = 1e-4;
  std::vector<CoulombPoint> block{{{speed, 0, 0}, SymMat3::scalar(0.5)}};
  CoulombContact c;
  c.a = CoulombSide::point(0), c.normal = {0, 1, 0}, c.friction = mu;
  CoulombSolver solver;
  int steps = 0;
  for (; block[0].velocity.x > 0 && steps < 10000; ++steps) {
    const double before = block[0].velocity.x;
    block[0].velocity.y -= kGravity * step;
    solver.solve({&c, 1}, {block, {}, {}});
    EXPECT_NEAR(block[0].velocity.x, std::max(before - mu * kGravity * step, 0.0), 1e-13);
  }
  EXPECT_EQ(steps, static_cast<int>(std::ceil(speed / (mu * kGravity * step))));
}

TEST(CoulombMotion, SoftContactThrowsBackAfterItsTime) {
  // Half a period of a spring between mass and ground; implicit steps damp by about pi w h / 2.
  const double mass = 0.01, time = 1e-4, step = 1e-7, speed = 0.5;
  const double stiffness = stiffness_of_duration(time, 1 / mass);
  std::vector<CoulombPoint> ball{{{0, -speed, 0}, SymMat3::scalar(1 / mass)}};
  CoulombContact c;
  c.a = CoulombSide::point(0), c.normal = {0, 1, 0};
  CoulombSolver solver;
  double gap = 0, peak = 0;
  int steps = 0;
  do {
    const SoftContact soft = soft_contact(gap, stiffness, 0, step);
    c.compliance = soft.compliance, c.target = soft.target;
    solver.solve({&c, 1}, {ball, {}, {}});
    peak = std::max(peak, solver.impulses()[0].y / step);
    gap += step * ball[0].velocity.y, ++steps;
  } while (gap < 0 && steps < 5000);
  const double omega = kPi / time, loss = kPi * omega * step / 2;
  EXPECT_NEAR(steps * step, time, 2 * loss * time);
  EXPECT_NEAR(ball[0].velocity.y, speed, 2 * loss * speed);
  EXPECT_LT(ball[0].velocity.y, speed);
  EXPECT_NEAR(peak, mass * speed * omega, 2 * loss * mass * speed * omega);
}

TEST(CoulombMotion, StackOfBoxesStandsWithSixSweepsAStep) {
  const int boxes = 8;
  const double a = 0.05, b = 0.02, step = 1e-3, mass = 1;
  std::vector<CoulombRigid> bodies(boxes, cuboid(mass, a, b));
  std::vector<CoulombContact> contacts;
  for (std::uint32_t i = 0; i < boxes; ++i) {
    const CoulombSide below = i == 0 ? CoulombSide::fixed() : CoulombSide::rigid(i - 1, {});
    for (const CoulombContact& c : four_corners(i, below, a, b, {0, 2 * b, 0}, 0.5))
      contacts.push_back(c);
  }
  CoulombSolver solver;
  int most = 0;
  for (int i = 0; i < 400; ++i) {
    for (CoulombRigid& body : bodies) body.velocity.y -= kGravity * step;
    const CoulombReport report = solver.solve(contacts, {{}, bodies, {}}, {.least_sweeps = 3});
    if (i < 100) continue;  // weights have to find their way down first
    EXPECT_TRUE(report.converged);
    most = std::max(most, report.sweeps);
    double weight = 0;
    for (int k = 0; k < 4; ++k) weight += solver.impulses()[static_cast<std::size_t>(k)].y;
    EXPECT_NEAR(weight, boxes * mass * kGravity * step, 1e-3 * boxes * mass * kGravity * step);
  }
  EXPECT_LE(most, 6);
  for (const CoulombRigid& body : bodies) EXPECT_LT(norm(body.velocity), 0.01 * kGravity * step);
}

TEST(CoulombMotion, PileOfAThousandSpheresRestsWithSixSweepsAStep) {
  test::SpherePile pile(1000, 0.005, 0.4, 1e-3);
  CoulombSolver solver;
  for (int i = 0; i < 1500; ++i) {
    pile.prepare();
    solver.solve(pile.contacts, pile.slots(), {.least_sweeps = 6});
    pile.move();
  }
  for (int i = 0; i < 100; ++i) {
    pile.prepare();
    const CoulombReport report = solver.solve(pile.contacts, pile.slots(), {.least_sweeps = 6});
    EXPECT_LE(report.sweeps, 6);
    EXPECT_LE(report.residual, 1e-4);
    pile.move();
    // the floor carries what weighs, walls are rough and may carry some of it
    double carried = 0, weight = 0;
    for (const CoulombRigid& body : pile.bodies) weight += kGravity * 1e-3 / body.inverse_mass;
    for (std::size_t k = 0; k < pile.contacts.size(); ++k)
      if (pile.contacts[k].b.kind == CoulombSide::Kind::fixed) carried += solver.impulses()[k].y;
    EXPECT_NEAR(carried, weight, 0.01 * weight);
  }
  EXPECT_LT(pile.fastest(), 0.01);
}

TEST(CoulombMotion, RodThatIsPushedAlongARoughTableStaysFinite) {
  // Painleve: a slender rod with mu up to and beyond the critical one, at least 4/3. Sliding
  // towards its foot it jams: an impact without collision, and no energy from nowhere.
  const double mass = 1, half = 0.5, step = 1e-4;
  for (const double degrees : {30.0, 50.0, 70.0})
    for (const double mu : {0.5, 1.5, 3.0, 30.0}) {
      CoulombRigid rod;
      rod.inverse_mass = 1 / mass, rod.velocity = {3, 0, 0};
      const double inverse = 3 / (mass * half * half);
      rod.inverse_inertia = {inverse, inverse, inverse, 0, 0, 0};
      std::vector<CoulombRigid> body{rod};
      double angle = degrees * kPi / 180, height = half * std::sin(angle), most = 4.5;
      CoulombSolver solver;
      for (int i = 0; i < 2000 && std::sin(angle) > 0.05; ++i) {
        body[0].velocity.y -= kGravity * step;
        CoulombContact c;
        const Vec3 arm{half * std::cos(angle), -half * std::sin(angle), 0};
        c.a = CoulombSide::rigid(0, arm), c.normal = {0, 1, 0}, c.friction = mu;
        const double gap = height + arm.y;
        c.target = gap > 0 ? -gap / step : 0;
        const CoulombReport report = solver.solve({&c, 1}, {{}, body, {}});
        EXPECT_LE(report.energy, 1e-14);
        EXPECT_TRUE(report.converged);
        height += step * body[0].velocity.y, angle -= step * body[0].spin.z;
        const double energy = 0.5 * mass * norm_squared(body[0].velocity) +
                              0.5 * body[0].spin.z * body[0].spin.z / inverse;
        most = std::max(most, energy);
      }
      // 1/2 m v^2 = 4.5 J, and what falling by its height can give
      EXPECT_LE(most, 4.5 + mass * kGravity * half) << degrees << " " << mu;
    }
}

}  // namespace
}  // namespace peal
