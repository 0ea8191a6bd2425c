// A floor in the engine: what an ear hears is what it heard before and what an ear mirrored in the
// floor hears, one travel time of that way later.
#include <gtest/gtest.h>

#include "realtime/toy_world.h"
#include "support/csv_rows.h"

namespace peal {
namespace {

struct Heard {
  EngineLimits limits;
  EngineVector left{-0.1, 1.2, 0.9}, right{0.1, 1.1, 1.0};
  EngineVector velocity{}, spin{};
  double height = 0.3;  // [m] of the board
};

/// A board that is struck, moves and turns, or lies.
std::vector<std::vector<float>> sound_of(const Heard& heard, int modes = 12, double lowest = 500) {
  ToyBody toy(modes, lowest, 6);
  toy.make_click(48000);
  ToyEngine engine({&toy}, heard.limits);
  engine.listen(heard.left, heard.right);
  const int object = engine.spawn(0, {0, heard.height, 0});
  EnginePose pose;
  pose.position = {0, heard.height, 0}, pose.velocity = heard.velocity, pose.spin = heard.spin;
  engine.game().set_pose(object, pose);
  engine.strike(object, {0.03, heard.height, 0.01}, 1);
  return engine.render(60);
}

EngineVector mirrored(EngineVector ear, double floor) {
  ear[1] = 2 * floor - ear[1];
  return ear;
}

double rms_of(const std::vector<float>& x) {
  double sum = 0;
  for (const float v : x) sum += double(v) * double(v);
  return std::sqrt(sum / double(x.size()));
}

Heard loud() {
  Heard heard;
  heard.limits.full_scale = 1e4;  // nothing is bent
  heard.limits.inaudible = 1e-12;
  return heard;
}

TEST(EngineFloor, AddsWhatMirroredEarsHear) {
  for (const bool moves : {false, true})
    for (const int ears : {1, 2}) {
      Heard free = loud();
      free.limits.ears = ears;
      if (moves) free.velocity = {0.5, 0.4, 0.1}, free.spin = {1, 5, 2};
      Heard below = free, floor = free;
      below.left = mirrored(free.left, 0.1), below.right = mirrored(free.right, 0.1);
      floor.limits.floor_height = 0.1, floor.limits.floor_reflection = 0.7;
      const auto a = sound_of(free), b = sound_of(below), c = sound_of(floor);
      for (int ear = 0; ear < ears; ++ear) {
        double missed = 0, all = 0, without = 0;
        for (std::size_t n = 0; n < a[ear].size(); ++n) {
          const double wanted = double(a[ear][n]) + 0.7 * double(b[ear][n]);
          missed += std::pow(double(c[ear][n]) - wanted, 2), all += wanted * wanted;
          without += std::pow(double(c[ear][n]) - double(a[ear][n]), 2);
        }
        EXPECT_LT(std::sqrt(missed / all), 1e-5) << moves << ears;
        EXPECT_GT(std::sqrt(without / all), 0.1);
      }
    }
}

// Closed form of a monopole 5 mm above a rigid floor (tests/data/impact/rigid_floor.csv).
TEST(EngineFloor, DoublesAMonopoleThatLiesOnIt) {
  double wanted = 0;
  for (const CsvRow& row : csv_rows("impact/rigid_floor.csv"))
    if (std::abs(row["h"] - 0.005) < 1e-9 && std::abs(row["f"] - 1000) < 1)
      wanted = row["monopole"];
  ASSERT_NEAR(wanted, 6, 0.1);
  Heard free = loud();
  free.height = 0.005, free.limits.ears = 1, free.left = {0, 1.2, 1};
  Heard floor = free;
  floor.limits.floor_reflection = 1;
  const auto a = sound_of(free, 1, 1000), b = sound_of(floor, 1, 1000);
  EXPECT_NEAR(20 * std::log10(rms_of(b[0]) / rms_of(a[0])), wanted, 0.1);
}

TEST(EngineFloor, HasNoImageOfWhatIsBelowIt) {
  Heard free = loud();
  Heard floor = free;
  floor.limits.floor_height = 0.5, floor.limits.floor_reflection = 1;
  EXPECT_EQ(sound_of(free), sound_of(floor));
}

}  // namespace
}  // namespace peal
