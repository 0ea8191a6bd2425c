// Boxes around the triangles of a surface, each around two others: the nearest place is found
// without looking at every triangle, and it is the same place. Made when a body is loaded; what is
// read while sound plays are two flat arrays (PlaySurface::boxes and order). SI units, body frame.
#pragma once
#include <vector>

#include "dsp/play_surface.h"

namespace peal {

class SurfaceTree {
 public:
  SurfaceTree() = default;
  /// Allocates. @param surface with nodes and triangles; not kept.
  explicit SurfaceTree(const PlaySurface& surface);
  /// [bytes] at most, while it is made and after.
  static double bytes(std::size_t triangles) {
    return static_cast<double>(triangles) * (2 * sizeof(SurfaceBox) + sizeof(int) + sizeof(Vec3));
  }
  /// The surface reads it from now on; the tree must stay where it is.
  void attach(PlaySurface& surface) const noexcept {
    surface.boxes = boxes_, surface.order = order_;
  }

 private:
  int build(const std::vector<Vec3>& middle, const PlaySurface& surface, int first, int count);

  std::vector<SurfaceBox> boxes_;
  std::vector<int> order_;
};

}  // namespace peal
