// What a transfer will cost is known and bounded before it is computed: thin walls get coarser
// cells than quality fine asks for rather than no modes, and it is said.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "physics/wave/transfer/modal_transfer.h"
#include "physics/wave/transfer/transfer_hollow.h"
#include "support/closed_meshes.h"
#include "support/error_of.h"
#include "validation/physics/wave/bem/revolved.h"
#include "validation/physics/wave/bem/slender_bodies.h"

namespace peal {
namespace {

TransferRequest fine() {
  TransferRequest request;
  request.quality = TransferQuality::fine;
  request.most_seconds = 600;
  return request;
}

/// A bending bar: frequencies as squares.
std::vector<double> bar_omegas(int count, double lowest, double highest) {
  std::vector<double> out;
  for (int i = 0; i < count; ++i) {
    const double x = i / (count - 1.0);
    out.push_back(2 * kPi * (lowest + (highest - lowest) * x * x));
  }
  return out;
}

std::size_t planned(const TransferPlan& plan) {
  std::size_t count = 0;
  for (const TransferBand& band : plan.bands)
    for (const auto& chord : band.chords) count += chord.size();
  return count;
}

TEST(TransferPlan, AThinBarInQualityFineKeepsItsModes) {
  const TriangleMesh bar = test::box({0.1, 0.0002, 0.02}, {50, 1, 10});
  const std::vector<double> omegas = bar_omegas(86, 104, 19980);
  const TransferPlan plan = plan_transfer(bar, omegas, fine());
  EXPECT_EQ(planned(plan), 86u) << "cells of half a wall leave time for one";
  EXPECT_LE(plan.seconds, 600);
  EXPECT_EQ(plan.warning.find("walls of 0.2 mm get cells of "), 0u) << plan.warning;
  EXPECT_NE(plan.warning.find("would take too long"), std::string::npos) << plan.warning;
  for (const TransferBand& band : plan.bands) EXPECT_LE(band.thickened, 0.00301 * plan.bound);
  // Few modes, all within the time: walls of two cells.
  const TriangleMesh thicker = test::box({0.1, 0.004, 0.02}, {50, 1, 10});
  const TransferPlan usual = plan_transfer(thicker, omegas, fine());
  EXPECT_EQ(planned(usual), 86u);
  EXPECT_EQ(usual.warning, "");
  EXPECT_LE(usual.bands.back().cell, 0.00201);
}

// Prongs of 5 mm had 1.5 cells in quality normal, and their sound was 5 dB off; with two it
// was 1.6.
TEST(TransferPlan, SlenderBodiesGetMoreCellsWhileAllModesFit) {
  const std::vector<double> omegas = bar_omegas(20, 500, 15000);
  const TransferPlan fork = plan_transfer(test::tuning_fork(0.0025), omegas, {});
  EXPECT_EQ(planned(fork), 20u);
  EXPECT_LE(fork.bands.back().cell, 0.00126);
  EXPECT_LE(fork.seconds, 0.95 * 120);
  const TransferPlan ring = plan_transfer(test::square_ring(0.04, 0.004, 96, 2), omegas, {});
  EXPECT_LE(ring.bands.back().cell, 0.0021);
  EXPECT_EQ(ring.warning, "");
  // A bowl fills a large box: two cells through its walls would take long.
  const TransferPlan bowl =
      plan_transfer(test::open_shell(0.08, 0.001, 0.5 * kPi, 0.008), omegas, {});
  EXPECT_EQ(planned(bowl), 20u);
  EXPECT_GT(bowl.bands.back().cell, 0.001);
}

// Every band has a second run on coarser cells, all of whose modes are modes of the band.
TEST(TransferPlan, EveryBandHasItsCheck) {
  const std::vector<double> omegas = bar_omegas(60, 300, 15000);
  const TransferPlan plan = plan_transfer(test::thin_disc(0.08, 0.004, 0.012), omegas, {});
  ASSERT_EQ(plan.checks.size(), plan.bands.size());
  double bands = 0, checks = 0;
  for (std::size_t i = 0; i < plan.bands.size(); ++i) {
    EXPECT_NEAR(plan.checks[i].cell / plan.bands[i].cell, 1.5, 1e-9);
    EXPECT_FALSE(plan.checks[i].chords.empty());
    for (const auto& chord : plan.checks[i].chords)
      EXPECT_EQ(std::count(plan.bands[i].chords.begin(), plan.bands[i].chords.end(), chord), 1);
    bands += plan.bands[i].cell_steps, checks += plan.checks[i].cell_steps;
  }
  EXPECT_LT(checks, 0.45 * bands);
}

TEST(TransferPlan, TheTimeIsKeptWhateverIsAsked) {
  const TriangleMesh bar = test::box({0.1, 0.0002, 0.02}, {50, 1, 10});
  const std::vector<double> omegas = bar_omegas(86, 104, 19980);
  std::size_t before = 87;
  for (const double most : {600.0, 60.0, 10.0, 1.0, 1e-9}) {
    TransferRequest request = fine();
    request.most_seconds = most;
    const TransferPlan plan = plan_transfer(bar, omegas, request);
    EXPECT_LE(plan.seconds, most);
    EXPECT_LE(planned(plan), before);
    before = planned(plan);
  }
  EXPECT_EQ(before, 0u);
  TransferRequest none;
  none.most_seconds = 1e-9;
  EXPECT_NE(plan_transfer(bar, omegas, none).warning.find("even its lowest mode"),
            std::string::npos);
}

TEST(TransferPlan, WallsNoGridCanHoldAreSaidInTheBodysOwnSize) {
  const TriangleMesh shell = test::open_shell(0.08, 0.0002, 0.5 * kPi, 0.012);
  const std::vector<double> omegas{2 * kPi * 500};
  TransferRequest request;
  EXPECT_EQ(error_of([&] { plan_transfer(shell, omegas, request); }).find("walls of 0.199 mm"), 0u);
  request.shown_scale = 10;
  const std::string text = error_of([&] { plan_transfer(shell, omegas, request); });
  EXPECT_EQ(text.find("walls of 1.99 mm"), 0u) << text;
  EXPECT_NE(text.find("are the finest for a body of this size"), std::string::npos) << text;
}

TEST(EnclosedPart, IsThatOfTheForm) {
  const auto part = [](const TriangleMesh& mesh) {
    return enclosed_part(mesh, TriangleTree(mesh));
  };
  EXPECT_EQ(part(test::icosphere(0.1, 3)), 0);
  EXPECT_EQ(part(test::box({0.1, 0.001, 0.05}, {10, 1, 10})), 0);
  // Inside a part of a sphere every place sees the opening alike: 1 - opening's share of the
  // sphere's area, (1 - cos) / 2.
  EXPECT_NEAR(part(test::open_shell(0.1, 0.004, 0.5 * kPi, 0.01)), 0.5, 0.06);
  EXPECT_NEAR(part(test::open_shell(0.1, 0.004, 0.75 * kPi, 0.01)), 0.854, 0.05);
}

}  // namespace
}  // namespace peal
