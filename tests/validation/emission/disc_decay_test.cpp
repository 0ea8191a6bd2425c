// Loss of the modes of free discs without the air: material and heat flow, against closed forms of
// Kirchhoff's disc with the heat that each mode's curvatures drive through the thickness.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "emission/body_sound.h"
#include "physics/elastic/materials/material_library.h"
#include "support/csv_rows.h"

namespace peal {
namespace {

/// Rows of one disc below a frequency, each against the mode that is nearest in frequency.
void compare(const std::string& disc, const CoinShape& shape, const char* material, double limit,
             double tolerance) {
  BodySoundRequest request;
  request.shape = shape;
  request.material = *find_material(material);
  request.max_frequency = 1.1 * limit;
  request.radiation = Radiation::transfer;  // and is given none
  const BodySound body(request);
  int rows = 0;
  for (const CsvRow& row : csv_rows("impact/disc_decay.csv")) {
    if (row.text("body") != disc || row["f"] > limit) continue;
    const auto near = [&](double w) { return std::abs(w / (2 * kPi * row["f"]) - 1); };
    const auto& omega = body.model().omega;
    const auto best = std::min_element(omega.begin(), omega.end(),
                                       [&](double a, double b) { return near(a) < near(b); });
    ASSERT_NE(best, omega.end());
    EXPECT_LT(near(*best), 0.02) << row["f"] << " Hz";
    const auto i = static_cast<std::size_t>(best - omega.begin());
    const double eta = 2 * body.own_decay()[i] / omega[i];
    const double own = request.material.damping.loss_factor;
    EXPECT_NEAR((eta - own) / row["eta_TE"], 1, tolerance) << row["f"] << " Hz";
    ++rows;
  }
  EXPECT_GE(rows, 4);
}

// Walls are 2 V / S, 1 % below the thickness here; heat flow then goes with 1 / h^2. The saddle (2,
// 0) loses a ninth of what (0, 1) does per cycle: one factor for all modes would be far off.
TEST(DiscDecay, OfSteelSheet) {
  compare("steel disc 200x1", {0.1, 0.001, 0, 0.001}, "steel", 540, 0.05);
}

}  // namespace
}  // namespace peal
