// The surface of a body while sound plays: the place nearest to a touching point, and which nodes
// it lies between. Curved triangles of six nodes, as emission/surface_finder.h gives them.
// In: points in the body frame [m]. Out: a triangle and the weights of its six nodes.
// Plain arrays that somebody else owns; no allocation, nothing throws.
#pragma once
#include <cstddef>
#include <span>

#include "base/vec.h"

namespace peal {

/// A ball that holds the six nodes of a triangle.
struct SurfaceBall {
  Vec3 centre;        // [m]
  double radius = 0;  // [m]
};

/// A box around some curved triangles. Its halves are the box after it and the one numbered
/// `second`.
struct SurfaceBox {
  Vec3 low, high;            // [m]
  int first = 0, count = 0;  // in PlaySurface::order
  int second = 0;            // 0: no halves
};

struct PlaySurface {
  std::span<const Vec3> nodes;         // [m] body frame
  std::span<const int> triangles;      // six nodes each: corners a b c, middles of ab, bc, ca
  std::span<const SurfaceBall> balls;  // one per triangle
  double longest_edge = 0;             // [m] of the straight edges ab
  // Of a SurfaceTree (surface_tree.h); may be empty: then every triangle is looked at.
  std::span<const SurfaceBox> boxes{};
  std::span<const int> order{};

  std::size_t triangle_count() const noexcept { return triangles.size() / 6; }
};

/// The ball of one triangle, from its six nodes.
SurfaceBall surface_ball(const Vec3* six_nodes) noexcept;
/// [m] that a curved triangle is at most away from the four flat triangles between its nodes.
double surface_bulge(const Vec3* six_nodes) noexcept;

struct SurfacePlace {
  std::size_t triangle = 0;
  double weights[6] = {};  // of the triangle's six nodes, sum 1
  Vec3 position;           // [m]
};

/// What a search did. With boxes it does no more than this, so that no hop of sound waits for it:
/// on the axis of a tube or in the middle of a ball everything is equally near, and the best of
/// what was looked at counts, the same at every call. Points near the surface need a tenth of it.
struct SurfaceWork {
  static constexpr int kMostBoxes = 768;   // opened
  static constexpr int kMostLooked = 384;  // triangles whose flat pieces were tried
  static constexpr int kMostRefined = 32;  // triangles whose nearest place was found
  int boxes = 0, looked = 0, refined = 0;
  bool cut_short = false;
};

/// False, and `out` untouched, when there are no triangles or the point is not finite.
/// @param work is told, for tests.
bool nearest_place(const PlaySurface& surface, const Vec3& point, SurfacePlace& out,
                   SurfaceWork* work = nullptr) noexcept;

}  // namespace peal
