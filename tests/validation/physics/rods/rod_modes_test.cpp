// Frequencies and decays of rods against a table of discrete rods, beam theory and what trapezoids
// make of both.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <complex>

#include "base/constants.h"
#include "rod_cases.h"
#include "support/csv_rows.h"

namespace peal {
namespace {

using test::aluminium_bar;
using test::BarCase;

struct Modes {
  Eigen::VectorXd omega;   // [rad/s], rising
  Eigen::MatrixXd shapes;  // columns, mass-normalised
};

/// Of all unknowns but those that are held.
Modes modes_of(const ElasticRod& rod, const std::vector<int>& held) {
  const RodLinear linear = rod.linearise();
  const int n = 4 * rod.points();
  const std::vector<double> k = linear.dense();
  std::vector<int> kept;
  for (int i = 0; i < n - (rod.closed() ? 0 : 1); ++i)
    if (std::find(held.begin(), held.end(), i) == held.end()) kept.push_back(i);
  const int size = static_cast<int>(kept.size());
  Eigen::MatrixXd a(size, size);
  for (int r = 0; r < size; ++r)
    for (int c = 0; c < size; ++c)
      a(r, c) = k[kept[r] * n + kept[c]] / std::sqrt(linear.mass[kept[r]] * linear.mass[kept[c]]);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solved(a);
  Modes out{solved.eigenvalues().cwiseMax(0).cwiseSqrt(), Eigen::MatrixXd::Zero(n, size)};
  for (int r = 0; r < size; ++r)
    out.shapes.row(kept[r]) = solved.eigenvectors().row(r) / std::sqrt(linear.mass[kept[r]]);
  return out;
}

/// Frequencies [Hz] of bending along one axis (0: d1 = y, 1: d2 = z), without rigid motion.
std::vector<double> bending(const Modes& modes, int axis, double least) {
  std::vector<double> out;
  for (int k = 0; k < modes.omega.size(); ++k) {
    double along[4] = {};
    for (int i = 0; i < modes.shapes.rows(); ++i)
      along[i % 4] += modes.shapes(i, k) * modes.shapes(i, k);
    // twists are far larger numbers: compare with the displacements alone, weighed by inertia below
    const double sum = along[0] + along[1] + along[2];
    if (along[1 + axis] > 0.5 * sum && sum > 0.1 && modes.omega(k) > 2 * kPi * least)
      out.push_back(modes.omega(k) / (2 * kPi));
  }
  return out;
}

TEST(RodModes, AreThoseOfTheTable) {
  const auto rows = csv_rows("rods/rod_modes.csv");
  int compared = 0;
  for (const int points : {30, 50, 100})
    for (const BarCase& bar : test::kBarCases)
      for (const bool cantilever : {false, true}) {
        const ElasticRod rod = aluminium_bar(bar, points);
        // The table holds x_0 at the wall, not the middle of the edge.
        const Modes modes =
            modes_of(rod, cantilever ? std::vector{0, 1, 2, 3, 4, 5, 6} : std::vector<int>{});
        for (int axis = 0; axis < 2; ++axis) {
          const auto found = bending(modes, axis, 1);
          for (const CsvRow& row : rows) {
            if (row.text("case") != bar.name ||
                row.text("bc") != (cantilever ? "cantilever" : "free-free") ||
                row.text("axis") != (axis == 0 ? "d1" : "d2"))
              continue;
            const std::size_t mode = static_cast<std::size_t>(row["mode"]) - 1;
            ASSERT_LT(mode, found.size());
            const double expected = row["f_DER_n" + std::to_string(points)];
            EXPECT_NEAR(found[mode] / expected, 1, 1e-5)
                << bar.name << " " << points << " " << row.text("bc") << " " << axis << " " << mode;
            ++compared;
          }
        }
      }
  EXPECT_GE(compared, 3 * 36);
}

// With the wall in the middle of the first edge: errors of the sheet, not the 3.5 % of a wall at
// the first point. Euler and Bernoulli: (beta l)^2 sqrt(E I / rho A) / (2 pi l^2).
TEST(RodModes, CantileversHaveTheirWallInTheMiddleOfAnEdge) {
  const BarCase& bar = test::kBarCases[0];
  const int points = 30;
  const ElasticRod rod = aluminium_bar(bar, points, 0.5);  // from -h/2 to the free end
  const auto found = bending(modes_of(rod, {0, 1, 2, 3, 4, 5, 6}), 0, 1);
  const double root[] = {1.8751040687, 4.6940911330, 7.8547574382};
  const double error[] = {-0.02e-2, -0.23e-2, -0.63e-2};
  const RodSection& s = rod.section(0);
  for (int k = 0; k < 3; ++k) {
    const double exact = std::pow(root[k] / bar.length, 2) *
                         std::sqrt(bar.young * s.moment1 / (2700 * s.area)) / (2 * kPi);
    EXPECT_NEAR(found[k] / exact - 1, error[k], 0.01e-2) << k;
  }
}

TEST(RodModes, ConvergeToBeamTheoryBySquares) {
  const BarCase& bar = test::kBarCases[0];
  const double exact = 155.68;  // Euler-Bernoulli, free-free
  const auto first = [&](int points) {
    return bending(modes_of(aluminium_bar(bar, points), {}), 0, 1)[0];
  };
  const double coarse = exact - first(26), fine = exact - first(51);
  EXPECT_NEAR(coarse / fine, 4, 0.15);
}

// Torsion of a free bar: n/2 sqrt(G J / rho Ip) / l, by lumped points 2 sin / ... ; longitudinal
// likewise with E.
TEST(RodModes, TorsionAndStretchingAreChainsOfMasses) {
  const BarCase& bar = test::kBarCases[1];
  const int points = 30;
  const ElasticRod rod = aluminium_bar(bar, points);
  const Modes modes = modes_of(rod, {});
  const RodSection& s = rod.section(0);
  const double h = bar.length / (points - 1), shear = bar.young / 2.66;
  const auto has = [&](double omega) {
    double nearest = 1e300;
    for (int k = 0; k < modes.omega.size(); ++k)
      nearest = std::min(nearest, std::fabs(modes.omega(k) / omega - 1));
    return nearest;
  };
  for (int n = 1; n <= 3; ++n) {
    // masses on 29 edges, springs between: free chain of 29
    const double twist = 2 / h * std::sqrt(shear * s.torsion / (2700 * s.polar)) *
                         std::sin(n * kPi / (2 * (points - 1)));
    EXPECT_LT(has(twist), 1e-9) << n;
    // 30 points, half a mass at the ends
    const double stretch =
        2 / h * std::sqrt(bar.young / 2700) * std::sin(n * kPi / (2 * (points - 1)));
    EXPECT_LT(has(stretch), 1e-9) << n;
  }
}

// Stepped in time, a mode swings at tan(w' h / 2) = w h / 2 and decays as the bilinear transform of
// its pole s^2 + (alpha + beta w^2) s + w^2 = 0 says.
TEST(RodModes, SwingAndDecayAsTrapezoidsSay) {
  const BarCase& bar = test::kBarCases[1];
  ElasticRod rod = aluminium_bar(bar, 30);
  const Modes modes = modes_of(rod, {});
  const double drag = 3, viscous = 2e-9;
  for (const double rate : {44100., 88200.}) {
    for (const double hz : {706.381, 1412.76, 18214.7}) {
      int mode = 0;
      for (int k = 0; k < modes.omega.size(); ++k)
        if (std::fabs(modes.omega(k) - 2 * kPi * hz) < std::fabs(modes.omega(mode) - 2 * kPi * hz))
          mode = k;
      ElasticRod swinging = rod;
      const double amplitude = 1e-9;  // [m kg^1/2]: linear
      const double w = modes.omega(mode);
      for (int i = 0; i < rod.points(); ++i)
        swinging.set_velocity(i, amplitude * w *
                                     Vec3{modes.shapes(4 * i, mode), modes.shapes(4 * i + 1, mode),
                                          modes.shapes(4 * i + 2, mode)});
      RodStepSettings settings;
      settings.step = 1 / rate;
      settings.drag = drag;
      settings.viscous = viscous;
      RodStepper stepper(swinging, settings);
      const double h = settings.step, c = drag + viscous * w * w;
      const std::complex<double> s(-c / 2, std::sqrt(w * w - c * c / 4));
      const std::complex<double> z = (1.0 + s * h / 2.0) / (1.0 - s * h / 2.0);
      // Velocity of the mode, complex: q' = Re(A z^n) with the phase from two samples.
      std::vector<double> rates;
      for (int n = 0; n < 2000; ++n) {
        double v = 0;
        for (int i = 0; i < rod.points(); ++i) {
          const Vec3 at = swinging.velocity(i);
          for (int k = 0; k < 3; ++k) v += rod.mass(i) * modes.shapes(4 * i + k, mode) * at[k];
        }
        rates.push_back(v);
        ASSERT_TRUE(stepper.step().good);
      }
      // Two-term recursion v_n+1 = 2 Re z v_n - |z|^2 v_n-1, fitted over the run.
      double a11 = 0, a12 = 0, a22 = 0, b1 = 0, b2 = 0;
      for (std::size_t n = 1; n + 1 < rates.size(); ++n) {
        a11 += rates[n] * rates[n], a12 += rates[n] * rates[n - 1];
        a22 += rates[n - 1] * rates[n - 1];
        b1 += rates[n] * rates[n + 1], b2 += rates[n - 1] * rates[n + 1];
      }
      const double det = a11 * a22 - a12 * a12;
      const double p = (b1 * a22 - b2 * a12) / det, q = (a11 * b2 - a12 * b1) / det;
      const double got_decay = -0.5 * std::log(-q) * rate;
      const double got_hz = std::acos(p / (2 * std::sqrt(-q))) * rate / (2 * kPi);
      EXPECT_NEAR(got_hz / (std::arg(z) * rate / (2 * kPi)), 1, 1e-5) << rate << " " << hz;
      EXPECT_NEAR(got_decay / (-std::log(std::abs(z)) * rate), 1, 1e-3) << rate << " " << hz;
    }
  }
}

}  // namespace
}  // namespace peal
