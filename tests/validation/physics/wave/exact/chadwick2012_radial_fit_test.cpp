// The published radial fit (chadwick2012) on exact data of the accelerated sphere: tables of
// tests/data/wave/pan_*.csv, made by an independent program with the same settings.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "base/error.h"
#include "base/rng.h"
#include "base/vec.h"
#include "physics/wave/exact/click_sphere.h"
#include "physics/wave/pulses/radial_fit_2012.h"
#include "support/csv_rows.h"

namespace peal {
namespace {

constexpr double kRadius = 0.0075, kPulse = 7.3264e-6;  // the paper's ball bearing
const Air kAir;

struct FitCase {
  int terms = 2, radii = 5;
  double step = 0.5 * kPulse;
  double cut = 1e-2;
  double noise = 0;
};

RadialFitSettings settings_of(const FitCase& c) {
  RadialFitSettings s;
  s.radii = c.radii == 1 ? std::vector{2 * kRadius} : radii_2012(2 * kRadius, 4 * kRadius, c.radii);
  s.terms = c.terms;
  s.step = c.step;
  s.begin = -2 * kPulse - kRadius / kAir.speed_of_sound;
  s.end = 2 * kPulse + 18 * kRadius / kAir.speed_of_sound;
  s.cut = c.cut;
  return s;
}

/// Relative L2 error on the axis of the motion, 8R from the centre.
double error_at_8(const FitCase& c) {
  const RadialFit2012 fit(settings_of(c));
  const ClickSphere ball{kRadius, kAir};
  std::vector<double> p;
  double power = 0;
  for (std::size_t i = 0; i < fit.settings().radii.size(); ++i)
    for (std::size_t n = 0; n < fit.sample_count(i); ++n) {
      p.push_back(ball.pulse(fit.settings().radii[i], 1,
                             double(fit.first_sample(i) + long(n)) * c.step, kPulse));
      power += p.back() * p.back();
    }
  const double rms = std::sqrt(power / double(p.size()));
  KeyedRng random(7, 1, 1);
  for (double& value : p) value += c.noise * rms * random.normal();
  const auto q = fit.solve(p);
  double difference = 0, all = 0;
  const double r = 8 * kRadius, delay = r / kAir.speed_of_sound;
  for (double t = fit.settings().begin; t < fit.settings().end; t += kPulse / 20) {
    const double exact = ball.pulse(r, 1, t + delay, kPulse);
    difference += std::pow(fit.pressure(std::span<const double>(q), r, t + delay) - exact, 2);
    all += exact * exact;
  }
  return std::sqrt(difference / all);
}

/// Every row of one sweep without noise, within `tolerance` of the other program's error.
void expect_sweep(const std::string& sweep, double coarsest, double tolerance, int least_rows) {
  int rows = 0;
  for (const CsvRow& r : csv_rows("wave/pan_radial_error.csv")) {
    // Below h/4 the decomposition takes seconds.
    if (r.text("sweep") != sweep || r["dt_over_h"] < 0.2 || r["dt_over_h"] > coarsest) continue;
    if (r["white_noise_rel_rms"] > 0 || r["tsvd_rel_tol"] < 1e-7) continue;
    const double expected = r["relL2_at_8R"];
    const double error = error_at_8({int(r["N"]), int(r["M"]), r["dt_s"], r["tsvd_rel_tol"], 0});
    EXPECT_NEAR(error / expected, 1, tolerance)
        << "N " << r["N"] << " M " << r["M"] << " dt/h " << r["dt_over_h"];
    ++rows;
  }
  EXPECT_GE(rows, least_rows);
}

TEST(Chadwick2012RadialFit, ErrorOverStepIsThatOfTheTable) {
  expect_sweep("dt sweep", 1.0, 0.005, 4);
  expect_sweep("fs sweep", 1.5, 0.005, 3);
}

TEST(Chadwick2012RadialFit, ErrorOverTermsAndRadiiIsThatOfTheTable) {
  expect_sweep("N,M sweep", 1.0, 0.005, 15);
}

TEST(Chadwick2012RadialFit, ErrorOverTheCutIsThatOfTheTable) {
  expect_sweep("tol sweep", 1.0, 0.005, 4);
}

TEST(Chadwick2012RadialFit, KeepsTheBoundsOfTheMethod) {
  EXPECT_LT(error_at_8({2, 5, 0.5 * kPulse}), 0.008);
  EXPECT_LT(error_at_8({2, 5, 0.25 * kPulse}), 0.0006);
}

TEST(Chadwick2012RadialFit, OnePercentOfNoiseStaysSmallWithFiveRadii) {
  const double five = error_at_8({2, 5, 0.5 * kPulse, 1e-2, 0.01});
  const double two = error_at_8({2, 2, 0.5 * kPulse, 1e-2, 0.01});
  EXPECT_NEAR(five, 0.0144, 0.0025);
  EXPECT_NEAR(two, 0.0256, 0.004);
}

// A ball off the centre of the fit stands for any other shape: Rb = (1 + s) a, radii 2 Rb .. 4 Rb.
TEST(Chadwick2012RadialFit, OffCentreBallErrsAboutAsTheTableSays) {
  const double c = kAir.speed_of_sound;
  const ClickSphere ball{kRadius, kAir};
  for (const CsvRow& row : csv_rows("wave/pan_offcentre_error.csv")) {
    if (row["N"] != 2 || row["offset_over_a"] == 0) continue;
    const Vec3 centre{0, 0, row["offset_over_a"] * kRadius}, axis = normalized(Vec3{1, 0, 1});
    const double bound = norm(centre) + kRadius;
    RadialFitSettings s = settings_of({});
    s.radii = radii_2012(2 * bound, 4 * bound);
    s.begin = -2 * kPulse - 2 * bound / c;
    s.end = 2 * kPulse + (18 * kRadius + bound) / c;
    const RadialFit2012 fit(s);
    const auto exact = [&](const Vec3& point, double t) {
      const Vec3 d = point - centre;
      return ball.pulse(norm(d), dot(d, axis) / norm(d), t, kPulse);
    };
    double difference = 0, power = 0;
    for (int i = 0; i < 24; ++i) {
      const double z = (i + 0.5) / 12 - 1, phi = 2.4 * i, e = std::sqrt(1 - z * z);
      const Vec3 direction{e * std::cos(phi), e * std::sin(phi), z};
      std::vector<double> p;
      for (std::size_t k = 0; k < s.radii.size(); ++k)
        for (std::size_t n = 0; n < fit.sample_count(k); ++n)
          p.push_back(
              exact(s.radii[k] * direction, double(fit.first_sample(k) + long(n)) * s.step));
      const auto q = fit.solve(p);
      for (double t = s.begin; t < s.end; t += kPulse / 5) {
        const double r = 8 * bound, now = t + r / c, wanted = exact(r * direction, now);
        difference += std::pow(fit.pressure(std::span<const double>(q), r, now) - wanted, 2);
        power += wanted * wanted;
      }
    }
    // The table has its own directions.
    EXPECT_NEAR(std::sqrt(difference / power) / row["relL2_at_8Rb"], 1, 0.2)
        << row["offset_over_a"];
  }
}

TEST(Chadwick2012RadialFit, RefusesSettingsThatMakeNoSense) {
  RadialFitSettings s = settings_of({});
  s.terms = 6;
  EXPECT_THROW(RadialFit2012{s}, Error);
  s = settings_of({});
  s.step = 0;
  EXPECT_THROW(RadialFit2012{s}, Error);
  s.step = 1e-12;
  EXPECT_THROW(RadialFit2012{s}, Error);
  s = settings_of({});
  s.end = 1;  // a second: too large a system
  EXPECT_THROW(RadialFit2012{s}, Error);
  s = settings_of({});
  s.radii[1] = s.radii[0];
  EXPECT_THROW(RadialFit2012{s}, Error);
  EXPECT_THROW(radii_2012(0, 1), Error);
  const RadialFit2012 fit(settings_of({}));
  EXPECT_THROW(fit.solve(std::vector<double>(fit.rows() + 1)), Error);
}

}  // namespace
}  // namespace peal
