// Mode shapes between the nodes: nearest point on a curved surface and interpolation there.
#include <algorithm>

#include "base/error.h"
#include "physics/elastic/modal_analysis.h"

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
}

SurfacePoint nearest_surface_point(const QuadraticSurface& surface, const Vec3& body_point) {
  const SurfaceFinder finder(surface);
  SurfacePlace place;
  if (!nearest_place(finder.play(), body_point, place))
    fail("the surface point asked for is not finite");
  SurfacePoint point;
  point.triangle = place.triangle;
  std::copy(std::begin(place.weights), std::end(place.weights), point.weights.begin());
  point.position = place.position;
  return point;
}

void shapes_at(const ModalModel& model, const Vec3& body_point, std::vector<Vec3>& out) {
  const SurfacePoint point = nearest_surface_point(model.surface, body_point);
  const auto& nodes = model.surface.triangles[point.triangle];
  out.assign(model.mode_count(), Vec3{});
  for (std::size_t mode = 0; mode < out.size(); ++mode)
    for (int k = 0; k < 6; ++k) out[mode] += point.weights[k] * model.shape(mode)[nodes[k]];
}

}  // namespace peal
