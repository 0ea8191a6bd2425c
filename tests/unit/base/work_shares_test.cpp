#include "base/work_shares.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/progress.h"

namespace peal {
namespace {

// A coin and a table top: counted as two units, half would be done after a second of a minute.
TEST(WorkShares, UnequalUnitsCountByWhatTheyCost) {
  double part = 0, now = 0;
  WorkShares shares(
      {1, 59}, [&](double p) { part = p; }, [&] { return now; });
  now = 1;
  shares.set(0, 1);
  EXPECT_NEAR(part, 1.0 / 60, 1e-12);
  now = 30.5;
  shares.set(1, 0.5);
  EXPECT_NEAR(part, 30.5 / 60, 1e-12);
  now = 60;
  shares.set(1, 1);
  EXPECT_EQ(part, 1);
}

// The second was thought to take as long as the first and takes nine times as long.
TEST(WorkShares, WhatHasPassedCorrectsTheCosts) {
  double part = 0, now = 0;
  WorkShares shares(
      {1, 1, 1}, [&](double p) { part = p; }, [&] { return now; });
  now = 10, shares.set(0, 1);
  EXPECT_NEAR(part, 1.0 / 3, 1e-12);
  now = 28, shares.set(1, 0.2);  // 72 s to go, and 50 s for the third: the mean of 10 s and 90 s
  EXPECT_NEAR(part, 28.0 / (28 + 72 + 50), 1e-12);
}

TEST(WorkShares, WhatIsInACacheDoesNotMoveIt) {
  double part = -1;
  WorkShares shares(
      {0, 10, 0}, [&](double p) { part = p; }, [] { return 0.0; });
  shares.set(0, 1);
  EXPECT_EQ(part, 0);
  shares.set(1, 0.3);
  EXPECT_NEAR(part, 0.3, 1e-12);
  WorkShares cached(
      {0, 0}, [&](double p) { part = p; }, [] { return 0.0; });
  cached.set(0, 1);
  EXPECT_EQ(part, 0.5) << "nothing costs anything: counted";
}

// Two run side by side: the second is under way when the first ends, and has little to go.
TEST(WorkShares, UnitsThatRunSideBySideAreUnderWay) {
  double part = 0, now = 0;
  WorkShares shares(
      {6, 4}, [&](double p) { part = p; }, [&] { return now; });
  shares.set(0, 0), shares.set(1, 0);
  now = 25, shares.set(0, 1);  // 17 s would have been expected of the other, it is late
  EXPECT_NEAR(part, 50.0 / 52.5, 1e-12);
}

// Costs known to a factor of 1.5 each, a clock set by hand: from 20 % to 95 % the time left is
// right within a factor of two.
TEST(WorkShares, TheTimeLeftOfUnevenStagesHoldsWithinAFactorOfTwo) {
  const std::vector<double> cost{1, 30, 3, 60, 8}, seconds{1.4, 22, 4.4, 81, 6};
  double all = 0, now = 0, worst = 1;
  for (const double s : seconds) all += s;
  TimeLeft time_left;
  double part = 0;
  WorkShares shares(
      cost, [&](double p) { part = p; }, [&] { return now; });
  for (std::size_t unit = 0; unit < cost.size(); ++unit)
    for (int step = 1; step <= 100; ++step) {
      now += seconds[unit] / 100;
      shares.set(unit, step / 100.0);
      time_left.add(now, part);
      if (part < 0.2 || part > 0.95) continue;
      const double said = *time_left.left(), left = all - now;
      worst = std::max({worst, said / left, left / said});
    }
  EXPECT_LT(worst, 2);
}

}  // namespace
}  // namespace peal
