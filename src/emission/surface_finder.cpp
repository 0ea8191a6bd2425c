#include "emission/surface_finder.h"

#include <algorithm>

#include "base/error.h"

namespace peal {

SurfaceFinder::SurfaceFinder(const QuadraticSurface& surface) {
  if (surface.triangles.empty()) fail("the surface has no triangles to find a nearest point on");
  for (const auto& triangle : surface.triangles) {
    Vec3 nodes[6];
    for (std::size_t k = 0; k < 6; ++k) nodes[k] = surface.nodes[triangle[k]];
    balls_.push_back(surface_ball(nodes));
    play_.longest_edge = std::max(play_.longest_edge, norm(nodes[1] - nodes[0]));
  }
  play_.nodes = surface.nodes;
  play_.triangles = {surface.triangles.front().data(), 6 * surface.triangles.size()};
  play_.balls = balls_;
  boxed_ = play_;
  tree_ = SurfaceTree(boxed_);
  tree_.attach(boxed_);
}

bool SurfaceFinder::nearest(const Vec3& point, SurfacePlace& out) const noexcept {
  SurfaceWork work;
  SurfacePlace found;
  if (nearest_place(boxed_, point, found, &work) && !work.cut_short) {
    out = found;
    return true;
  }
  return nearest_place(play_, point, out);
}

SurfacePlace nearest_surface_place(const QuadraticSurface& surface, const Vec3& body_point) {
  const SurfaceFinder finder(surface);
  SurfacePlace place;
  if (!nearest_place(finder.play(), body_point, place))  // once: boxes would not pay
    fail("the surface point asked for is not finite");
  return place;
}

}  // namespace peal
