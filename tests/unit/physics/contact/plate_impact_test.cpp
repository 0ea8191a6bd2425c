// Against solutions of Zener's equation, Mindlin's plate and the exact field of driven plates
// (tests/data/impact), and by integrating Zener's equation here.
#include "physics/contact/plate_impact.h"

#include <gtest/gtest.h>

#include "support/csv_rows.h"

namespace peal {
namespace {

ElasticPlate plate_of(const std::string& material, double thickness) {
  for (const CsvRow& row : csv_rows("impact/materials.csv"))
    if (row.text("material") == material) return {row["E"], row["nu"], row["rho"], thickness};
  ADD_FAILURE() << material;
  return {};
}

TEST(PlateImpact, RestitutionIsThatOfZenersEquation) {
  int seen = 0;
  for (const CsvRow& row : csv_rows("impact/zener.csv")) {
    if (row["lambda"] > 3) continue;
    ++seen;
    EXPECT_NEAR(plate_restitution(row["lambda"]), row["e"], 0.0024) << row["lambda"];
    EXPECT_NEAR(plate_peak(row["lambda"]), row["Fmax"] / 1.143263, 0.0015 * row["Fmax"])
        << row["lambda"];
  }
  EXPECT_GT(seen, 15);
}

// The same from a ball of steel on glass, step by step: m x'' = -F, v_plate = F / Z.
TEST(PlateImpact, InelasticityHoldsForABallOnAPane) {
  const ElasticPlate pane = plate_of("glass", 0.004);
  const double z = plate_resistance(pane);
  EXPECT_NEAR(z, 8 * std::sqrt(7.2e10 * 6.4e-8 / (12 * (1 - 0.22 * 0.22)) * 10), 1e-6 * z);
  const double mass = 4 * kPi / 3 * 1.25e-7 * 7850, speed = 1;  // radius 5 mm
  const double modulus = 1 / ((1 - 0.29 * 0.29) / 200e9 + (1 - 0.22 * 0.22) / 7.2e10);
  const double stiffness = 4.0 / 3 * std::sqrt(0.005) * modulus;
  double x = 0, v = speed, plate = 0, force = 0;
  const double step = 1e-9;
  do {  // midpoint rule
    const auto force_at = [&](double d) { return d > 0 ? stiffness * d * std::sqrt(d) : 0; };
    force = force_at(x - plate);
    const double xm = x + v * step / 2, pm = plate + force / z * step / 2;
    const double middle = force_at(xm - pm), vm = v - force / mass * step / 2;
    x += vm * step, v -= middle / mass * step, plate += middle / z * step;
  } while (x > plate || v > 0);
  const double lambda = plate_inelasticity(mass, stiffness, speed, z);
  EXPECT_NEAR(plate_restitution(lambda), -v / speed, 0.0024);
  EXPECT_GT(lambda, 0.1);
}

TEST(PlateImpact, LittleAndMuchStayWithinBounds) {
  EXPECT_EQ(plate_restitution(0), 1);
  EXPECT_EQ(plate_restitution(-1), 1);
  double before = 1;
  for (double lambda = 0.01; lambda < 1e6; lambda *= 1.3) {
    const double e = plate_restitution(lambda);
    EXPECT_LE(e, before);
    EXPECT_GE(e, 0);
    before = e;
  }
}

TEST(PlateImpact, PressureAndCoincidenceAreThoseOfDrivenPlates) {
  for (const auto& [name, material, thickness] : {std::tuple{"oak 20 mm", "oak", 0.02},
                                                  {"glass 4 mm", "glass", 0.004},
                                                  {"steel 2 mm", "steel", 0.002}}) {
    const ElasticPlate plate = plate_of(material, thickness);
    for (const CsvRow& row : csv_rows("impact/plate_radiation.csv")) {
      if (row.text("plate") != name) continue;
      EXPECT_NEAR(plate_pressure(plate, 1.2041) / row["low"], 1, 1e-4);
      EXPECT_NEAR(coincidence_frequency(plate, 343.2) / row["fc"], 1, 1e-3);
      // The full integral, fluid loading included, between 300 Hz and a third of coincidence.
      if (row["f"] < 300 || row["f"] > row["fc"] / 3 || row["theta_deg"] > 45) continue;
      EXPECT_NEAR(20 * std::log10(plate_pressure(plate, 1.2041) / row["exact"]), 0, 0.3)
          << name << row["f"];
    }
    // At coincidence the bending wave is as long as that in the air.
    const double fc = coincidence_frequency(plate, 343.2);
    EXPECT_NEAR(bending_wavelength(plate, fc) * fc, 343.2, 1e-6);
  }
}

TEST(PlateImpact, ThickPlatesGiveWayMore) {
  for (const CsvRow& row : csv_rows("impact/mindlin_conductance.csv"))
    EXPECT_NEAR(mindlin_factor(row["wavelength_over_h"], row["nu"]), row["ratio"], 1e-9);
  // Between the values of the table, smooth; outside, sane.
  EXPECT_NEAR(mindlin_factor(7, 0.30), 1.247, 0.005);
  EXPECT_GT(mindlin_factor(100, 0.3), 1);
  EXPECT_LT(mindlin_factor(100, 0.3), 1.002);
  EXPECT_EQ(mindlin_factor(0, 0.22), 2.45881);
}

}  // namespace
}  // namespace peal
