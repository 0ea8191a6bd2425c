// Sections: closed forms, boundary elements against them, and what is refused.
#include "physics/rods/rod_section.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/constants.h"
#include "support/csv_rows.h"
#include "support/error_of.h"

namespace peal {
namespace {

std::vector<SectionPoint> box(double w, double h, double turn = 0, double x = 0, double y = 0) {
  std::vector<SectionPoint> out;
  for (const auto& [u, v] : {std::pair{-.5, -.5}, {.5, -.5}, {.5, .5}, {-.5, .5}})
    out.push_back({x + std::cos(turn) * u * w - std::sin(turn) * v * h,
                   y + std::sin(turn) * u * w + std::cos(turn) * v * h});
  return out;
}

void expect_close(double got, double expected, double tolerance, const char* what) {
  EXPECT_NEAR(got / expected, 1, tolerance) << what;
}

TEST(RodSection, DipoleMatricesAreThoseOfTheTable) {
  int seen = 0;
  for (const CsvRow& row : csv_rows("rods/dipole_D.csv")) {
    const std::string& shape = row.text("shape");
    SCOPED_TRACE(shape);
    RodSection s;
    if (shape == "circle_a1mm") s = circle_section(1e-3);
    if (shape == "ellipse_2to1") s = ellipse_section(2e-3, 1e-3);
    if (shape == "square_2mm") s = rectangle_section(2e-3, 2e-3);
    if (shape == "rect_33x7mm") s = rectangle_section(33e-3, 7e-3);
    if (shape == "rect_0p95x0p38mm") s = rectangle_section(.95e-3, .38e-3);
    if (shape == "rect_25p4x12p7mm") s = rectangle_section(25.4e-3, 12.7e-3);
    if (shape == "rect_1p6x0p8mm") s = rectangle_section(1.6e-3, .8e-3);
    if (shape == "rect_25p4x0p79375mm") s = rectangle_section(25.4e-3, .79375e-3);
    if (shape == "annulus_ro16mm") s = tube_section(16e-3, 15e-3);
    ASSERT_GT(s.area, 0);
    ++seen;
    // The table has 11 digits.
    expect_close(s.d11, row["D11_over_dz_m2"], 1e-9, "D11");
    expect_close(s.d22, row["D22_over_dz_m2"], 1e-9, "D22");
    EXPECT_EQ(s.d12, 0);
    if (shape != "annulus_ro16mm") expect_close(s.area, row["area_m2"], 1e-10, "area");
  }
  EXPECT_EQ(seen, 9);
}

TEST(RodSection, ThinStripsComeNearThePlate) {
  // A plate of width w: D22 = pi w^2 / 4, and nothing but its area along d1.
  const RodSection s = rectangle_section(1, 1e-7);
  expect_close(s.d22, kPi / 4, 1e-5, "D22");
  EXPECT_LT(s.d11, 1.01e-7);
  EXPECT_GT(s.d11, 1e-7);
  const RodSection turned = rectangle_section(1e-7, 1);
  expect_close(turned.d11, s.d22, 1e-12, "turned");
  expect_close(turned.d22, s.d11, 1e-9, "turned");
}

TEST(RodSection, MomentsAndTorsion) {
  const double a = 2e-3;
  const RodSection circle = circle_section(a);
  expect_close(circle.moment1, kPi * std::pow(a, 4) / 4, 1e-14, "moment");
  expect_close(circle.torsion, kPi * std::pow(a, 4) / 2, 1e-14, "torsion");
  expect_close(circle.polar, kPi * std::pow(a, 4) / 2, 1e-14, "polar");
  const RodSection tube = tube_section(3e-3, 2e-3);
  expect_close(tube.area, kPi * 5e-6, 1e-13, "area");
  expect_close(tube.torsion, kPi * 65e-12 / 2, 1e-13, "torsion");
  for (const auto& [ratio, beta] :
       {std::pair{1., .14058}, {2., .22868}, {2.5, .24937}, {33. / 7, .28877}, {32., .32677}}) {
    EXPECT_NEAR(rectangle_section(ratio, 1).torsion / ratio, beta, 5.1e-6);
    EXPECT_EQ(rectangle_section(1, ratio).torsion, rectangle_section(ratio, 1).torsion);
  }
  const RodSection strip = rectangle_section(3e-3, 1e-3);  // stiff towards its wide side
  expect_close(strip.moment1, 27e-12 / 12 * 1.0, 1e-12, "moment1");
  expect_close(strip.moment2, 3e-12 / 12, 1e-12, "moment2");
}

TEST(RodSection, BoundaryElementsMeetTheClosedForms) {
  for (const auto& [w, h] : {std::pair{33e-3, 7e-3}, {2e-3, 2e-3}, {25.4e-3, .79375e-3}}) {
    SCOPED_TRACE(w / h);
    const RodSection exact = rectangle_section(w, h);
    const RodSection got = polygon_section(box(w, h));
    expect_close(got.area, exact.area, 1e-12, "area");
    expect_close(got.moment1, exact.moment1, 1e-12, "moment1");
    expect_close(got.moment2, exact.moment2, 1e-12, "moment2");
    expect_close(got.d11, exact.d11, 5e-5, "D11");
    expect_close(got.d22, exact.d22, 5e-5, "D22");
    expect_close(got.torsion, exact.torsion, 2e-4, "torsion");
    EXPECT_LT(std::fabs(got.d12), 1e-6 * exact.d22);
  }
  std::vector<SectionPoint> outline;
  for (int i = 0; i < 800; ++i)
    outline.push_back({2e-3 * std::cos(kPi * i / 400), 1e-3 * std::sin(kPi * i / 400)});
  const RodSection exact = ellipse_section(2e-3, 1e-3), got = polygon_section(outline);
  expect_close(got.d11, exact.d11, 5e-5, "D11");
  expect_close(got.d22, exact.d22, 5e-5, "D22");
  expect_close(got.torsion, exact.torsion, 1e-4, "torsion");
}

// The principal axes are found wherever the outline lies and whichever way it goes round.
TEST(RodSection, DoesNotKnowWhereItsOutlineWasDrawn) {
  auto outline = box(4e-3, 1e-3, 0.6, 0.3, -2);
  const RodSection got = polygon_section(outline, 640), exact = rectangle_section(4e-3, 1e-3);
  EXPECT_NEAR(got.axis, 0.6, 1e-9);
  EXPECT_NEAR(got.centre_x, 0.3, 1e-12);
  EXPECT_NEAR(got.centre_y, -2, 1e-12);
  expect_close(got.d11, exact.d11, 2e-4, "D11");
  expect_close(got.d22, exact.d22, 2e-4, "D22");
  expect_close(got.reach, std::hypot(2e-3, .5e-3), 1e-9, "reach");
  std::reverse(outline.begin(), outline.end());
  expect_close(polygon_section(outline, 640).d22, got.d22, 1e-9, "reversed");
}

// An L has no symmetry along its axes but one across: D is diagonal there, and by the trace
// independent of the axes.
TEST(RodSection, AnglesOfEqualLegsHaveDiagonalDipoles) {
  const std::vector<SectionPoint> angle{{0, 0}, {5, 0}, {5, 1}, {1, 1}, {1, 5}, {0, 5}};
  const RodSection s = polygon_section(angle, 960);
  EXPECT_NEAR(std::fabs(s.axis), kPi / 4, 1e-9);
  EXPECT_GT(s.moment1, s.moment2);
  EXPECT_LT(std::fabs(s.d12), 1e-5 * s.d11);
  // Thin legs: J is near sum length thickness^3 / 3.
  EXPECT_NEAR(s.torsion, 9 * 1. / 3, 0.25);
}

// Sections that turn: the plate of width 2 a has the jump of potential x sqrt(a^2 - x^2), whose
// moment is pi a^4 / 8.
TEST(RodSection, TurningRadiatesAQuadrupole) {
  expect_close(rectangle_section(2, 1e-6).turn_q, kPi / 8, 1e-5, "plate");
  EXPECT_EQ(rectangle_section(1e-6, 2).turn_axis, kPi / 2);
  EXPECT_EQ(circle_section(1).turn_q, 0);
  EXPECT_EQ(rectangle_section(1, 1).turn_q, 0);
  for (const auto& [w, h] : {std::pair{7e-3, 33e-3}, {25.4e-3, .79375e-3}}) {
    const RodSection exact = rectangle_section(w, h), got = polygon_section(box(w, h, 0, .1, .2));
    expect_close(got.turn_q, exact.turn_q, 2e-4, "rectangle");
    // The polygon's d1 is along its longer side.
    EXPECT_NEAR(std::remainder(got.axis + got.turn_axis - exact.turn_axis, kPi), 0, 1e-6);
    // Half a turn leaves it as it is: no dipole.
    EXPECT_LT(std::hypot(got.turn_d1, got.turn_d2), 1e-10 * std::pow(std::max(w, h), 3));
  }
  std::vector<SectionPoint> outline;
  for (int i = 0; i < 400; ++i)
    outline.push_back({2e-3 * std::cos(kPi * i / 200), 1e-3 * std::sin(kPi * i / 200)});
  expect_close(polygon_section(outline).turn_q, ellipse_section(2e-3, 1e-3).turn_q, 2e-4, "oval");
  const RodSection square = polygon_section(box(2e-3, 2e-3), 640);
  EXPECT_LT(square.turn_q, 1e-6 * std::pow(2e-3, 4));
}

// The image of the unit circle under z = zeta + a/zeta + b/zeta^2, symmetric about x. |z|^2 has the
// part 2 a b cos(theta): turning about z = 0 is a dipole 2 pi a b along y, moving along y one of
// 2 pi (1 + a), and the centroid is at x = -a b (1 + a) / (1 - a^2 - 2 b^2).
TEST(RodSection, UnsymmetricSectionsThatTurnAreDipoles) {
  const double a = 0.3, b = 0.1;
  std::vector<SectionPoint> outline;
  for (int i = 0; i < 640; ++i) {
    const double t = kPi * i / 320;
    outline.push_back(
        {(1 + a) * std::cos(t) + b * std::cos(2 * t), (1 - a) * std::sin(t) - b * std::sin(2 * t)});
  }
  const double centre = -a * b * (1 + a) / (1 - a * a - 2 * b * b);
  const RodSection s = polygon_section(outline);
  EXPECT_NEAR(s.centre_x, centre, 1e-4);
  EXPECT_NEAR(s.axis, 0, 1e-9);
  expect_close(s.d22, 2 * kPi * (1 + a), 2e-4, "D22");
  expect_close(s.turn_d2, 2 * kPi * a * b - 2 * kPi * (1 + a) * centre, 5e-4, "dipole");
  EXPECT_LT(std::fabs(s.turn_d1), 1e-9);
}

TEST(RodSection, RefusesWhatIsNoSection) {
  EXPECT_NE(error_of([] { circle_section(0); }).find("> 0 m"), std::string::npos);
  EXPECT_NE(error_of([] { rectangle_section(1, NAN); }).find("height"), std::string::npos);
  EXPECT_NE(error_of([] { tube_section(1, 1); }).find("inner radius"), std::string::npos);
  const std::vector<SectionPoint> bow{{0, 0}, {1, 1}, {1, 0}, {0, 1}};
  EXPECT_NE(error_of([&] { polygon_section(bow); }).find("crosses itself"), std::string::npos);
  const std::vector<SectionPoint> twice{{0, 0}, {1, 0}, {1, 0}, {0, 1}};
  EXPECT_NE(error_of([&] { polygon_section(twice); }).find("coincide"), std::string::npos);
  const std::vector<SectionPoint> line{{0, 0}, {1, 0}};
  EXPECT_NE(error_of([&] { polygon_section(line); }).find("3 points"), std::string::npos);
}

}  // namespace
}  // namespace peal
