// Modes of sheets, from the forces alone, against plate theory (Ritz series converged to 7
// digits), Sanders' cylinder panels and the hemisphere of three-dimensional elasticity.
#include "support/csv_rows.h"
#include "support/sheet_meshes.h"
#include "support/solid_modes.h"

namespace peal {
namespace {

enum class Edges { clamped, free };

/// Frequencies of a square steel plate of 250 mm of n x n cells, over exact ones, minus 1.
struct PlateErrors {
  std::vector<double> relative;
  double worst() const {
    double w = 0;
    for (const double e : relative) w = std::max(w, std::abs(e));
    return w;
  }
};

PlateErrors plate_errors(Edges edges, int cells, double jitter = 0, double h = 1e-3) {
  ExplicitBody plate = make_sheet(test::rectangle_sheet(0.25, 0.25, cells, cells, h, jitter));
  test::SolidModes modes(plate);
  for (int n = 0; n < plate.nodes(); ++n)  // a flat sheet: bending alone
    modes.hold(n, {1, 0, 0}), modes.hold(n, {0, 1, 0});
  if (edges == Edges::clamped)
    for (const int n : test::rectangle_rim(cells, cells)) {
      modes.hold_place(n);
      modes.hold_director(n);
    }
  const int rigid = edges == Edges::free ? 3 : 0;
  const auto f = modes.frequencies(6 + rigid, 1e5 * h);
  PlateErrors errors;
  const SolidMaterial steel;
  const double d = steel.young * h * h * h / (12 * (1 - steel.poisson * steel.poisson));
  const double unit = std::sqrt(d / (steel.density * h)) / (0.25 * 0.25);
  std::string line = fmt::format("{}x{} jitter {}: ", cells, cells, jitter);
  for (const CsvRow& row : csv_rows("solids/plate_square_lambda.csv")) {
    if (row.text("bc") != (edges == Edges::clamped ? "CCCC" : "FFFF")) continue;
    const std::size_t k = errors.relative.size();
    if (k == 6) break;
    const double exact = row["f*a^2*sqrt(rho*h/D)"] * unit;
    errors.relative.push_back(f[k + rigid] / exact - 1);
    line += fmt::format("{:+.2f} ", 100 * errors.relative[k]);
  }
  for (int k = 0; k < rigid; ++k) EXPECT_LT(f[k], 0.2);  // rounding
  std::printf("  %s %s%%\n", edges == Edges::clamped ? "clamped" : "free", line.c_str());
  return errors;
}

TEST(SheetModes, ClampedPlate) {
  EXPECT_LT(plate_errors(Edges::clamped, 16).worst(), 0.012);
  EXPECT_LT(plate_errors(Edges::clamped, 16, 0.25).worst(), 0.014);
}

TEST(SheetModes, FreePlate) {
  EXPECT_LT(plate_errors(Edges::free, 16).worst(), 0.025);
  // Shifted nodes cost 0.26 % here; the director's inertia beyond rho h^3/12 another 0.2.
  EXPECT_LT(plate_errors(Edges::free, 16, 0.25).worst(), 0.028);
}

TEST(SheetModes, PlatesConvergeInSecondOrder) {
  EXPECT_LT(plate_errors(Edges::clamped, 32).worst(), 0.0035);
  EXPECT_LT(plate_errors(Edges::free, 32).worst(), 0.0065);
  // Thin, because rotary inertia, which plate theory leaves out, is 0.01 % of mode 6 at 1 mm.
  const auto thin = [](int cells) { return plate_errors(Edges::clamped, cells, 0, 2e-4).worst(); };
  EXPECT_GT(std::log2(thin(24) / thin(48)), 1.9);
}

void expect_panel(double radius, double thickness, int cells, double bound) {
  ExplicitBody panel = make_sheet(test::cylinder_panel(radius, 0.25, 0.25, cells, thickness));
  test::SolidModes modes(panel);
  for (int j = 0; j <= cells; ++j)
    for (int i = 0; i <= cells; ++i) {
      // Shear diaphragms: ends hold y and z, straight sides hold x and the radial direction.
      const int n = i + (cells + 1) * j;
      const Vec3 d = panel.director(n);
      if (j % cells == 0) modes.hold_all_but(n, normalized(cross(d, {1, 0, 0})));
      if (i % cells == 0) modes.hold_all_but(n, {1, 0, 0});
      if (i % cells == 0 && j % cells == 0) modes.hold_place(n);
    }
  const auto f = modes.frequencies(8, 500);
  std::string line;
  std::size_t k = 0;
  for (const CsvRow& row : csv_rows("solids/cylinder_panel_exact.csv")) {
    if (row["R_m"] != radius || row["h_m"] != thickness || k == 8) continue;
    const double exact =
        row["f_Hz_Sanders (steel 200 GPa .3 7850, 250 x 250 mm, shear diaphragms)"];
    EXPECT_NEAR(f[k] / exact, 1, bound) << k;
    line += fmt::format("{:+.2f} ", 100 * (f[k] / exact - 1));
    ++k;
  }
  EXPECT_EQ(k, 8u);
  std::printf("  R %g h %g: %s%%\n", radius, thickness, line.c_str());
}

TEST(SheetModes, CylinderPanels) {
  expect_panel(0.3, 1e-3, 16, 0.022);
  expect_panel(0.1, 2e-3, 16, 0.022);
}

void expect_bowl(int rings, double bound) {
  for (const CsvRow& row : csv_rows("solids/bowl_hemisphere_R70.csv")) {
    if (row["h_mm"] != 2 || row["rings"] != rings) continue;
    ExplicitBody bowl = make_sheet(test::hemisphere(0.07, rings, 2e-3));
    test::SolidModes modes(bowl);
    const auto f = modes.frequencies(14, 1000);
    for (int k = 0; k < 6; ++k) EXPECT_LT(f[k], 1);
    std::string line;
    for (int n = 2; n <= 5; ++n) {
      const double exact = row[fmt::format("f_3D_n{}_Hz", n)];
      for (const double got : {f[6 + 2 * (n - 2)], f[7 + 2 * (n - 2)]}) {  // cos and sin
        EXPECT_NEAR(got / exact, 1, bound) << n;
        line += fmt::format("{:+.2f} ", 100 * (got / exact - 1));
      }
    }
    std::printf("  bowl %d rings: %s%%\n", rings, line.c_str());
    return;
  }
  FAIL();
}

TEST(SheetModes, HemisphericalBowl) {
  expect_bowl(8, 0.03);
  expect_bowl(16, 0.015);
}

}  // namespace
}  // namespace peal
