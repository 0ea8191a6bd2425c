// Supports that hold some components: what still moves freely is no mode, the rest is that of
// beams. With c^2 = E / density and the radius of gyration r = h / sqrt(12) of a section of height
// h: simply supported ends and guided ends (which slide across but do not turn) both have f_n = n^2
// pi c r / (2 L^2), less (n pi r / L)^2 (1 + E / (k G)) / 2 of it by shear and rotation
// (Timoshenko, k = 5/6); hinged at one end, free at the other: f = (beta L)^2 c r / (2 pi L^2) with
// tan(beta L) = tanh(beta L), beta L = 3.92660, 7.06858; clamped: cos(beta L) cosh(beta L) =
// -1, 1.87510.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "reference.h"

namespace peal::reference {
namespace {

constexpr double kLength = 0.4, kWidth = 0.016, kHeight = 0.008;  // [m] along x, y, z

SolidMesh long_bar() {
  return mesh_shape(BarShape{{kLength, kWidth, kHeight}}, BarCells{40, 2, 1});
}

std::vector<int> end_face(const SolidMesh& mesh, double side) {
  const double x = 0.5 * side * kLength;
  return nodes_in_box(mesh, {x, -1, -1}, {x, 1, 1});
}

double beam(double height, double squared_number) {  // (beta L)^2
  const double c = std::sqrt(aluminium().young / aluminium().density);
  const double slender = height / std::sqrt(12.0) / kLength;
  const double shear = 1 + 2 * (1 + aluminium().poisson) * 6 / 5;
  return squared_number * c * slender / (2 * kPi * kLength) *
         (1 - 0.5 * squared_number * slender * slender * shear);
}

void expect_mode(const ModalModel& model, double expected, double tolerance) {
  double nearest = 0;
  for (const double omega : model.omega)
    if (const double f = omega / (2 * kPi); std::abs(f - expected) < std::abs(nearest - expected))
      nearest = f;
  EXPECT_NEAR(nearest / expected, 1, tolerance) << expected << " Hz";
}

void expect_sine_beam(const ModalModel& model) {
  EXPECT_NEAR(model.lowest_frequency / beam(kHeight, kPi * kPi), 1, 3e-3);
  for (const double height : {kHeight, kWidth})
    for (const int n : {1, 2, 3}) expect_mode(model, beam(height, n * n * kPi * kPi), 4e-3);
}

}  // namespace

TEST(SlidingSupports, TwoAxesHeldAtBothEndsAreASimplySupportedBeam) {
  const SolidMesh mesh = long_bar();
  ModalOptions options;
  options.max_frequency = 3000;
  for (const double side : {-1.0, 1.0})
    for (const int node : end_face(mesh, side))
      for (const int axis : {1, 2}) options.held_nodes.push_back({node, axis});
  expect_sine_beam(analyse(mesh, aluminium(), options));  // it may slide along x
}

TEST(SlidingSupports, OneAxisHeldAtBothEndsIsAGuidedBeam) {
  const SolidMesh mesh = long_bar();
  ModalOptions options;
  options.max_frequency = 3000;
  for (const double side : {-1.0, 1.0})
    for (const int node : end_face(mesh, side)) options.held_nodes.push_back({node, 0});
  expect_sine_beam(analyse(mesh, aluminium(), options));  // it may slide across and turn about x
}

TEST(SlidingSupports, ALineHeldAlongAllAxesIsAHinge) {
  const SolidMesh mesh = mesh_shape(BarShape{{kLength, kWidth, kHeight}}, BarCells{40, 2, 2});
  ModalOptions options;
  options.max_frequency = 2000;
  options.fixed_nodes = nodes_in_box(mesh, {-kLength / 2, -1, 0}, {-kLength / 2, 1, 0});
  ASSERT_GE(options.fixed_nodes.size(), 3u);
  const ModalModel model = analyse(mesh, aluminium(), options);
  // Across the line it can turn, along it it is clamped.
  expect_mode(model, beam(kHeight, 3.92660 * 3.92660), 1e-2);
  expect_mode(model, beam(kHeight, 7.06858 * 7.06858), 1e-2);
  expect_mode(model, beam(kWidth, 1.87510 * 1.87510), 5e-2);
}

}  // namespace peal::reference
