#include "physics/meshing/surface_remesh.h"

#include <algorithm>
#include <cmath>

#include "base/interrupt.h"

namespace peal {
SurfaceRemesher::SurfaceRemesher(const OriginalSurface& original, double detail, double sharp)
    : original_(original), mesh_(original.mesh()), features_(mark_features(mesh_, detail, sharp)) {}

// Corners lie at an end of their curves; of a curve that leaves and returns to one corner, at the
// end that is nearer.
double SurfaceRemesher::way_on(int curve, int vertex, double near) const {
  const EditVertex& v = mesh_.vertices[vertex];
  const FeatureCurve& c = features_.curves[curve];
  if (v.kind == VertexKind::crease) return c.unwrapped(v.s, near);
  if (c.vertices.front() == c.vertices.back()) return near < c.length() / 2 ? 0 : c.length();
  return vertex == c.vertices.front() ? 0 : c.length();
}

EditVertex SurfaceRemesher::between(int a, int b) const {
  const EditVertex &p = mesh_.vertices[a], &q = mesh_.vertices[b];
  EditVertex m;
  m.target = 0.5 * (p.target + q.target);
  m.x = 0.5 * (p.x + q.x);
  std::array<int, 2> sides{};
  const int count = mesh_.triangles_of(a, b, sides);
  for (int i = 0; i < std::min(count, 2); ++i) m.normal += mesh_.area_vector(sides[i]);
  m.normal = normalized(m.normal);
  m.curve = mesh_.curve_of(a, b);
  if (m.curve >= 0) {
    m.kind = VertexKind::crease;
    const FeatureCurve& c = features_.curves[m.curve];
    // Two corners: the whole curve is this edge, unless both are one.
    double s = p.kind == VertexKind::crease ? p.s : q.s;
    if (p.kind != VertexKind::crease && q.kind != VertexKind::crease) s = 0;
    m.s = 0.5 * (way_on(m.curve, a, s) + way_on(m.curve, b, s));
    m.x = c.at(m.s);
  } else {
    const NearPoint near = original_.project(m.x, m.normal, 0.5 * norm(p.x - q.x));
    if (near.triangle >= 0) m.x = near.point;
  }
  return m;
}

bool SurfaceRemesher::may_move(int vertex, const Vec3& to) const {
  for (const int t : mesh_.around[vertex]) {
    const auto& v = mesh_.triangles[t];
    std::array<Vec3, 3> p{mesh_.at(v[0]), mesh_.at(v[1]), mesh_.at(v[2])};
    const Vec3 before = cross(p[1] - p[0], p[2] - p[0]);
    const double shape_before = triangle_shape(p[0], p[1], p[2]);
    for (int k = 0; k < 3; ++k)
      if (v[k] == vertex) p[k] = to;
    const Vec3 after = cross(p[1] - p[0], p[2] - p[0]);
    if (!(dot(after, before) > 0.6 * norm(after) * norm(before)) && shape_before > 1e-3)
      return false;
    const double shape = triangle_shape(p[0], p[1], p[2]);
    if (shape < 0.15 && shape < shape_before) return false;
  }
  return true;
}

bool SurfaceRemesher::move_along_curve(int v) {
  EditVertex& p = mesh_.vertices[v];
  const FeatureCurve& c = features_.curves[p.curve];
  double sum = 0, weights = 0;
  int count = 0;
  for (const int w : mesh_.neighbours(v)) {
    if (mesh_.curve_of(v, w) != p.curve) continue;
    const double weight = 1 / (p.target + mesh_.vertices[w].target);
    sum += weight * way_on(p.curve, w, p.s);
    weights += weight;
    ++count;
  }
  if (count != 2) return false;
  const double s = p.s + 0.7 * (sum / weights - p.s);
  const Vec3 to = c.at(s);
  if (!may_move(v, to)) return false;
  p.s = c.closed ? s - std::floor(s / c.length()) * c.length() : std::clamp(s, 0.0, c.length());
  p.x = to;
  return true;
}

bool SurfaceRemesher::move_on_surface(int v) {
  EditVertex& p = mesh_.vertices[v];
  Vec3 centre;
  double weights = 0;
  for (const int t : mesh_.around[v]) {
    const auto& k = mesh_.triangles[t];
    const double h =
        mesh_.vertices[k[0]].target + mesh_.vertices[k[1]].target + mesh_.vertices[k[2]].target;
    const double weight = norm(mesh_.area_vector(t)) / (h * h);
    centre += weight * (mesh_.at(k[0]) + mesh_.at(k[1]) + mesh_.at(k[2])) / 3.0;
    weights += weight;
  }
  if (!(weights > 0)) return false;
  Vec3 step = 0.9 * (centre / weights - p.x);
  step -= dot(step, p.normal) * p.normal;
  for (const double part : {1.0, 0.4}) {
    const NearPoint near = original_.project(p.x + part * step, p.normal, p.target);
    if (near.triangle < 0 || !may_move(v, near.point)) continue;
    p.x = near.point;
    return true;
  }
  return false;
}

void SurfaceRemesher::smooth() {
  mesh_.update_normals();
  for (int v = 0; v < static_cast<int>(mesh_.vertices.size()); ++v) {
    if (mesh_.around[v].empty()) continue;
    const VertexKind kind = mesh_.vertices[v].kind;
    if (kind == VertexKind::crease) move_along_curve(v);
    if (kind == VertexKind::smooth) move_on_surface(v);
  }
}

RemeshedSurface SurfaceRemesher::run(const SizeRules& rules) {
  constexpr int kMostRounds = 16, kRounds = 5;
  SizeReport size;
  for (int round = 0, settled = 0; round < kMostRounds && settled < kRounds; ++round) {
    throw_if_interrupted();
    size = set_targets(mesh_, original_, features_, rules);
    settled = size.coarsening ? 0 : settled + 1;
    split_long_edges();
    collapse_short_edges();
    flip_edges(settled < kRounds - 1);
    smooth();
    if (settled == kRounds) smooth();
  }
  flip_edges(false);
  return result(size, rules);
}

Vec3 SurfaceRemesher::middle(int a, int b) const {
  const EditVertex m = between(a, b);
  const Vec3 straight = 0.5 * (mesh_.at(a) + mesh_.at(b));
  return norm(m.x - straight) > 1e-4 * mesh_.length(a, b) ? m.x : straight;
}

RemeshedSurface SurfaceRemesher::result(const SizeReport& size, const SizeRules& rules) {
  mesh_.update_normals();
  RemeshedSurface out;
  std::vector<int> vertex_of;
  out.mesh = mesh_.surface(&vertex_of);
  out.size = size;
  out.largest = rules.largest * size.scale;
  for (const int v : vertex_of) {
    out.target.push_back(mesh_.vertices[v].target);
    out.normals.push_back(mesh_.vertices[v].normal);
  }
  for (int t = 0; t < static_cast<int>(mesh_.triangles.size()); ++t) {
    if (!mesh_.alive(t)) continue;
    out.curves.push_back(mesh_.curves[t]);
    auto& m = out.middles.emplace_back();
    for (int k = 0; k < 3; ++k) {
      // The same answer from both sides of the edge.
      const EditEdge e = mesh_.edge(t, k);
      m[k] = middle(std::min(e.a, e.b), std::max(e.a, e.b));
    }
  }
  return out;
}

}  // namespace peal
