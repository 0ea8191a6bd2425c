#include "physics/meshing/original_surface.h"

namespace peal {

OriginalSurface::OriginalSurface(const TriangleMesh& mesh) : mesh_(mesh), tree_(mesh) {
  const Vec3 centre = tree_.bounds().centre();
  normals_.reserve(mesh.triangles.size());
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const Vec3 n = mesh.area_vector(t);
    normals_.push_back(normalized(n));
    area_ += norm(n);
    volume_ += dot(n, mesh.corner(t, 0) - centre) / 3;
  }
  diagonal_ = tree_.bounds().diagonal();
}

NearPoint OriginalSurface::project(const Vec3& p, const Vec3& normal, double within) const {
  constexpr double kAgree = 0.3;
  NearPoint near = tree_.nearest(p, within);
  if (near.triangle < 0 || dot(normals_[near.triangle], normal) > kAgree) return near;
  // Grow the box: the nearest agreeing point is usually not much farther than the nearest.
  for (double reach = std::min(within, 4 * near.distance + 1e-3 * within);;
       reach = std::min(4 * reach, within)) {
    NearPoint best;
    const Vec3 r{reach, reach, reach};
    Bounds box;
    box.add(p - r), box.add(p + r);
    tree_.for_each_in(box, [&](int t) {
      if (!(dot(normals_[t], normal) > kAgree)) return;
      const Vec3 q =
          nearest_on_triangle(p, mesh_.corner(t, 0), mesh_.corner(t, 1), mesh_.corner(t, 2));
      const double d = norm(q - p);
      if (d <= reach && (d < best.distance || (d == best.distance && t < best.triangle)))
        best = {t, q, d};
    });
    if (best.triangle >= 0 || reach >= within) return best;
  }
}

WallRay OriginalSurface::wall(const Vec3& point, int triangle, const Vec3& direction, double reach,
                              bool inside) const {
  WallRay ray;
  double from = 1e-9 * diagonal_;
  // The surface next to the start may be hit from the wrong side when it is rough: go on.
  for (int attempt = 0; attempt < 4; ++attempt) {
    const auto hit = tree_.first_hit(point, direction, from, reach, triangle);
    if (!hit) break;
    const double facing = dot(normals_[hit->triangle], direction) * (inside ? 1 : -1);
    if (facing > 0) {
      ray.depth = hit->t;
      if (facing > 0.7) ray.wall = hit->t;
      break;
    }
    from = hit->t + 1e-7 * diagonal_;
  }
  return ray;
}

}  // namespace peal
