// Quasi-static (incompressible) air around a closed body: exterior Neumann problem of the Laplace
// equation by collocation at centroids with constant elements and exact integrals.
// In: closed surface, normals into the air; normal acceleration per triangle [m/s^2].
// Out: surface pressure per triangle [Pa]:  (1/2 - D) p = -S q,  q = dp/dn = -rho a_n,
// S = 1/(4 pi) integral 1/R, D = solid angle / (4 pi). docs/theory/approximate-radiation.md
#pragma once
#include <span>
#include <vector>

#include "physics/geometry/triangle_mesh.h"

namespace peal {

class LaplaceBem {
 public:
  /// Two dense matrices of doubles: 16 N^2 bytes, 1.1 GB at the limit.
  static constexpr std::size_t kMaxTriangles = 8200;

  /// Throws when the surface is not closed, is inside out, is degenerate or has too many triangles.
  explicit LaplaceBem(const TriangleMesh& mesh);

  std::size_t size() const { return size_; }

  /// Surface pressure over density [m^2/s^2] for many accelerations at once, one column of size()
  /// values after the other. With velocities in, it gives the added-mass potential [m^2/s].
  std::vector<double> solve(std::span<const double> accelerations) const;

 private:
  std::size_t size_ = 0;
  std::vector<double> single_layer_;  // S, column-major
  std::vector<double> factor_;        // LU of 1/2 - D, column-major
  std::vector<int> pivots_;
};

}  // namespace peal
