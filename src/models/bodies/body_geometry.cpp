#include "models/bodies/body_geometry.h"

#include <algorithm>
#include <map>
#include <mutex>

#include "base/constants.h"
#include "base/error.h"
#include "base/hash.h"
#include "physics/geometry/convex/convex_hull.h"
#include "physics/geometry/imported_body.h"
#include "physics/geometry/shape_rules.h"
#include "physics/geometry/surface_curvature.h"
#include "physics/geometry/surface_edges.h"
#include "physics/geometry/swept_surface.h"
#include "physics/meshing/shape_mesh.h"
#include "physics/meshing/shell_mesh.h"
#include "physics/meshing/surface_mesh_solid.h"

namespace peal {
namespace {

constexpr int kMostHullCorners = 96;     // the touch tests visit all of them
constexpr double kSharpCosine = 0.7660;  // 40 degrees

const ImportedBody& imported(const MeshShape& shape) {
  if (!shape.body) fail("the mesh file '{}' has not been read", shape.file);
  return *shape.body;
}

TriangleMesh skin_of(const SolidMesh& mesh) { return linear_surface(boundary_surface(mesh)); }

/// Of density 1: straight pieces, each with the moments of its section.
MassProperties rod_mass(const RodShape& rod) {
  const std::vector<Vec3> points = rod_points(rod);
  const bool closed = is_closed(rod);
  const std::vector<SweptFrame> frames = swept_frames(points, closed, rod_directions(rod, points));
  const OutlineMoments section = outline_moments(rod.section);
  const std::size_t n = points.size(), edges = closed ? n : n - 1;
  MassProperties out;
  Mat3 second;  // Int x x^T dV
  const auto add_outer = [&](const Vec3& v, double weight) {
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) second(i, j) += weight * v[i] * v[j];
  };
  for (std::size_t j = 0; j < edges; ++j) {
    const Vec3 &a = points[j], &b = points[(j + 1) % n], along = b - a, middle = 0.5 * (a + b);
    const double length = norm(along), volume = length * section.area;
    out.volume += volume, out.centre += volume * middle;
    add_outer(middle, volume), add_outer(along, volume / 12);
    add_outer(frames[j].d1, length * section.xx), add_outer(frames[j].d2, length * section.yy);
  }
  out.mass = out.volume, out.centre = out.centre / out.volume;
  add_outer(out.centre, -out.volume);
  const double trace = second(0, 0) + second(1, 1) + second(2, 2);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) out.inertia(i, j) = (i == j ? trace : 0) - second(i, j);
  return out;
}

/// Surface and mass properties in the own frame.
void describe(const Shape& shape, BodyGeometry& out) {
  if (const auto* sphere = std::get_if<SphereShape>(&shape)) {
    out.surface = skin_of(mesh_shape(shape, MeshLevel::draft));
    const double r = sphere->radius;
    out.solid.mass = out.solid.volume = 4 * kPi / 3 * r * r * r;
    out.solid.inertia = Mat3::diagonal(Vec3{1, 1, 1} * (0.4 * out.solid.mass * r * r));
  } else if (const auto* bar = std::get_if<BarShape>(&shape)) {
    // Without a mesh: bars too thin to be meshed can still move.
    const Vec3 s = bar->size, square = Vec3{s.x * s.x, s.y * s.y, s.z * s.z} / 12;
    for (int k = 0; k < 8; ++k)
      out.surface.vertices.push_back(
          {(k & 1 ? 0.5 : -0.5) * s.x, (k & 2 ? 0.5 : -0.5) * s.y, (k & 4 ? 0.5 : -0.5) * s.z});
    out.surface = convex_hull(out.surface.vertices);
    out.solid.mass = out.solid.volume = s.x * s.y * s.z;
    out.solid.inertia = Mat3::diagonal(
        out.solid.mass * Vec3{square.y + square.z, square.z + square.x, square.x + square.y});
  } else if (const auto* mesh = std::get_if<MeshShape>(&shape)) {
    const ImportedBody& body = imported(*mesh);
    if (body.solid.element_count() > 0 || mesh->shell_thickness > 0) {
      const SolidMesh solid = body_mesh(shape, MeshLevel::draft);
      out.surface = skin_of(solid);
      out.solid = mass_properties(solid, 1);
    } else {
      out.surface = body.surface;
      if (body.closed) out.solid = mass_properties(body.surface, 1);
    }
  } else if (const auto* rod = std::get_if<RodShape>(&shape)) {
    const std::vector<Vec3> points = rod_points(*rod);
    const bool closed = is_closed(*rod);
    out.surface = swept_surface(
        points, closed, swept_frames(points, closed, rod_directions(*rod, points)), rod->section);
    out.solid = rod_mass(*rod);
  } else {
    out.surface = skin_of(mesh_shape(shape, MeshLevel::draft));
    out.solid = mass_properties(mesh_shape(shape, MeshLevel::normal), 1);
  }
}

/// Of a flat open sheet, which has no hull: its vertices.
std::vector<Vec3> corners_of(const TriangleMesh& surface) {
  try {
    return hull_corners(surface.vertices, kMostHullCorners);
  } catch (const Error&) {
    std::vector<Vec3> some;
    const std::size_t step = surface.vertices.size() / kMostHullCorners + 1;
    for (std::size_t i = 0; i < surface.vertices.size(); i += step)
      some.push_back(surface.vertices[i]);
    return some;
  }
}

/// Edges at which the surface turns outwards by more than 40 degrees.
std::vector<std::array<Vec3, 2>> sharp_edges(const TriangleMesh& surface) {
  std::vector<std::array<Vec3, 2>> sharp;
  const SurfaceEdges edges(surface);
  for (const auto& edge : edges.edges()) {
    if (edge.count != 2) continue;
    const auto halves = edges.half_edges(edge);
    const Vec3 n = normalized(surface.area_vector(halves[0] / 3), {0, 1, 0});
    const Vec3 m = normalized(surface.area_vector(halves[1] / 3), {0, 1, 0});
    const bool outwards =
        dot(n, surface.centroid(halves[1] / 3) - surface.centroid(halves[0] / 3)) < 0;
    if (outwards && dot(n, m) < kSharpCosine)
      sharp.push_back({surface.vertices[edge.a], surface.vertices[edge.b]});
  }
  return sharp;
}

BodyGeometry make_geometry(const Shape& shape) {
  BodyGeometry out;
  describe(shape, out);
  out.low = out.high = out.surface.vertices.at(0);
  for (const Vec3& x : out.surface.vertices)
    for (int i = 0; i < 3; ++i)
      out.low[i] = std::min(out.low[i], x[i]), out.high[i] = std::max(out.high[i], x[i]);
  if (out.has_volume())
    out.frame = principal_frame(out.solid);
  else
    out.frame.centre = 0.5 * (out.low + out.high);
  for (Vec3& x : out.surface.vertices) x = out.frame.to_body(x);
  out.tree = std::make_shared<const TriangleTree>(out.surface);
  out.curvature = mean_curvatures(out.surface);
  out.sharp_edges = sharp_edges(out.surface);
  if (!std::holds_alternative<SphereShape>(shape) && !std::holds_alternative<BarShape>(shape))
    out.hull = corners_of(out.surface);
  return out;
}

}  // namespace

std::shared_ptr<const BodyGeometry> body_geometry(const Shape& shape) {
  static std::mutex mutex;
  static std::map<std::string, std::shared_ptr<const BodyGeometry>> known;
  constexpr std::size_t kMostKnown = 500;
  Hasher hasher;
  add_to_hash(hasher, shape);
  const std::string key = hasher.result().hex();
  const std::lock_guard lock(mutex);
  if (const auto found = known.find(key); found != known.end()) return found->second;
  auto made = std::make_shared<const BodyGeometry>(make_geometry(shape));
  if (known.size() >= kMostKnown) known.clear();
  known[key] = made;
  return made;
}

SolidMesh body_mesh(const Shape& shape, MeshLevel level) {
  const auto* mesh = std::get_if<MeshShape>(&shape);
  if (!mesh) return mesh_shape(shape, level);
  const ImportedBody& body = imported(*mesh);
  if (body.solid.element_count() > 0) return body.solid;
  if (mesh->shell_thickness > 0) return mesh_shell(body.surface, mesh->shell_thickness, level);
  if (!body.closed)
    fail("'{}' is an open surface: it has no inside to vibrate; close it, or give shell_thickness",
         mesh->file);
  return mesh_closed_surface(body.surface, level);
}

}  // namespace peal
