#include "physics/geometry/triangle_tree.h"

#include <cmath>

#include "base/error.h"

namespace peal {
namespace {

Vec3 nearest_on_segment(const Vec3& p, const Vec3& a, const Vec3& b) {
  const Vec3 ab = b - a;
  const double length = norm_squared(ab);
  const double t = length > 0 ? std::clamp(dot(p - a, ab) / length, 0.0, 1.0) : 0;
  return t < 1 ? a + t * ab : b;
}

// A ray is let through to a triangle this little outside of it, so that it cannot slip between two
// neighbours by rounding.
constexpr double kEdgeSlack = 1e-12;
// The tree halves at the median: 64 levels are more than an int can count.
constexpr int kStack = 64;

struct Ray {
  Vec3 origin, direction, inverse;
  Ray(const Vec3& o, const Vec3& d) : origin(o), direction(d) {
    for (int k = 0; k < 3; ++k) inverse[k] = std::abs(d[k]) > 1e-300 ? 1 / d[k] : Bounds::kFar;
  }

  /// Where the ray enters the box, at least `from`; infinity when it misses before `to`.
  double entry(const Bounds& box, double from, double to) const {
    constexpr double kMore = 1 + 1e-15, kLess = 1 - 1e-15;  // rounding of the products below
    for (int k = 0; k < 3; ++k) {
      double t0 = (box.min[k] - origin[k]) * inverse[k];
      double t1 = (box.max[k] - origin[k]) * inverse[k];
      if (t0 > t1) std::swap(t0, t1);
      // 0 * infinity gives NaN when the ray runs in a face of the box: std::max and std::min then
      // keep their first argument, and the box counts as met.
      from = std::max(from, t0 * (t0 > 0 ? kLess : kMore));
      to = std::min(to, t1 * (t1 > 0 ? kMore : kLess));
    }
    return from <= to ? from : Bounds::kFar;
  }

  /// Moeller and Trumbore 1997. A ray in the plane of the triangle does not hit it.
  std::optional<RayHit> hit(const std::array<Vec3, 3>& c) const {
    const Vec3 e1 = c[1] - c[0], e2 = c[2] - c[0], p = cross(direction, e2);
    const double det = dot(e1, p);
    if (det == 0) return {};
    const Vec3 s = origin - c[0], q = cross(s, e1);
    const double u = dot(s, p) / det, v = dot(direction, q) / det;
    const double margin = std::min({u, v, 1 - u - v});
    if (!(margin >= -kEdgeSlack)) return {};
    return RayHit{-1, dot(e2, q) / det, margin};
  }
};

}  // namespace

Bounds bounds_of(const TriangleMesh& mesh) {
  Bounds box;
  for (const auto& t : mesh.triangles)
    for (const int v : t) box.add(mesh.vertices[v]);
  return box;
}

Vec3 nearest_on_triangle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 n = cross(b - a, c - a);
  const double area = norm_squared(n);
  if (area > 0) {
    const double wa = dot(cross(b - p, c - p), n), wb = dot(cross(c - p, a - p), n),
                 wc = dot(cross(a - p, b - p), n);
    if (wa >= 0 && wb >= 0 && wc >= 0) return p - n * (dot(p - a, n) / area);
  }
  Vec3 best = nearest_on_segment(p, a, b);
  for (const Vec3& q : {nearest_on_segment(p, b, c), nearest_on_segment(p, c, a)})
    if (norm_squared(p - q) < norm_squared(p - best)) best = q;
  return best;
}

struct TriangleTree::Entry {
  Vec3 centre;
  int triangle;
};

TriangleTree::TriangleTree(const TriangleMesh& mesh) {
  const int count = static_cast<int>(mesh.triangles.size());
  const int vertices = static_cast<int>(mesh.vertices.size());
  std::vector<Entry> entries(count);
  for (int t = 0; t < count; ++t) {
    for (const int v : mesh.triangles[t]) {
      if (v < 0 || v >= vertices)
        fail("triangle {} refers to vertex {}, but there are only {}; repair the surface", t, v,
             vertices);
      if (!is_finite(mesh.vertices[v]))
        fail("vertex {} of the surface is not a finite point; repair the file", v);
    }
    const Bounds box = box_of({mesh.corner(t, 0), mesh.corner(t, 1), mesh.corner(t, 2)});
    entries[t] = {box.centre(), t};
  }
  if (count == 0) return;
  nodes_.reserve(static_cast<std::size_t>(count));
  corners_.resize(count);
  triangle_of_.resize(count);
  build(entries, 0, count);
  // Corners and boxes in one pass from the back: children stand behind their parents.
  for (int i = 0; i < count; ++i) {
    const int t = triangle_of_[i] = entries[i].triangle;
    corners_[i] = {mesh.corner(t, 0), mesh.corner(t, 1), mesh.corner(t, 2)};
  }
  for (int n = static_cast<int>(nodes_.size()) - 1; n >= 0; --n) {
    Node& node = nodes_[n];
    if (node.count == 0) {
      node.box = nodes_[n + 1].box;
      node.box.add(nodes_[node.first].box);
    }
    for (int i = node.first; i < node.first + node.count; ++i) node.box.add(box_of(corners_[i]));
  }
}

void TriangleTree::build(std::vector<Entry>& entries, int begin, int end) {
  const std::size_t here = nodes_.size();
  nodes_.emplace_back();
  if (end - begin <= kLeafSize) {
    nodes_[here].first = begin;
    nodes_[here].count = end - begin;
    return;
  }
  Bounds centres;
  for (int i = begin; i < end; ++i) centres.add(entries[i].centre);
  const Vec3 size = centres.size();
  const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
  const int middle = begin + (end - begin) / 2;
  const auto split = [&](double Vec3::*along) {
    std::nth_element(entries.begin() + begin, entries.begin() + middle, entries.begin() + end,
                     [along](const Entry& a, const Entry& b) {
                       return a.centre.*along != b.centre.*along ? a.centre.*along < b.centre.*along
                                                                 : a.triangle < b.triangle;
                     });
  };
  split(axis == 0 ? &Vec3::x : axis == 1 ? &Vec3::y : &Vec3::z);
  build(entries, begin, middle);
  nodes_[here].first = static_cast<int>(nodes_.size());
  build(entries, middle, end);
}

NearPoint TriangleTree::nearest(const Vec3& p, double within) const {
  NearPoint best;
  if (nodes_.empty()) return best;
  double limit = within * within;  // squared
  struct Open {
    int node;
    double distance;
  };
  std::array<Open, kStack> open;
  int top = 0;
  open[top++] = {0, nodes_[0].box.distance_squared(p)};
  while (top > 0) {
    const auto [n, distance] = open[--top];
    if (distance > limit) continue;
    const Node& node = nodes_[n];
    for (int i = node.first; i < node.first + node.count; ++i) {
      const Vec3 q = nearest_on_triangle(p, corners_[i][0], corners_[i][1], corners_[i][2]);
      const double d = norm_squared(p - q);
      const bool tie = d == limit && best.triangle >= 0 && triangle_of_[i] > best.triangle;
      if (d > limit || tie) continue;
      limit = d;
      best.triangle = triangle_of_[i];
      best.point = q;
    }
    if (node.count > 0) continue;
    Open left{n + 1, nodes_[n + 1].box.distance_squared(p)};
    Open right{node.first, nodes_[node.first].box.distance_squared(p)};
    if (left.distance > right.distance) std::swap(left, right);
    open[top++] = right;
    open[top++] = left;
  }
  if (best.triangle >= 0) best.distance = std::sqrt(limit);
  return best;
}

std::optional<RayHit> TriangleTree::first_hit(const Vec3& origin, const Vec3& direction,
                                              double from, double to, int ignored_triangle) const {
  std::optional<RayHit> best;
  if (nodes_.empty()) return best;
  const Ray ray(origin, direction);
  struct Open {
    int node;
    double t;
  };
  std::array<Open, kStack> open;
  int top = 0;
  open[top++] = {0, ray.entry(nodes_[0].box, from, to)};
  while (top > 0) {
    const auto [n, t] = open[--top];
    if (!(t <= to) || t == Bounds::kFar) continue;
    const Node& node = nodes_[n];
    for (int i = node.first; i < node.first + node.count; ++i) {
      const int triangle = triangle_of_[i];
      if (triangle == ignored_triangle) continue;
      auto hit = ray.hit(corners_[i]);
      if (!hit || hit->t < from || hit->t > to) continue;
      if (best && hit->t == best->t && triangle > best->triangle) continue;
      hit->triangle = triangle;
      to = hit->t;
      best = hit;
    }
    if (node.count > 0) continue;
    Open left{n + 1, ray.entry(nodes_[n + 1].box, from, to)};
    Open right{node.first, ray.entry(nodes_[node.first].box, from, to)};
    if (left.t > right.t) std::swap(left, right);
    open[top++] = right;
    open[top++] = left;
  }
  return best;
}

std::vector<RayHit> TriangleTree::all_hits(const Vec3& origin, const Vec3& direction, double from,
                                           double to) const {
  std::vector<RayHit> hits;
  if (nodes_.empty()) return hits;
  const Ray ray(origin, direction);
  std::array<int, kStack> open;
  int top = 0;
  open[top++] = 0;
  while (top > 0) {
    const int n = open[--top];
    const Node& node = nodes_[n];
    if (ray.entry(node.box, from, to) == Bounds::kFar) continue;
    for (int i = node.first; i < node.first + node.count; ++i) {
      auto hit = ray.hit(corners_[i]);
      if (!hit || hit->t < from || hit->t > to) continue;
      hit->triangle = triangle_of_[i];
      hits.push_back(*hit);
    }
    if (node.count > 0) continue;
    open[top++] = node.first;
    open[top++] = n + 1;
  }
  std::sort(hits.begin(), hits.end(), [](const RayHit& a, const RayHit& b) {
    return a.t != b.t ? a.t < b.t : a.triangle < b.triangle;
  });
  return hits;
}

std::vector<std::array<int, 2>> TriangleTree::overlapping_pairs() const {
  std::vector<std::array<int, 2>> pairs;
  for_each_overlapping_pair([&](int a, int b) {
    pairs.push_back({a, b});
    return true;
  });
  return pairs;
}

}  // namespace peal
