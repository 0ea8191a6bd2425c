// First ten elastic frequencies of a bar and a ball against three-dimensional theory.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "reference.h"

namespace peal::reference {
namespace {

/// Largest relative error of the first ten, printed with its table row.
double worst_of_ten(const char* name, const SolidMesh& mesh, const Analysis& a,
                    const std::vector<double>& exact) {
  EXPECT_GE(a.model.omega.size(), 10u);
  if (a.model.omega.size() < 10) return 1;
  double worst = 0, residual = 0;
  std::string errors;
  for (int i = 0; i < 10; ++i) {
    const double error = frequency(a.model, i) / exact[i] - 1;
    worst = std::max(worst, std::abs(error));
    residual = std::max(residual, a.model.residuals[i]);
    errors += fmt::format(" {:+.3f}", 100 * error);
  }
  fmt::print("{}: {} tets, {} nodes, {} modes, {:.2f} s, residual {:.0e}, errors [%]{}\n", name,
             mesh.tets.size(), mesh.nodes.size(), a.model.omega.size(), a.seconds, residual,
             errors);
  EXPECT_LT(residual, 1e-6);
  return worst;
}

struct Level {
  MeshLevel level;
  const char* name;
  double allowed;
};
constexpr Level kNormal{MeshLevel::normal, "normal", 0.02};
constexpr Level kFine{MeshLevel::fine, "fine", 0.005};

class Frequencies : public testing::TestWithParam<Level> {};

TEST_P(Frequencies, OfTheFreeBar) {
  const SolidMesh mesh = mesh_shape(Shape(bar()), GetParam().level);
  const auto a = bar_modes(mesh, false);
  const std::string name = fmt::format("free bar, {}", GetParam().name);
  EXPECT_LT(worst_of_ten(name.c_str(), mesh, a, bar_frequencies("free")), GetParam().allowed);
  // All modes below 20 kHz and no other: the table has 13.
  EXPECT_EQ(a.model.omega.size(), 13u);
}

TEST_P(Frequencies, OfTheCantilever) {
  const SolidMesh mesh = mesh_shape(Shape(bar()), GetParam().level);
  const auto a = bar_modes(mesh, true);
  const std::string name = fmt::format("cantilever, {}", GetParam().name);
  EXPECT_LT(worst_of_ten(name.c_str(), mesh, a, bar_frequencies("cantilever")), GetParam().allowed);
  EXPECT_EQ(a.model.omega.size(), 16u);
}

TEST_P(Frequencies, OfTheSteelBall) {
  const SolidMesh mesh = mesh_shape(Shape(SphereShape{0.0075}), GetParam().level);
  const auto a = ball_modes(mesh);
  const std::string name = fmt::format("steel ball, {}", GetParam().name);
  EXPECT_LT(worst_of_ten(name.c_str(), mesh, a, ball_frequencies()), GetParam().allowed);
  EXPECT_EQ(a.model.omega.size(), 10u);  // T2 and S2, five each, below 200 kHz
}

INSTANTIATE_TEST_SUITE_P(Mesh, Frequencies, testing::Values(kNormal, kFine),
                         [](const auto& level) { return std::string(level.param.name); });

// Frequencies do not depend on which axis the bar lies along.
TEST(Frequencies, DoNotDependOnTheOrientation) {
  const auto along_x = bar_modes(mesh_shape(Shape(bar()), MeshLevel::normal), false, 7000);
  const auto along_y =
      bar_modes(mesh_shape(Shape(BarShape{{0.02, 0.2, 0.01}}), MeshLevel::normal), false, 7000);
  ASSERT_EQ(along_x.model.omega.size(), along_y.model.omega.size());
  for (std::size_t i = 0; i < along_x.model.omega.size(); ++i)
    EXPECT_NEAR(along_y.model.omega[i] / along_x.model.omega[i], 1, 1e-8);
}

/// Largest relative difference of the first ten frequencies between the two levels.
double normal_against_fine(const Vec3& size) {
  ModalOptions options;
  options.max_frequency = 1e5;
  options.max_modes = 10;
  const Shape shape = BarShape{size};
  const auto normal = timed(mesh_shape(shape, MeshLevel::normal), aluminium(), options);
  const auto fine = timed(mesh_shape(shape, MeshLevel::fine), aluminium(), options);
  double worst = 0;
  for (int i = 0; i < 10; ++i)
    worst = std::max(worst, std::abs(normal.model.omega[i] / fine.model.omega[i] - 1));
  fmt::print("bar {:g} x {:g} x {:g} m: normal / fine within {:.2f} %, {:.2f} s and {:.2f} s\n",
             size.x, size.y, size.z, 100 * worst, normal.seconds, fine.seconds);
  return worst;
}

// Other proportions: the normal mesh stays within 2 % of the fine one.
TEST(Frequencies, OfCompactBarsAgreeBetweenTheLevels) {
  EXPECT_LT(normal_against_fine({0.1, 0.1, 0.1}), 0.02);
  EXPECT_LT(normal_against_fine({0.1, 0.025, 0.025}), 0.02);
}

TEST(FrequenciesSlow, OfPlatesAndStripsAgreeBetweenTheLevels) {
  EXPECT_LT(normal_against_fine({0.1, 0.05, 0.01}), 0.02);
  EXPECT_LT(normal_against_fine({0.2, 0.2, 0.01}), 0.02);
  EXPECT_LT(normal_against_fine({0.2, 0.02, 0.002}), 0.02);
}

// Euler-Bernoulli, (beta L)^2 / (2 pi L^2) sqrt(E I / rho A), holds to 1 % for 100 : 10 : 1.
TEST(Frequencies, OfAThinStripFollowEulerAndBernoulli) {
  ModalOptions options;
  options.max_frequency = 300;
  const auto a = timed(mesh_shape(Shape(BarShape{{0.2, 0.02, 0.002}}), MeshLevel::normal),
                       aluminium(), options);
  const double euler =
      std::pow(4.730041, 2) / (2 * kPi * 0.04) * std::sqrt(70e9 / 2700) * 0.002 / std::sqrt(12.0);
  ASSERT_EQ(a.model.omega.size(), 1u);
  EXPECT_NEAR(frequency(a.model, 0) / euler, 1, 0.01);
}

// Hundreds of modes, many of them double or triple: none may be lost.
TEST(FrequenciesSlow, OfACubeAreAllFound) {
  ModalOptions options;
  options.max_frequency = 1e5;
  const auto a =
      timed(mesh_shape(BarShape{{0.1, 0.1, 0.1}}, BarCells{6, 6, 6}), aluminium(), options);
  fmt::print("cube: {} modes in {:.2f} s\n", a.model.omega.size(), a.seconds);
  EXPECT_EQ(static_cast<int>(a.model.omega.size()), a.model.modes_below_limit);
  EXPECT_GT(a.model.omega.size(), 300u);
  for (const double r : a.model.residuals) EXPECT_LT(r, 1e-6);
}

}  // namespace
}  // namespace peal::reference
