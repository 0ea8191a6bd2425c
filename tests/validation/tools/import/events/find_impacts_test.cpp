// Own simulations, thinned to frames, rounded to micrometres and imported again: which audible
// impacts (closing faster than 0.2 m/s) are found again (same pair, within half a frame), how far
// off their instants and impulses are, and how many are invented. "x 0.6": the importer is told
// restitution and friction 40 % too small, as when another engine made the poses. "shapes": without
// the solver.
#include "tools/import/events/find_impacts.h"

#include <gtest/gtest.h>

#include "validation/tools/import/compare_impacts.h"

namespace peal {
namespace {

struct Limits {
  double rate, recall;                 // [Hz], least
  double time, impulse;                // [s], relative: largest at the 90 % quantile
  double median_time, median_impulse;  // and at the median
  int invented;
};

void expect(const Comparison& c, const Limits& limits) {
  EXPECT_GE(c.recall(), limits.recall);
  EXPECT_LE(Comparison::quantile(c.time_errors, 0.9), limits.time);
  EXPECT_LE(Comparison::quantile(c.impulse_errors, 0.9), limits.impulse);
  EXPECT_LE(Comparison::quantile(c.time_errors, 0.5), limits.median_time);
  EXPECT_LE(Comparison::quantile(c.impulse_errors, 0.5), limits.median_impulse);
  EXPECT_LE(c.invented, limits.invented);
}

void run(std::size_t scene, double material_factor, const std::vector<Limits>& all) {
  const TakeScene s = take_scenes().at(scene);
  print_table_header();
  for (const Limits& limits : all)
    expect(compare(s.name + (material_factor == 1 ? "" : " x 0.6"), s.setup, s.duration,
                   limits.rate, 6, {}, material_factor),
           limits);
}

TEST(FindImpacts, BallsAndBars) {
  run(0, 1,
      {{24, 0.9, 12e-3, 1, 0.3e-3, 0.4, 20},
       {60, 0.95, 0.3e-3, 0.4, 5e-6, 0.01, 3},
       {240, 0.97, 0.05e-3, 0.03, 5e-6, 0.005, 3}});
}

TEST(FindImpacts, BallsAndBarsWithWrongMaterials) {
  run(0, 0.6, {{60, 0.94, 0.3e-3, 0.4, 5e-6, 0.01, 3}, {240, 0.97, 0.05e-3, 0.05, 5e-6, 0.005, 3}});
}

TEST(FindImpacts, TenDice) {
  run(1, 1,
      {{24, 0.9, 12e-3, 1.5, 0.5e-3, 0.5, 25},
       {60, 0.97, 0.3e-3, 0.1, 5e-6, 0.005, 3},
       {240, 0.97, 0.05e-3, 0.05, 5e-6, 0.005, 5}});
}

TEST(FindImpacts, TenDiceWithWrongMaterials) {
  run(1, 0.6, {{60, 0.96, 0.5e-3, 0.2, 5e-6, 0.01, 8}, {240, 0.97, 0.05e-3, 0.05, 5e-6, 0.01, 5}});
}

TEST(FindImpactsSlow, TenCoins) {
  run(2, 1,
      {{24, 0.7, 15e-3, 4, 1e-3, 0.3, 30},
       {60, 0.93, 4e-3, 1.5, 10e-6, 0.01, 20},
       {240, 0.95, 1e-3, 0.9, 5e-6, 0.005, 6}});
}

TEST(FindImpactsSlow, TenCoinsWithWrongMaterials) {
  run(2, 0.6, {{60, 0.9, 4e-3, 1.5, 0.1e-3, 0.1, 20}, {240, 0.95, 1e-3, 2, 10e-6, 0.01, 8}});
}

// Shapes alone, no solver: what is left for programs with contact rules unlike any we know.
TEST(FindImpacts, ShapesAloneFindMostAt240Hertz) {
  print_table_header();
  FindSettings alone;
  alone.use_solver = false;
  for (const TakeScene& s : take_scenes()) {
    if (s.name == "ten coins") continue;
    const Comparison c = compare(s.name + " shapes", s.setup, s.duration, 240, 6, alone);
    EXPECT_GE(c.recall(), 0.7);
  }
}

}  // namespace
}  // namespace peal
