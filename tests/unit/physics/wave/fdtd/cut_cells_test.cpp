#include "physics/wave/fdtd/cut_cells.h"

#include <gtest/gtest.h>

#include <cmath>

#include "physics/wave/fdtd/line_crossings.h"
#include "support/closed_meshes.h"
#include "support/error_of.h"

namespace peal {
namespace {

TriangleMesh box_mesh(const Vec3& size) { return test::box(size, {1, 1, 1}); }
using test::icosphere;

TriangleMesh turned(TriangleMesh mesh) {
  const Quat turn = Quat::from_axis_angle(normalized(Vec3{0.3, 1, -0.4}), 0.7);
  for (Vec3& v : mesh.vertices) v = rotate(turn, v);
  return mesh;
}

TEST(LineCrossings, NoLineLeaksThroughAClosedSurfaceWhoseEdgesLieOnTheLines) {
  // Lines through all corners, edges and face diagonals of the box.
  const LineLattice lattice{0, -1, 0.25, -1, 0.25, 9, 9};
  double inside = 0;
  cross_lines(box_mesh({1, 1, 1}), lattice,
              [&](int, int, double from, double to) { inside += to - from; });
  // 3 x 3 inner lines are inside for 1 m; of those on the rim some, and those from end to end.
  EXPECT_NEAR(inside, std::round(inside), 1e-12);
  EXPECT_GE(inside, 9 - 1e-12);
  EXPECT_LE(inside, 25 + 1e-12);
}

TEST(LineCrossings, AnOpenSurfaceStops) {
  TriangleMesh mesh = icosphere(1, 2);
  mesh.triangles.resize(mesh.triangles.size() * 3 / 4);
  EXPECT_NE(error_of([&] { cut_cells(mesh, WaveGrid::cube({}, 2, 0.1)); }).find("not closed"),
            std::string::npos);
}

TEST(CutCells, VolumesAddUpToTheSolid) {
  const WaveGrid grid = WaveGrid::cube({0.03, -0.02, 0.01}, 2.2, 0.1);
  for (const TriangleMesh& mesh :
       {icosphere(1, 4), box_mesh({1.23, 0.77, 1.4}), turned(box_mesh({1.23, 0.77, 1.4}))}) {
    const CutCells cut = cut_cells(mesh, grid);
    EXPECT_NEAR(cut.solid_volume / test::volume(mesh), 1, 2e-3);
    // Enlarged cells took their volume from their neighbours: nothing was added.
    double air = 0;
    for (const float v : cut.volume) air += v;
    const double solid = (static_cast<double>(cut.block.size()) - air) * std::pow(grid.cell, 3);
    EXPECT_NEAR(solid / test::volume(mesh), 1, 4e-3);
  }
}

TEST(CutCells, OpeningsOfAnAxisParallelBoxAreExact) {
  // Faces at x = +-0.53: the cell from 0.5 to 0.6 is solid for 0.3 of its width.
  const CutCells cut = cut_cells(box_mesh({1.06, 1.06, 1.06}), WaveGrid::cube({}, 2.2, 0.1));
  const CellBlock& b = cut.block;
  const int i = 22 + 5 - b.low[0], j = 22 - b.low[1], k = 22 - b.low[2];
  EXPECT_NEAR(cut.volume[b.index(i, j, k)], 0.7, 1e-3);
  EXPECT_EQ(cut.opening[0][b.index(i, j, k)], 0);
  EXPECT_NEAR(cut.opening[1][b.index(i, j, k)], 0.7, 1e-3);
  EXPECT_EQ(cut.volume[b.index(i - 1, j, k)], 0);
  EXPECT_EQ(cut.volume[b.index(i + 1, j, k)], 1);
}

TEST(CutCells, AWholeBodyPushesAsMuchAirAsItPulls) {
  const CutCells cut = cut_cells(turned(box_mesh({1.2, 0.8, 1.5})), WaveGrid::cube({}, 2.2, 0.1));
  double push[6] = {}, most = 0;
  const CellBlock& b = cut.block;
  const WaveGrid& g = cut.grid;
  for (const WallSource& s : cut.sources) {
    const int i = static_cast<int>(s.cell % g.nx), j = static_cast<int>(s.cell / g.nx % g.ny),
              k = static_cast<int>(s.cell / g.nx / g.ny);
    const float v = cut.volume[b.index(i - b.low[0], j - b.low[1], k - b.low[2])];
    for (int f = 0; f < 6; ++f) push[f] += v * s.gain[f] * g.cell;
    most += std::abs(v * s.gain[0] * g.cell);
  }
  for (int f = 0; f < 3; ++f) EXPECT_NEAR(push[f], 0, 1e-4 * most);
  for (int f = 3; f < 6; ++f) EXPECT_NEAR(push[f], 0, 1e-2 * most);
}

TEST(CutCells, WallsOfOneCellDoNotLeak) {
  // A hollow box, turned: the air inside counts as solid only if it is found to be shut in.
  TriangleMesh hollow = box_mesh({2, 2, 2});
  TriangleMesh inner = box_mesh({1.8, 1.8, 1.8});
  const int shift = static_cast<int>(hollow.vertices.size());
  for (const Vec3& v : inner.vertices) hollow.vertices.push_back(v);
  for (const auto& t : inner.triangles)
    hollow.triangles.push_back({t[0] + shift, t[2] + shift, t[1] + shift});
  hollow = turned(hollow);
  const CutCells cut = cut_cells(hollow, WaveGrid::cube({}, 2.5, 0.1));
  const CellBlock& b = cut.block;
  EXPECT_EQ(cut.volume[b.index(b.count[0] / 2, b.count[1] / 2, b.count[2] / 2)], 0);
  EXPECT_GT(cut.closed_parts, 0);
}

TEST(CutCells, EveryCellIsStable) {
  const CutCells cut = cut_cells(icosphere(1, 4), WaveGrid::cube({0.013, 0.02, 0}, 2, 0.1));
  const CellBlock& b = cut.block;
  for (int k = 0; k + 1 < b.count[2]; ++k)
    for (int j = 0; j + 1 < b.count[1]; ++j)
      for (int i = 0; i + 1 < b.count[0]; ++i) {
        const std::size_t c = b.index(i, j, k);
        if (cut.volume[c] == 0) continue;
        const double open = cut.opening[0][c] + cut.opening[0][b.index(i + 1, j, k)] +
                            cut.opening[1][c] + cut.opening[1][b.index(i, j + 1, k)] +
                            cut.opening[2][c] + cut.opening[2][b.index(i, j, k + 1)];
        EXPECT_GE(cut.volume[c], kCourant * kCourant * open / 6 - 1e-5);
      }
}

/// A tilted wall, thinner than a cell, and its mirror image: the two prongs of a fork.
TriangleMesh mirrored_walls(int axis) {
  TriangleMesh one = turned(box_mesh({0.9, 0.05, 0.6}));
  Vec3 aside;
  aside[axis] = 0.65;
  for (Vec3& v : one.vertices) v += aside;
  TriangleMesh both = one;
  const auto count = static_cast<int>(one.vertices.size());
  for (Vec3 v : one.vertices) v[axis] = -v[axis], both.vertices.push_back(v);
  for (const auto& [a, b, c] : one.triangles)
    both.triangles.push_back({count + a, count + c, count + b});
  return both;
}

// Two prongs that move against each other cancel almost all of their sound: cells that are not
// mirror images leave a rest as loud as the sound itself.
TEST(CutCells, MirroredWallsHaveMirroredCells) {
  for (int axis = 0; axis < 3; ++axis) {
    const CutCells cut = cut_cells(mirrored_walls(axis), WaveGrid::cube({}, 2.2, 0.1));
    const CellBlock& b = cut.block;
    ASSERT_EQ(2 * b.low[axis] + b.count[axis], cut.grid.nx) << "not about the middle";
    int apart = 0, closed = 0;
    each_cell(b, [&](int i, int j, int k, std::size_t here) {
      int c[3] = {i, j, k};
      c[axis] = b.count[axis] - 1 - c[axis];
      apart += std::abs(cut.volume[here] - cut.volume[b.index(c)]) > 1e-4f;
      closed += cut.volume[here] < 1;
      for (int a = 0; a < 3; ++a) {
        int mirrored[3] = {c[0], c[1], c[2]};  // the low face of a cell mirrors its high face
        if (a == axis && ++mirrored[a] >= b.count[a]) continue;
        apart += std::abs(cut.opening[a][here] - cut.opening[a][b.index(mirrored)]) > 1e-4f;
      }
    });
    EXPECT_GT(closed, 200);
    EXPECT_EQ(apart, 0) << "axis " << axis << ", " << closed << " cut cells";
  }
}

TEST(CutCells, ABodyOutsideTheGridStops) {
  EXPECT_NE(
      error_of([] { cut_cells(icosphere(1, 2), WaveGrid::cube({}, 1, 0.1)); }).find("does not fit"),
      std::string::npos);
}

}  // namespace
}  // namespace peal
