#include "physics/meshing/size_field.h"

#include <algorithm>
#include <cmath>
#include <queue>

#include "base/parallel.h"
#include "physics/meshing/surface_mesh_solid.h"

namespace peal {
namespace {

constexpr double kFar = std::numeric_limits<double>::infinity();
constexpr double kGrowth = 0.35;
constexpr double kTriangle = 0.433;  // area of a triangle with unit edges
constexpr double kMore = 1.2;        // elements come out smaller than wanted
constexpr double kTet = 0.1179;      // volume of a tetrahedron with unit edges
constexpr double kRodRadius = 0.3;   // radius of curvature per thickness; 0.5 when it is round
constexpr double kRodEdge = 0.9;     // per radius: seven edges around, or its section is too small

struct Walls {
  std::vector<double> of_triangle, depth;  // [m]
  std::vector<double> of_vertex;           // [m] smallest around
  std::vector<double> gap;                 // [m] of vertices: to the next surface, through the air
};

struct Ways {
  WallRay in, out;
};

Ways cast(const EditMesh& mesh, const OriginalSurface& original, const SizeRules& rules, int t) {
  const auto& v = mesh.triangles[t];
  const Vec3 normal = normalized(mesh.area_vector(t));
  const Vec3 centroid = (mesh.at(v[0]) + mesh.at(v[1]) + mesh.at(v[2])) / 3.0;
  const double reach =
      std::max({mesh.length(v[0], v[1]), mesh.length(v[1], v[2]), mesh.length(v[2], v[0])});
  const NearPoint near = original.project(centroid, normal, reach);
  if (near.triangle < 0) return {};
  return {original.wall(near.point, near.triangle, -normal, original.diagonal(), true),
          // An arc leaves its chord by no more than angle / 8 of it.
          original.wall(near.point, near.triangle, normal, 0.25 * rules.largest, false)};
}

Walls find_walls(const EditMesh& mesh, const OriginalSurface& original, const SizeRules& rules) {
  std::vector<int> alive;
  for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t)
    if (mesh.alive(t)) alive.push_back(t);
  // Dense surfaces are much finer than their walls: not every triangle needs its own rays.
  const std::size_t stride = alive.size() / 40000 + 1;
  const std::size_t rays = (alive.size() + stride - 1) / stride;
  constexpr std::size_t kBlock = 512;
  std::vector<Ways> ways(rays);
  parallel_for((rays + kBlock - 1) / kBlock, [&](std::size_t block) {
    for (std::size_t i = block * kBlock; i < std::min(rays, (block + 1) * kBlock); ++i)
      ways[i] = cast(mesh, original, rules, alive[i * stride]);
  });
  Walls walls;
  walls.of_triangle.assign(mesh.triangles.size(), kFar);
  walls.depth.assign(mesh.triangles.size(), kFar);
  walls.of_vertex.assign(mesh.vertices.size(), kFar);
  walls.gap.assign(mesh.vertices.size(), kFar);
  for (std::size_t i = 0; i < alive.size(); ++i) {
    const auto& [in, out] = ways[i / stride];
    walls.depth[alive[i]] = in.depth;
    if (i % stride != 0) continue;
    walls.of_triangle[alive[i]] = in.wall;
    for (const int v : mesh.triangles[alive[i]]) {
      walls.of_vertex[v] = std::min(walls.of_vertex[v], in.wall);
      walls.gap[v] = std::min(walls.gap[v], out.wall);
    }
  }
  return walls;
}

// Largest curvature at every vertex [1/m], at the scale of the edges of the mesh.
std::vector<double> curvatures(const EditMesh& mesh, const Features& features) {
  std::vector<double> k(mesh.vertices.size(), 0);
  for (const auto& [a, b] : mesh.edges()) {
    std::array<int, 2> sides{};
    if (mesh.triangles_of(a, b, sides) != 2 || mesh.curve_of(a, b) >= 0) continue;
    const EditVertex &p = mesh.vertices[a], &q = mesh.vertices[b];
    double value;
    if (p.kind == VertexKind::smooth && q.kind == VertexKind::smooth) {
      value = std::acos(std::clamp(dot(p.normal, q.normal), -1.0, 1.0)) / norm(p.x - q.x);
    } else {
      const Vec3 n = mesh.area_vector(sides[0]), m = mesh.area_vector(sides[1]);
      const double heights = 2 * (norm(n) + norm(m)) / norm(p.x - q.x);
      const double product = norm(n) * norm(m);
      if (!(product > 0)) continue;
      value = std::acos(std::clamp(dot(n, m) / product, -1.0, 1.0)) / (heights / 3);
    }
    if (!std::isfinite(value)) continue;
    k[a] = std::max(k[a], value);
    k[b] = std::max(k[b], value);
  }
  for (std::size_t v = 0; v < k.size(); ++v) {
    const EditVertex& p = mesh.vertices[v];
    if (p.kind != VertexKind::crease || mesh.around[v].empty()) continue;
    double reach = 0;
    for (const int w : mesh.neighbours(static_cast<int>(v)))
      if (mesh.curve_of(static_cast<int>(v), w) == p.curve)
        reach = std::max(reach, mesh.length(static_cast<int>(v), w));
    const FeatureCurve& c = features.curves[p.curve];
    k[v] = std::max(k[v], c.curvature(p.s, std::min(reach, c.length() / 6)));
  }
  return k;
}

// h(b) <= h(a) + growth |ab| along edges, from the smallest upwards.
void limit_growth(const EditMesh& mesh, std::vector<double>& h) {
  using Item = std::pair<double, int>;
  std::priority_queue<Item, std::vector<Item>, std::greater<>> open;
  for (int v = 0; v < static_cast<int>(h.size()); ++v)
    if (!mesh.around[v].empty()) open.push({h[v], v});
  while (!open.empty()) {
    const auto [value, v] = open.top();
    open.pop();
    if (value > h[v]) continue;
    for (const int t : mesh.around[v])
      for (const int w : mesh.triangles[t]) {
        const double limit = value + kGrowth * mesh.length(v, w);
        if (h[w] <= limit) continue;
        h[w] = limit;
        open.push({limit, w});
      }
  }
}

// Tetrahedra in the column under one unit of surface: edges grow towards the inside.
double column(double h, double depth, double largest) {
  const double reach = (largest - h) / kGrowth;  // where they stop growing
  const double z = std::min(depth, std::max(reach, 0.0));
  const double end = h + kGrowth * z;
  double n = (1 / (h * h) - 1 / (end * end)) / (2 * kGrowth);
  if (depth > z) n += (depth - z) / (end * end * end);
  return n / kTet;
}

struct Estimate {
  const EditMesh& mesh;
  const Walls& walls;
  const std::vector<double>&h, &cap;
  const SizeRules& rules;
  double volume;

  double at(int v, double scale) const { return std::min(h[v] * scale, cap[v]); }

  double elements(double scale) const {
    double skin = 0, columns = 0, filled = 0;
    for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t) {
      if (!mesh.alive(t)) continue;
      const auto& v = mesh.triangles[t];
      const double area = norm(mesh.area_vector(t));
      const double edge = (at(v[0], scale) + at(v[1], scale) + at(v[2], scale)) / 3;
      const double triangles = area / (kTriangle * edge * edge);
      if (rules.per_thickness <= 0) {
        skin += triangles;
        continue;
      }
      const double depth = walls.depth[t] < kFar ? walls.depth[t] / 2 : 0;
      const double inside = area * column(edge, depth, rules.largest * scale);
      if (inside > 1.5 * triangles) {
        columns += inside;
        filled += area * depth;
      } else {
        skin += 1.5 * triangles;  // one layer: three tetrahedra under two triangles
      }
    }
    // Columns of a convex body overlap: they cannot fill more than its volume.
    if (filled > volume) columns *= volume / filled;
    return kMore * (skin + columns);
  }
};

}  // namespace

SizeRules solid_rules(const OriginalSurface& original, MeshLevel level) {
  const int i = static_cast<int>(level);
  SizeRules rules;
  rules.largest = original.diagonal() / std::array{8.0, 14.0, 20.0}[i];
  rules.per_thickness = std::array{3.0, 1.25, 1.0}[i];
  rules.angle = std::array{0.8, 0.55, 0.4}[i];
  rules.budget = kTetBudget[i];
  rules.flattest = std::array{12.0, 8.0, 8.0}[i];
  rules.fewest = std::array{500.0, 3000.0, 6000.0}[i];
  // A third of the edge with which the skin alone would use up the budget.
  rules.smallest = std::sqrt(original.area() / kTriangle * 1.5 / rules.budget) / 3;
  rules.smallest = std::min(rules.smallest, rules.largest);
  rules.smallest_curved = rules.largest / 5;
  return rules;
}

SizeRules shell_rules(const OriginalSurface& original, MeshLevel level, double thickness) {
  const int i = static_cast<int>(level);
  SizeRules rules;
  rules.sheet = thickness;
  rules.per_curve = std::array{1.25, 1.0, 0.75}[i];
  rules.largest = original.diagonal() / std::array{20.0, 44.0, 60.0}[i];
  rules.angle = std::array{0.6, 0.4, 0.3}[i];
  rules.budget = std::array{2000.0, 5000.0, 10000.0}[i];
  rules.smallest_curved = rules.largest / 6;
  return rules;
}

SizeReport set_targets(EditMesh& mesh, const OriginalSurface& original, const Features& features,
                       const SizeRules& rules) {
  const std::size_t n = mesh.vertices.size();
  mesh.update_normals();
  const bool solid = rules.per_thickness > 0;
  Walls walls;
  if (solid) walls = find_walls(mesh, original, rules);
  const std::vector<double> k = curvatures(mesh, features);

  std::vector<double> h(n, rules.largest), cap(n, kFar);
  for (std::size_t v = 0; v < n; ++v) {
    const double radius = k[v] > 0 ? 1 / k[v] : kFar;
    // A fillet bends much more than its wall is thick. What does not is a stem or a wire.
    const bool rod =
        solid && radius > kRodRadius * walls.of_vertex[v] && radius < walls.of_vertex[v];
    const double floor =
        rod ? std::min(rules.smallest, rules.smallest_curved) : rules.smallest_curved;
    double curved = rules.angle * radius;
    if (rules.sheet > 0 && radius < kFar)
      curved = std::min(curved, rules.per_curve * std::sqrt(radius * rules.sheet));
    h[v] = std::min(rules.largest, std::max(curved, floor));
    if (!solid) continue;
    if (rod) cap[v] = std::max(kRodEdge * radius, rules.smallest);
    h[v] = std::min(h[v], std::max(rules.per_thickness * walls.of_vertex[v], rules.smallest));
    const double clear = std::min(walls.of_vertex[v], walls.gap[v]);
    if (clear < radius)
      cap[v] = std::min(
          cap[v], std::max(std::sqrt(8 * radius * rules.clearance * clear), rules.smallest / 3));
  }
  limit_growth(mesh, h);

  SizeReport report;
  const Estimate estimate{mesh, walls, h, cap, rules, original.volume()};
  report.elements = estimate.elements(1);
  if (report.elements > rules.budget || report.elements < rules.fewest) {
    const double wanted = std::clamp(report.elements, rules.fewest, rules.budget);
    double low = 1.0 / 8, high = 64;
    for (int i = 0; i < 30; ++i) {
      const double middle = std::sqrt(low * high);
      (estimate.elements(middle) > wanted ? low : high) = middle;
    }
    report.scale = high;
    report.elements = estimate.elements(high);
  }
  for (std::size_t v = 0; v < n; ++v) h[v] = estimate.at(static_cast<int>(v), report.scale);
  limit_growth(mesh, h);

  if (solid) {
    double area = 0, flat = 0;
    report.thinnest = kFar;
    for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t) {
      if (!mesh.alive(t)) continue;
      const auto& v = mesh.triangles[t];
      const double a = norm(mesh.area_vector(t)), wall = walls.of_triangle[t];
      area += a;
      if (std::min({h[v[0]], h[v[1]], h[v[2]]}) > rules.flattest * wall) flat += a;
      if (wall < report.thinnest) {
        report.thinnest = wall;
        report.thinnest_place = (mesh.at(v[0]) + mesh.at(v[1]) + mesh.at(v[2])) / 3.0;
      }
    }
    report.flat_share = area > 0 ? flat / area : 0;
  }

  // Coarsen in steps of two, so that curvature is seen at the scale of the result and not at that
  // of the noise of a dense scan.
  std::vector<double> now(n, 0);
  std::size_t held = 0, used = 0;
  for (std::size_t v = 0; v < n; ++v) {
    if (mesh.around[v].empty()) continue;
    const auto& ring = mesh.neighbours(static_cast<int>(v));
    for (const int w : ring) now[v] += mesh.length(static_cast<int>(v), w) / ring.size();
    ++used;
    held += 2.2 * now[v] < h[v];
    mesh.vertices[v].target = std::min(h[v], 2 * now[v]);
  }
  report.coarsening = held > used / 50;
  return report;
}

}  // namespace peal
