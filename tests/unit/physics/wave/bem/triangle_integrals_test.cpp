#include "physics/wave/bem/triangle_integrals.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/constants.h"

namespace peal {
namespace {

const Vec3 kA{0.1, 0.2, -0.1}, kB{1.3, -0.1, 0.2}, kC{0.4, 0.9, 0.5};

Vec3 unit_normal() { return normalized(cross(kB - kA, kC - kA)); }
Vec3 at(double u, double v) { return kA + u * (kB - kA) + v * (kC - kA); }

// Midpoint sums over n^2 equal pieces, Richardson-extrapolated.
TriangleIntegrals by_pieces(const Vec3& x, int n) {
  const auto sums = [&](int pieces) {
    TriangleIntegrals sum;
    const Vec3 piece = 0.5 / (pieces * pieces) * cross(kB - kA, kC - kA);
    const auto add = [&](double u, double v) {
      const Vec3 d = x - at(u / pieces, v / pieces);
      const double r = norm(d);
      sum.inverse_distance += norm(piece) / r;
      sum.solid_angle += dot(d, piece) / (r * r * r);
    };
    for (int i = 0; i < pieces; ++i) {
      for (int j = 0; j < pieces - i; ++j) {
        add(i + 1.0 / 3, j + 1.0 / 3);
        if (i + j < pieces - 1) add(i + 2.0 / 3, j + 2.0 / 3);
      }
    }
    return sum;
  };
  const auto coarse = sums(n), fine = sums(2 * n);
  return {(4 * fine.inverse_distance - coarse.inverse_distance) / 3,
          (4 * fine.solid_angle - coarse.solid_angle) / 3};
}

TEST(TriangleIntegrals, MatchesQuadratureAwayFromTheTriangle) {
  for (const Vec3 x : {Vec3{3, -2, 1}, Vec3{0.5, 0.3, 1.2}, Vec3{-0.5, 0, -0.6}, Vec3{0, 0, 40}}) {
    const auto exact = triangle_integrals(x, kA, kB, kC), sum = by_pieces(x, 200);
    EXPECT_NEAR(exact.inverse_distance / sum.inverse_distance, 1, 1e-8);
    EXPECT_NEAR(exact.solid_angle, sum.solid_angle, 1e-8 * (1 + std::abs(sum.solid_angle)));
  }
}

TEST(TriangleIntegrals, MatchesQuadratureCloseToEdgesCornersAndTheirExtensions) {
  const Vec3 n = unit_normal();
  for (const Vec3 x : {at(0.5, -0.05), at(1.2, 0), at(-0.1, -0.1), at(1.05, -0.02),
                       at(0.5, 0) + 0.05 * n, at(1.1, 0) + 0.02 * n, at(0.3, 0.3) - 0.05 * n}) {
    const auto exact = triangle_integrals(x, kA, kB, kC), sum = by_pieces(x, 400);
    EXPECT_NEAR(exact.inverse_distance / sum.inverse_distance, 1, 2e-5);
    EXPECT_NEAR(exact.solid_angle, sum.solid_angle, 1e-4);
  }
}

TEST(TriangleIntegrals, OnTheTriangleItself) {
  // Equilateral, unit side, at the centroid: 6 r ln(2 + sqrt 3), r the inscribed radius.
  const Vec3 a{0, 0, 0}, b{1, 0, 0}, c{0.5, std::sqrt(0.75), 0};
  const auto self = triangle_integrals((a + b + c) / 3.0, a, b, c);
  EXPECT_NEAR(self.inverse_distance, 6 / (2 * std::sqrt(3.0)) * std::log(2 + std::sqrt(3.0)),
              1e-14);
  EXPECT_EQ(self.solid_angle, 0);
  // At a corner of a right isosceles triangle: height * 2 asinh(1), height = 1/sqrt 2.
  const auto corner = triangle_integrals({0, 0, 0}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0});
  EXPECT_NEAR(corner.inverse_distance, 2 * std::asinh(1.0) / std::sqrt(2.0), 1e-14);
  // On an edge: finite, and the limit from outside.
  const double on =
      triangle_integrals({0.3, 0, 0}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}).inverse_distance;
  const double off =
      triangle_integrals({0.3, -1e-9, 0}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}).inverse_distance;
  EXPECT_NEAR(on, off, 1e-7);
}

TEST(TriangleIntegrals, OppositeFaceOfAThinSheetFillsHalfTheSky) {
  const Vec3 n = unit_normal(), x = at(0.3, 0.3);
  double before = 0;
  for (double gap : {1e-2, 1e-4, 1e-6, 1e-9}) {
    const auto above = triangle_integrals(x + gap * n, kA, kB, kC);
    const auto below = triangle_integrals(x - gap * n, kA, kB, kC);
    EXPECT_NEAR(above.solid_angle, 2 * kPi, 25 * gap + 1e-10);
    EXPECT_NEAR(above.solid_angle, -below.solid_angle, 1e-10);
    EXPECT_NEAR(above.inverse_distance, below.inverse_distance, 1e-13);
    // The missing part is proportional to the gap: the signal that a thin sheet's added mass lives
    // on.
    const double slope = (2 * kPi - above.solid_angle) / gap;
    if (before > 0) {
      EXPECT_NEAR(slope / before, 1, 0.02) << gap;
    }
    before = slope;
  }
}

TEST(TriangleIntegrals, ClosedSurfaceFillsTheWholeSkyFromInsideAndNoneFromOutside) {
  const Vec3 p[4] = {{0, 0, 0}, {1, 0.1, 0}, {0.2, 1, 0.1}, {0.3, 0.2, 1.1}};
  const int faces[4][3] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};
  const auto sky = [&](const Vec3& x) {
    double sum = 0;
    for (const auto& f : faces) sum += triangle_integrals(x, p[f[0]], p[f[1]], p[f[2]]).solid_angle;
    return sum;
  };
  EXPECT_NEAR(sky({0.35, 0.3, 0.3}), -4 * kPi, 1e-12);
  EXPECT_NEAR(sky({1.35, 0.3, 0.3}), 0, 1e-12);
  EXPECT_NEAR(sky((p[1] + p[2] + p[3]) / 3.0), -2 * kPi, 1e-12);
}

TEST(TriangleIntegrals, TriangleWithoutAreaGivesNothing) {
  const auto none = triangle_integrals({0, 0, 1}, {0, 0, 0}, {1, 0, 0}, {2, 0, 0});
  EXPECT_EQ(none.inverse_distance, 0);
  EXPECT_EQ(none.solid_angle, 0);
}

}  // namespace
}  // namespace peal
