// Split, collapse and flip: the steps of SurfaceRemesher that change edges.
#include <algorithm>
#include <cmath>
#include <queue>
#include <tuple>

#include "base/error.h"
#include "physics/geometry/surface_edges.h"
#include "physics/meshing/surface_remesh.h"

namespace peal {
namespace {

constexpr double kLong = 4.0 / 3, kShort = 4.0 / 5;

struct EdgeToCollapse {
  double ratio;
  int a, b;
  bool operator<(const EdgeToCollapse& o) const {
    return std::tie(ratio, a, b) < std::tie(o.ratio, o.a, o.b);
  }
  bool operator>(const EdgeToCollapse& o) const { return o < *this; }
};

}  // namespace

// Curves first, and flips in between: the long faces of a thin plate then need no vertices inside.
void SurfaceRemesher::split_long_edges() {
  const std::size_t most = 2 * original_.mesh().triangles.size() + 1000000;
  for (const bool on_curves : {true, false}) {
    std::priority_queue<EdgeToCollapse> open;
    const auto consider = [&](int a, int b) {
      const double ratio = mesh_.ratio(a, b);
      if (ratio > kLong && (mesh_.curve_of(a, b) >= 0) == on_curves)
        open.push({ratio, std::min(a, b), std::max(a, b)});
    };
    for (const auto& [a, b] : mesh_.edges()) consider(a, b);
    while (!open.empty()) {
      const auto [ratio, a, b] = open.top();
      open.pop();
      std::array<int, 2> sides{};
      if (mesh_.triangles_of(a, b, sides) == 0 || mesh_.ratio(a, b) != ratio) continue;
      if (mesh_.triangles.size() > most)
        fail(
            "the surface near {} asks for more than {} triangles: it has walls or gaps far too "
            "thin for its size; simplify it there",
            place_text(mesh_.at(a)), grouped(most));
      const int m = mesh_.split(a, b, between(a, b));
      flip_around(m);
      for (const int w : std::vector<int>(mesh_.neighbours(m))) consider(m, w);
    }
    for (int pass = 0; pass < (on_curves ? 3 : 1); ++pass) flip_edges(false);
  }
}

bool SurfaceRemesher::may_collapse(int gone, int kept) const {
  const EditVertex &g = mesh_.vertices[gone], &k = mesh_.vertices[kept];
  if (g.kind == VertexKind::corner) return false;
  if (!mesh_.collapse_keeps_topology(gone, kept)) return false;
  if (g.kind == VertexKind::crease) {
    if (mesh_.curve_of(gone, kept) != g.curve) return false;
    // The edge that replaces two must still follow its curve; keeps three edges on every circle.
    for (const int w : mesh_.neighbours(gone)) {
      if (w == kept || mesh_.curve_of(gone, w) != g.curve) continue;
      const double arc =
          std::abs(way_on(g.curve, w, g.s) - g.s) + std::abs(way_on(g.curve, kept, g.s) - g.s);
      if (arc > 1.22 * norm(mesh_.at(w) - k.x)) return false;
    }
  }
  double worst_before = 1, worst = 1;
  for (const int t : mesh_.around[gone]) {
    std::array<int, 3> v = mesh_.triangles[t];
    const Vec3 before = mesh_.area_vector(t);
    const double shape_before = triangle_shape(mesh_.at(v[0]), mesh_.at(v[1]), mesh_.at(v[2]));
    worst_before = std::min(worst_before, shape_before);
    if (mesh_.edge_in(t, gone, kept) >= 0) continue;
    for (int& corner : v)
      if (corner == gone) corner = kept;
    const Vec3 a = mesh_.at(v[0]), b = mesh_.at(v[1]), c = mesh_.at(v[2]);
    const Vec3 after = cross(b - a, c - a);
    const double size = norm(after);
    if (!(dot(after, before) > 0.3 * size * norm(before)) && shape_before > 1e-3) return false;
    for (const int corner : v) {
      const EditVertex& w = mesh_.vertices[corner];
      if (w.kind == VertexKind::smooth && !(dot(after, w.normal) > 0.4 * size)) return false;
      if (corner != kept && mesh_.ratio(corner, kept) > kLong) return false;
    }
    worst = std::min(worst, triangle_shape(a, b, c));
  }
  return worst > 0.1 || worst > worst_before;
}

void SurfaceRemesher::collapse_short_edges() {
  std::priority_queue<EdgeToCollapse, std::vector<EdgeToCollapse>, std::greater<>> open;
  const auto consider = [&](int a, int b) {
    const double ratio = mesh_.ratio(a, b);
    if (ratio < kShort) open.push({ratio, std::min(a, b), std::max(a, b)});
  };
  for (const auto& [a, b] : mesh_.edges()) consider(a, b);
  while (!open.empty()) {
    const auto [ratio, a, b] = open.top();
    open.pop();
    std::array<int, 2> sides{};
    if (mesh_.triangles_of(a, b, sides) == 0) continue;
    const bool swap = mesh_.vertices[b].kind < mesh_.vertices[a].kind;
    int gone = swap ? b : a, kept = swap ? a : b;
    if (!may_collapse(gone, kept)) {
      std::swap(gone, kept);
      if (!may_collapse(gone, kept)) continue;
    }
    mesh_.collapse(gone, kept);
    for (const int w : std::vector<int>(mesh_.neighbours(kept))) consider(kept, w);
  }
}

bool SurfaceRemesher::flip_if_better(int a, int b, bool by_valence) {
  const auto off = [&](int v, int change) {
    const int wanted = mesh_.vertices[v].kind == VertexKind::smooth ? 6 : 5;
    return std::abs(static_cast<int>(mesh_.around[v].size()) + change - wanted);
  };
  std::array<int, 2> sides{};
  if (mesh_.triangles_of(a, b, sides) != 2 || mesh_.curve_of(a, b) >= 0) return false;
  int left = sides[0], right = sides[1];
  if (mesh_.triangles[left][mesh_.edge_in(left, a, b)] != a) std::swap(left, right);
  const int c = mesh_.other_corner(left, a, b), d = mesh_.other_corner(right, a, b);
  if (c == d) return false;
  const Vec3 pa = mesh_.at(a), pb = mesh_.at(b), pc = mesh_.at(c), pd = mesh_.at(d);
  const double now = std::min(triangle_shape(pa, pb, pc), triangle_shape(pb, pa, pd));
  const double then = std::min(triangle_shape(pc, pa, pd), triangle_shape(pd, pb, pc));
  const int gain = off(a, 0) + off(b, 0) + off(c, 0) + off(d, 0) - off(a, -1) - off(b, -1) -
                   off(c, 1) - off(d, 1);
  const bool better = by_valence ? (gain > 0 && then > 0.3) || then > 2 * now : then > 1.02 * now;
  if (!better) return false;
  const Vec3 n = cross(pb - pa, pc - pa), m = cross(pa - pb, pd - pb);
  // Slivers have no direction that could object.
  if (now > 1e-3 && dot(n, m) < 0.7 * norm(n) * norm(m)) return false;
  const Vec3 mean = normalized(n + m);
  if (!(dot(normalized(cross(pa - pc, pd - pc)), mean) > 0.8)) return false;
  if (!(dot(normalized(cross(pb - pd, pc - pd)), mean) > 0.8)) return false;
  if (mesh_.triangles_of(c, d, sides) != 0) return false;
  if (mesh_.around[a].size() <= 3 || mesh_.around[b].size() <= 3) return false;
  mesh_.flip(a, b);
  return true;
}

void SurfaceRemesher::flip_edges(bool by_valence) {
  for (const auto& [a, b] : mesh_.edges()) flip_if_better(a, b, by_valence);
}

// After a new vertex: the edges across from it, and then those across from the flipped ones.
void SurfaceRemesher::flip_around(int vertex) {
  std::vector<EditEdge> open;
  const auto add_opposite = [&] {
    open.clear();
    for (const int t : mesh_.around[vertex])
      for (int k = 0; k < 3; ++k) {
        const EditEdge e = mesh_.edge(t, k);
        if (e.a != vertex && e.b != vertex) open.push_back(e);
      }
  };
  bool changed = true;
  for (int round = 0; round < 8 && changed; ++round) {
    changed = false;
    add_opposite();
    for (const auto& [a, b] : open) changed = flip_if_better(a, b, false) || changed;
  }
}

}  // namespace peal
