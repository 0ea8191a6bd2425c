// Modes of solids, from their forces alone: a free bar against three-dimensional Ritz series, and a
// vibraphone bar with an undercut against fine quadratic tetrahedra.
#include "support/solid_modes.h"

#include "support/csv_rows.h"
#include "support/solid_grids.h"

namespace peal {
namespace {

/// Frequencies of bending along z (1, 2, 3) and of torsion (1), by how the end's corners move.
struct BarModes {
  std::vector<double> bending;
  double torsion = 0;
};

BarModes bar_modes(ExplicitBody& body, int count, double about) {
  test::SolidModes modes(body);
  const auto f = modes.frequencies(count, about);
  // Corners of the end x = 0: the four nodes with the largest |y| + |z| there.
  std::vector<int> end;
  double y = 0, z = 0;
  for (int n = 0; n < body.nodes(); ++n)
    y = std::max(y, body.rest(n).y), z = std::max(z, body.rest(n).z);
  double least = 1e300;
  for (int n = 0; n < body.nodes(); ++n) least = std::min(least, body.rest(n).x);
  for (int n = 0; n < body.nodes(); ++n)
    if (body.rest(n).x < least + 1e-9 && std::abs(std::abs(body.rest(n).y) - y) < 1e-9 &&
        std::abs(body.rest(n).z - z) < 1e-9)
      end.push_back(n);
  EXPECT_EQ(end.size(), 2u);
  if (body.rest(end[0]).y > 0) std::swap(end[0], end[1]);
  BarModes result;
  for (int m = 6; m < count; ++m) {
    const Vec3 a = modes.shape(m, end[0]), b = modes.shape(m, end[1]);
    const double up = std::abs(a.z + b.z), turn = std::abs(a.z - b.z), side = std::abs(a.y + b.y),
                 along = std::abs(a.x + b.x);
    if (up > turn && up > side && up > along)
      result.bending.push_back(f[m]);
    else if (turn > up && turn > side && result.torsion == 0)
      result.torsion = f[m];
  }
  return result;
}

struct Bounds {
  double bending, torsion;
};

void expect_bar(const char* name, ExplicitBody body, const std::vector<double>& bending,
                double torsion, Bounds bounds, int count = 16) {
  const BarModes got = bar_modes(body, count, bending[0]);
  ASSERT_GE(got.bending.size(), 3u);
  std::string line;
  for (int k = 0; k < 3; ++k) {
    EXPECT_NEAR(got.bending[k] / bending[k], 1, bounds.bending) << name;
    line += fmt::format("{:+.2f} ", 100 * (got.bending[k] / bending[k] - 1));
  }
  EXPECT_NEAR(got.torsion / torsion, 1, bounds.torsion) << name;
  std::printf("  %s: bending %s, torsion %+.2f %%, step %.3f us\n", name, line.c_str(),
              100 * (got.torsion / torsion - 1), 1e6 * body.critical_step());
}

TEST(SolidModes, FreeBar) {
  // 200 x 20 x 10 mm, aluminium, free: Ritz series in three dimensions.
  const std::vector<double> bending{1297.1705, 3520.7142, 6753.8464};
  const double torsion = 5785.6426;
  const auto map = test::box_map(0.2, 0.02, 0.01);
  const SolidMaterial metal = test::aluminium();
  expect_bar("T10 12x1x1", test::tet10_body(12, 1, 1, map, metal), bending, torsion,
             {0.006, 0.125});
  expect_bar("T10 20x2x1", test::tet10_body(20, 2, 1, map, metal), bending, torsion, {0.006, 0.05});
  expect_bar("H8P 20x2x2 Simpson", test::brick_body(20, 2, 2, map, metal, {false, true, true}),
             bending, torsion, {0.006, 0.08});
  expect_bar("H8P 40x4x2 Simpson", test::brick_body(40, 4, 2, map, metal, {false, true, true}),
             bending, torsion, {0.006, 0.05});
  expect_bar("H8P 20x2x2 equal shares", test::brick_body(20, 2, 2, map, metal), bending, torsion,
             {0.0102, 0.12});
  const SolidMaterial rubbery = test::aluminium(SolidLaw::stable_neo_hookean);
  expect_bar("H8P 20x2x2 Simpson, neo-Hookean",
             test::brick_body(20, 2, 2, map, rubbery, {false, true, true}), bending, torsion,
             {0.006, 0.08});
}

TEST(SolidModes, VibraphoneBar) {
  const auto map = [](double u, double v, double w) {
    const double x = 0.37 * (u - 0.5), thick = 0.0127, middle = 0.0048582695, half = 0.10085455;
    const double h = std::abs(x) < half
                         ? middle + (thick - middle) * std::pow(std::abs(x) / half, 3.1054799)
                         : thick;
    return Vec3{x, 0.057 * (v - 0.5), thick * 0.5 - h * (1 - w)};
  };
  const std::vector<double> bending{175.65, 707.20, 1766.9};
  const SolidMaterial metal = test::aluminium();
  expect_bar("H8P 32x4x1, Simpson across",
             test::brick_body(32, 4, 1, map, metal, {false, true, false}), bending, 631.05,
             {0.006, 0.05});
  // Straight sides cut the undercut's corners; curved ones would be within 0.9 %.
  expect_bar("T10 24x2x1", test::tet10_body(24, 2, 1, map, metal), bending, 631.05, {0.018, 0.05});
}

}  // namespace
}  // namespace peal
