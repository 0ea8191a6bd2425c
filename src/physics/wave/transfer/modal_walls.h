// What a vibrating wall does to the cells of a grid. A cell's wall has the area vector N that the
// openings give (physics/wave/fdtd/cut_cells.h); here it moves with the mean displacement of the
// surface nearby:
//   p'' = rho c^2 N . phi / (V dx)
// so that a mode that moves the body as a whole is exact. How much air the walls displace, and
// where (the four lowest moments), is that of the surface itself: long waves hear little else.
#pragma once
#include <span>
#include <vector>

#include "physics/geometry/triangle_mesh.h"
#include "physics/wave/fdtd/cut_cells.h"

namespace peal {

class ModalWalls {
 public:
  /// @param cut what was cut into the cells; @param surface the body itself, the same vertices
  /// before walls were made thicker. Stops when walls of the cells have no surface nearby.
  ModalWalls(const CutCells& cells, const TriangleMesh& cut, const TriangleMesh& surface);

  /// One value per source of the cells, p'' per unit modal acceleration without rho c^2.
  /// @param shape displacement per vertex.
  std::vector<float> gains(std::span<const Vec3> shape) const;

 private:
  struct Share {
    int vertex;
    float weight;
  };
  struct Wall {
    Vec3 gain;             // N / (V dx)
    Vec3 place;            // [m]
    double flux;           // [m^3] displaced per unit of gain: V dx^3
    double area;           // [m^2] |N| dx^2
    std::size_t shares;    // the first of its own
    double basis[4] = {};  // 1, x, y, z, made orthonormal over the walls by area
  };
  void find_shares(const CutCells& cells, const TriangleMesh& cut);
  void make_basis(const Vec3& centre);

  const TriangleMesh* surface_;
  std::vector<Wall> walls_;
  std::vector<Share> shares_;
  double make_[4][4] = {};  // basis function i = sum_j make_[i][j] (1, x, y, z)_j
  Vec3 centre_;
};

}  // namespace peal
