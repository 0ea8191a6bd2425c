// A curved triangle of six nodes: where on it a point is nearest. In: nodes and points [m], body
// frame. Out: (u, v) and the distance. Inside of dsp/play_surface.h; nothing allocates or throws.
#pragma once
#include <array>
#include <limits>

#include "dsp/play_surface.h"

namespace peal {

using SixWeights = std::array<double, 6>;

/// Six-node triangle at barycentric (1 - u - v, u, v).
SixWeights triangle_values(double u, double v) noexcept;

struct PatchPlace {
  double u = 0, v = 0;
  double distance = std::numeric_limits<double>::infinity();  // [m]
};

class SurfacePatch {
 public:
  SurfacePatch(const PlaySurface& surface, std::size_t triangle) noexcept {
    for (std::size_t k = 0; k < 6; ++k)
      x_[k] = surface.nodes[static_cast<std::size_t>(surface.triangles[6 * triangle + k])];
  }
  /// [m] that the curved triangle and its four flat pieces are apart at most.
  double bulge() const noexcept { return surface_bulge(x_.data()); }
  Vec3 blend(const SixWeights& weights) const noexcept {
    Vec3 p;
    for (std::size_t k = 0; k < 6; ++k) p += weights[k] * x_[k];
    return p;
  }
  /// On the four flat pieces between the nodes.
  PatchPlace nearest_in_pieces(const Vec3& p) const noexcept;
  /// Newton's steps with the triangle as bounds; where the distance is not convex, without the
  /// bending of the triangle (Gauss-Newton). A step that would lead away is halved.
  void refine(const Vec3& p, PatchPlace& place) const noexcept;

 private:
  std::array<Vec3, 6> x_;
};

}  // namespace peal
