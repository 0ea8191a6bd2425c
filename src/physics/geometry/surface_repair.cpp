#include "physics/geometry/surface_repair.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "physics/geometry/surface_edges.h"
#include "physics/geometry/surface_parts.h"
#include "physics/geometry/surface_weld.h"
#include "physics/geometry/triangle_tree.h"

namespace peal {
namespace {

constexpr double kFarthest = 1e9;  // [m] beyond it, cubes of coordinates lose their meaning

void check_soup(const TriangleMesh& soup) {
  const int vertices = static_cast<int>(soup.vertices.size());
  for (std::size_t t = 0; t < soup.triangles.size(); ++t)
    for (const int v : soup.triangles[t]) {
      if (v < 0 || v >= vertices)
        fail("triangle {} refers to vertex {}, but there are only {}; repair the file", t, v,
             vertices);
      const Vec3& p = soup.vertices[v];
      if (!is_finite(p)) fail("vertex {} is not a finite point; repair the file", v);
      if (std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)}) > kFarthest)
        fail("vertex {} lies at {}, more than {:g} m away; give a smaller `scale`", v,
             place_text(p), kFarthest);
    }
  if (soup.triangles.empty()) fail("the surface has no triangles; choose a file that has some");
}

void turn(std::array<int, 3>& t) { std::swap(t[1], t[2]); }

/// Triangles joined across edges of two. `turned` says which had to be turned to agree with the
/// first of their patch.
struct Patches {
  std::vector<int> of_triangle;
  std::vector<int> size, turned_count;
  std::vector<char> turned;
};

Patches flood(const TriangleMesh& mesh, const SurfaceEdges& edges) {
  const int count = static_cast<int>(mesh.triangles.size());
  Patches p;
  p.of_triangle.assign(count, -1);
  p.turned.assign(count, 0);
  std::vector<int> queue;
  for (int seed = 0; seed < count; ++seed) {
    if (p.of_triangle[seed] >= 0) continue;
    const int patch = static_cast<int>(p.size.size());
    p.size.push_back(0), p.turned_count.push_back(0);
    queue.assign(1, seed);
    p.of_triangle[seed] = patch;
    while (!queue.empty()) {
      const int t = queue.back();
      queue.pop_back();
      ++p.size[patch];
      p.turned_count[patch] += p.turned[t];
      for (int h = 3 * t; h < 3 * t + 3; ++h) {
        const auto& edge = edges.edges()[edges.edge_of(h)];
        if (edge.count != 2) continue;
        const auto halves = edges.half_edges(edge);
        const int other = halves[0] == h ? halves[1] : halves[0], n = other / 3;
        if (p.of_triangle[n] >= 0) continue;
        p.of_triangle[n] = patch;
        const bool against = half_edge_start(mesh, h) == half_edge_start(mesh, other);
        p.turned[n] = static_cast<char>(against != static_cast<bool>(p.turned[t]));
        queue.push_back(n);
      }
    }
  }
  return p;
}

/// Volume under each patch, seen from the centre of its box: its own, when it is closed. Flat
/// patches have none.
std::vector<double> volumes(const TriangleMesh& mesh, const Patches& p) {
  std::vector<Bounds> boxes(p.size.size());
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    for (int k = 0; k < 3; ++k) boxes[p.of_triangle[t]].add(mesh.corner(t, k));
  std::vector<double> volume(p.size.size(), 0);
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const Vec3 from = boxes[p.of_triangle[t]].centre();
    const Vec3 a = mesh.corner(t, 0) - from, b = mesh.corner(t, 1) - from,
               c = mesh.corner(t, 2) - from;
    volume[p.of_triangle[t]] += dot(a, cross(b, c)) / 6;
  }
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const double d = boxes[i].diagonal();
    if (std::abs(volume[i]) < 1e-10 * d * d * d) volume[i] = 0;
  }
  return volume;
}

void orient(RepairedSurface& r) {
  TriangleMesh& mesh = r.mesh;
  const SurfaceEdges edges(mesh);
  r.closed = std::all_of(edges.edges().begin(), edges.edges().end(),
                         [](const auto& e) { return e.count == 2; });
  const Patches p = flood(mesh, edges);
  const int count = static_cast<int>(mesh.triangles.size());
  std::size_t against = 0;
  for (int t = 0; t < count; ++t) {
    const int patch = p.of_triangle[t];
    const bool few_turned = 2 * p.turned_count[patch] <= p.size[patch];
    if (static_cast<bool>(p.turned[t]) != few_turned) continue;
    turn(mesh.triangles[t]);
    ++against;
  }
  if (against > 0)
    r.notes.push_back(fmt::format("turned {} that faced another way than {} neighbours",
                                  against == 1 ? "1 triangle" : grouped(against) + " triangles",
                                  against == 1 ? "its" : "their"));

  const std::vector<double> volume = volumes(mesh, p);
  const SurfaceParts parts = surface_parts(mesh);
  std::vector<char> flip(volume.size(), 0), cavity(volume.size(), 0);
  std::size_t outward = 0, inward = 0;
  for (int t = 0; t < count; ++t) {
    const SurfacePart& part = parts.parts[parts.of_triangle[t]];
    cavity[p.of_triangle[t]] = static_cast<char>(part.closed && part.depth % 2 == 1);
  }
  for (std::size_t i = 0; i < volume.size(); ++i) {
    flip[i] = static_cast<char>(cavity[i] ? volume[i] > 0 : volume[i] < 0);
    if (flip[i]) ++(cavity[i] ? inward : outward);
  }
  for (int t = 0; t < count; ++t)
    if (flip[p.of_triangle[t]]) turn(mesh.triangles[t]);
  if (outward > 0)
    r.notes.push_back(outward == 1 ? "turned 1 part that was inside out"
                                   : "turned " + grouped(outward) + " parts that were inside out");
  if (inward > 0)
    r.notes.push_back(inward == 1 ? "turned 1 inner wall to face into its cavity"
                                  : "turned " + grouped(inward) +
                                        " inner walls to face into their cavities");
}

}  // namespace

RepairedSurface repair_surface(const TriangleMesh& soup, double weld_distance) {
  check_soup(soup);
  RepairedSurface r;
  r.mesh = soup;
  if (!(weld_distance >= 0)) weld_distance = 1e-6 * bounds_of(soup).diagonal();
  weld_vertices(r.mesh, weld_distance, r.notes);
  remove_degenerate_triangles(r.mesh, 0.1 * weld_distance, r.notes);
  remove_duplicate_triangles(r.mesh, r.notes);
  if (r.mesh.triangles.empty())
    fail("all {} triangles of the surface are without area; check the file and its `scale`",
         soup.triangles.size());
  remove_unused_vertices(r.mesh);
  orient(r);
  return r;
}

}  // namespace peal
