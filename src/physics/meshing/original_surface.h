// The surface that a remesher must stay on: nearest points and walls. [m].
#pragma once
#include <limits>
#include <vector>

#include "physics/geometry/triangle_mesh.h"
#include "physics/geometry/triangle_tree.h"

namespace peal {

struct WallRay {
  double wall = std::numeric_limits<double>::infinity();   // [m] to a surface that faces away
  double depth = std::numeric_limits<double>::infinity();  // [m] to any surface
};

class OriginalSurface {
 public:
  explicit OriginalSurface(const TriangleMesh& mesh);

  const TriangleMesh& mesh() const { return mesh_; }
  const Vec3& normal(int triangle) const { return normals_[triangle]; }  // unit
  double diagonal() const { return diagonal_; }
  double area() const { return area_; }
  double volume() const { return volume_; }  // [m^3] meaningful for closed surfaces

  /// Nearest point, no farther than `within`, whose normal is within about 70 degrees of `normal`:
  /// the other side of a thin wall does not count. Triangle -1: there is none.
  NearPoint project(const Vec3& p, const Vec3& normal, double within) const;

  /// Along a unit direction from a point on `triangle`, no farther than `reach`. `inside`: the ray
  /// starts into the body and ends where it leaves it; otherwise it starts into the air.
  WallRay wall(const Vec3& point, int triangle, const Vec3& direction, double reach,
               bool inside) const;

 private:
  TriangleMesh mesh_;
  TriangleTree tree_;
  std::vector<Vec3> normals_;
  double diagonal_ = 0, area_ = 0, volume_ = 0;
};

}  // namespace peal
