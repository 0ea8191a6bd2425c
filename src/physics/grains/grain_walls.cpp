#include "physics/grains/grain_walls.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/error.h"

namespace peal {
namespace {

/// Sine of the angle below which two triangles are one plane: their edge is nothing to touch.
constexpr double kFlat = 1e-9;

}  // namespace

int GrainWalls::add_body(bool moves) {
  moves_.push_back(moves), carried_.push_back(false), pieces_.emplace_back();
  return bodies() - 1;
}

int GrainWalls::add_carried() {
  const int body = add_body();
  carried_[body] = true;
  return body;
}

int GrainWalls::keep(WallFeature feature, int body, int material) {
  if (body < 0 || body >= bodies()) fail("walls of grains: there is no body {}", body);
  feature.body = body, feature.material = static_cast<std::int16_t>(material);
  features_.push_back(feature);
  const int index = static_cast<int>(features_.size()) - 1;
  const bool bounded = feature.type == WallFeature::Type::face ||
                       feature.type == WallFeature::Type::edge ||
                       feature.type == WallFeature::Type::vertex;
  if (carried_[body] && !bounded)
    fail("walls of grains: body {} is carried, it must be made of triangles", body);
  (carried_[body] ? pieces_[body]
   : moves_[body] ? moving_
   : bounded      ? bounded_
                  : everywhere_)
      .push_back(index);
  return index;
}

void GrainWalls::add_plane(int body, const Vec3& point, const Vec3& normal, int material) {
  WallFeature f;
  f.type = WallFeature::Type::plane, f.point = point, f.axis = normalized(normal);
  if (!(norm(f.axis) > 0)) fail("a plane among the walls of grains has no normal");
  keep(f, body, material);
}

void GrainWalls::add_cylinder(int body, const Vec3& from, const Vec3& to, double radius,
                              bool inside, int material) {
  WallFeature f;
  f.type = WallFeature::Type::cylinder, f.inside = inside;
  f.point = from, f.axis = normalized(to - from), f.size = radius, f.to = norm(to - from);
  if (!(radius > 0) || !(f.to > 0))
    fail("a cylinder among the walls of grains has radius {} m and length {} m: both must be > 0",
         radius, f.to);
  keep(f, body, material);
}

void GrainWalls::add_cone(int body, const Vec3& from, double radius_from, const Vec3& to,
                          double radius_to, bool inside, int material) {
  if (radius_from > radius_to)
    return add_cone(body, to, radius_to, from, radius_from, inside, material);
  const double length = norm(to - from);
  if (!(length > 0) || !(radius_from >= 0) || !(radius_to > radius_from))
    fail("a cone among the walls of grains has radii {} and {} m over {} m: it must widen",
         radius_from, radius_to, length);
  WallFeature f;
  f.type = WallFeature::Type::cone, f.inside = inside;
  f.axis = (to - from) / length, f.size = (radius_to - radius_from) / length;
  f.from = radius_from / f.size, f.to = f.from + length;
  f.point = from - f.from * f.axis;
  keep(f, body, material);
}

void GrainWalls::add_mesh(int body, const TriangleMesh& mesh, int material) {
  struct Side {
    std::vector<Vec3> normals;
    bool flat() const {
      return normals.size() == 2 && norm(cross(normals[0], normals[1])) < kFlat &&
             std::abs(dot(normals[0], normals[1])) > 0.5;
    }
  };
  std::map<std::pair<int, int>, Side> edges;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const Vec3 area = mesh.area_vector(t);
    if (!(norm(area) > 0))
      fail("triangle {} of a mesh among the walls of grains has no area: repair the mesh", t);
    keep(WallFeature::face(mesh.corner(t, 0), mesh.corner(t, 1), mesh.corner(t, 2)), body,
         material);
    for (int k = 0; k < 3; ++k)
      edges[std::minmax(mesh.triangles[t][k], mesh.triangles[t][(k + 1) % 3])].normals.push_back(
          normalized(area));
  }
  // A vertex inside a flat part, or on a straight edge, is touched by way of its neighbours.
  std::set<int> vertices;
  for (const auto& [ends, side] : edges) {
    if (side.flat()) continue;
    keep(WallFeature::edge(mesh.vertices[ends.first], mesh.vertices[ends.second]), body, material);
    vertices.insert(ends.first), vertices.insert(ends.second);
  }
  for (const int v : vertices) keep(WallFeature::vertex(mesh.vertices[v]), body, material);
}

}  // namespace peal
