#include "io/mesh/polygon.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace peal {
namespace {

struct Point {
  double x = 0, y = 0;
};

double turn(const Point& a, const Point& b, const Point& c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// The polygon seen against its normal, counter-clockwise, about its first corner.
std::vector<Point> project(const TriangleMesh& mesh, std::span<const int> corners,
                           const Vec3& normal) {
  int drop = 0;
  for (int k = 1; k < 3; ++k)
    if (std::abs(normal[k]) > std::abs(normal[drop])) drop = k;
  int x = (drop + 1) % 3, y = (drop + 2) % 3;
  if (normal[drop] < 0) std::swap(x, y);
  std::vector<Point> out;
  for (const int corner : corners) {
    const Vec3 r = mesh.vertices[corner] - mesh.vertices[corners[0]];
    out.push_back({r[x], r[y]});
  }
  return out;
}

class EarCutter {
 public:
  EarCutter(TriangleMesh& mesh, std::span<const int> corners, std::vector<Point> points)
      : mesh_(mesh), corners_(corners), points_(std::move(points)) {
    const int n = static_cast<int>(corners.size());
    next_.resize(n), previous_.resize(n), ear_.assign(n, Ear::unknown);
    for (int k = 0; k < n; ++k) next_[k] = (k + 1) % n, previous_[k] = (k + n - 1) % n;
  }

  void run() {
    int left = static_cast<int>(corners_.size()), k = 0, seen = 0, resets = 0;
    while (left > 3) {
      if (ear_[k] == Ear::unknown) ear_[k] = is_ear(k) ? Ear::yes : Ear::no;
      // A full turn without an ear: what blocked may be gone by now, so look again; a polygon that
      // crosses itself may have none, and any cut keeps its outer edges.
      const bool stuck = seen > left;
      if (stuck && resets < 3) {
        ear_.assign(ear_.size(), Ear::unknown);
        ++resets, seen = 0;
        continue;
      }
      if (ear_[k] == Ear::yes || stuck) {
        const int before = previous_[k], after = next_[k];
        add(before, k, after);
        next_[before] = after, previous_[after] = before;
        ear_[before] = ear_[after] = Ear::unknown;
        // Leaving one corner out between two ears keeps the triangles from getting thin.
        k = next_[after], seen = 0, --left;
      } else {
        k = next_[k], ++seen;
      }
    }
    add(previous_[k], k, next_[k]);
  }

 private:
  enum class Ear : char { unknown, yes, no };

  void add(int a, int b, int c) {
    mesh_.triangles.push_back({corners_[a], corners_[b], corners_[c]});
  }
  bool is_ear(int k) const {
    const Point a = points_[previous_[k]], b = points_[k], c = points_[next_[k]];
    if (!(turn(a, b, c) > 0)) return false;
    const auto [left, right] = std::minmax({a.x, b.x, c.x});
    const auto [low, high] = std::minmax({a.y, b.y, c.y});
    for (int j = next_[next_[k]]; j != previous_[k]; j = next_[j]) {
      const Point p = points_[j];
      if (p.x < left || p.x > right || p.y < low || p.y > high) continue;
      if (turn(points_[previous_[j]], p, points_[next_[j]]) > 0) continue;  // not a bay
      const int corner = corners_[j];
      if (corner == corners_[k] || corner == corners_[next_[k]] || corner == corners_[previous_[k]])
        continue;  // a slit passes a corner twice
      if (turn(a, b, p) >= 0 && turn(b, c, p) >= 0 && turn(c, a, p) >= 0) return false;
    }
    return true;
  }

  TriangleMesh& mesh_;
  std::span<const int> corners_;
  std::vector<Point> points_;
  std::vector<int> next_, previous_;
  std::vector<Ear> ear_;
};

}  // namespace

void add_polygon(TriangleMesh& mesh, std::span<const int> corners) {
  const std::size_t n = corners.size();
  if (n == 3) {
    mesh.triangles.push_back({corners[0], corners[1], corners[2]});
    return;
  }
  const auto at = [&](std::size_t k) -> const Vec3& { return mesh.vertices[corners[k % n]]; };
  Vec3 normal;
  for (std::size_t k = 1; k + 1 < n; ++k) normal += cross(at(k) - at(0), at(k + 1) - at(0));
  bool convex = true;
  for (std::size_t k = 0; k < n && convex; ++k)
    convex = dot(cross(at(k + 1) - at(k), at(k + 2) - at(k + 1)), normal) > 0;
  if (convex || norm(normal) == 0)
    add_fan(mesh, corners);
  else
    EarCutter(mesh, corners, project(mesh, corners, normal)).run();
}

void add_strip(TriangleMesh& mesh, std::span<const int> corners) {
  for (std::size_t k = 2; k < corners.size(); ++k) {
    const int odd = static_cast<int>(k % 2);
    mesh.triangles.push_back({corners[k - 2 + odd], corners[k - 1 - odd], corners[k]});
  }
}

void add_fan(TriangleMesh& mesh, std::span<const int> corners) {
  for (std::size_t k = 2; k < corners.size(); ++k)
    mesh.triangles.push_back({corners[0], corners[k - 1], corners[k]});
}

}  // namespace peal
