// What vibrating walls do to the cells: rigid motion is exact, and the air they displace is that of
// the surface.
#include "physics/wave/transfer/modal_walls.h"

#include <gtest/gtest.h>

#include <cmath>

#include "physics/wave/exact/radiating_sphere.h"
#include "support/closed_meshes.h"

namespace peal {
namespace {

struct Case {
  TriangleMesh mesh = test::icosphere(0.1, 3);
  CutCells cells = cut_cells(mesh, WaveGrid::cube({}, 0.2, 0.011));
  ModalWalls walls{cells, mesh, mesh};

  double flux(const std::vector<float>& gains, int moment) const {
    double sum = 0;
    for (std::size_t s = 0; s < gains.size(); ++s) {
      const auto cell = static_cast<std::ptrdiff_t>(cells.sources[s].cell);
      const int at[3] = {
          static_cast<int>(cell % cells.grid.nx) - cells.block.low[0],
          static_cast<int>(cell / cells.grid.nx % cells.grid.ny) - cells.block.low[1],
          static_cast<int>(cell / cells.grid.nx / cells.grid.ny) - cells.block.low[2]};
      const Vec3 x = cells.grid.middle(at[0] + cells.block.low[0], at[1] + cells.block.low[1],
                                       at[2] + cells.block.low[2]);
      const double volume = cells.volume[cells.block.index(at)] * std::pow(cells.grid.cell, 3);
      sum += gains[s] * volume * (moment == 0 ? 1 : x[moment - 1]);
    }
    return sum;
  }
};

TEST(ModalWalls, MovingAsAWholeIsTheRigidDof) {
  const Case c;
  for (int axis = 0; axis < 3; ++axis) {
    Vec3 along;
    along[axis] = 1;
    const std::vector<Vec3> shape(c.mesh.vertices.size(), along);
    const std::vector<float> gains = c.walls.gains(shape);
    double off = 0, all = 0;
    for (std::size_t s = 0; s < gains.size(); ++s) {
      off += std::pow(gains[s] - c.cells.sources[s].gain[axis], 2);
      all += std::pow(c.cells.sources[s].gain[axis], 2);
    }
    EXPECT_LT(std::sqrt(off / all), 0.02) << axis;  // only the displaced volume is corrected
  }
}

// A breathing ball displaces its whole surface; a bending shape displaces nothing, to the last bit
// of single precision: long waves would hear it.
TEST(ModalWalls, DisplaceWhatTheSurfaceDisplaces) {
  const Case c;
  std::vector<Vec3> breathing, bending;
  double area = 0;
  for (std::size_t t = 0; t < c.mesh.triangles.size(); ++t) area += norm(c.mesh.area_vector(t));
  for (const Vec3& v : c.mesh.vertices) {
    const Vec3 n = normalized(v);
    breathing.push_back(n);
    bending.push_back(legendre(2, n.z) * n);
  }
  EXPECT_NEAR(c.flux(c.walls.gains(breathing), 0) / area, 1, 0.01);
  double exact = 0;
  for (std::size_t t = 0; t < c.mesh.triangles.size(); ++t)
    for (int k = 0; k < 3; ++k)
      exact += dot(c.mesh.area_vector(t), bending[c.mesh.triangles[t][k]]) / 3;
  EXPECT_NEAR(c.flux(c.walls.gains(bending), 0) / area, exact / area, 2e-7);
}

}  // namespace
}  // namespace peal
