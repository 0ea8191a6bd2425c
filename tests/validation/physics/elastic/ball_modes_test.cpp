// Modes of solid balls in closed form against a table of another program and against finite
// elements.
#include "physics/elastic/ball_modes.h"

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

TEST(BallModes, OfNoDegreeAreRefused) {
  EXPECT_THROW(ball_roots(BallFamily::torsional, 0, 1, 0.3), Error);
  EXPECT_THROW(ball_roots(BallFamily::spheroidal, 2, 1, 0.5), Error);
}

}  // namespace
}  // namespace peal
