// Numbers that differ by rounding are one number; others stay apart.
#include "base/rounding.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace peal {
namespace {

TEST(NineDigits, RoundingIsTakenAwayAndNothingElse) {
  for (const double x : {1.0, 0.1, 3.14159265358979, 2.5e-7, -6.02214076e23, 1e300, 4e-308}) {
    EXPECT_EQ(nine_digits(x * (1 + 2e-16)), nine_digits(x)) << x;
    EXPECT_NEAR(nine_digits(x) / x, 1, 5.1e-10) << x;
    EXPECT_NE(nine_digits(x * (1 + 1e-8)), nine_digits(x)) << x;
    EXPECT_EQ(nine_digits(nine_digits(x)), nine_digits(x)) << x;
  }
  EXPECT_EQ(nine_digits(1.23456789012345), 1.234567890);
}

TEST(NineDigits, WhatHasNoDigitsStays) {
  EXPECT_EQ(nine_digits(0), 0);
  EXPECT_EQ(nine_digits(-INFINITY), -INFINITY);
  EXPECT_TRUE(std::isnan(nine_digits(NAN)));
  const double tiny = std::numeric_limits<double>::denorm_min();
  EXPECT_NEAR(nine_digits(tiny), tiny, tiny);
  const double most = std::numeric_limits<double>::max();  // rounded up it would be infinite
  EXPECT_EQ(nine_digits(most), most);
}

}  // namespace
}  // namespace peal
