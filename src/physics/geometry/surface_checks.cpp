#include "physics/geometry/surface_checks.h"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <string>

#include "base/error.h"
#include "physics/geometry/self_intersection.h"
#include "physics/geometry/surface_edges.h"
#include "physics/geometry/surface_parts.h"

namespace peal {
namespace {

void measure(const TriangleMesh& mesh, SurfaceFacts& f) {
  std::vector<char> used(mesh.vertices.size(), 0);
  const Vec3 from = f.box.centre();
  double shortest = Bounds::kFar, longest = 0, tangent = Bounds::kFar;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    std::array<Vec3, 3> edge;
    std::array<double, 3> length;
    for (int k = 0; k < 3; ++k) {
      used[mesh.triangles[t][k]] = 1;
      edge[k] = mesh.corner(t, (k + 1) % 3) - mesh.corner(t, k);
      length[k] = norm_squared(edge[k]);
      shortest = std::min(shortest, length[k]);
      longest = std::max(longest, length[k]);
    }
    const Vec3 area = mesh.area_vector(t);
    f.area += norm(area);
    f.volume += dot(mesh.corner(t, 0) - from, area) / 3;
    // The least angle lies opposite the shortest edge.
    const int k = length[0] <= length[1] && length[0] <= length[2] ? 0
                  : length[1] <= length[2]                         ? 1
                                                                   : 2;
    const double beside = -dot(edge[(k + 1) % 3], edge[(k + 2) % 3]);
    tangent = std::min(tangent, beside > 0 ? 2 * norm(area) / beside : 0);
  }
  for (const char u : used) f.vertices += static_cast<std::size_t>(u);
  f.shortest_edge = mesh.triangles.empty() ? 0 : std::sqrt(shortest);
  f.longest_edge = std::sqrt(longest);
  f.least_angle = mesh.triangles.empty() ? 0 : std::atan(tangent);
}

void count_edges(const TriangleMesh& mesh, const SurfaceEdges& edges, SurfaceFacts& f) {
  const auto middle = [&](const SurfaceEdges::Edge& e) {
    return 0.5 * (mesh.vertices[e.a] + mesh.vertices[e.b]);
  };
  f.edges = edges.edges().size();
  for (const auto& e : edges.edges()) {
    const auto h = edges.half_edges(e);
    if (e.count == 1) ++f.boundary_edges;
    if (e.count > 2 && f.crowded_edges++ == 0) f.crowded_edge_place = middle(e);
    if (e.count == 2 && half_edge_start(mesh, h[0]) == half_edge_start(mesh, h[1]) &&
        f.clashing_edges++ == 0)
      f.clashing_edge_place = middle(e);
  }
}

void find_holes(const TriangleMesh& mesh, const SurfaceEdges& edges, SurfaceFacts& f) {
  if (f.boundary_edges == 0) return;
  DisjointSets sets(mesh.vertices.size());
  for (const auto& e : edges.edges())
    if (e.count == 1) sets.join(e.a, e.b);
  struct Hole {
    double length = 0;
    Vec3 moment;
  };
  std::map<int, Hole> holes;
  for (const auto& e : edges.edges()) {
    if (e.count != 1) continue;
    Hole& hole = holes[sets.find(e.a)];
    const Vec3 a = mesh.vertices[e.a], b = mesh.vertices[e.b];
    hole.length += norm(b - a);
    hole.moment += norm(b - a) * 0.5 * (a + b);
  }
  f.holes = holes.size();
  for (const auto& [vertex, hole] : holes) {
    if (hole.length <= f.largest_hole) continue;
    f.largest_hole = hole.length;
    f.largest_hole_place = hole.moment / hole.length;
  }
}

void find_pinches(const TriangleMesh& mesh, const SurfaceEdges& edges, SurfaceFacts& f) {
  // Corners of triangles around a vertex hang together across edges; one set per vertex is right.
  DisjointSets corners(3 * mesh.triangles.size());
  const auto corner_at = [&](int half_edge, int vertex) {
    return half_edge_start(mesh, half_edge) == vertex
               ? half_edge
               : 3 * (half_edge / 3) + (half_edge % 3 + 1) % 3;
  };
  for (const auto& e : edges.edges()) {
    const auto h = edges.half_edges(e);
    for (std::size_t i = 1; i < h.size(); ++i)
      for (const int v : {e.a, e.b}) corners.join(corner_at(h[0], v), corner_at(h[i], v));
  }
  std::vector<int> sets(mesh.vertices.size(), 0);
  for (int c = 0; c < static_cast<int>(3 * mesh.triangles.size()); ++c)
    if (corners.find(c) == c) ++sets[half_edge_start(mesh, c)];
  for (std::size_t v = 0; v < sets.size(); ++v)
    if (sets[v] > 1 && f.pinched_vertices++ == 0) f.pinched_vertex_place = mesh.vertices[v];
}

void find_crossings(const TriangleMesh& mesh, SurfaceFacts& f) {
  const SelfIntersections found = self_intersections(mesh);
  f.crossing_pairs = found.pairs.size();
  f.crossing_pairs_complete = found.complete;
  if (found.pairs.empty()) return;
  // The middle of what the two boxes have in common lies near the crossing.
  Bounds a, b, common;
  for (int k = 0; k < 3; ++k) {
    a.add(mesh.corner(found.pairs[0][0], k));
    b.add(mesh.corner(found.pairs[0][1], k));
  }
  for (int d = 0; d < 3; ++d) {
    common.min[d] = std::max(a.min[d], b.min[d]);
    common.max[d] = std::min(a.max[d], b.max[d]);
  }
  f.crossing_place = common.centre();
}

std::string many(std::size_t n, const char* one, const char* several) {
  return grouped(n) + " " + (n == 1 ? one : several);
}

}  // namespace

SurfaceFacts examine(const TriangleMesh& mesh) {
  SurfaceFacts f;
  const SurfaceEdges edges(mesh);
  f.triangles = mesh.triangles.size();
  f.box = bounds_of(mesh);
  measure(mesh, f);
  count_edges(mesh, edges, f);
  find_holes(mesh, edges, f);
  find_pinches(mesh, edges, f);
  find_crossings(mesh, f);
  const SurfaceParts parts = surface_parts(mesh);
  f.parts = parts.parts.size();
  f.solids = static_cast<std::size_t>(parts.solids);
  f.euler =
      static_cast<long>(f.vertices) - static_cast<long>(f.edges) + static_cast<long>(f.triangles);
  if (f.watertight() && f.clashing_edges == 0 && f.pinched_vertices == 0)
    f.genus = static_cast<int>((2 * static_cast<long>(f.parts) - f.euler) / 2);
  return f;
}

void require_solid(const TriangleMesh& repaired) { require_solid(examine(repaired)); }

void require_solid(const SurfaceFacts& f) {
  if (f.triangles == 0) fail("the surface has no triangles; choose a file that has some");
  std::string faults;
  const auto add = [&](const std::string& text) { faults += (faults.empty() ? "" : "; ") + text; };
  if (f.boundary_edges > 0)
    add(fmt::format(
        "the surface is not closed: {} with one triangle only, in {}; the largest hole is "
        "{:.4g} m around, at {}; close it in your modeller (Blender: Select > All by Trait > Non "
        "Manifold, then fill), give `shell_thickness` if it is meant as a thin sheet, or "
        "`\"sound\": \"none\"` if it only has to be seen and collided with",
        many(f.boundary_edges, "edge", "edges"), many(f.holes, "loop", "loops"), f.largest_hole,
        place_text(f.largest_hole_place)));
  if (f.crowded_edges > 0)
    add(fmt::format(
        "{} three or more triangles, the first at {}; delete inner walls, or separate "
        "bodies that share an edge",
        many(f.crowded_edges, "edge has", "edges have"), place_text(f.crowded_edge_place)));
  if (f.clashing_edges > 0)
    add(fmt::format(
        "the surface has no inside: its triangles cannot all turn the same way (as on a "
        "Moebius strip), {} against each other, the first at {}; rebuild the surface "
        "there",
        many(f.clashing_edges, "pair of neighbours turns", "pairs of neighbours turn"),
        place_text(f.clashing_edge_place)));
  if (f.pinched_vertices > 0)
    add(fmt::format(
        "the surface is pinched to a point at {}, the first at {}; a body cannot hang "
        "together by a point: separate the sides or join them by a neck",
        many(f.pinched_vertices, "vertex", "vertices"), place_text(f.pinched_vertex_place)));
  if (f.crossing_pairs > 0)
    add(
        fmt::format("the surface crosses itself: {}{} of triangles, the first near {}; unite the "
                    "crossing bodies in your modeller (Blender: boolean union, or remesh)",
                    f.crossing_pairs_complete ? "" : "at least ",
                    many(f.crossing_pairs, "pair", "pairs"), place_text(f.crossing_place)));
  // Less than 1e-10 of the diagonal thick on average.
  const double flat = 1e-10 * f.area * f.box.diagonal();
  if (faults.empty() && std::abs(f.volume) <= flat)
    add(
        fmt::format("the surface encloses no volume ({:.3g} m^3 within {:.4g} m^2, at {}); give "
                    "`shell_thickness` if it is meant as a thin sheet",
                    f.volume, f.area, place_text(f.box.centre())));
  if (faults.empty() && f.volume < 0)
    add(fmt::format("the surface at {} is inside out; repair it first",
                    place_text(f.box.centre())));
  if (!faults.empty()) throw Error(faults);
}

}  // namespace peal
