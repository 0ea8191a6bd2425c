// Values over time: numbers, points, files.
#include "io/schema/curve.h"

#include <gtest/gtest.h>

namespace peal {
namespace {

TEST(Curve, GoesStraightFromPointToPoint) {
  const Curve curve(std::vector<TimedValue>{{1, 10}, {2, 20}, {2, 40}, {4, 0}});
  EXPECT_EQ(curve.at(0), 10);
  EXPECT_EQ(curve.at(1.5), 15);
  EXPECT_EQ(curve.at(2), 40);  // after the jump
  EXPECT_EQ(curve.at(3), 20);
  EXPECT_EQ(curve.at(9), 0);
  EXPECT_EQ(Curve(3.5).at(-100), 3.5);
}

TEST(Curve, TablesAreHeldToTheSameRules) {
  const Range range{0, 50};
  EXPECT_EQ(problem_of(Curve(std::vector<TimedValue>{{0, 1}, {1, 2}}), range, "N"), "");
  EXPECT_NE(problem_of(Curve(std::vector<TimedValue>{}), range, "N").find("no rows"),
            std::string::npos);
  EXPECT_NE(problem_of(Curve(std::vector<TimedValue>{{0, 1}, {1, 99}}), range, "N").find("row 2"),
            std::string::npos);
  EXPECT_NE(problem_of(Curve(std::vector<TimedValue>{{1, 1}, {0, 2}}), range, "N").find("ascend"),
            std::string::npos);
}

}  // namespace
}  // namespace peal
