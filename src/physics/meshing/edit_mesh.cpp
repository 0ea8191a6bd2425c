#include "physics/meshing/edit_mesh.h"

#include <algorithm>

namespace peal {

EditMesh::EditMesh(const TriangleMesh& mesh) {
  vertices.resize(mesh.vertices.size());
  around.resize(mesh.vertices.size());
  for (std::size_t v = 0; v < vertices.size(); ++v) vertices[v].x = mesh.vertices[v];
  triangles = mesh.triangles;
  curves.assign(triangles.size(), {-1, -1, -1});
  for (std::size_t t = 0; t < triangles.size(); ++t)
    for (const int v : triangles[t]) around[v].push_back(static_cast<int>(t));
}

Vec3 EditMesh::area_vector(int triangle) const {
  const auto& t = triangles[triangle];
  return 0.5 * cross(at(t[1]) - at(t[0]), at(t[2]) - at(t[0]));
}

int EditMesh::edge_in(int triangle, int a, int b) const {
  for (int k = 0; k < 3; ++k) {
    const EditEdge e = edge(triangle, k);
    if ((e.a == a && e.b == b) || (e.a == b && e.b == a)) return k;
  }
  return -1;
}

int EditMesh::other_corner(int triangle, int a, int b) const {
  for (const int v : triangles[triangle])
    if (v != a && v != b) return v;
  return -1;
}

int EditMesh::triangles_of(int a, int b, std::array<int, 2>& found) const {
  int count = 0;
  for (const int t : around[a]) {
    if (edge_in(t, a, b) < 0) continue;
    if (count < 2) found[count] = t;
    ++count;
  }
  return count;
}

int EditMesh::curve_of(int a, int b) const {
  for (const int t : around[a])
    if (const int k = edge_in(t, a, b); k >= 0) return curves[t][k];
  return -1;
}

std::vector<EditEdge> EditMesh::edges() const {
  std::vector<EditEdge> all;
  all.reserve(triangles.size() * 3 / 2 + 16);
  std::vector<int> seen;
  for (int a = 0; a < static_cast<int>(vertices.size()); ++a) {
    seen.clear();
    for (const int t : around[a])
      for (const int b : triangles[t])
        if (b > a) seen.push_back(b);
    std::sort(seen.begin(), seen.end());
    seen.erase(std::unique(seen.begin(), seen.end()), seen.end());
    for (const int b : seen) all.push_back({a, b});
  }
  return all;
}

const std::vector<int>& EditMesh::neighbours(int v) const {
  ring_.clear();
  for (const int t : around[v])
    for (const int w : triangles[t])
      if (w != v && std::find(ring_.begin(), ring_.end(), w) == ring_.end()) ring_.push_back(w);
  return ring_;
}

void EditMesh::detach(int triangle, int vertex) {
  auto& list = around[vertex];
  list.erase(std::find(list.begin(), list.end(), triangle));
}

int EditMesh::split(int a, int b, const EditVertex& between) {
  const int m = static_cast<int>(vertices.size());
  vertices.push_back(between);
  around.emplace_back();
  const std::vector<int> old = around[a];
  for (const int t : old) {
    const int k = edge_in(t, a, b);
    if (k < 0) continue;
    // (p, q, r) with the edge pq becomes (p, m, r) and (m, q, r).
    const int p = triangles[t][k], q = triangles[t][(k + 1) % 3], r = triangles[t][(k + 2) % 3];
    const int pq = curves[t][k], qr = curves[t][(k + 1) % 3], rp = curves[t][(k + 2) % 3];
    const int fresh = static_cast<int>(triangles.size());
    triangles[t] = {p, m, r};
    curves[t] = {pq, -1, rp};
    triangles.push_back({m, q, r});
    curves.push_back({pq, qr, -1});
    detach(t, q);
    around[q].push_back(fresh);
    around[r].push_back(fresh);
    around[m].push_back(t);
    around[m].push_back(fresh);
  }
  return m;
}

bool EditMesh::collapse_keeps_topology(int gone, int kept) const {
  std::array<int, 2> sides{};
  const int count = triangles_of(gone, kept, sides);
  if (count < 1 || count > 2) return false;
  int common = 0;
  const std::vector<int> ring = neighbours(gone);
  for (const int v : neighbours(kept))
    common += std::find(ring.begin(), ring.end(), v) != ring.end();
  if (common != count) return false;
  // An opposite corner with three triangles would be left with two on the same three vertices.
  for (int i = 0; i < count; ++i)
    if (count == 2 && around[other_corner(sides[i], gone, kept)].size() <= 3) return false;
  // A tetrahedron is as small as a closed surface gets.
  return !(count == 2 && around[gone].size() + around[kept].size() <= 6);
}

void EditMesh::collapse(int gone, int kept) {
  const std::vector<int> old = around[gone];
  for (const int t : old) {
    const int k = edge_in(t, gone, kept);
    if (k >= 0) {
      // The two other edges of a vanishing triangle become one, and keep their curve.
      const int third = other_corner(t, gone, kept);
      const int curve =
          std::max(curves[t][edge_in(t, gone, third)], curves[t][edge_in(t, kept, third)]);
      for (const int v : triangles[t]) detach(t, v);
      triangles[t] = {-1, -1, -1};
      if (curve < 0) continue;
      for (const int end : {gone, kept})
        for (const int u : around[end])
          if (const int e = edge_in(u, end, third); e >= 0) curves[u][e] = curve;
    }
  }
  for (const int t : around[gone]) {
    for (int& v : triangles[t])
      if (v == gone) v = kept;
    around[kept].push_back(t);
  }
  around[gone].clear();
}

void EditMesh::flip(int a, int b) {
  std::array<int, 2> sides{};
  triangles_of(a, b, sides);
  // Left triangle has a -> b, right has b -> a.
  int left = sides[0], right = sides[1];
  if (triangles[left][(edge_in(left, a, b))] != a) std::swap(left, right);
  const int c = other_corner(left, a, b), d = other_corner(right, a, b);
  const int bc = curves[left][edge_in(left, b, c)], ca = curves[left][edge_in(left, c, a)];
  const int ad = curves[right][edge_in(right, a, d)], db = curves[right][edge_in(right, d, b)];
  triangles[left] = {c, a, d};
  curves[left] = {ca, ad, -1};
  triangles[right] = {d, b, c};
  curves[right] = {db, bc, -1};
  detach(left, b);
  detach(right, a);
  around[d].push_back(left);
  around[c].push_back(right);
}

void EditMesh::update_normals() {
  for (auto& v : vertices) v.normal = {};
  for (int t = 0; t < static_cast<int>(triangles.size()); ++t) {
    if (!alive(t)) continue;
    const Vec3 n = area_vector(t);
    for (const int v : triangles[t]) vertices[v].normal += n;
  }
  for (auto& v : vertices) v.normal = normalized(v.normal);
}

TriangleMesh EditMesh::surface(std::vector<int>* vertex_of) const {
  TriangleMesh out;
  std::vector<int> place(vertices.size(), -1);
  if (vertex_of) vertex_of->clear();
  for (std::size_t v = 0; v < vertices.size(); ++v) {
    if (around[v].empty()) continue;
    place[v] = static_cast<int>(out.vertices.size());
    out.vertices.push_back(vertices[v].x);
    if (vertex_of) vertex_of->push_back(static_cast<int>(v));
  }
  for (const auto& t : triangles)
    if (t[0] >= 0) out.triangles.push_back({place[t[0]], place[t[1]], place[t[2]]});
  return out;
}

}  // namespace peal
