// Where the energy of a blow goes, as report.json has it, against tests/data/impact/
// energy_partition.csv (another program): rebound, heat of the contact, and what the floor takes.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/csv_rows.h"
#include "support/rendered.h"

namespace peal {
namespace {

double joules(const RenderReport& report, const std::string& name) {
  for (const Fact& fact : report.facts)
    if (fact.name == name) return std::get<double>(fact.value);
  ADD_FAILURE() << "the report has no " << name;
  return 0;
}

CsvRow shares_of(const std::string& name) {
  for (const CsvRow& row : csv_rows("impact/energy_partition.csv"))
    if (row.text("case") == name) return row;
  throw std::runtime_error("no case " + name);
}

/// A steel ball of 10 mm meets the floor at 1 m/s, its elastic constants those of the table.
RenderReport ball_on(const std::string& floor, const std::string& material, double restitution) {
  return test::render_text(fmt::format(R"({{"peal": 1, "duration": 0.02, "quality": "draft",
    "listeners": [{{"name": "mic", "kind": "mono", "position": [0, 1, 0.3]}}],
    "materials": {{
      "ball": {{"young": 200e9, "poisson": 0.29, "density": 7850, "restitution": 1}},
      "ground": {{{}, "restitution": {}}}}},
    "objects": [{{"name": "ball", "shape": {{"kind": "sphere", "radius": 0.005}},
      "material": "ball", "position": [0, 0.0055, 0], "velocity": [0, -1, 0]}}],
    "motion": {{"gravity": [0, 0, 0], "floor": {{"material": "ground"{}}}}},
    "sources": [{{"kind": "impact"}}]}})",
                                       material, restitution, floor))
      .report;
}

const std::string kSteel = R"("young": 200e9, "poisson": 0.29, "density": 7850)",
                  kGlass = R"("young": 72e9, "poisson": 0.22, "density": 2500)",
                  kOak = R"("young": 12e9, "poisson": 0.35, "density": 720)",
                  kConcrete = R"("young": 30e9, "poisson": 0.2, "density": 2400)";

void expect_shares(const RenderReport& got, const CsvRow& row) {
  const double all = joules(got, "blows.kinetic_j");
  EXPECT_NEAR(all / (0.5 * 4. / 3 * kPi * std::pow(0.005, 3) * 7850), 1, 1e-3);
  const double rebound = joules(got, "blows.rebound_j"), heat = joules(got, "blows.heat_j"),
               support = joules(got, "blows.support_j"), modes = joules(got, "blows.modes_j");
  EXPECT_NEAR(rebound / all, row["rebound"], 0.005);
  EXPECT_NEAR(heat / all, row["heat"], 0.005);
  EXPECT_NEAR(support / all, row["support"], 0.005);
  EXPECT_NEAR(modes / all, row["body_modes"], 0.002);
  EXPECT_NEAR((rebound + heat + support + modes) / all, 1, 1e-9);
  EXPECT_EQ(joules(got, "blows.half_space_j"), 0);
}

TEST(BalanceOfABlow, APlateFloorTakesWhatTheTableSays) {
  const auto plate = [](double thickness) {
    return fmt::format(R"(, "kind": "plate", "thickness": {})", thickness);
  };
  const std::string ball = "steel ball 10 mm, 1 m/s on ";
  expect_shares(ball_on(plate(0.002), kSteel, 1), shares_of(ball + "steel plate 2 mm, e_mat 1.00"));
  expect_shares(ball_on(plate(0.002), kSteel, 0.9),
                shares_of(ball + "steel plate 2 mm, e_mat 0.90"));
  expect_shares(ball_on(plate(0.004), kGlass, 0.95),
                shares_of(ball + "glass plate 4 mm, e_mat 0.95"));
  expect_shares(ball_on(plate(0.02), kOak, 0.6), shares_of(ball + "oak plate 20 mm, e_mat 0.60"));
}

// Waves in a thick floor are told beside the others: the motion does not lose them.
TEST(BalanceOfABlow, AThickFloorCarriesWavesAway) {
  for (const auto& [name, material] : {std::pair{"steel", kSteel}, {"concrete", kConcrete}}) {
    const RenderReport got = ball_on("", material, 1);
    const double all = joules(got, "blows.kinetic_j");
    const CsvRow row = shares_of(fmt::format("steel ball 10 mm, 1 m/s on thick {}, e_mat {}", name,
                                             std::string(name) == "steel" ? "1.00" : "0.90"));
    // Lossy contacts are a little longer and rounder.
    EXPECT_NEAR(joules(got, "blows.half_space_j") / all / row["support"], 1, 0.03) << name;
    EXPECT_EQ(joules(got, "blows.support_j"), 0);
    EXPECT_NEAR(joules(got, "blows.rebound_j") / all, 1, 1e-3);
  }
}

}  // namespace
}  // namespace peal
