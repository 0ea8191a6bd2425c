// A curved surface of a body => what dsp/play_surface.h needs to find places on it.
// Body frame, [m].
#pragma once
#include <array>
#include <vector>

#include "dsp/play_surface.h"
#include "dsp/surface_tree.h"
#include "physics/geometry/solid_mesh.h"

namespace peal {

/// Of a surface that must outlive it.
class SurfaceFinder {
 public:
  /// Stops when the surface has no triangles.
  explicit SurfaceFinder(const QuadraticSurface& surface);
  SurfaceFinder(const SurfaceFinder&) = delete;
  SurfaceFinder& operator=(const SurfaceFinder&) = delete;
  const PlaySurface& play() const { return play_; }
  /// What nearest_place() of play() finds, in a hundredth of the time: by boxes, and where their
  /// search would be cut short by a look at every triangle.
  bool nearest(const Vec3& point, SurfacePlace& out) const noexcept;

 private:
  std::vector<SurfaceBall> balls_;
  PlaySurface play_, boxed_;
  SurfaceTree tree_;
};

/// The place on a curved surface nearest to a point. Stops when the point is not finite.
SurfacePlace nearest_surface_place(const QuadraticSurface& surface, const Vec3& body_point);

}  // namespace peal
