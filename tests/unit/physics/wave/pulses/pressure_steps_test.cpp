#include <gtest/gtest.h>

#include <algorithm>

#include "base/parallel.h"
#include "physics/wave/fdtd/fdtd_pressure.h"
#include "physics/wave/fdtd/grid_probe.h"
#include "physics/wave/multipole/pulse_kernel.h"
#include "physics/wave/pulses/mesh_symmetry.h"
#include "support/closed_meshes.h"
#include "support/fdtd_staggered.h"

namespace peal {
namespace {

constexpr double kCell = 1e-3, kPulse = 8e-6;
const Air kAir;

CutCells small_body() {
  TriangleMesh mesh = test::box({0.0093, 0.0061, 0.0124}, {2, 2, 2});
  const Quat turn = Quat::from_axis_angle(normalized(Vec3{1, 2, -1}), 0.4);
  for (Vec3& v : mesh.vertices) v = rotate(turn, v) + Vec3{4e-4, 1e-4, -3e-4};
  return cut_cells(mesh, WaveGrid::cube({}, 0.020, kCell));
}

/// Two boxes whose walls lie on the faces of cells: the air beside them is whole cells, each with
/// one closed face, and between them there is free air.
CutCells aligned_boxes() {
  TriangleMesh both;
  for (const double x : {-0.013, 0.013}) {
    const TriangleMesh one = test::box({0.004, 0.006, 0.008}, {2, 2, 2});
    const int first = static_cast<int>(both.vertices.size());
    for (const Vec3& v : one.vertices) both.vertices.push_back(v + Vec3{x, 0, 0});
    for (auto triangle : one.triangles) {
      for (int& vertex : triangle) vertex += first;
      both.triangles.push_back(triangle);
    }
  }
  return cut_cells(both, WaveGrid::cube({}, 0.030, kCell));
}

void expect_what_the_staggered_form_gives(const CutCells& cells) {
  const double step = stable_step(kCell, kAir.speed_of_sound);
  FdtdPressure all(cells, kAir, step, {0, 1, 2, 3, 4, 5});
  for (const int dof : {1, 5}) {
    FdtdStaggered one(cells, kAir, step, dof);
    FdtdPressure same(cells, kAir, step, {dof});
    double most = 0;
    for (int n = 0; n < 90; ++n) {  // long enough for the layer to take part
      const double a = pulse_kernel(-2 * kPulse + n * step, kPulse);
      one.step(a), same.step(a);
      if (dof == 1) all.step(a);
      if (n % 15 != 14) continue;
      double off = 0, off_all = 0;
      for (std::size_t c = 0; c < cells.grid.size(); ++c) {
        most = std::max(most, std::abs(static_cast<double>(one.pressure()[c])));
        off = std::max(off, std::abs(static_cast<double>(one.pressure()[c] - same.pressure(0)[c])));
        off_all = std::max(off_all,
                           std::abs(static_cast<double>(all.pressure(1)[c] - same.pressure(0)[c])));
      }
      EXPECT_GT(most, 0);
      EXPECT_LT(off, 1e-5 * most) << "after " << n + 1 << " steps";
      if (dof == 1) {
        EXPECT_EQ(off_all, 0) << "six in one sweep are not one by one";
      }
    }
  }
}

TEST(FdtdPressure, GivesWhatTheStaggeredFormGives) {
  expect_what_the_staggered_form_gives(small_body());
}

TEST(FdtdPressure, ClosesFacesOfWholeCellsAndLeavesTheAirBetweenWallsFree) {
  expect_what_the_staggered_form_gives(aligned_boxes());
}

TEST(FdtdPressure, TheSameBitsForAnyNumberOfThreads) {
  const CutCells cells = small_body();
  const double step = stable_step(kCell, kAir.speed_of_sound);
  const int before = thread_limit();
  std::vector<std::vector<float>> fields;
  for (const int threads : {1, 2, 3}) {
    set_thread_limit(threads);
    FdtdPressure steps(cells, kAir, step, {0, 4});
    for (int n = 0; n < 40; ++n) steps.step(pulse_kernel(-2 * kPulse + n * step, kPulse));
    fields.emplace_back(steps.pressure(1), steps.pressure(1) + cells.grid.size());
  }
  set_thread_limit(before);
  EXPECT_EQ(fields[0], fields[1]);
  EXPECT_EQ(fields[0], fields[2]);
}

TEST(FdtdPressure, BaselineAndVectorCodeAgree) {
  if (&wave_rows::best() == &wave_rows::kBaseline) GTEST_SKIP() << "no AVX2 on this processor";
  constexpr int n = 37;
  std::vector<float> p(5 * n), next(n), again(n);
  for (std::size_t i = 0; i < p.size(); ++i) p[i] = std::sin(0.37f * static_cast<float>(i));
  for (int i = 0; i < n; ++i) next[i] = again[i] = std::cos(1.1f * static_cast<float>(i));
  const auto row = [&](float* to) {
    return wave_rows::Row{1, n - 1, to, &p[0], &p[n], &p[2 * n], &p[3 * n], &p[4 * n]};
  };
  wave_rows::kBaseline.plain(row(next.data()), 0.3f);
  wave_rows::kAvx2.plain(row(again.data()), 0.3f);
  for (int i = 0; i < n; ++i) EXPECT_NEAR(next[i], again[i], 2e-6f);
}

TEST(GridProbe, ReadsACubicExactly) {
  const WaveGrid grid = WaveGrid::cube({}, 1, 0.1);
  const auto f = [](const Vec3& x) { return 1 + x.x * x.x * x.y - 2 * x.z * x.z * x.z + x.y; };
  std::vector<float> field(grid.size());
  for (int k = 0; k < grid.nz; ++k)
    for (int j = 0; j < grid.ny; ++j)
      for (int i = 0; i < grid.nx; ++i)
        field[grid.index(i, j, k)] = static_cast<float>(f(grid.middle(i, j, k)));
  const std::vector<Vec3> places{{0.123, -0.4, 0.31}, {0, 0, 0}, {-0.55, 0.6, 0.05}};
  std::vector<double> out(3);
  GridProbe(grid, places).read(field.data(), out);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(out[i], f(places[i]), 2e-6);
}

TEST(MeshSymmetry, FindsQuarterTurnsAndRoundness) {
  EXPECT_EQ(mesh_symmetry(test::box({1, 2, 3}, {2, 2, 2}), {}, 1e-3).axis, -1);
  const MeshSymmetry square = mesh_symmetry(test::box({1, 3, 1}, {2, 2, 2}), {}, 1e-3);
  EXPECT_EQ(square.axis, 1);
  EXPECT_FALSE(square.round);
  // A disc of hexagonal rings: round, but without quarter turns.
  EXPECT_EQ(mesh_symmetry(test::disc(1, 0.2, 5), {}, 1e-3).axis, -1);
  TriangleMesh drum = test::box({1, 1, 1}, {8, 8, 2});
  for (Vec3& v : drum.vertices) {  // squares to circles
    const double most = std::max(std::abs(v.x), std::abs(v.y)), r = std::hypot(v.x, v.y);
    if (r > 0) v.x *= most / r, v.y *= most / r;
  }
  // Off the axis about which it turns, it is not symmetric; nor with a corner dented.
  TriangleMesh aside = drum;
  for (Vec3& v : aside.vertices) v.x += 0.1;
  EXPECT_EQ(mesh_symmetry(aside, {0.1, 0, 0}, 1e-3).axis, -1);
  const WaveGrid grid = WaveGrid::cube({}, 1, 0.05);
  EXPECT_TRUE(same_after_quarter_turn(cut_cells(drum, grid), 2));
  TriangleMesh dented = drum;
  for (Vec3& v : dented.vertices)
    if (v.x > 0.3 && v.y > 0.3) v.z *= 0.6;
  EXPECT_FALSE(same_after_quarter_turn(cut_cells(dented, grid), 2));
  const MeshSymmetry round = mesh_symmetry(drum, {}, 1e-3);
  EXPECT_EQ(round.axis, 2);
  EXPECT_TRUE(round.round);
}

}  // namespace
}  // namespace peal
