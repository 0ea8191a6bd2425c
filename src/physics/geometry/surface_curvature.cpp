#include "physics/geometry/surface_curvature.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "physics/geometry/surface_edges.h"

namespace peal {
namespace {

double interpolated_radius(const TriangleMesh& mesh, const std::vector<double>& curvatures,
                           const NearPoint& near, double largest) {
  if (curvatures.size() != mesh.vertices.size())
    fail("{} curvatures were given for a surface of {} vertices; take those of this surface",
         curvatures.size(), mesh.vertices.size());
  if (near.triangle < 0) fail("a surface without triangles has no curvature");
  const auto& t = mesh.triangles[near.triangle];
  const Vec3 n = 2.0 * mesh.area_vector(near.triangle);
  double curvature = 0, sum = 0;
  for (int k = 0; k < 3; ++k) {
    const Vec3 a = mesh.vertices[t[(k + 1) % 3]] - near.point,
               b = mesh.vertices[t[(k + 2) % 3]] - near.point;
    const double weight = std::max(0.0, dot(cross(a, b), n));
    curvature += weight * curvatures[t[k]];
    sum += weight;
  }
  if (!(sum > 0)) return largest;
  curvature /= sum;
  return curvature * largest > 1 ? std::max(1 / curvature, 1e-6 * largest) : largest;
}

}  // namespace

std::vector<double> mean_curvatures(const TriangleMesh& mesh) {
  const std::size_t count = mesh.vertices.size();
  std::vector<Vec3> laplacian(count), normal(count);
  std::vector<double> area(count, 0);
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const auto& v = mesh.triangles[t];
    const std::array<Vec3, 3> p{mesh.corner(t, 0), mesh.corner(t, 1), mesh.corner(t, 2)};
    const Vec3 twice = cross(p[1] - p[0], p[2] - p[0]);
    const double doubled = norm(twice);
    if (!(doubled > 0)) continue;
    std::array<double, 3> cotangent, side;  // at a corner; squared length of the side opposite it
    int obtuse = -1;
    for (int k = 0; k < 3; ++k) {
      const Vec3 a = p[(k + 1) % 3] - p[k], b = p[(k + 2) % 3] - p[k];
      cotangent[k] = dot(a, b) / doubled;
      side[k] = norm_squared(b - a);
      if (cotangent[k] < 0) obtuse = k;
      // Weighted by the angle, the normal does not depend on how faces are cut.
      normal[v[k]] += std::atan2(doubled, dot(a, b)) / doubled * twice;
    }
    for (int k = 0; k < 3; ++k) {
      const int i = (k + 1) % 3, j = (k + 2) % 3;
      const Vec3 along = cotangent[k] * (p[i] - p[j]);
      laplacian[v[i]] += along;
      laplacian[v[j]] -= along;
      if (obtuse < 0)
        area[v[k]] += (side[j] * cotangent[j] + side[i] * cotangent[i]) / 8;
      else
        area[v[k]] += doubled / (obtuse == k ? 4 : 8);
    }
  }
  std::vector<double> curvature(count, 0);
  for (std::size_t i = 0; i < count; ++i)
    if (area[i] > 0) curvature[i] = dot(laplacian[i], normalized(normal[i])) / (4 * area[i]);
  const SurfaceEdges edges(mesh);
  for (const auto& e : edges.edges())
    if (e.count == 1) curvature[e.a] = curvature[e.b] = 0;
  return curvature;
}

double curvature_radius_at(const TriangleMesh& mesh, const std::vector<double>& curvatures,
                           const TriangleTree& tree, const Vec3& point) {
  return interpolated_radius(mesh, curvatures, tree.nearest(point), tree.bounds().diagonal() / 2);
}

double curvature_radius_at(const TriangleMesh& mesh, const std::vector<double>& curvatures,
                           const Vec3& point) {
  NearPoint near;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const Vec3 q =
        nearest_on_triangle(point, mesh.corner(t, 0), mesh.corner(t, 1), mesh.corner(t, 2));
    if (norm(point - q) < near.distance) near = {static_cast<int>(t), q, norm(point - q)};
  }
  return interpolated_radius(mesh, curvatures, near, bounds_of(mesh).diagonal() / 2);
}

}  // namespace peal
