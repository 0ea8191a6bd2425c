// Hulls for many cuts at once: of every set of points only those that lie farthest in some fixed
// directions are kept. [m].
// Enters: points. Leaves: the hull of the extreme points, somewhat smaller than that of all. The
// directions are spread evenly: the points should reach about equally far along all axes.
#pragma once
#include <array>
#include <vector>

#include "base/vec.h"
#include "physics/geometry/triangle_mesh.h"

namespace peal {

/// `count` unit vectors: both ways along the axes, the rest at nearly equal distances.
std::vector<Vec3> even_directions(int count);

/// Empty when the points lie in a plane.
TriangleMesh hull_or_nothing(const std::vector<Vec3>& points);
/// Inside a closed surface [m^3], by the divergence theorem.
double enclosed_volume(const TriangleMesh& surface);
/// Of the hull of points [m^3]; 0 when they lie in a plane.
double hull_volume(const std::vector<Vec3>& points);

template <int N>
class ExtremePoints {
 public:
  void add(const Vec3& p) {
    const std::vector<Vec3>& ways = directions();
    for (int i = 0; i < N; ++i)
      if (const double reach = dot(p, ways[i]); empty_ || reach > reach_[i])
        reach_[i] = reach, point_[i] = p;
    empty_ = false;
  }
  void add(const ExtremePoints& other) {
    if (other.empty_) return;
    for (int i = 0; i < N; ++i)
      if (empty_ || other.reach_[i] > reach_[i])
        reach_[i] = other.reach_[i], point_[i] = other.point_[i];
    empty_ = false;
  }
  TriangleMesh hull() const {
    return empty_ ? TriangleMesh{} : hull_or_nothing({point_.begin(), point_.end()});
  }
  double hull_volume() const { return enclosed_volume(hull()); }

 private:
  static const std::vector<Vec3>& directions() {
    static const std::vector<Vec3> ways = even_directions(N);
    return ways;
  }
  std::array<double, N> reach_{};
  std::array<Vec3, N> point_{};
  bool empty_ = true;
};

}  // namespace peal
