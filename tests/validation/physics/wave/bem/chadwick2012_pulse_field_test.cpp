// The published pulse field (chadwick2012) from exact data of the accelerated sphere to the sound
// of a half-sine at 8R: angles, shifted pulses, all together. Tables: tests/data/wave/pan_*.csv.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "base/error.h"
#include "base/rng.h"
#include "physics/wave/exact/click_sphere.h"
#include "physics/wave/multipole/pulse_kernel.h"
#include "physics/wave/pulses/pulse_field_2012.h"
#include "support/csv_rows.h"

namespace peal {
namespace {

constexpr double kPaperRadius = 0.0075, kPaperPulse = 7.3264e-6;  // the paper's ball bearing
const Air kPaperAir;

std::vector<Vec3> random_directions(int count) {
  KeyedRng random(3, 1, 4);
  std::vector<Vec3> out;
  for (int i = 0; i < count; ++i) {
    const double z = random.uniform(-1, 1), phi = random.uniform(0, 2 * kPi);
    const double s = std::sqrt(1 - z * z);
    out.push_back({s * std::cos(phi), s * std::sin(phi), z});
  }
  return out;
}

RadialFit2012 fit_with(double step) {
  RadialFitSettings s;
  s.radii = radii_2012(2 * kPaperRadius, 4 * kPaperRadius);
  s.step = step;
  s.begin = -2 * kPaperPulse - kPaperRadius / kPaperAir.speed_of_sound;
  s.end = 2 * kPaperPulse + 18 * kPaperRadius / kPaperAir.speed_of_sound;
  return RadialFit2012(s);
}

/// The sphere's pressure is a pattern times one series per radius.
PulseField2012 sphere_field(const RadialFit2012& fit, const AngleGrid& grid, const Vec3& axis) {
  std::map<double, std::vector<double>> series;
  const ClickSphere ball{kPaperRadius, kPaperAir};
  return PulseField2012(
      fit, grid, kPaperPulse,
      [&](const Vec3& d, double radius, long first, std::span<double> samples) {
        auto& p = series[radius];
        if (p.empty())
          for (std::size_t n = 0; n < samples.size(); ++n)
            p.push_back(
                ball.pulse(radius, 1, double(first + long(n)) * fit.settings().step, kPaperPulse));
        for (std::size_t n = 0; n < samples.size(); ++n) samples[n] = dot(d, axis) * p[n];
      });
}

TEST(Chadwick2012Angles, BilinearDipoleErrsAsTheTableSays) {
  const auto directions = random_directions(20000);
  int rows = 0;
  for (const CsvRow& r : csv_rows("wave/pan_angular_error.csv")) {
    if (r.text("convention") != "nodes incl. poles") continue;
    ++rows;
    const AngleGrid grid{int(r["n_theta"]), int(r["n_phi"])};
    const char* names[3] = {"relL2_x", "relL2_y", "relL2_z"};
    for (int axis = 0; axis < 3; ++axis) {
      double difference = 0, power = 0;
      for (const Vec3& d : directions) {
        const auto corners = grid.around(d);
        double value = 0;
        for (int i = 0; i < 4; ++i)
          value += corners.weight[i] * grid.direction(corners.index[i])[axis];
        difference += std::pow(value - d[axis], 2);
        power += d[axis] * d[axis];
      }
      EXPECT_NEAR(std::sqrt(difference / power) / r[names[axis]], 1, 0.03) << grid.polar;
    }
  }
  EXPECT_EQ(rows, 4);
}

TEST(Chadwick2012Angles, InterpolationHoldsNodesAndSeams) {
  const AngleGrid grid{5, 10};
  for (std::size_t i = 0; i < grid.size(); ++i) {
    const auto corners = grid.around(grid.direction(i));
    Vec3 sum;
    double weight = 0;
    for (int k = 0; k < 4; ++k) {
      ASSERT_LT(corners.index[k], grid.size());
      sum += corners.weight[k] * grid.direction(corners.index[k]);
      weight += corners.weight[k];
    }
    EXPECT_NEAR(weight, 1, 1e-14);
    EXPECT_LT(norm(sum - grid.direction(i)), 1e-14);
  }
  for (const Vec3& d : {Vec3{-1, -1e-17, 0}, Vec3{1, -1e-17, 0}, Vec3{0, 0, -1}, Vec3{0, 0, 0}})
    for (std::size_t index : grid.around(d).index) EXPECT_LT(index, grid.size());
}

/// Relative L2 error against the exact half-sine of duration tau, over random directions.
double half_sine_error(const PulseField2012& field, const Vec3& axis, double tau, double distance,
                       bool exact_momentum, int directions = 60) {
  const auto c = half_sine_pulses(tau, kPaperPulse, exact_momentum);
  const ClickSphere ball{kPaperRadius, kPaperAir};
  double difference = 0, power = 0;
  for (const Vec3& d : random_directions(directions)) {
    for (double t = -3 * kPaperPulse; t < tau + 15 * kPaperRadius / kPaperAir.speed_of_sound;
         t += kPaperPulse / 3) {
      const double now = t + (distance - kPaperRadius) / kPaperAir.speed_of_sound;
      const double exact = ball.half_sine(distance, dot(d, axis), now, tau);
      difference += std::pow(field.pressure(distance * d, now, c) - exact, 2);
      power += exact * exact;
    }
  }
  return std::sqrt(difference / power);
}

TEST(Chadwick2012PulseField, HalfSineAtEightRadii) {
  const RadialFit2012 fit = fit_with(0.5 * kPaperPulse);
  const Vec3 axis = normalized(Vec3{0.4, 0.7, 0.6});
  const PulseField2012 fine = sphere_field(fit, {40, 80}, axis);
  const PulseField2012 coarse = sphere_field(fit, {5, 10}, axis);
  int rows = 0;
  for (const CsvRow& r : csv_rows("wave/pan_end_to_end_error.csv")) {
    if (r["dt_over_h"] != 0.5) continue;
    ++rows;
    const double tau = r["tau_over_h"] * kPaperPulse, distance = r["eval_R"] * kPaperRadius;
    const bool exact = r.text("coefficients") == "momentum";
    const double a = half_sine_error(fine, axis, tau, distance, exact);
    const double b = half_sine_error(coarse, axis, tau, distance, exact);
    EXPECT_NEAR(a / r["relL2_40x80"], 1, 0.05) << r["tau_over_h"] << exact;
    EXPECT_NEAR(b / r["relL2_5x10"], 1, 0.12) << r["tau_over_h"] << exact;  // axis as well
    if (r["tau_over_h"] == 5 && exact) {
      EXPECT_LT(a, 0.025);
      EXPECT_LT(b, 0.10);
    }
  }
  EXPECT_EQ(rows, 16);
}

TEST(Chadwick2012PulseField, RefusesAStepThatAliases) {
  const RadialFit2012 fit = fit_with(0.6 * kPaperPulse);
  EXPECT_THROW(sphere_field(fit, {5, 10}, {0, 0, 1}), Error);
  EXPECT_THROW(sphere_field(fit_with(0.5 * kPaperPulse), {1, 10}, {0, 0, 1}), Error);
}

TEST(Chadwick2012HalfSine, AccelerationOfShiftedPulsesErrsAsTheTableSays) {
  int rows = 0;
  for (const CsvRow& r : csv_rows("wave/halfsine_pulse_error.csv")) {
    const std::string& kind = r.text("coefficients");
    if ((kind != "sample" && kind != "momentum") || r["n_tau_over_h"] < 2) continue;
    ++rows;
    const double tau = r["n_tau_over_h"];
    const auto c = half_sine_pulses(tau, 1, kind == "momentum");
    double difference = 0, power = 0, impulse = 0;
    for (double t = -3; t < tau + 3; t += 1e-3) {
      double a = 0;
      for (std::size_t k = 0; k < c.size(); ++k) a += c[k] * pulse_kernel(t - double(k), 1);
      const double exact = t > 0 && t < tau ? std::sin(kPi * t / tau) : 0;
      difference += std::pow(a - exact, 2);
      power += exact * exact;
      impulse += a * 1e-3;
    }
    EXPECT_NEAR(std::sqrt(difference / power) / r["relL2_aligned"], 1, 0.01) << kind << tau;
    EXPECT_NEAR(impulse / (2 * tau / kPi), r["impulse_ratio_aligned"], 1e-4) << kind << tau;
  }
  EXPECT_GE(rows, 8);
}

TEST(Chadwick2012HalfSine, ShortImpactsKeepTheirMomentum) {
  for (double tau : {0.01, 0.7, 1.0, 1.1, 2.0, 2.3, 7.9}) {
    double sum = 0;
    for (double c : half_sine_pulses(tau * 3e-6, 3e-6)) sum += c;
    EXPECT_NEAR(sum, 2 * tau / kPi, 1e-12) << tau;
  }
  EXPECT_THROW(half_sine_pulses(0, 1), Error);
  EXPECT_THROW(half_sine_pulses(1, 1e-9), Error);
}

}  // namespace
}  // namespace peal
