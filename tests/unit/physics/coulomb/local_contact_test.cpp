// One contact: against closed forms, against a search over all directions of friction, and against
// the conditions of the law themselves for blocks that are hard to compute with.
#include <gtest/gtest.h>

#include <vector>

#include "base/constants.h"
#include "base/rng.h"
#include "physics/coulomb/local_contact_kernel.h"

namespace peal {
namespace {

struct LocalCase {
  SymMat3 w;
  Vec3 b;
  double mu = 0;
};

/// The impulse in the frame in which the block was given.
Vec3 solved(const LocalCase& q, double compliance = 0) {
  LocalContact f;
  TangentTurn turn;
  EXPECT_TRUE(factorise(q.w, compliance, q.mu, f, turn));
  const double c = turn.cosine, s = turn.sine;
  const LocalImpulse r = solve_local(f, q.b.x, c * q.b.y + s * q.b.z, c * q.b.z - s * q.b.y);
  return {r.normal, c * r.t1 - s * r.t2, s * r.t1 + c * r.t2};
}

/// A random positive definite block: H M^-1 H^T of columns with lengths spread over `decades`.
LocalCase random_case(std::uint64_t event, double decades) {
  KeyedRng rng(7, 11, event);
  LocalCase q;
  for (int k = 0; k < 3; ++k) {
    const double size = std::pow(10, decades * rng.uniform(-0.5, 0.5));
    const Vec3 v = size * Vec3{rng.normal(), rng.normal(), rng.normal()};
    q.w.xx += v.x * v.x, q.w.yy += v.y * v.y, q.w.zz += v.z * v.z;
    q.w.xy += v.x * v.y, q.w.xz += v.x * v.z, q.w.yz += v.y * v.z;
  }
  q.b = {-std::fabs(rng.normal()), rng.normal(), rng.normal()};
  q.mu = std::pow(10, rng.uniform(-1.5, 0.5));
  return q;
}

/// Impulses at the limit of friction whose slip opposes them, for every direction: roots of the
/// part of u across r_T, by bisection on a grid of angles. Knows nothing of Schur complements.
std::vector<Vec3> slips_by_angle(const LocalCase& q) {
  // r = -b_N / d (1, mu cos, mu sin); times d, nothing has a pole
  const auto along = [&](double angle) {
    return Vec3{1, q.mu * std::cos(angle), q.mu * std::sin(angle)};
  };
  const auto across = [&](double angle) {
    const Vec3 r = along(angle), w = q.w * r, u = -q.b.x * w + w.x * q.b;
    return u.y * std::sin(angle) - u.z * std::cos(angle);
  };
  std::vector<Vec3> out;
  const int steps = 4000;
  for (int i = 0; i < steps; ++i) {
    double low = 2 * kPi * i / steps, high = 2 * kPi * (i + 1) / steps;
    if (!(across(low) * across(high) <= 0)) continue;
    for (int k = 0; k < 60; ++k) {
      const double middle = 0.5 * (low + high);
      (across(low) * across(middle) <= 0 ? high : low) = middle;
    }
    const Vec3 a = along(0.5 * (low + high)), r = -q.b.x / (q.w * a).x * a, u = q.w * r + q.b;
    if (r.x > 0 && u.y * r.y + u.z * r.z <= 0) out.push_back(r);
  }
  return out;
}

TEST(LocalContact, BlockOnASlopeSticksOrSlides) {
  const double m = 3, g = 9.81, h = 1e-3;
  for (const double degrees : {5.0, 16.0, 17.0, 45.0, 80.0}) {
    const double a = degrees * kPi / 180, mu = 0.3;
    const Vec3 r =
        solved({SymMat3::scalar(1 / m), {-g * h * std::cos(a), g * h * std::sin(a), 0}, mu});
    const double weight = m * g * h;
    EXPECT_NEAR(r.x, weight * std::cos(a), 1e-14 * weight);
    const double hold = std::min(std::sin(a), mu * std::cos(a));
    EXPECT_NEAR(r.y, -weight * hold, 1e-14 * weight) << degrees;
    EXPECT_NEAR(r.z, 0, 1e-14 * weight);
  }
}

TEST(LocalContact, PartsWithoutImpulseAndNeverPulls) {
  const Vec3 r = solved({{1, 2, 3, 0.1, -0.2, 0.3}, {1e-9, 5, -4}, 0.7});
  EXPECT_EQ(r, (Vec3{0, 0, 0}));
}

TEST(LocalContact, SticksAtAnyBlockWhenFrictionAllows) {
  const LocalCase q{{1.3, 2.1, 0.9, 0.4, -0.3, 0.2}, {-1, 0.1, 0.05}, 2};
  const Vec3 u = q.w * solved(q) + q.b;
  EXPECT_LT(norm(u), 1e-14);
}

TEST(LocalContact, SlipIsOneOfThoseThatASearchOverAnglesFinds) {
  int slips = 0;
  for (std::uint64_t i = 0; i < 3000; ++i) {
    const LocalCase q = random_case(i, i % 3);
    const Vec3 r = solved(q);
    if (std::hypot(r.y, r.z) < q.mu * r.x * (1 - 1e-9)) continue;  // sticks
    ++slips;
    double nearest = HUGE_VAL;
    for (const Vec3& found : slips_by_angle(q))
      nearest = std::min(nearest, norm(found - r) / norm(r));
    EXPECT_LT(nearest, 1e-10) << i;
  }
  EXPECT_GT(slips, 1000);
}

TEST(LocalContact, LawHoldsForBlocksOverTenDecades) {
  for (std::uint64_t i = 0; i < 100000; ++i) {
    const LocalCase q = random_case(i, 0.1 * static_cast<double>(i % 100));
    LocalContact f;
    TangentTurn turn;
    if (!factorise(q.w, 0, q.mu, f, turn)) continue;
    const Vec3 r = solved(q), u = q.w * r + q.b;
    ASSERT_TRUE(is_finite(r)) << i;
    EXPECT_LE(std::hypot(r.y, r.z), q.mu * r.x * (1 + 1e-14)) << i;
    // r . u <= 0: what the impulse does on what is left of the motion is friction alone. The
    // factors leave out 1e-13 of the block.
    const double noise = 1e-13 * (norm(q.b) + f.scale * norm(r)) * norm(r);
    EXPECT_LE(dot(r, u), noise) << i;
    EXPECT_NEAR(r.x * u.x, 0, noise) << i;
  }
}

TEST(LocalContact, NaturalMapIsZeroAtTheSolutionAndNowhereElse) {
  for (std::uint64_t i = 0; i < 10000; ++i) {
    LocalCase q = random_case(i, 2);
    if (i % 5 == 0) q.b.x = -q.b.x;
    LocalContact f;
    TangentTurn turn;
    ASSERT_TRUE(factorise(q.w, 0, q.mu, f, turn));
    const auto map = [&](const Vec3& r) {
      const Vec3 u = q.w * r + q.b;
      return natural_map(f, {r.x, r.y, r.z, 0}, u.x, u.y, u.z);
    };
    const Vec3 r = solved(q);
    const double size = norm(q.b) + f.scale * norm(r);
    EXPECT_LT(map(r), 1e-12 * size) << i;
    EXPECT_GT(map(r + Vec3{1e-3 * size / f.scale, 0, 0}), 1e-7 * size) << i;
  }
}

TEST(LocalContact, WhereFrictionTurnsTheNormalAroundTheImpulseIsFinite) {
  // mu |W_NT| > W_NN: a rod that is pushed along a rough table (Painleve). Sliding one way lifts
  // it, the other way digs it in.
  for (const double mu : {0.5, 1.0, 2.0, 10.0, 1000.0})
    for (const double slide : {-1.0, -1e-6, 0.0, 1e-6, 1.0}) {
      const LocalCase q{{1, 1, 1, 0.9, 0, 0}, {-1e-3, slide, 0}, mu};
      const Vec3 r = solved(q), u = q.w * r + q.b;
      ASSERT_TRUE(is_finite(r));
      // u W^-1 u does not grow; the eigenvalues of W are 0.1, 1 and 1.9
      EXPECT_LE(norm(u), std::sqrt(19.0) * norm(q.b));
      // 1/2 r W r + r . b <= 0
      EXPECT_LE(0.5 * dot(r, u + q.b), 1e-18) << mu << " " << slide;
    }
}

TEST(LocalContact, ComplianceIsASpringUnderTheNormal) {
  const double m = 2, c = 0.25;
  const Vec3 r = solved({SymMat3::scalar(1 / m), {-3, 0, 0}, 0.5}, c);
  EXPECT_NEAR(r.x, 3 / (1 / m + c), 1e-14);
}

TEST(LocalContact, WithoutFrictionTheNormalIsAlone) {
  const LocalCase q{{2, 3, 4, 1, 0.5, 0.1}, {-1, 7, 8}, 0};
  EXPECT_EQ(solved(q), (Vec3{0.5, 0, 0}));
}

TEST(LocalContact, SingularBlocksGiveFiniteImpulsesInTheCone) {
  // no tangential mobility; one direction only; all three rows dependent
  for (const SymMat3& w : {SymMat3{1, 0, 0, 0, 0, 0}, SymMat3{1, 1, 0, 0, 0, 0},
                           SymMat3{1, 1, 1, 1, 1, 1}, SymMat3{1e-12, 1, 1, 1e-6, 0, 0}}) {
    for (const Vec3& b : {Vec3{-1, 0, 0}, Vec3{-1, 1, -2}, Vec3{-1e-9, 1e3, 0}}) {
      const Vec3 r = solved({w, b, 0.4});
      ASSERT_TRUE(is_finite(r));
      EXPECT_GE(r.x, 0);
      EXPECT_LE(std::hypot(r.y, r.z), 0.4 * r.x * (1 + 1e-14));
      EXPECT_GE((w * r + b).x, -1e-6 * norm(b));
    }
  }
}

TEST(LocalContact, RefusesWhatIsNoBlock) {
  const double nan = std::nan("");
  LocalContact f;
  TangentTurn turn;
  EXPECT_FALSE(factorise({}, 0, 0.5, f, turn));
  EXPECT_FALSE(factorise({0, 1, 1, 0, 0, 0}, 0, 0.5, f, turn));
  EXPECT_FALSE(factorise({nan, 1, 1, 0, 0, 0}, 0, 0.5, f, turn));
  EXPECT_FALSE(factorise({1, 1, 1, nan, 0, 0}, 0, 0.5, f, turn));
  EXPECT_FALSE(factorise({1, -1, 1, 0, 0, 0}, 0, 0.5, f, turn));
  EXPECT_FALSE(factorise(SymMat3::scalar(1), nan, 0.5, f, turn));
  EXPECT_FALSE(factorise(SymMat3::scalar(1), 0, -0.5, f, turn));
  EXPECT_FALSE(factorise(SymMat3::scalar(HUGE_VAL), 0, 0.5, f, turn));
}

}  // namespace
}  // namespace peal
