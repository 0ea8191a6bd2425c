// A closed surface as the boundary elements see it: three points per triangle (exact to second
// degree), pressure linear between the vertices, normal velocity constant on each triangle.
// In: TriangleMesh [m], normals into the air. Out: arrays of doubles, one lane per triangle.
#pragma once
#include <array>
#include <vector>

#include "base/aligned.h"
#include "physics/geometry/triangle_mesh.h"
#include "physics/wave/bem/helmholtz_rows.h"

namespace peal {

class HelmholtzPanels {
 public:
  /// @throws Error when the surface is not closed, inside out, degenerate or beyond the limit.
  HelmholtzPanels(const TriangleMesh& mesh, std::size_t max_triangles);

  std::size_t size() const { return mesh_.triangles.size(); }
  const TriangleMesh& mesh() const { return mesh_; }
  double area(std::size_t t) const { return area_[t]; }
  const Vec3& normal(std::size_t t) const { return normal_[t]; }
  /// Points at which one linear function is 2/3 and the two others are 1/6.
  Vec3 point(std::size_t t, int q) const;
  /// n x gradient of the linear function of corner b [1/m].
  Vec3 curl(std::size_t t, int b) const;
  double volume() const { return volume_; }  // [m^3]
  helmholtz_rows::Panels lanes() const { return {padded_, lanes_.data()}; }

 private:
  TriangleMesh mesh_;
  std::vector<double> area_;
  std::vector<Vec3> normal_;
  double volume_ = 0;
  std::size_t padded_ = 0;
  AlignedVector<double> lanes_;
};

}  // namespace peal
