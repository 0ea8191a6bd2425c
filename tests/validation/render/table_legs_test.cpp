// A table in whole scenes: its legs shorten what strikes, blows and rolling leave in it, and decide
// the sound alone.
#include <gtest/gtest.h>

#include "motion/take/scene_take.h"
#include "support/rendered.h"

namespace peal {
namespace {

std::string table(const std::string& legs, const std::string& more, const std::string& sources) {
  return fmt::format(R"({{"peal": 1, "duration": 0.5, "quality": "draft",
    "listeners": [{{"name": "mic", "kind": "mono", "position": [0, 0.6, 0]}}],
    "objects": [{}{{"name": "table", "shape": {{"kind": "table_top", "length": 0.8, "width": 0.6,
      "thickness": 0.025}}, "material": "oak", "position": [0, 0, 0], "static": true,
      "max_frequency": 3000{}}}],
    "sources": [{}]}})",
                     more, legs, sources);
}

/// [dB] from the first tenth of a second after `time` to the second one.
double fall(const std::string& scene, double time) {
  const test::Rendered got = test::render_text(scene);
  double energy[2] = {1e-30, 1e-30};
  for (int part = 0; part < 2; ++part)
    for (int n = 0; n < 4800; ++n) {
      const double p =
          got.sounds[0].channels[0][static_cast<std::size_t>((time + 0.1 * part) * 48000) + n];
      energy[part] += p * p;
    }
  return 10 * std::log10(energy[0] / energy[1]);
}

const std::string kTableStrike =
    R"({"kind": "strike", "object": "table", "point": [0.13, 0.0125, 0.1], "impulse": 0.1})";
const std::string kDroppedBall = R"({"name": "ball", "shape": {"kind": "sphere", "radius": 0.01},
    "material": "steel", "position": [0.13, 0.03, 0.1], "velocity": [0, -4, 0], "sound": "none"},)";
const std::string kHangs = R"(, "legs": false)";

TEST(TableOfAScene, IsShorterOnLegsWhateverExcitesIt) {
  // Own decay of oak: 12 dB and more per tenth of a second above 200 Hz. On legs three times that.
  EXPECT_GT(fall(table("", "", kTableStrike), 0.06),
            fall(table(kHangs, "", kTableStrike), 0.06) + 12);
  EXPECT_GT(fall(table("", kDroppedBall, R"({"kind": "impact"})"), 0.03),
            fall(table(kHangs, kDroppedBall, R"({"kind": "impact"})"), 0.03) + 12);
}

TEST(TableOfAScene, ThickerLegsOfTheSameKindAreOthers) {
  const auto with = [](const char* legs) { return fall(table(legs, "", kTableStrike), 0.06); };
  const double usual = with(R"(, "legs": {})");
  EXPECT_NEAR(usual, with(""), 1e-9);
  EXPECT_GT(std::abs(usual - with(R"(, "legs": {"thickness": 0.01})")), 1);
  EXPECT_GT(std::abs(usual - with(R"(, "legs": {"points": [[0, -0.0125, 0]]})")), 1);
}

TEST(TableOfAScene, WhatCanMoveHasNoLegsAndIsToldSo) {
  std::string text = table(R"(, "legs": {"points": [[0, 0, 0]]})", "", kTableStrike);
  EXPECT_TRUE(test::scene_from(text).warnings.empty());
  const std::string is_static = R"(, "static": true)";
  text.erase(text.find(is_static), is_static.size());
  const auto warnings = test::scene_from(text).warnings;
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].find("/objects/0/legs: object 'table' can move, so its legs are not heard"),
            std::string::npos)
      << warnings[0];
}

TEST(TableOfAScene, LegsDecideNoMotion) {
  const auto key = [](const std::string& legs) {
    return motion_key(test::scene_from(table(legs, kDroppedBall, R"({"kind": "impact"})")));
  };
  EXPECT_EQ(key(""), key(kHangs));
  EXPECT_EQ(key(""), key(R"(, "legs": {"thickness": 0.1})"));
}

}  // namespace
}  // namespace peal
