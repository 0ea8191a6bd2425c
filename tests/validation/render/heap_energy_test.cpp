// A heap of coins: hundreds of blows, many at once and many on bodies that still ring and touch.
// Rigid motion cannot give the modes and contacts more than it has: all kinetic energy comes from
// the fall.
#include <gtest/gtest.h>

#include "support/rendered.h"

namespace peal {
namespace {

double told(const RenderReport& report, const std::string& name) {
  for (const Fact& fact : report.facts)
    if (fact.name == name)
      return std::holds_alternative<double>(fact.value)
                 ? std::get<double>(fact.value)
                 : static_cast<double>(std::get<std::int64_t>(fact.value));
  ADD_FAILURE() << "the report has no " << name;
  return 0;
}

constexpr double kHeight = 0.1;  // [m] of fall, at most
constexpr int kCoins = 12;

test::Rendered heap() {
  return test::render_text(fmt::format(R"({{"peal": 1, "duration": 0.6, "quality": "draft",
    "listeners": [{{"name": "mic", "kind": "mono", "position": [0, 1, 0.3]}}],
    "objects": [
      {{"name": "coin", "shape": {{"kind": "coin"}}, "material": "cupronickel",
        "position": [0, {}, 0], "copies": {{"count": {}, "interval": 0.02,
        "jitter": [0.012, 0.004, 0.012], "turn": 180}}}},
      {{"name": "table", "shape": {{"kind": "table_top", "length": 0.4, "width": 0.3,
        "thickness": 0.02}}, "material": "oak", "position": [0, -0.01, 0], "static": true}}],
    "sources": [{{"kind": "impact"}}, {{"kind": "click"}}]}})",
                                       kHeight, kCoins));
}

TEST(HeapOfCoins, ModesGetNoMoreThanTheFallBrought) {
  const test::Rendered got = heap();
  const double kinetic = told(got.report, "blows.kinetic_j"),
               rebound = told(got.report, "blows.rebound_j"),
               heat = told(got.report, "blows.heat_j"), modes = told(got.report, "blows.modes_j");
  // A coin is a disc of 8940 kg/m^3, or a little less: it is thinner within its rim.
  const double fall = kCoins * kPi * 0.01213 * 0.01213 * 1.75e-3 * 8940 * 9.81 * (kHeight + 0.004);
  EXPECT_GT(told(got.report, "blows.count"), 100);
  EXPECT_GT(modes, 0.02 * kinetic);
  EXPECT_GT(heat, 0);
  EXPECT_GT(rebound, 0);
  EXPECT_NEAR(kinetic, rebound + heat + modes, 1e-9 * kinetic);
  // What rebounds may strike again; what went elsewhere does not come back.
  EXPECT_LT(heat + modes, fall);
}

// Each blow that finds no room is counted and told; none does while places that only wait for modes
// to swing back can be given up.
TEST(HeapOfCoins, EveryBlowFindsRoom) {
  const test::Rendered got = heap();
  EXPECT_EQ(told(got.report, "blows.left_out"), 0);
}

}  // namespace
}  // namespace peal
