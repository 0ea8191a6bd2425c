#include "physics/meshing/tetgen_program.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>

#include "base/files/child_process.h"
#include "base/files/temporary_folder.h"
#include "unit/physics/meshing/test_surfaces.h"

namespace peal {
namespace {

double volume_of_tets(const LinearTets& m) {
  double v = 0;
  for (const auto& t : m.tets)
    v += dot(cross(m.corners[t[1]] - m.corners[t[0]], m.corners[t[2]] - m.corners[t[0]]),
             m.corners[t[3]] - m.corners[t[0]]) /
         6;
  return v;
}

TEST(Tetgen, FillsASurfaceAndKeepsItsVerticesFirst) {
  const TriangleMesh ball = ball_surface(2, 0.1);
  const TetgenResult result = run_tetgen(ball, "pYq1.4Q");
  ASSERT_EQ(result.problem, "");
  EXPECT_NEAR(volume_of_tets(result.mesh) / enclosed_volume(ball), 1, 1e-9);
  ASSERT_GE(result.mesh.corners.size(), ball.vertices.size());
  for (std::size_t v = 0; v < ball.vertices.size(); ++v)
    EXPECT_EQ(result.mesh.corners[v], ball.vertices[v]);
}

TEST(Tetgen, LeavesCavitiesEmpty) {
  const TriangleMesh surface = with_cavity(ball_surface(2, 0.1), ball_surface(2, 0.05));
  const auto points = cavity_points(surface);
  ASSERT_EQ(points.size(), 1u);
  EXPECT_LT(norm(points[0]), 0.047);
  const TetgenResult result = run_tetgen(surface, "pYQ");
  ASSERT_EQ(result.problem, "");
  EXPECT_NEAR(volume_of_tets(result.mesh) / enclosed_volume(surface), 1, 1e-9);
  EXPECT_TRUE(cavity_points(ball_surface(2, 0.1)).empty());
}

TEST(Tetgen, ReportsCrossingSurfacesAndLeavesNothingBehind) {
  const TemporaryFolder folder;
  const char* before = std::getenv("TMPDIR");
  const std::string old = before ? before : "";
  ::setenv("TMPDIR", folder.path().c_str(), 1);
  TriangleMesh crossing = ball_surface(1, 0.1);
  TriangleMesh second = ball_surface(1, 0.1);
  for (Vec3& v : second.vertices) v += Vec3{0.05, 0.01, 0.02};
  const int n = static_cast<int>(crossing.vertices.size());
  for (const Vec3& v : second.vertices) crossing.vertices.push_back(v);
  for (const auto& t : second.triangles)
    crossing.triangles.push_back({t[0] + n, t[1] + n, t[2] + n});
  const TetgenResult result = run_tetgen(crossing, "pYQ");
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
  before ? ::setenv("TMPDIR", old.c_str(), 1) : ::unsetenv("TMPDIR");
  EXPECT_NE(result.problem, "");
  EXPECT_NE(result.problem.find("cross"), std::string::npos) << result.problem;
  EXPECT_TRUE(result.mesh.tets.empty());
}

TEST(ChildProcess, IsEndedWhenItsTimeIsOver) {
  const TemporaryFolder folder;
  const auto start = std::chrono::steady_clock::now();
  const auto sleep = find_program("sleep");
  ASSERT_FALSE(sleep.empty());
  EXPECT_TRUE(run_program(sleep, {"30"}, folder.path() / "log", 0.1).timed_out);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
  EXPECT_EQ(run_program(find_program("false"), {}, folder.path() / "log", 10).exit_code, 1);
  EXPECT_EQ(run_program(find_program("true"), {}, folder.path() / "log", 10).exit_code, 0);
  EXPECT_TRUE(find_program("no-such-program-anywhere").empty());
}

}  // namespace
}  // namespace peal
