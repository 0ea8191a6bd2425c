// Rods that have sunk to rest: a bar held at one end, a wire that hangs between two nails.
#include "physics/rods/rod_equilibrium.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/constants.h"
#include "rod_cases.h"

namespace peal {
namespace {

TEST(RodEquilibrium, ABarBendsUnderItsOwnWeight) {
  const test::BarCase& bar = test::kBarCases[1];
  const int points = 40;
  ElasticRod rod = test::aluminium_bar(bar, points, 0.5);  // the wall is at x = 0
  RodStepSettings settings;
  settings.gravity = {0, 0, -9.81};
  RodStepper stepper(rod, settings);
  stepper.clamp(0);
  const EquilibriumReport report = settle(rod, stepper, 1e-6);
  ASSERT_TRUE(report.found) << report.unbalanced;
  // w l^4 / 8 E I
  const double sag = 2700 * bar.section.area * 9.81 * std::pow(bar.length, 4) /
                     (8 * bar.young * bar.section.moment2);
  EXPECT_NEAR(-rod.point(points - 1).z / sag, 1, 2e-3);
  EXPECT_EQ(rod.energy().kinetic, 0);
}

// Length S between nails D apart: S = 2 a sinh(D / 2 a), deep a (cosh(D / 2 a) - 1). It begins as a
// bow upwards and has to turn over.
TEST(RodEquilibrium, AWireHangsAsACatenary) {
  RodDesign design;
  const int points = 61;
  const double span = 1;
  double length = 0;
  for (int i = 0; i < points; ++i) {
    const double x = double(i) / (points - 1);
    design.points.push_back({x * span, 0.25 * std::sin(kPi * x), 1e-4 * std::sin(kPi * x)});
    if (i > 0) length += norm(design.points[i] - design.points[i - 1]);
  }
  design.sections = {circle_section(2e-4)};
  design.material = {1e9, 4e8, 8000};
  ElasticRod rod(design);
  for (int i = 1; i < points - 1; ++i) rod.set_rest(i, 0, 0, 0);
  RodStepSettings settings;
  settings.gravity = {0, -9.81, 0};
  settings.most_iterations = 30;
  RodStepper stepper(rod, settings);
  stepper.pin(0), stepper.pin(points - 1);
  const EquilibriumReport report = settle(rod, stepper, 1e-5);
  ASSERT_TRUE(report.found) << report.steps << " " << report.unbalanced;
  double low = 0.1, high = 10;
  for (int k = 0; k < 60; ++k) {
    const double a = (low + high) / 2;
    (2 * a * std::sinh(span / (2 * a)) > length ? low : high) = a;
  }
  const double deep = low * (std::cosh(span / (2 * low)) - 1);
  EXPECT_NEAR(-rod.point(points / 2).y / deep, 1, 5e-3);
}

}  // namespace
}  // namespace peal
