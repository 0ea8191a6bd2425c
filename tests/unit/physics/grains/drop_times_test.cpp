#include "physics/grains/drop_times.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/rng.h"

namespace peal {
namespace {

/// (t - a)(t - b)(t - c)(t - d) times sign
Quartic with_roots(double a, double b, double c, double d, double sign) {
  Quartic f{{1, 0, 0, 0, 0}};
  int degree = 0;
  for (const double root : {a, b, c, d}) {
    for (int k = ++degree; k > 0; --k) f.c[k] = f.c[k - 1] - root * f.c[k];
    f.c[0] *= -root;
  }
  for (double& k : f.c) k *= sign;
  return f;
}

TEST(DropTimes, FindsTheRootsThatFallAndNoOther) {
  for (int i = 0; i < 2000; ++i) {
    KeyedRng rng(1, 0, i);
    double r[4];
    for (double& root : r) root = rng.uniform(-1, 3);
    std::sort(r, r + 4);
    if (std::min({r[1] - r[0], r[2] - r[1], r[3] - r[2]}) < 0.02) continue;
    // Positive outside: falls at the first and the third.
    double times[2];
    int n = drop_times(with_roots(r[0], r[1], r[2], r[3], 1), 2, times), expected = 0;
    for (const double root : {r[0], r[2]})
      if (root > 0 && root <= 2) {
        ASSERT_LT(expected, n);
        EXPECT_NEAR(times[expected++], root, 1e-11) << i;
      }
    EXPECT_EQ(n, expected) << i;
    n = drop_times(with_roots(r[0], r[1], r[2], r[3], -1), 2, times), expected = 0;
    for (const double root : {r[1], r[3]})
      if (root > 0 && root <= 2) {
        ASSERT_LT(expected, n);
        EXPECT_NEAR(times[expected++], root, 1e-11) << i;
      }
    EXPECT_EQ(n, expected) << i;
  }
}

TEST(DropTimes, OfLowerDegrees) {
  double times[2];
  EXPECT_EQ(drop_times({{1, -2, 0, 0, 0}}, 10, times), 1);
  EXPECT_DOUBLE_EQ(times[0], 0.5);
  EXPECT_EQ(drop_times({{1, -2, 0, 0, 0}}, 0.4, times), 0);
  EXPECT_EQ(drop_times({{1, 0, 0, 0, 0}}, 10, times), 0);
  EXPECT_EQ(drop_times({{4, 0, -1, 0, 0}}, 10, times), 1);
  EXPECT_DOUBLE_EQ(times[0], 2);
}

TEST(PlaneDrop, IsTheFallThroughThePlane) {
  EXPECT_DOUBLE_EQ(plane_drop(2, 0, -1), 2);
  EXPECT_DOUBLE_EQ(plane_drop(2, -1, 0), 2);
  EXPECT_DOUBLE_EQ(plane_drop(0, 3, -2), 3);  // thrown up from it
  EXPECT_EQ(plane_drop(2, -1, 1), kNever);    // turns back before
  EXPECT_EQ(plane_drop(2, 1, 0), kNever);
  EXPECT_EQ(plane_return(-2, 1, -1), kNever);      // never gets above
  EXPECT_DOUBLE_EQ(plane_return(-1.5, 2, -1), 3);  // above after 1, below after 3
}

}  // namespace
}  // namespace peal
