#include "physics/meshing/shell_mesh.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "physics/geometry/element.h"
#include "physics/geometry/surface_edges.h"
#include "physics/meshing/mesh_quality.h"
#include "physics/meshing/surface_remesh.h"

namespace peal {
namespace {

constexpr double kLeastQuality = 0.05;  // of wedges; they lose it where normals cross

void refuse_junctions(const TriangleMesh& middle) {
  const SurfaceEdges edges(middle);
  for (const auto& e : edges.edges()) {
    const Vec3 place = 0.5 * (middle.vertices[e.a] + middle.vertices[e.b]);
    if (e.count > 2)
      fail(
          "{} sheets meet in the edge near {}: a sheet with a thickness must not branch there; "
          "separate the parts, or give a closed surface or a volume mesh",
          e.count, place_text(place));
    const auto half = edges.half_edges(e);
    if (e.count == 2 && half_edge_start(middle, half[0]) == half_edge_start(middle, half[1]))
      fail(
          "the two triangles at the edge near {} are turned against each other: orient the surface "
          "consistently (a one-sided band cannot be)",
          place_text(place));
  }
}

// A node of the middle surface and half the way between the two faces, per thickness.
struct SheetNode {
  Vec3 x, direction;
};

struct Sheet {
  std::vector<SheetNode> corners, middles;  // of vertices; of edges
  std::vector<std::array<int, 3>> triangles, edges;

  std::array<Vec3, 15> wedge(std::size_t t, double thickness) const {
    std::array<Vec3, 15> x;
    for (int k = 0; k < 3; ++k) {
      const SheetNode &c = corners[triangles[t][k]], &m = middles[edges[t][k]];
      x[k] = c.x - thickness * c.direction;
      x[3 + k] = c.x + thickness * c.direction;
      x[6 + k] = m.x - thickness * m.direction;
      x[9 + k] = m.x + thickness * m.direction;
      x[12 + k] = c.x;
    }
    return x;
  }
};

// Half the miter: `normals` are the unit normals of what meets here, with weights.
Vec3 half_way(const Vec3& weighted_sum, double weights) {
  const double cosine = norm(weighted_sum) / weights;  // mean of n . n_k
  return normalized(weighted_sum) * (0.5 / std::max(cosine, 0.5));
}

// Sums over the triangles around each vertex. Angle weights do not depend on how a flat part is cut
// into triangles.
void add_corner_normals(const TriangleMesh& mesh, std::vector<Vec3>& sum,
                        std::vector<double>& weights) {
  sum.resize(mesh.vertices.size());
  weights.resize(mesh.vertices.size(), 0);
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const Vec3 normal = normalized(mesh.area_vector(t));
    for (int k = 0; k < 3; ++k) {
      const Vec3 a = mesh.corner(t, (k + 1) % 3) - mesh.corner(t, k);
      const Vec3 b = mesh.corner(t, (k + 2) % 3) - mesh.corner(t, k);
      const double angle = std::atan2(norm(cross(a, b)), dot(a, b));
      sum[mesh.triangles[t][k]] += angle * normal;
      weights[mesh.triangles[t][k]] += angle;
    }
  }
}

Sheet build_sheet(const RemeshedSurface& s) {
  const TriangleMesh& mesh = s.mesh;
  const SurfaceEdges edges(mesh);
  const auto is_fold = [&](const SurfaceEdges::Edge& e) {
    const int h = edges.half_edges(e)[0];
    return e.count == 2 && s.curves[h / 3][h % 3] >= 0;
  };
  std::vector<char> folded(mesh.vertices.size(), 0);
  for (const auto& e : edges.edges())
    if (is_fold(e)) folded[e.a] = folded[e.b] = 1;

  Sheet sheet;
  sheet.triangles = mesh.triangles;
  sheet.edges.resize(mesh.triangles.size());
  std::vector<Vec3> sum;
  std::vector<double> weights;
  add_corner_normals(mesh, sum, weights);
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v)
    sheet.corners.push_back(
        {mesh.vertices[v], folded[v] ? half_way(sum[v], weights[v]) : 0.5 * normalized(sum[v])});
  for (const auto& e : edges.edges()) {
    const auto half = edges.half_edges(e);
    for (const int h : half) sheet.edges[h / 3][h % 3] = static_cast<int>(sheet.middles.size());
    const Vec3 ends = sheet.corners[e.a].direction + sheet.corners[e.b].direction;
    // Beside a fold the offset corner moves along the sheet; the middle must follow by half.
    Vec3 direction = folded[e.a] || folded[e.b] ? 0.5 * ends : 0.5 * normalized(ends);
    if (is_fold(e))
      direction = half_way(
          normalized(mesh.area_vector(half[0] / 3)) + normalized(mesh.area_vector(half[1] / 3)), 2);
    sheet.middles.push_back({s.middles[half[0] / 3][half[0] % 3], direction});
  }
  return sheet;
}

void refuse_folds(const Sheet& sheet, double thickness) {
  double allowed = thickness;
  std::size_t worst = 0;
  for (std::size_t t = 0; t < sheet.triangles.size(); ++t) {
    const auto fits = [&](double h) { return element_quality(sheet.wedge(t, h)) > kLeastQuality; };
    if (fits(allowed)) continue;
    double low = 0, high = allowed;
    for (int i = 0; i < 40; ++i) (fits(0.5 * (low + high)) ? low : high) = 0.5 * (low + high);
    allowed = low, worst = t;
  }
  if (allowed >= thickness) return;
  const Vec3 place = sheet.corners[sheet.triangles[worst][0]].x;
  fail(
      "a sheet of {:.4g} mm cannot follow the curvature near {}: its inner side would fold over; "
      "the largest thickness that fits there is {:.3g} mm",
      1000 * thickness, place_text(place), 1000 * allowed);
}

}  // namespace

SolidMesh mesh_shell(const TriangleMesh& middle, double thickness, MeshLevel level) {
  if (middle.triangles.empty()) fail("the middle surface of the sheet has no triangles");
  if (!(thickness > 0) || !std::isfinite(thickness))
    fail("the thickness of a sheet must be above 0 m, got {}", thickness);
  refuse_junctions(middle);
  const OriginalSurface original(middle);
  if (!(original.area() > 0)) fail("the middle surface of the sheet has no area");
  SizeRules rules = shell_rules(original, level, thickness);
  if (thickness > original.diagonal() / 4)
    fail(
        "a thickness of {:.4g} mm is not that of a sheet: the surface measures only {:.4g} mm; is "
        "its scale right?",
        1000 * thickness, 1000 * original.diagonal());
  // Offset corners of a fold move by half a thickness along the sheet: leave them room.
  const double room = std::min(2 * thickness, original.diagonal() / 12);
  rules.largest = std::max(rules.largest, room);
  rules.smallest_curved = std::max(rules.smallest_curved, 0.3 * room);
  SurfaceRemesher remesher(original, rules.largest / 3);
  const RemeshedSurface remeshed = remesher.run(rules);
  const Sheet sheet = build_sheet(remeshed);
  refuse_folds(sheet, thickness);

  SolidMesh mesh;
  const int corners = static_cast<int>(sheet.corners.size());
  const int middles = static_cast<int>(sheet.middles.size());
  for (const double side : {-1.0, 1.0, 0.0})
    for (const SheetNode& c : sheet.corners)
      mesh.nodes.push_back(c.x + side * thickness * c.direction);
  for (const double side : {-1.0, 1.0})
    for (const SheetNode& m : sheet.middles)
      mesh.nodes.push_back(m.x + side * thickness * m.direction);
  for (std::size_t t = 0; t < sheet.triangles.size(); ++t) {
    std::array<int, 15> w;
    for (int k = 0; k < 3; ++k) {
      const int c = sheet.triangles[t][k], m = sheet.edges[t][k];
      w[k] = c;
      w[3 + k] = corners + c;
      w[12 + k] = 2 * corners + c;
      w[6 + k] = 3 * corners + m;
      w[9 + k] = 3 * corners + middles + m;
    }
    mesh.wedges.push_back(w);
  }
  check_mesh(mesh);
  return mesh;
}

}  // namespace peal
