#include "models/bodies/convex_parts.h"

#include <algorithm>

#include "base/error.h"
#include "models/bodies/shape_parts.h"
#include "physics/geometry/convex/convex_decomposition.h"
#include "physics/geometry/convex/convex_hull.h"
#include "physics/geometry/convex/extreme_points.h"

namespace peal {
namespace {

constexpr std::size_t kMostCorners = 32;        // of one piece of several
constexpr std::size_t kMostSingleCorners = 96;  // of the only piece
constexpr double kNearlyConvex = 0.97;          // volume / volume of the hull

/// Sum of area (x^4 + y^4 + z^4) over the unit normals, turned: large where the axes are those in
/// which the body was made.
double alignment(const TriangleMesh& surface, const Quat& axes) {
  double sum = 0;
  for (std::size_t t = 0; t < surface.triangles.size(); ++t) {
    const Vec3 a = surface.area_vector(t), n = rotate(axes, normalized(a));
    sum += norm(a) * (n.x * n.x * n.x * n.x + n.y * n.y * n.y * n.y + n.z * n.z * n.z * n.z);
  }
  return sum;
}

/// Body axes to those across which it is cut: of the file's axes, the principal axes and those of
/// the normals' spread the ones with the best alignment.
Quat cutting_axes(const BodyGeometry& geometry) {
  MassProperties normals;
  normals.mass = normals.volume = 1;
  for (std::size_t t = 0; t < geometry.surface.triangles.size(); ++t) {
    const Vec3 a = geometry.surface.area_vector(t), n = normalized(a);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) normals.inertia(i, j) += norm(a) * ((i == j) - n[i] * n[j]);
  }
  const Quat spread = conjugate(principal_frame(normals).axes);
  Quat best = geometry.frame.axes;
  double most = alignment(geometry.surface, best);
  for (const Quat& axes : {Quat{}, spread})
    if (const double found = alignment(geometry.surface, axes); found > 1.02 * most)
      most = found, best = axes;
  return best;
}

std::vector<std::vector<Vec3>> mesh_parts(const BodyGeometry& geometry) {
  const Quat axes = cutting_axes(geometry);
  TriangleMesh surface = geometry.surface;
  for (Vec3& x : surface.vertices) x = rotate(axes, x);
  auto parts = convex_decomposition(surface, {.most_corners = kMostCorners});
  for (std::vector<Vec3>& part : parts)
    for (Vec3& x : part) x = rotate_back(axes, x);
  return parts;
}

}  // namespace

std::vector<std::vector<Vec3>> convex_parts(const Shape& shape, const BodyGeometry& geometry) {
  std::vector<std::vector<Vec3>> parts;
  if (!std::holds_alternative<MeshShape>(shape)) {
    PartPoints pieces = shape_parts(shape);
    const std::size_t most = pieces.size() == 1 ? kMostSingleCorners : kMostCorners;
    for (auto& [points, exact, part_of_last] : pieces) {
      for (Vec3& x : points) x = geometry.frame.to_body(x);
      try {
        parts.push_back(hull_corners(points, most));
      } catch (const Error&) {  // thinner than can be told: the neighbours cover it
      }
    }
  } else if (geometry.has_volume() &&
             geometry.solid.volume < kNearlyConvex * hull_volume(geometry.surface.vertices)) {
    parts = mesh_parts(geometry);
  }
  const bool dented = parts.size() == 1 && std::holds_alternative<MeshShape>(shape);
  if (dented) parts.clear();  // a single piece may have more corners
  if (parts.empty())
    parts.push_back(geometry.hull.empty()
                        ? hull_corners(geometry.surface.vertices, kMostSingleCorners)
                        : geometry.hull);
  return parts;
}

std::vector<ConvexPart> collision_parts(const Shape& shape, const BodyGeometry& geometry) {
  std::vector<ConvexPart> parts;
  PartPoints pieces;
  if (!std::holds_alternative<MeshShape>(shape)) pieces = shape_parts(shape);
  const auto is_round = [](const PartPoint& piece) { return !piece.exact.rims.empty(); };
  if (std::none_of(pieces.begin(), pieces.end(), is_round)) {
    for (std::vector<Vec3>& corners : convex_parts(shape, geometry))
      parts.push_back({std::move(corners), {}, 0});
    return parts;
  }
  for (auto& [points, exact, part_of_last] : pieces) {
    if (part_of_last) continue;
    try {
      const std::vector<Vec3> corners = hull_corners(points, kMostCorners);
      ConvexPart part = exact.rims.empty() ? ConvexPart{corners, {}, 0} : std::move(exact);
      for (Vec3& x : part.corners) x = geometry.frame.to_body(x);
      for (RimArc& rim : part.rims) {
        rim.centre = geometry.frame.to_body(rim.centre);
        rim.axis = geometry.frame.turn_to_body(rim.axis);
        rim.middle = geometry.frame.turn_to_body(rim.middle);
      }
      parts.push_back(std::move(part));
    } catch (const Error&) {  // thinner than can be told: the neighbours cover it
    }
  }
  return parts;
}

}  // namespace peal
