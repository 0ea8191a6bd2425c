#include "physics/wave/bem/helmholtz_panels.h"

#include "base/error.h"
#include "physics/geometry/mass_properties.h"

namespace peal {

HelmholtzPanels::HelmholtzPanels(const TriangleMesh& mesh, std::size_t max_triangles)
    : mesh_(mesh) {
  const std::size_t n = size();
  if (n < 4) fail("boundary elements: {} triangles; a closed body needs at least 4", n);
  if (n > max_triangles) {
    fail(
        "boundary elements: the surface has {} triangles, the dense equations end at {}; use a "
        "coarser surface, or the time-domain route for frequencies that need one so fine",
        n, max_triangles);
  }
  volume_ = mass_properties(mesh, 1.0).volume;  // stops unless closed and right side out
  padded_ = (n + helmholtz_rows::kLanes - 1) / helmholtz_rows::kLanes * helmholtz_rows::kLanes;
  lanes_.assign(helmholtz_rows::kFields * padded_, 0.0);
  for (std::size_t t = 0; t < n; ++t) {
    const Vec3 vector = mesh.area_vector(t);
    const double area = norm(vector);
    if (!(area > 0)) fail("boundary elements: triangle {} has no area; remove it", t);
    area_.push_back(area);
    normal_.push_back(vector / area);
  }
  for (std::size_t t = 0; t < n; ++t) {
    for (int d = 0; d < 3; ++d) {
      for (int q = 0; q < 3; ++q) {
        lanes_[(3 * q + d) * padded_ + t] = point(t, q)[d];
        lanes_[(13 + 3 * q + d) * padded_ + t] = curl(t, q)[d];
      }
      lanes_[(9 + d) * padded_ + t] = normal_[t][d];
    }
    lanes_[12 * padded_ + t] = area_[t];
  }
  for (std::size_t t = n; t < padded_; ++t) {  // no area, and away from every point
    for (int q = 0; q < 3; ++q) lanes_[3 * q * padded_ + t] = 1e6;
  }
}

Vec3 HelmholtzPanels::point(std::size_t t, int q) const {
  return 0.5 * (mesh_.centroid(t) + mesh_.corner(t, q));
}

Vec3 HelmholtzPanels::curl(std::size_t t, int b) const {
  return (mesh_.corner(t, (b + 1) % 3) - mesh_.corner(t, (b + 2) % 3)) / (2 * area_[t]);
}

}  // namespace peal
