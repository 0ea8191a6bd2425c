#include "io/plot/colour_map.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace peal {
namespace {

double distance(const OkLab& a, const OkLab& b) {
  return std::hypot(a.lightness - b.lightness, a.a - b.a, a.b - b.b);
}

TEST(ColourMap, OkLabOfKnownColours) {
  const OkLab white = to_oklab({1, 1, 1}), red = to_oklab({1, 0, 0});
  EXPECT_NEAR(distance(white, {1, 0, 0}), 0, 1e-6);
  EXPECT_NEAR(distance(red, {0.62796, 0.22486, 0.12585}), 0, 1e-4);
  const Colour back = from_oklab(to_oklab({0.2, 0.5, 0.9}));
  EXPECT_NEAR(back.red, 0.2, 1e-6);
  EXPECT_NEAR(back.green, 0.5, 1e-6);
  EXPECT_NEAR(back.blue, 0.9, 1e-6);
}

// Equal steps of level are equal steps of perceived colour, and lightness always rises.
TEST(ColourMap, LevelMapIsPerceptuallyUniform) {
  constexpr int steps = 64;
  double smallest = 1, largest = 0;
  for (int i = 0; i < steps; ++i) {
    const OkLab a = to_oklab(level_colour(i / double{steps}));
    const OkLab b = to_oklab(level_colour((i + 1) / double{steps}));
    EXPECT_GT(b.lightness, a.lightness) << i;
    smallest = std::min(smallest, distance(a, b));
    largest = std::max(largest, distance(a, b));
  }
  EXPECT_LT(largest / smallest, 1.3);
  EXPECT_LT(to_oklab(level_colour(0)).lightness, 0.15);
  EXPECT_GT(to_oklab(level_colour(1)).lightness, 0.95);
}

TEST(ColourMap, ClampsAndSurvivesNan) {
  const auto same = [](const Colour& a, const Colour& b) {
    return a.red == b.red && a.green == b.green && a.blue == b.blue;
  };
  EXPECT_TRUE(same(level_colour(-3), level_colour(0)));
  EXPECT_TRUE(same(level_colour(7), level_colour(1)));
  EXPECT_TRUE(same(level_colour(NAN), level_colour(0)));
}

TEST(ColourMap, LineColoursAreDistinctAndVisibleOnWhite) {
  for (int i = 0; i < 8; ++i) {
    EXPECT_LT(to_oklab(line_colour(i)).lightness, 0.8);
    for (int j = 0; j < i; ++j)
      EXPECT_GT(distance(to_oklab(line_colour(i)), to_oklab(line_colour(j))), 0.1) << i << j;
  }
}

}  // namespace
}  // namespace peal
