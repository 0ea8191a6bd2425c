#include "physics/elastic/materials/damping.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/constants.h"
#include "base/error.h"
#include "physics/elastic/materials/material_library.h"
#include "support/csv_rows.h"

namespace peal {
namespace {

TEST(Damping, ThreeMeasurementsAreFittedExactly) {
  const std::vector<DecayMeasurement> measured{{100, 1.2}, {1000, 2.0}, {8000, 0.35}};
  const RayleighDamping d = fit_damping(measured);
  EXPECT_NEAR(d.alpha, 6.338, 0.001);
  EXPECT_NEAR(d.beta, 1.3114e-8, 1e-12);
  EXPECT_NEAR(d.gamma, 2.0408e6, 1e2);
  for (const auto& [f, t60] : measured)
    EXPECT_NEAR(t60_from_decay(decay_rate(d, 2 * kPi * f)) / t60, 1, 1e-10);
}

// Longer decay at both ends needs a negative alpha: the best non-negative fit has none.
TEST(Damping, FitNeverGoesNegative) {
  const RayleighDamping d =
      fit_damping(std::vector<DecayMeasurement>{{100, 3}, {1000, 0.3}, {8000, 3}});
  EXPECT_GE(d.alpha, 0);
  EXPECT_GE(d.beta, 0);
  EXPECT_GE(d.gamma, 0);
  EXPECT_GT(d.alpha + d.beta + d.gamma, 0);
}

TEST(Damping, OneMeasurementGivesItsDecay) {
  const RayleighDamping d = fit_damping(std::vector<DecayMeasurement>{{440, 0.8}});
  EXPECT_NEAR(t60_from_decay(decay_rate(d, 2 * kPi * 440)), 0.8, 1e-12);
  EXPECT_THROW(fit_damping(std::vector<DecayMeasurement>{}), Error);
  EXPECT_THROW(fit_damping(std::vector<DecayMeasurement>{{440, -1}}), Error);
}

TEST(Damping, AmplitudeFallsBySixtyDecibelsInT60) {
  const double sigma = decay_rate(RayleighDamping{5, 1e-8, 0}, 2 * kPi * 2000);
  EXPECT_NEAR(20 * std::log10(std::exp(-sigma * t60_from_decay(sigma))), -60, 1e-10);
  EXPECT_NEAR(decay_from_t60(t60_from_decay(sigma)), sigma, 1e-12);
}

// ln(1000) / pi, and a mode that loses 2 pi eta of its energy per cycle.
TEST(LossFactor, DecayIsInverseToFrequency) {
  const Damping d{2e-3};
  for (double f = 20; f < 20000; f *= 1.7) {
    EXPECT_NEAR(t60_at(d, f) * 2e-3 * f / 2.198806797, 1, 1e-6) << f;
    EXPECT_NEAR(t60_at(d, 2 * f) / t60_at(d, f), 0.5, 1e-12) << f;
    EXPECT_NEAR(loss_factor_at(d, f), 2e-3, 1e-15) << f;
    const double cycle = std::exp(-2 * decay_rate(d, 2 * kPi * f) / f);  // of the energy
    EXPECT_NEAR(-std::log(cycle) / (2 * kPi), 2e-3, 1e-12) << f;
  }
  for (const auto& row : csv_rows("impact/t60_laws.csv"))
    EXPECT_NEAR(t60_at(Damping{row["eta"]}, row["f"]) / row["T60_eta"], 1, 1e-4)
        << row.text("material");
}

TEST(LossFactor, ExponentIsThatOfFrequencyAroundOneKilohertz) {
  const Damping d{0.04, -0.3};
  EXPECT_NEAR(loss_factor_at(d, 1000), 0.04, 1e-15);
  EXPECT_NEAR(loss_factor_at(d, 10000) / loss_factor_at(d, 1000), std::pow(10, -0.3), 1e-12);
  EXPECT_NEAR(loss_factor_at(d, 100) / loss_factor_at(d, 1000), std::pow(10, 0.3), 1e-12);
}

TEST(LossFactor, RayleighTermsReplaceItAndMeanTheAir) {
  Damping d{0.5, 0.3};
  EXPECT_EQ(with_radiation(d, 3, 2), 5);
  d.rayleigh = {6, 1e-8, 1e6};
  const double w = 2 * kPi * 700;
  EXPECT_EQ(decay_rate(d, w), (6 + 1e-8 * w * w + 1e6 / (w * w)) / 2);
  EXPECT_EQ(with_radiation(d, 3, 2), 3);
  EXPECT_EQ(with_radiation(d, 3, 4), 4);  // it cannot radiate more than it loses
}

/// Materials of the table, with the constants it was made with.
Material of_table(const std::string& name) {
  if (name == "stainless") return *find_material("stainless-steel");
  Material out = *find_material(name);
  if (name == "glass") out.thermal = {9e-6, 800, 1};
  if (name == "porcelain") out.thermal = {6e-6, 850, 1.5};
  return out;
}

// Sums over the heat equation through the thickness, made independently of the closed form.
TEST(ThermoelasticLoss, IsThatOfTheTable) {
  int rows = 0;
  for (const auto& row : csv_rows("impact/thermoelastic.csv")) {
    const std::string name = row.text("material");
    const Material m = of_table(name);
    const auto beam = [&](double h, double f) { return thermoelastic_loss_of_beam(m, h, f); };
    EXPECT_NEAR(beam(0.3e-3, 1000) / row["eta_0p3mm"], 1, 1e-3) << name;
    EXPECT_NEAR(beam(1e-3, 1000) / row["eta_1mm"], 1, 1e-3) << name;
    EXPECT_NEAR(beam(3e-3, 1000) / row["eta_3mm"], 1, 1e-3) << name;
    EXPECT_NEAR(thermoelastic_loss(m, 1e-3, 1000) / beam(1e-3, 1000), row["plate_factor"], 1e-3)
        << name;
    // The peak of Zener's law is Delta / 2; the exact sum stays within 3 % of it there.
    const double peak = row["f_peak_1mm"];
    EXPECT_NEAR(beam(1e-3, peak) / (row["Delta"] / 2), 1, 0.03) << name;
    EXPECT_GT(beam(1e-3, peak), beam(1e-3, 2.5 * peak)) << name;
    EXPECT_GT(beam(1e-3, peak), beam(1e-3, peak / 2.5)) << name;
    ++rows;
  }
  EXPECT_EQ(rows, 9);
}

// Far below the peak heat has time to flow, far above it has not: eta ~ f and ~ 1 / f. The parts
// of the closed form meet without a step.
TEST(ThermoelasticLoss, VanishesAtBothEndsOfTheSpectrum) {
  const Material& m = *find_material("aluminium");
  EXPECT_NEAR(thermoelastic_loss(m, 1e-3, 0.02) / thermoelastic_loss(m, 1e-3, 0.01), 2, 1e-4);
  EXPECT_NEAR(thermoelastic_loss(m, 1e-2, 2e5) / thermoelastic_loss(m, 1e-2, 1e5), 0.5, 0.01);
  double before = thermoelastic_loss(m, 1e-3, 1e-4);
  for (double f = 1e-4 * 1.001; f < 1e6; f *= 1.001) {
    const double eta = thermoelastic_loss(m, 1e-3, f);
    EXPECT_NEAR(eta / before, 1, 0.0011) << f;
    before = eta;
  }
  EXPECT_EQ(thermoelastic_loss(*find_material("oak"), 1e-3, 1000), 0);
}

}  // namespace
}  // namespace peal
