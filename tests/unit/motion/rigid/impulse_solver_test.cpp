#include "motion/rigid/impulse_solver.h"

#include <gtest/gtest.h>

namespace peal {
namespace {

SolverBody box(const Vec3& half, double mass) {
  SolverBody body;
  body.inverse_mass = 1 / mass;
  const double k = 3 / mass;
  body.inverse_inertia = Mat3::diagonal({k / (half.y * half.y + half.z * half.z),
                                         k / (half.z * half.z + half.x * half.x),
                                         k / (half.x * half.x + half.y * half.y)});
  return body;
}

// Four corners of the underside on an immovable body (index 1).
std::vector<SolverContact> standing(const Vec3& half, double friction, double target) {
  std::vector<SolverContact> contacts;
  for (int k = 0; k < 4; ++k) {
    const Vec3 arm{k & 1 ? half.x : -half.x, -half.y, k & 2 ? half.z : -half.z};
    contacts.push_back({0, 1, arm, {}, {0, 1, 0}, friction, target, {}});
  }
  return contacts;
}

}  // namespace

TEST(ImpulseSolver, EqualCornersShareEquallyAndDoNotPullAgainstEachOther) {
  for (const Vec3 half : {Vec3{0.1, 0.005, 0.01}, Vec3{0.1, 0.005, 0.1}, Vec3{0.1, 0.05, 0.04}}) {
    std::vector<SolverBody> bodies{box(half, 0.5), {}};
    bodies[0].velocity = {0, -2, 0};
    auto contacts = standing(half, 0.5, 1.2);
    ImpulseSolver().solve(bodies, contacts);
    for (const SolverContact& c : contacts)
      EXPECT_NEAR(norm(c.impulse - Vec3{0, 0.5 * 3.2 / 4, 0}), 0, 1e-9);
    EXPECT_NEAR(norm(bodies[0].velocity - Vec3{0, 1.2, 0}), 0, 1e-11);
    EXPECT_NEAR(norm(bodies[0].spin), 0, 1e-9);
  }
}

TEST(ImpulseSolver, ConditionsOfContactAndFrictionHold) {
  for (int trial = 0; trial < 50; ++trial) {
    const Vec3 half{0.1, 0.02, 0.03 + 0.001 * trial};
    std::vector<SolverBody> bodies{box(half, 0.5), {}};
    bodies[0].velocity = {std::sin(trial * 1.7), -1, 0.3 * std::cos(trial * 2.3)};
    bodies[0].spin = {5 * std::sin(trial * 0.9), 3 * std::cos(trial * 1.1),
                      8 * std::sin(trial * 3.1)};
    const Vec3 before = bodies[0].velocity;
    auto contacts = standing(half, 0.3, 0);
    ImpulseSolver().solve(bodies, contacts);
    Vec3 sum;
    for (const SolverContact& c : contacts) {
      const Vec3 u = relative_velocity(bodies, c);
      const double pn = c.impulse.y;
      const Vec3 pt{c.impulse.x, 0, c.impulse.z}, ut{u.x, 0, u.z};
      EXPECT_GE(pn, 0);
      EXPECT_GE(u.y, -1e-6);
      EXPECT_NEAR(pn * u.y, 0, 1e-6);
      EXPECT_LE(norm(pt), 0.3 * pn + 1e-12);
      if (norm(ut) > 1e-3 && pn > 1e-6) {
        EXPECT_NEAR(dot(pt, ut), -0.3 * pn * norm(ut), 1e-6) << "sliding is opposed fully";
      }
      sum += c.impulse;
    }
    EXPECT_NEAR(norm(0.5 * (bodies[0].velocity - before) - sum), 0, 1e-12);
  }
}

TEST(ImpulseSolver, SeparatingContactsAndImmovablePairsGetNothing) {
  std::vector<SolverBody> bodies{box({0.1, 0.1, 0.1}, 1), {}};
  bodies[0].velocity = {1, 0.5, 0};
  auto contacts = standing({0.1, 0.1, 0.1}, 0.5, 0);
  contacts.push_back({1, 1, {}, {}, {0, 1, 0}, 0.5, 1, {}});
  ImpulseSolver().solve(bodies, contacts);
  for (const SolverContact& c : contacts) EXPECT_EQ(c.impulse, Vec3{});
  EXPECT_EQ(bodies[0].velocity, (Vec3{1, 0.5, 0}));
}

}  // namespace peal
