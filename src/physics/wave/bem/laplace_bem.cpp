#include "physics/wave/bem/laplace_bem.h"

#include <cblas.h>
#include <lapacke.h>

#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "base/error.h"
#include "base/parallel.h"
#include "physics/wave/bem/triangle_integrals.h"

extern "C" void openblas_set_num_threads(int);

namespace peal {

LaplaceBem::LaplaceBem(const TriangleMesh& mesh) : size_(mesh.triangles.size()) {
  const std::size_t n = size_;
  if (n < 4) fail("radiation: the surface has {} triangles; a closed body needs at least 4", n);
  if (n > kMaxTriangles) {
    fail("radiation: the surface has {} triangles, the limit is {}; use a coarser mesh", n,
         kMaxTriangles);
  }
  for (std::size_t j = 0; j < n; ++j) {
    if (!(norm(mesh.area_vector(j)) > 0)) fail("radiation: triangle {} has no area; remove it", j);
  }
  single_layer_.resize(n * n);
  factor_.resize(n * n);
  std::vector<double> seen(n);  // solid angle of the whole surface from each centroid
  parallel_for(n, [&](std::size_t i) {
    const Vec3 x = mesh.centroid(i);
    double sum = 0;
    for (std::size_t j = 0; j < n; ++j) {
      auto value = triangle_integrals(x, mesh.corner(j, 0), mesh.corner(j, 1), mesh.corner(j, 2));
      if (i == j) value.solid_angle = 0;
      sum += value.solid_angle;
      single_layer_[j * n + i] = value.inverse_distance / (4 * kPi);
      factor_[j * n + i] = (i == j ? 0.5 : 0) - value.solid_angle / (4 * kPi);
    }
    seen[i] = sum;
  });
  // From a point on a closed surface with outward normals the surface fills -2 pi.
  for (std::size_t i = 0; i < n; ++i) {
    if (std::abs(seen[i] + 2 * kPi) < 1e-4) continue;
    if (std::abs(seen[i] - 2 * kPi) < 1e-4) {
      fail("radiation: the surface is inside out at triangle {}; reverse its triangles", i);
    }
    fail(
        "radiation: the surface is not closed (from triangle {} it fills {:.4f} sr, not {:.4f}); "
        "fill its holes or remove overlapping parts",
        i, -seen[i], 2 * kPi);
  }
  openblas_set_num_threads(1);  // BLAS threads would change bits
  pivots_.resize(n);
  const int order = static_cast<int>(n);
  const int status =
      LAPACKE_dgetrf(LAPACK_COL_MAJOR, order, order, factor_.data(), order, pivots_.data());
  if (status != 0) fail("radiation: the surface gives a singular system (row {})", status);
}

std::vector<double> LaplaceBem::solve(std::span<const double> accelerations) const {
  if (accelerations.size() % size_ != 0) {
    fail("radiation: {} accelerations for {} triangles", accelerations.size(), size_);
  }
  const int n = static_cast<int>(size_), columns = static_cast<int>(accelerations.size() / size_);
  std::vector<double> p(accelerations.size());
  if (columns == 0) return p;
  openblas_set_num_threads(1);
  cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, n, columns, n, 1.0, single_layer_.data(),
              n, accelerations.data(), n, 0.0, p.data(), n);
  LAPACKE_dgetrs(LAPACK_COL_MAJOR, 'N', n, columns, factor_.data(), n, pivots_.data(), p.data(), n);
  return p;
}

}  // namespace peal
