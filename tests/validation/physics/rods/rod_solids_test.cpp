// A shape `rod` as a solid of finite elements (objects with body `rigid`) against the same shape as
// a discrete rod and beam theory: free bars, a clamped tongue, a piece of a coil.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "physics/elastic/modal_analysis.h"
#include "physics/geometry/solid_mesh.h"
#include "physics/meshing/shape_mesh.h"
#include "rod_cases.h"
#include "support/csv_rows.h"

namespace peal {
namespace {

Material aluminium(double young) {
  Material m;
  m.name = "aluminium", m.young = young, m.poisson = 0.33, m.density = 2700;
  return m;
}

std::vector<double> solid_frequencies(const RodShape& shape, double young, double highest,
                                      bool clamped, MeshLevel level) {
  const SolidMesh mesh = mesh_shape(shape, level);
  ModalOptions options;
  options.max_frequency = highest;
  if (clamped) {
    const double end = -std::get<StraightLine>(shape.centreline).length / 2;
    options.fixed_nodes = nodes_in_box(mesh, {end - 1e-6, -1, -1}, {end + 1e-6, 1, 1});
  }
  std::vector<double> out;
  for (const double omega : analyse(mesh, aluminium(young), options).omega)
    out.push_back(omega / (2 * kPi));
  return out;
}

/// [Hz] rising, without rigid motion.
std::vector<double> rod_frequencies(const RodShape& shape, const RodSection& section,
                                    double young) {
  RodDesign design;
  design.points = rod_points(shape);
  design.d1 = rod_directions(shape, design.points);
  design.sections = {section};
  design.material = {young, young / 2.66, 2700};
  const ElasticRod rod(design);
  const RodLinear linear = rod.linearise();
  const std::vector<double> k = linear.dense();
  const int n = 4 * rod.points(), size = n - 1;
  Eigen::MatrixXd a(size, size);
  for (int r = 0; r < size; ++r)
    for (int c = 0; c < size; ++c)
      a(r, c) = k[r * n + c] / std::sqrt(linear.mass[r] * linear.mass[c]);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solved(a, Eigen::EigenvaluesOnly);
  std::vector<double> out;
  for (const double value : solved.eigenvalues())
    if (value > std::pow(2 * kPi * 5, 2)) out.push_back(std::sqrt(value) / (2 * kPi));
  return out;
}

double nearest(const std::vector<double>& to, double f) {
  return *std::min_element(to.begin(), to.end(),
                           [&](double a, double b) { return std::abs(a - f) < std::abs(b - f); });
}

RodShape straight(double length, const RodOutline& section, int points) {
  RodShape shape;
  shape.centreline = StraightLine{length};
  shape.section = section;
  shape.points = points;
  return shape;
}

// What the discrete rod leaves out is in the solid: it agrees with Timoshenko's bar.
TEST(RodSolids, FreeBarsHaveShearAndRotaryInertia) {
  const RodShape shape = straight(0.3048, RectangleOutline{0.0254, 0.0127}, 24);
  const auto found = solid_frequencies(shape, 68.9e9, 7500, false, MeshLevel::normal);
  int compared = 0;
  for (const CsvRow& row : csv_rows("rods/rod_modes.csv")) {
    if (row.text("case") != "rect_Al_1ft" || row.text("bc") != "free-free" || row["mode"] > 3)
      continue;
    const double timoshenko = row["f_Timoshenko"];
    EXPECT_NEAR(nearest(found, timoshenko) / timoshenko, 1, 0.004)
        << row.text("axis") << " " << row["mode"];
    ++compared;
  }
  EXPECT_EQ(compared, 6);
}

// A tongue held by a box of `fixed`: 1 : 60 thin, Euler and Bernoulli hold.
TEST(RodSolids, ATongueIsClampedByABox) {
  const double length = 0.06, thick = 0.001;
  const RodShape shape = straight(length, RectangleOutline{thick, 0.004}, 24);
  const auto found = solid_frequencies(shape, 68.9e9, 5000, true, MeshLevel::draft);
  for (const double root : {1.8751040687, 4.6940911330}) {
    const double exact =
        root * root / (2 * kPi * length * length) * thick * std::sqrt(68.9e9 / (12 * 2700));
    EXPECT_NEAR(nearest(found, exact) / exact, 1, 0.01);
  }
}

// A flat wire, its wide side towards the axis: the section turns with the coil.
TEST(RodSolids, ACoilHasTheModesOfTheDiscreteRod) {
  RodShape shape;
  shape.centreline = HelixLine{0.04, 0.02, 1.25};
  shape.section = RectangleOutline{0.004, 0.002};
  shape.up = {1, 0, 0};
  shape.points = 80;
  const auto rod = rod_frequencies(shape, rectangle_section(0.004, 0.002), 70e9);
  const auto solid = solid_frequencies(shape, 70e9, rod[9] * 1.02, false, MeshLevel::normal);
  ASSERT_GE(solid.size(), 8u);
  for (int k = 0; k < 8; ++k) {
    fmt::print("coil {}: rod {:.2f} Hz, solid {:.2f} Hz\n", k + 1, rod[k], solid[k]);
    EXPECT_NEAR(rod[k] / solid[k], 1, 0.01) << k;
  }
}

// On a Slinky of ten loops, drawn out: carried along without twist d1 would have turned by 211
// degrees at the end.
TEST(RodSolids, TheSectionOfACoilStaysWithIt) {
  RodShape shape;
  shape.centreline = HelixLine{0.0325, 0.012, 10};
  shape.points = 481;
  for (const Vec3& up : {Vec3{1, 0, 0}, Vec3{0, 1, 0}}) {
    shape.up = up;
    const std::vector<Vec3> points = rod_points(shape), d1 = rod_directions(shape, points);
    ASSERT_EQ(d1.size(), 480u);
    for (std::size_t j = 0; j < d1.size(); ++j) {
      const Vec3 middle = 0.5 * (points[j] + points[j + 1]);
      const Vec3 away = normalized(Vec3{middle.x, 0, middle.z});
      // Radial for ever, or as far along the axis as the slope of the coil leaves.
      EXPECT_NEAR(up.x > 0 ? dot(d1[j], away) : d1[j].y, 1, 3e-3) << j;
      EXPECT_NEAR(dot(d1[j], normalized(points[j + 1] - points[j])), 0, 1e-12);
    }
  }
}

}  // namespace
}  // namespace peal
