#include "physics/meshing/surface_features.h"

#include <algorithm>
#include <cmath>

namespace peal {
namespace {

struct Graph {
  // Feature edges of each vertex: the vertex at the other end. `must`: boundary or non-manifold.
  struct Link {
    int to;
    bool must;
    bool dropped = false;
    bool used = false;
  };
  std::vector<std::vector<Link>> links;

  int degree(int v) const {
    int n = 0;
    for (const Link& l : links[v]) n += !l.dropped;
    return n;
  }
  Link* find(int a, int b) {
    for (Link& l : links[a])
      if (l.to == b && !l.dropped) return &l;
    return nullptr;
  }
  void drop(int a, int b) {
    if (Link* l = find(a, b)) l->dropped = true;
    if (Link* l = find(b, a)) l->dropped = true;
  }
};

Graph sharp_edges(const EditMesh& mesh, double sharp) {
  Graph graph;
  graph.links.resize(mesh.vertices.size());
  const double cosine = sharp > 3.1415 ? -2 : std::cos(sharp);
  for (const auto& [a, b] : mesh.edges()) {
    std::array<int, 2> sides{};
    const int count = mesh.triangles_of(a, b, sides);
    bool keep = count != 2;
    if (count == 2) {
      const Vec3 n = mesh.area_vector(sides[0]), m = mesh.area_vector(sides[1]);
      const double product = norm(n) * norm(m);
      keep = product > 0 && dot(n, m) < cosine * product;
    }
    if (!keep) continue;
    graph.links[a].push_back({b, count != 2});
    graph.links[b].push_back({a, count != 2});
  }
  return graph;
}

// Chains with a loose end that are shorter than `longest`, then groups shorter than twice that.
void drop_noise(const EditMesh& mesh, Graph& graph, double longest) {
  const int n = static_cast<int>(graph.links.size());
  for (int start = 0; start < n; ++start) {
    if (graph.degree(start) != 1) continue;
    double length = 0;
    std::vector<int> chain{start};
    bool must = false;
    while (length < longest) {
      const int v = chain.back();
      const int before = chain.size() > 1 ? chain[chain.size() - 2] : -1;
      if (chain.size() > 1 && graph.degree(v) != 2) break;
      int next = -1;
      for (const auto& l : graph.links[v])
        if (!l.dropped && l.to != before) next = l.to, must = must || l.must;
      if (next < 0 || next == start) break;
      length += mesh.length(v, next);
      chain.push_back(next);
    }
    if (must || length >= longest) continue;
    for (std::size_t i = 1; i < chain.size(); ++i) graph.drop(chain[i - 1], chain[i]);
  }
  std::vector<char> seen(n, 0);
  for (int start = 0; start < n; ++start) {
    if (seen[start] || graph.degree(start) == 0) continue;
    std::vector<int> group{start};
    seen[start] = 1;
    double length = 0;
    bool must = false;
    for (std::size_t i = 0; i < group.size(); ++i)
      for (const auto& l : graph.links[group[i]]) {
        if (l.dropped) continue;
        length += 0.5 * mesh.length(group[i], l.to);
        must = must || l.must;
        if (!seen[l.to]) seen[l.to] = 1, group.push_back(l.to);
      }
    if (must || length >= 2 * longest) continue;
    for (const int v : group)
      for (auto& l : graph.links[v]) l.dropped = true;
  }
}

// More than one fan of triangles meet in the vertex.
bool pinched(const EditMesh& mesh, int v) {
  const auto& fan = mesh.around[v];
  if (fan.size() < 2) return false;
  std::vector<char> reached(fan.size(), 0);
  std::vector<std::size_t> open{0};
  reached[0] = 1;
  std::size_t count = 1;
  while (!open.empty()) {
    const int t = fan[open.back()];
    open.pop_back();
    for (std::size_t j = 0; j < fan.size(); ++j) {
      if (reached[j]) continue;
      bool joined = false;
      for (const int w : mesh.triangles[t])
        joined = joined || (w != v && mesh.edge_in(fan[j], v, w) >= 0);
      if (joined) reached[j] = 1, open.push_back(j), ++count;
    }
  }
  return count < fan.size();
}

// Vertices from `start` through `first` to the next corner, or round to `start`.
std::vector<int> trace(Graph& graph, const std::vector<char>& corner, int start, int first) {
  std::vector<int> way{start};
  int from = start, to = first;
  for (;;) {
    graph.find(from, to)->used = true;
    graph.find(to, from)->used = true;
    way.push_back(to);
    if (corner[to] || to == start) return way;
    int next = -1;
    for (const auto& l : graph.links[to])
      if (!l.dropped && !l.used) next = l.to;
    if (next < 0) return way;
    from = to, to = next;
  }
}

FeatureCurve make_curve(const EditMesh& mesh, std::vector<int> way, bool closed) {
  FeatureCurve c;
  c.closed = closed;
  for (std::size_t i = 0; i < way.size(); ++i) {
    c.points.push_back(mesh.at(way[i]));
    c.s.push_back(i == 0 ? 0 : c.s.back() + norm(c.points[i] - c.points[i - 1]));
  }
  c.vertices = std::move(way);
  return c;
}

// Places where a curve bends sharply at the scale of `reach`, or of its own edges when that is 0;
// of neighbouring ones the sharpest.
std::vector<int> bends(const FeatureCurve& c, double reach) {
  std::vector<int> found;
  const int n = static_cast<int>(c.points.size());
  const int first = c.closed ? 0 : 1, last = n - 1;  // the end repeats the start when closed
  std::vector<double> cosine(n, 2);
  for (int i = first; i < last; ++i) {
    const int before = c.closed && i == 0 ? last - 1 : i - 1;
    const double back_by = reach > 0 ? reach : norm(c.points[i] - c.points[before]);
    const double on_by = reach > 0 ? reach : norm(c.points[i + 1] - c.points[i]);
    const Vec3 back =
        c.points[i] - c.at(c.closed ? c.s[i] - back_by : std::max(c.s[i] - back_by, 0.0));
    const Vec3 on =
        c.at(c.closed ? c.s[i] + on_by : std::min(c.s[i] + on_by, c.length())) - c.points[i];
    cosine[i] = dot(normalized(back), normalized(on));
  }
  for (int i = first; i < last; ++i) {
    if (cosine[i] > std::cos(50.0 * 3.14159265358979 / 180)) continue;
    bool sharpest = true;
    for (const int step : {-1, 1})
      for (int d = 1; d < last && sharpest; ++d) {
        int j = i + step * d;
        if (c.closed) j = (j % last + last) % last;
        if (j < first || j >= last) break;
        if (std::abs(c.unwrapped(c.s[j], c.s[i]) - c.s[i]) >= reach) break;
        sharpest = cosine[j] > cosine[i] || (cosine[j] == cosine[i] && j >= i);
      }
    if (sharpest) found.push_back(c.vertices[i]);
  }
  return found;
}

std::vector<FeatureCurve> trace_all(const EditMesh& mesh, Graph& graph,
                                    const std::vector<char>& corner) {
  for (auto& list : graph.links)
    for (auto& l : list) l.used = false;
  std::vector<FeatureCurve> curves;
  const int n = static_cast<int>(graph.links.size());
  for (const bool from_corners : {true, false})
    for (int v = 0; v < n; ++v) {
      if (static_cast<bool>(corner[v]) != from_corners) continue;
      for (std::size_t i = 0; i < graph.links[v].size(); ++i) {
        const auto link = graph.links[v][i];
        if (link.dropped || link.used) continue;
        curves.push_back(make_curve(mesh, trace(graph, corner, v, link.to), !from_corners));
      }
    }
  return curves;
}

}  // namespace

Vec3 FeatureCurve::at(double way) const {
  if (closed) way -= std::floor(way / length()) * length();
  const auto after = std::upper_bound(s.begin(), s.end(), way);
  const std::size_t i =
      std::clamp<std::ptrdiff_t>(after - s.begin(), 1, static_cast<std::ptrdiff_t>(s.size()) - 1);
  const double span = s[i] - s[i - 1];
  const double f = span > 0 ? std::clamp((way - s[i - 1]) / span, 0.0, 1.0) : 0;
  return points[i - 1] + f * (points[i] - points[i - 1]);
}

double FeatureCurve::unwrapped(double way, double near) const {
  return closed ? way - std::round((way - near) / length()) * length() : way;
}

double FeatureCurve::curvature(double way, double reach) const {
  double before = way - reach, behind = way + reach;
  if (!closed) before = std::max(before, 0.0), behind = std::min(behind, length());
  const Vec3 a = at(before), b = at(way), c = at(behind);
  const double product = norm(b - a) * norm(c - b) * norm(c - a);
  return product > 0 ? 2 * norm(cross(b - a, c - b)) / product : 0;
}

Features mark_features(EditMesh& mesh, double detail, double sharp) {
  Graph graph = sharp_edges(mesh, sharp);
  drop_noise(mesh, graph, 4 * detail);
  const int n = static_cast<int>(mesh.vertices.size());
  std::vector<char> corner(n, 0);
  for (int v = 0; v < n; ++v) {
    const int degree = graph.degree(v);
    corner[v] = (degree != 0 && degree != 2) || pinched(mesh, v);
    // The end of an edge with three or more triangles stays, and so does all of it.
    for (const auto& l : graph.links[v]) {
      std::array<int, 2> sides{};
      if (l.must && mesh.triangles_of(v, l.to, sides) > 2) corner[v] = 1;
    }
  }
  for (const FeatureCurve& c : trace_all(mesh, graph, corner))
    for (const int v : bends(c, detail)) corner[v] = 1;

  Features features{trace_all(mesh, graph, corner)};
  for (int v = 0; v < n; ++v)
    if (corner[v]) mesh.vertices[v].kind = VertexKind::corner;
  for (int k = 0; k < static_cast<int>(features.curves.size()); ++k) {
    const FeatureCurve& c = features.curves[k];
    for (std::size_t i = 0; i + 1 < c.vertices.size(); ++i) {
      for (const int t : mesh.around[c.vertices[i]])
        if (const int e = mesh.edge_in(t, c.vertices[i], c.vertices[i + 1]); e >= 0)
          mesh.curves[t][e] = k;
      EditVertex& v = mesh.vertices[c.vertices[i]];
      if (v.kind == VertexKind::corner) continue;
      v.kind = VertexKind::crease;
      v.curve = k;
      v.s = c.s[i];
    }
  }
  return features;
}

}  // namespace peal
