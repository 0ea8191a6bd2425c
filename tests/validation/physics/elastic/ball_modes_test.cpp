// Modes of solid balls in closed form against a table of another program and against finite
// elements.
#include "physics/elastic/ball_modes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "base/error.h"
#include "reference.h"

namespace peal {
namespace {

// The table has eight digits and no overtones beyond those below its highest frequency.
TEST(BallModes, AreThoseOfTheTable) {
  std::map<std::string, std::vector<double>> known;
  int rows = 0;
  for (const auto& row : reference::table("lamb_sphere_frequencies.csv")) {
    const double young = std::stod(row[1]), poisson = std::stod(row[2]),
                 density = std::stod(row[3]), radius = std::stod(row[4]);
    const auto family = row[7] == "T" ? BallFamily::torsional : BallFamily::spheroidal;
    const int degree = std::stoi(row[8]);
    const auto got = ball_frequencies(family, degree, 3, {radius, young, poisson, density});
    const auto roots = ball_roots(family, degree, 3, poisson);
    double nearest = 1, nearest_root = 1;
    for (int i = 0; i < 3; ++i) {
      nearest = std::min(nearest, std::abs(got[i] / std::stod(row[11]) - 1));
      nearest_root = std::min(nearest_root, std::abs(roots[i] / std::stod(row[10]) - 1));
    }
    EXPECT_LT(nearest, 2e-7) << row[0] << " " << row[7] << degree;
    EXPECT_LT(nearest_root, 2e-7) << row[0] << " " << row[7] << degree;
    ++rows;
  }
  EXPECT_EQ(rows, 80);
}

// Radii and material of the thesis on granular sound: its lowest mode is torsion.
TEST(BallModes, OfTheThesisBeginWithTorsion) {
  const BallBody soft{0.01, 20e6, 0.35, 1602};
  EXPECT_NEAR(ball_frequencies(BallFamily::torsional, 2, 1, soft)[0], 2707, 1);
  EXPECT_NEAR(ball_frequencies(BallFamily::spheroidal, 2, 1, soft)[0], 2870, 1);
}

// Wherever it is struck, of the five modes of l = 2 together one answers, with P_2 about that
// place: sum of phi_r^2 = 1 / surface_mass. Torsion does not move along the radius.
TEST(BallModes, AnswerABlowLikeFiniteElements) {
  const Material m = reference::steel();
  const auto modes = ball_ringing_modes({0.0075, m.young, m.poisson, m.density}, 200e3);
  ASSERT_EQ(modes.size(), 1u);
  EXPECT_EQ(modes[0].degree, 2);
  const auto fe = reference::ball_modes(mesh_shape(Shape(SphereShape{0.0075}), MeshLevel::fine));
  ASSERT_EQ(fe.model.omega.size(), 10u);
  const auto& nodes = fe.model.surface.nodes;
  double mean = 0;
  for (std::size_t n = 0; n < nodes.size(); ++n)
    for (std::size_t i = 0; i < 10; ++i) {
      const double radial = dot(fe.model.shape(i)[n], normalized(nodes[n]));
      mean += radial * radial / static_cast<double>(nodes.size());
    }
  EXPECT_NEAR(mean * modes[0].surface_mass, 1, 5e-3);
}

// The ball that breathes: U = j_1(h r), in closed form.
TEST(BallModes, BreathesWithTheMassOfItsClosedForm) {
  const BallBody body{0.02, 1e9, 0.2, 1000};
  const auto modes =
      ball_ringing_modes(body, 1.001 * ball_frequencies(BallFamily::spheroidal, 0, 1, body)[0]);
  ASSERT_FALSE(modes.empty());
  ASSERT_EQ(modes[0].degree, 0);
  const double fast = std::sqrt(body.young * (1 - body.poisson) /
                                ((1 + body.poisson) * (1 - 2 * body.poisson) * body.density));
  const double x = 2 * kPi * modes[0].frequency / fast * body.radius;
  const auto j = [](int l, double y) { return std::sph_bessel(static_cast<unsigned>(l), y); };
  // integral of j_1^2 r^2 = a^3 / 2 (j_1^2 - j_0 j_2)
  const double mass = 4 * kPi * body.density * std::pow(body.radius, 3) / 2 *
                      (j(1, x) * j(1, x) - j(0, x) * j(2, x)) / (j(1, x) * j(1, x));
  EXPECT_NEAR(modes[0].surface_mass, mass, 1e-9 * mass);
}

TEST(BallModes, OfNoDegreeAreRefused) {
  EXPECT_THROW(ball_roots(BallFamily::torsional, 0, 1, 0.3), Error);
  EXPECT_THROW(ball_roots(BallFamily::spheroidal, 2, 1, 0.5), Error);
}

}  // namespace
}  // namespace peal
