#include "physics/elastic/modal_analysis.h"

#include <gtest/gtest.h>
#include <time.h>

#include "base/constants.h"
#include "base/error.h"
#include "base/parallel.h"
#include "physics/meshing/shape_mesh.h"
#include "support/shapes_at.h"

namespace peal {
namespace {

Material aluminium() {
  Material m;
  m.young = 70e9, m.poisson = 0.33, m.density = 2700;
  return m;
}

SolidMesh small_bar() { return mesh_shape(BarShape{{0.2, 0.02, 0.01}}, BarCells{8, 2, 1}); }

/// Text of the error, or an empty string.
std::string error_of(const SolidMesh& mesh, const ModalOptions& options = {}) {
  try {
    analyse(mesh, aluminium(), options);
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

void append(SolidMesh& mesh, const SolidMesh& other, const Vec3& shift) {
  const int offset = static_cast<int>(mesh.nodes.size());
  for (const Vec3& x : other.nodes) mesh.nodes.push_back(x + shift);
  for (auto hex : other.hexes) {
    for (int& node : hex) node += offset;
    mesh.hexes.push_back(hex);
  }
}

TEST(ModalAnalysis, TwoSeparatePartsAreExplained) {
  SolidMesh mesh = small_bar();
  append(mesh, small_bar(), {0, 0.05, 0});
  const std::string text = error_of(mesh);
  EXPECT_NE(text.find("found 12 rigid modes: the mesh has 2 separate parts"), std::string::npos)
      << text;
}

// Two cubes that share one node pass as connected but swing about it: 6 + 3 rigid modes.
TEST(ModalAnalysis, PartsHangingOnOneNodeAreExplained) {
  SolidMesh mesh = mesh_shape(BarShape{{0.1, 0.1, 0.1}}, BarCells{2, 2, 2});
  const SolidMesh one = mesh;
  const int offset = static_cast<int>(mesh.nodes.size());
  append(mesh, one, {0.1, 0.1, 0.1});
  int lower = -1, upper = -1;
  for (int n = 0; n < offset; ++n) {
    if (norm(one.nodes[n] - Vec3{0.05, 0.05, 0.05}) < 1e-9) lower = n;
    if (norm(one.nodes[n] - Vec3{-0.05, -0.05, -0.05}) < 1e-9) upper = n + offset;
  }
  ASSERT_GE(lower, 0);
  ASSERT_GE(upper, 0);
  const int last = static_cast<int>(mesh.nodes.size()) - 1;
  for (auto& hex : mesh.hexes)
    for (int& node : hex) node = node == upper ? lower : node == last ? upper : node;
  mesh.nodes[upper] = mesh.nodes[last];
  mesh.nodes.pop_back();
  const std::string text = error_of(mesh);
  EXPECT_NE(text.find("found 9 rigid modes instead of 6"), std::string::npos) << text;
}

TEST(ModalAnalysis, WrongSupportsAreExplained) {
  SolidMesh mesh = small_bar();
  ModalOptions options;
  // Of two parts one is held: the other flies away.
  append(mesh, small_bar(), {0, 0.05, 0});
  options.fixed_nodes = nodes_in_box(mesh, {-0.1, -0.01, -1}, {-0.1, 0.01, 1});
  EXPECT_NE(error_of(mesh, options).find("found 6 rigid modes although nodes are fixed: 1 of"),
            std::string::npos);
  mesh = small_bar();
  options.fixed_nodes = {-1};
  EXPECT_NE(error_of(mesh, options).find("node -1"), std::string::npos);
  options.fixed_nodes.clear();
  options.max_frequency = 0;
  EXPECT_NE(error_of(mesh, options).find("max_frequency"), std::string::npos);
}

TEST(ModalAnalysis, InaudibleBodyGivesNoModesButItsLowestFrequency) {
  const ModalModel ball = analyse(mesh_shape(SphereShape{0.0075}, SphereCells{2, 1}), Material{});
  EXPECT_TRUE(ball.omega.empty());
  EXPECT_TRUE(ball.shapes.empty());
  EXPECT_EQ(ball.modes_below_limit, 0);
  EXPECT_NEAR(ball.lowest_frequency / 166145.69, 1, 0.01);
}

TEST(ModalAnalysis, KeepsTheLowestModesWhenThereAreTooMany) {
  const SolidMesh mesh = small_bar();
  const ModalModel all = analyse(mesh, aluminium());
  ModalOptions options;
  options.max_modes = 4;
  const ModalModel few = analyse(mesh, aluminium(), options);
  ASSERT_GT(all.omega.size(), 4u);
  ASSERT_EQ(few.omega.size(), 4u);
  EXPECT_EQ(few.modes_below_limit, static_cast<int>(all.omega.size()));
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(few.omega[i] / all.omega[i], 1, 1e-9);
}

TEST(ModalAnalysis, RepeatsBitForBit) {
  const SolidMesh mesh = small_bar();
  const ModalModel a = analyse(mesh, aluminium()), b = analyse(mesh, aluminium());
  EXPECT_EQ(a.omega, b.omega);
  EXPECT_EQ(a.shapes, b.shapes);
  for (const double r : a.residuals) EXPECT_LT(r, 1e-7);
}

// A mesh so large that orderings with threads would be chosen for it, and would race.
TEST(ModalAnalysis, ABowlRepeatsBitForBit) {
  const SolidMesh mesh = mesh_shape(BowlShape{}, MeshLevel::normal);
  ModalOptions options;
  options.max_modes = 4;
  const ModalModel a = analyse(mesh, aluminium(), options);
  for (int i = 0; i < 2; ++i) {
    const ModalModel b = analyse(mesh, aluminium(), options);
    EXPECT_EQ(a.omega, b.omega);
    EXPECT_EQ(a.shapes, b.shapes);
  }
}

TEST(ModalAnalysis, ParallelAnalysesGiveTheSameBits) {
  const SolidMesh mesh = small_bar();
  const ModalModel alone = analyse(mesh, aluminium());
  std::vector<ModalModel> together(4);
  parallel_for(together.size(), [&](std::size_t i) { together[i] = analyse(mesh, aluminium()); });
  for (const ModalModel& model : together) {
    EXPECT_EQ(model.omega, alone.omega);
    EXPECT_EQ(model.shapes, alone.shapes);
  }
}

TEST(ModalAnalysis, FixedNodesDoNotMove) {
  const SolidMesh mesh = small_bar();
  ModalOptions options;
  options.fixed_nodes = nodes_in_box(mesh, {-0.1, -1, -1}, {-0.1, 1, 1});
  const ModalModel model = analyse(mesh, aluminium(), options);
  ASSERT_FALSE(model.omega.empty());
  const std::vector<Vec3> at_clamp = test::shapes_at(model, {-0.1, 0.003, 0.001});
  const std::vector<Vec3> at_tip = test::shapes_at(model, {0.1, 0.003, 0.001});
  for (std::size_t i = 0; i < model.omega.size(); ++i) EXPECT_EQ(norm(at_clamp[i]), 0);
  EXPECT_GT(norm(at_tip[0]), 0.1);
}

// A bar of progress that knows only whole bodies stands still for minutes.
TEST(ModalAnalysis, TellsHowFarItIsWhileItRuns) {
  std::vector<double> parts;
  ModalOptions options;
  options.max_modes = 40;
  options.watch = [&](double part) { parts.push_back(part); };
  analyse(mesh_shape(BarShape{{0.3, 0.01, 0.02}, 0}, BarCells{24, 2, 2}), aluminium(), options);
  ASSERT_GT(parts.size(), 6u);
  EXPECT_LT(parts.front(), 0.8);
  EXPECT_GT(parts.back(), 0.95);
  for (const double part : parts) EXPECT_TRUE(part >= 0 && part <= 1) << part;
}

// Time of this thread, which no other program stretches: before the search, and after it, a third
// of it went by without a word.
TEST(ModalAnalysis, ThePartItTellsIsThatOfItsTime) {
  const auto spent = [] {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
  };
  std::vector<std::pair<double, double>> told;
  ModalOptions options;
  options.max_modes = 120;
  options.watch = [&](double part) { told.emplace_back(spent(), part); };
  const SolidMesh mesh = mesh_shape(BarShape{{0.3, 0.03, 0.05}, 0}, BarCells{36, 4, 6});
  const double begin = spent();
  analyse(mesh, aluminium(), options);
  const double end = spent();
  for (const auto& [at, part] : told) {
    if (part < 0.2 || part > 0.95) continue;
    const double left = (end - at) / (end - begin);
    EXPECT_LT(left, 2 * (1 - part)) << part;
    EXPECT_GT(left, 0.5 * (1 - part)) << part;
  }
}

}  // namespace
}  // namespace peal
