// Bounding boxes of the triangles of a surface, in a binary tree: nearest point, rays, pairs of
// triangles whose boxes overlap. [m].
// Enters: a TriangleMesh; the tree keeps its own copy of the corners, so the mesh may go away.
// Leaves: numbers of triangles of that mesh. Equal questions get equal answers: the tree depends on
// the mesh alone, and where two triangles are equally near, the lower number wins.
#pragma once
#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "base/vec.h"
#include "physics/geometry/triangle_mesh.h"

namespace peal {

/// Closed box along the axes; empty until something is added.
struct Bounds {
  static constexpr double kFar = std::numeric_limits<double>::infinity();
  Vec3 min{kFar, kFar, kFar}, max{-kFar, -kFar, -kFar};

  void add(const Vec3& p) {
    min = {std::min(min.x, p.x), std::min(min.y, p.y), std::min(min.z, p.z)};
    max = {std::max(max.x, p.x), std::max(max.y, p.y), std::max(max.z, p.z)};
  }
  void add(const Bounds& b) { add(b.min), add(b.max); }
  bool empty() const { return !(min.x <= max.x); }
  Vec3 size() const { return max - min; }
  Vec3 centre() const { return 0.5 * (min + max); }
  double diagonal() const { return empty() ? 0 : norm(max - min); }
  bool overlaps(const Bounds& b) const {
    return min.x <= b.max.x && b.min.x <= max.x && min.y <= b.max.y && b.min.y <= max.y &&
           min.z <= b.max.z && b.min.z <= max.z;
  }
  bool contains(const Bounds& b) const {
    return min.x <= b.min.x && b.max.x <= max.x && min.y <= b.min.y && b.max.y <= max.y &&
           min.z <= b.min.z && b.max.z <= max.z;
  }
  double distance_squared(const Vec3& p) const {
    const double dx = std::max({min.x - p.x, 0.0, p.x - max.x});
    const double dy = std::max({min.y - p.y, 0.0, p.y - max.y});
    const double dz = std::max({min.z - p.z, 0.0, p.z - max.z});
    return dx * dx + dy * dy + dz * dz;
  }
};

/// Of the vertices that triangles use.
Bounds bounds_of(const TriangleMesh& mesh);

/// The point of the triangle a b c next to p. Degenerate triangles are the segments they are.
Vec3 nearest_on_triangle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c);

struct NearPoint {
  int triangle = -1;  // -1: nothing within reach
  Vec3 point;
  double distance = std::numeric_limits<double>::infinity();  // [m]
};

struct RayHit {
  int triangle = -1;
  double t = 0;       // hit at origin + t * direction
  double margin = 0;  // smallest barycentric coordinate: near 0 when the ray meets an edge
};

class TriangleTree {
 public:
  using Corners = std::array<Vec3, 3>;

  /// Stops when a vertex is not finite or an index is out of range. An empty mesh is allowed.
  explicit TriangleTree(const TriangleMesh& mesh);

  /// Nearest point of the surface, no farther than `within`.
  NearPoint nearest(const Vec3& p, double within = std::numeric_limits<double>::infinity()) const;

  /// First hit with from <= t <= to. Rays through an edge or corner hit (one of its triangles).
  /// `direction` need not be a unit vector; both sides of a triangle count.
  std::optional<RayHit> first_hit(const Vec3& origin, const Vec3& direction, double from, double to,
                                  int ignored_triangle = -1) const;

  /// All hits with from <= t <= to, ordered by t and then triangle. A ray through an edge hits both
  /// neighbours.
  std::vector<RayHit> all_hits(const Vec3& origin, const Vec3& direction, double from,
                               double to) const;

  /// f(int a, int b) -> bool, a < b, once for every two triangles whose boxes touch or overlap, in
  /// an order that depends on the mesh alone; false ends the search. Returns whether it ran
  /// through.
  template <class F>
  bool for_each_overlapping_pair(F&& f) const;
  std::vector<std::array<int, 2>> overlapping_pairs() const;

  /// f(int triangle) for every triangle whose box touches or overlaps `box`.
  template <class F>
  void for_each_in(const Bounds& box, F&& f) const;

  Bounds bounds() const { return nodes_.empty() ? Bounds{} : nodes_[0].box; }

 private:
  struct Node {
    Bounds box;
    int first = 0;  // leaf: place of its first triangle; else: node of the right child
    int count = 0;  // leaf: number of triangles; else 0. The left child is the next node
  };
  static constexpr int kLeafSize = 4;

  struct Entry;
  void build(std::vector<Entry>& entries, int begin, int end);
  static Bounds box_of(const Corners& c) {
    Bounds box;
    for (const Vec3& p : c) box.add(p);
    return box;
  }
  template <class F>
  bool pairs_within_leaf(const Node& leaf, F& f) const;
  template <class F>
  bool pairs_between_leaves(const Node& a, const Node& b, F& f) const;

  std::vector<Node> nodes_;       // depth first
  std::vector<Corners> corners_;  // in order of the leaves
  std::vector<int> triangle_of_;  // number in the mesh of each of them
};

template <class F>
bool TriangleTree::pairs_within_leaf(const Node& leaf, F& f) const {
  for (int i = leaf.first; i < leaf.first + leaf.count; ++i) {
    const Bounds box = box_of(corners_[i]);
    for (int j = i + 1; j < leaf.first + leaf.count; ++j) {
      if (!box.overlaps(box_of(corners_[j]))) continue;
      const auto [low, high] = std::minmax(triangle_of_[i], triangle_of_[j]);
      if (!f(low, high)) return false;
    }
  }
  return true;
}

template <class F>
bool TriangleTree::pairs_between_leaves(const Node& a, const Node& b, F& f) const {
  std::array<Bounds, kLeafSize> boxes;
  for (int j = 0; j < b.count; ++j) boxes[j] = box_of(corners_[b.first + j]);
  for (int i = a.first; i < a.first + a.count; ++i) {
    const Bounds box = box_of(corners_[i]);
    if (!box.overlaps(b.box)) continue;
    for (int j = 0; j < b.count; ++j) {
      if (!box.overlaps(boxes[j])) continue;
      const auto [low, high] = std::minmax(triangle_of_[i], triangle_of_[b.first + j]);
      if (!f(low, high)) return false;
    }
  }
  return true;
}

template <class F>
bool TriangleTree::for_each_overlapping_pair(F&& f) const {
  if (nodes_.empty()) return true;
  std::vector<std::pair<int, int>> open{{0, 0}};  // equal numbers: pairs inside the node
  while (!open.empty()) {
    const auto [a, b] = open.back();
    open.pop_back();
    const Node &na = nodes_[a], &nb = nodes_[b];
    if (a == b) {
      if (na.count > 0) {
        if (!pairs_within_leaf(na, f)) return false;
        continue;
      }
      open.push_back({a + 1, na.first});
      open.push_back({na.first, na.first});
      open.push_back({a + 1, a + 1});
      continue;
    }
    if (!na.box.overlaps(nb.box)) continue;
    if (na.count > 0 && nb.count > 0) {
      if (!pairs_between_leaves(na, nb, f)) return false;
    } else if (nb.count > 0 || (na.count == 0 && na.box.diagonal() >= nb.box.diagonal())) {
      open.push_back({na.first, b});
      open.push_back({a + 1, b});
    } else {
      open.push_back({a, nb.first});
      open.push_back({a, b + 1});
    }
  }
  return true;
}

template <class F>
void TriangleTree::for_each_in(const Bounds& box, F&& f) const {
  if (nodes_.empty()) return;
  std::vector<int> open{0};
  while (!open.empty()) {
    const int n = open.back();
    open.pop_back();
    const Node& node = nodes_[n];
    if (!node.box.overlaps(box)) continue;
    if (node.count == 0) {
      open.push_back(node.first);
      open.push_back(n + 1);
      continue;
    }
    for (int i = node.first; i < node.first + node.count; ++i)
      if (box_of(corners_[i]).overlaps(box)) f(triangle_of_[i]);
  }
}

}  // namespace peal
