// Rods with rotary inertia and shear against Timoshenko's beam, whose frequencies are in the table
// and whose dispersion is Omega = k^4 - (r^2 + s) k^2 Omega + r^2 s Omega^2,
// Omega = w^2 rho A / E I, r^2 = I / A, s = r^2 E / (kappa G).
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>

#include "base/constants.h"
#include "rod_cases.h"
#include "support/csv_rows.h"

namespace peal {
namespace {

RodDesign bar_design(const test::BarCase& bar, int points, double before = 0) {
  RodDesign design;
  const double h = bar.length / (points - 1 - before);
  for (int i = 0; i < points; ++i) design.points.push_back({(i - before) * h, 0, 0});
  design.d1 = {{0, 1, 0}};
  design.sections = {bar.section};
  design.material = {bar.young, bar.young / 2.66, 2700};
  design.thick = true;
  return design;
}

/// [Hz] of bending along axis 0 (d1) or 1 (d2): small motion in one plane, rising.
std::vector<double> frequencies(const ElasticRod& rod, int axis, int held) {
  const RodLinear linear = rod.linearise();
  const std::vector<double> k = linear.dense();
  const int n = 4 * rod.points(), size = rod.points() - held;
  Eigen::MatrixXd stiffness(size, size), mass(size, size);
  for (int r = 0; r < size; ++r)
    for (int c = 0; c < size; ++c) {
      const int row = 4 * (r + held) + 1 + axis, column = 4 * (c + held) + 1 + axis;
      stiffness(r, c) = k[row * n + column];
      mass(r, c) = linear.thick[row * n + column] + (r == c ? linear.mass[row] : 0);
    }
  const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> solved(stiffness, mass,
                                                                         Eigen::EigenvaluesOnly);
  std::vector<double> out;
  for (const double value : solved.eigenvalues())
    if (value > 4 * kPi * kPi) out.push_back(std::sqrt(value) / (2 * kPi));
  return out;
}

// What is left is of second order: less than a sixth of what thickness does, and half a percent of
// waves that points slow down.
TEST(RodThick, BarsAreTimoshenkos) {
  const auto rows = csv_rows("rods/rod_modes.csv");
  int compared = 0;
  for (const test::BarCase& bar : test::kBarCases)
    for (const bool clamped : {false, true})
      for (int axis = 0; axis < 2; ++axis) {
        // The wall is in the middle of the first edge.
        const ElasticRod rod(bar_design(bar, 100, clamped ? 0.5 : 0));
        const auto found = frequencies(rod, axis, clamped ? 2 : 0);
        for (const CsvRow& row : rows) {
          if (row.text("case") != bar.name ||
              row.text("bc") != (clamped ? "cantilever" : "free-free") ||
              row.text("axis") != (axis == 0 ? "d1" : "d2"))
            continue;
          const std::size_t mode = static_cast<std::size_t>(row["mode"]) - 1;
          const double timoshenko = row["f_Timoshenko"], thin = row["f_EB"];
          EXPECT_NEAR(found[mode] / timoshenko, 1, 0.005 + (thin / timoshenko - 1) / 6)
              << bar.name << " " << row.text("bc") << " " << row.text("axis") << " " << mode + 1;
          ++compared;
          if (axis == 0 && mode < 3)
            fmt::print("{} {} {}: thin {:.1f}, Timoshenko {:.1f}, found {:.1f} Hz\n", bar.name,
                       row.text("bc"), mode + 1, thin, timoshenko, found[mode]);
        }
      }
  EXPECT_GE(compared, 36);
  // The first of the thick axis, 2.5 % sharp without thickness.
  EXPECT_NEAR(frequencies(ElasticRod(bar_design(test::kBarCases[1], 100)), 0, 0)[0] / 1385.3, 1,
              2e-3);
}

// Struck off its middle on both axes, it tumbles and rings: energy is kept. The inertia turns with
// the sections, which the equations of motion take no notice of: of momentum a part is lost or made
// that goes with the square of how fast it moves.
TEST(RodThick, EnergyIsKeptAndMomentumToFirstOrder) {
  for (const bool closed : {false, true}) {
    RodDesign design = bar_design(test::kBarCases[1], 30);
    design.closed = closed;
    if (closed)
      for (int i = 0; i < 30; ++i)
        design.points[i] = 0.05 * Vec3{std::cos(kPi * i / 15), 0, std::sin(kPi * i / 15)};
    for (const double speed : {1., 0.01}) {
      ElasticRod rod(design);
      rod.set_velocity(7, speed * Vec3{0, 1, 0.5});
      RodStepper stepper(rod, {});
      const Vec3 momentum = rod.momentum();
      const double energy = rod.energy().total();
      EXPECT_GT(norm(momentum), 0.01 * speed);
      double most = 0;
      int iterations = 0;
      for (int n = 0; n < 2000; ++n) {
        const RodStepReport report = stepper.step();
        ASSERT_TRUE(report.good);
        iterations += report.iterations;
        most = std::max(most, std::abs(rod.energy().total() / energy - 1));
      }
      const double lost = norm(rod.momentum() - momentum) / norm(momentum);
      fmt::print("energy within {:.2g}, momentum {:.2g}, {:.2f} iterations in a step\n", most, lost,
                 iterations / 2000.0);
      EXPECT_LT(lost, 5e-3 * speed);
      EXPECT_LT(most, 1e-3 * speed);
      EXPECT_LT(iterations, 2000 * 4);  // the matrix is that of the forces
    }
  }
}

// Without forces but its weight it falls as a stone, and its sections do not stir.
TEST(RodThick, FallsAsAStone) {
  ElasticRod rod(bar_design(test::kBarCases[1], 12));
  RodStepSettings settings;
  settings.gravity = {0, -9.81, 0};
  RodStepper stepper(rod, settings);
  for (int n = 0; n < 882; ++n) ASSERT_TRUE(stepper.step().good);
  for (int i = 0; i < rod.points(); ++i) EXPECT_NEAR(rod.velocity(i).y, -0.0981, 1e-9);
  EXPECT_LT(rod.energy().elastic(), 1e-15);
}

}  // namespace
}  // namespace peal
