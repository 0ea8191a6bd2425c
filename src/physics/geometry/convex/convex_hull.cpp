#include "physics/geometry/convex/convex_hull.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "physics/geometry/orientation.h"
#include "physics/geometry/triangle_tree.h"

namespace peal {
namespace {

constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();
constexpr std::size_t kFewCorners = 2000;

struct Face {
  std::array<int, 3> corner;
  std::array<int, 3> across{-1, -1, -1};  // face beyond the edge from corner k to k + 1
  Vec3 normal;                            // unit, outward
  std::vector<int> outside;               // points beyond this face that no other face holds
  double farthest = 0;                    // [m]
  int farthest_point = -1;
  bool alive = true;
};

class Hull {
 public:
  explicit Hull(const std::vector<Vec3>& points) : points_(points) {
    Bounds box;
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (!is_finite(points[i])) fail("point {} of {} is not finite", i, points.size());
      box.add(points[i]);
    }
    tolerance_ = 1e-10 * box.diagonal();
    centre_ = box.centre();
    start(box);
  }

  /// Takes points in until none is outside or `most` corners are reached, farthest first; kAll:
  /// face by face, which is faster.
  void grow(std::size_t most) {
    const bool in_order = most == kAll;
    std::size_t& next = first_open_;
    while (in_order || corner_count_ < most) {
      std::size_t best = faces_.size();
      for (std::size_t f = next; f < faces_.size(); ++f) {
        if (!faces_[f].alive || faces_[f].outside.empty()) {
          if (f == next) ++next;
          continue;
        }
        if (best == faces_.size() || faces_[f].farthest > faces_[best].farthest) best = f;
        if (in_order) break;
      }
      if (best == faces_.size()) return;
      take_in(static_cast<int>(best));
    }
  }

  std::vector<int> corners() const {
    std::vector<int> used;
    for (const Face& f : faces_)
      if (f.alive) used.insert(used.end(), f.corner.begin(), f.corner.end());
    std::sort(used.begin(), used.end());
    used.erase(std::unique(used.begin(), used.end()), used.end());
    return used;
  }

  TriangleMesh mesh() const {
    TriangleMesh m;
    const std::vector<int> used = corners();
    for (const int i : used) m.vertices.push_back(points_[i]);
    const auto number = [&](int i) {
      return static_cast<int>(std::lower_bound(used.begin(), used.end(), i) - used.begin());
    };
    for (const Face& f : faces_)
      if (f.alive)
        m.triangles.push_back({number(f.corner[0]), number(f.corner[1]), number(f.corner[2])});
    return m;
  }

 private:
  void start(const Bounds& box) {
    if (points_.empty()) fail("there are no points to put a hull around");
    const auto best_by = [&](auto&& measure) {
      int best = 0;
      double most = -1;
      for (int i = 0; i < static_cast<int>(points_.size()); ++i)
        if (const double m = measure(points_[i]); farther(m, i, most, best)) most = m, best = i;
      return std::pair{best, most};
    };
    const int a = best_by([&](const Vec3& p) { return norm(p - box.centre()); }).first;
    const Vec3 pa = points_[a];
    const int b = best_by([&](const Vec3& p) { return norm(p - pa); }).first;
    const Vec3 ab = normalized(points_[b] - pa);
    const int c = best_by([&](const Vec3& p) { return norm(cross(p - pa, ab)); }).first;
    const Vec3 n = normalized(cross(ab, points_[c] - pa));
    const auto [d, height] = best_by([&](const Vec3& p) { return std::abs(dot(p - pa, n)); });
    const int side = orientation(pa, points_[b], points_[c], points_[d]);
    if (!(height > tolerance_) || side == 0)
      fail(
          "all {} points, around ({:.5g}, {:.5g}, {:.5g}) m, lie in a plane: they have no hull "
          "with a volume; give points that span a body",
          points_.size(), box.centre().x, box.centre().y, box.centre().z);
    const int u = side > 0 ? c : b, v = side > 0 ? b : c;  // a u v turn away from d
    add(a, u, v), add(a, d, u), add(u, d, v), add(v, d, a);
    faces_[0].across = {1, 2, 3};
    faces_[1].across = {3, 2, 0};
    faces_[2].across = {1, 3, 0};
    faces_[3].across = {2, 1, 0};
    std::vector<int> all(points_.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<int>(i);
    share_out(all, 0);
    corner_count_ = 4;
    faces_at_.assign(points_.size(), 0);
    for (const Face& f : faces_)
      for (const int i : f.corner) ++faces_at_[i];
  }

  /// Of points equally far out, as on the flat face of a grid, that farthest from the centre: it
  /// cannot lie between others.
  bool farther(double distance, int point, double most, int best) const {
    if (best < 0 || distance > most + tolerance_) return true;
    return distance >= most - tolerance_ &&
           norm_squared(points_[point] - centre_) > norm_squared(points_[best] - centre_);
  }

  int add(int a, int b, int c) {
    Face f;
    f.corner = {a, b, c};
    f.normal = normalized(cross(points_[b] - points_[a], points_[c] - points_[a]));
    faces_.push_back(std::move(f));
    return static_cast<int>(faces_.size()) - 1;
  }

  /// Gives each point to the face, from `first` on, that it lies farthest beyond.
  void share_out(const std::vector<int>& points, std::size_t first, bool exactly = false) {
    for (const int i : points) {
      double most = tolerance_;
      Face* holder = nullptr;
      for (std::size_t f = first; f < faces_.size(); ++f) {
        const double d = dot(points_[i] - points_[faces_[f].corner[0]], faces_[f].normal);
        if (d > most && faces_[f].alive && (!exactly || sees(i, faces_[f])))
          most = d, holder = &faces_[f];
      }
      if (holder == nullptr) continue;
      holder->outside.push_back(i);
      if (farther(most, i, holder->farthest, holder->farthest_point))
        holder->farthest = most, holder->farthest_point = i;
    }
  }

  bool sees(int point, const Face& f) const {
    return orientation(points_[f.corner[0]], points_[f.corner[1]], points_[f.corner[2]],
                       points_[point]) > 0;
  }

  void take_in(int from) {
    const int p = faces_[from].farthest_point;
    if (!sees(p, faces_[from])) {  // rounding in the normal of a sliver put it outside
      drop_farthest(faces_[from]);
      share_out({p}, 0, true);
      first_open_ = 0;
      return;
    }
    // Visible faces, and the edges between them and the rest, in a ring.
    struct Rim {
      int a, b, beyond;
    };
    std::vector<int> visible{from};
    std::vector<Rim> rim;
    faces_[from].alive = false;
    for (std::size_t i = 0; i < visible.size(); ++i)
      for (int k = 0; k < 3; ++k) {
        const int n = faces_[visible[i]].across[k];
        if (!faces_[n].alive) continue;
        if (sees(p, faces_[n])) {
          faces_[n].alive = false;
          visible.push_back(n);
        }
      }
    std::vector<int> orphans;
    for (const int f : visible) {
      for (int k = 0; k < 3; ++k) {
        const int n = faces_[f].across[k];
        if (faces_[n].alive) rim.push_back({faces_[f].corner[k], faces_[f].corner[(k + 1) % 3], n});
        if (--faces_at_[faces_[f].corner[k]] == 0) --corner_count_;
      }
      orphans.insert(orphans.end(), faces_[f].outside.begin(), faces_[f].outside.end());
      std::vector<int>().swap(faces_[f].outside);
    }
    const std::size_t first = faces_.size();
    for (const Rim& r : rim) {
      const int f = add(r.a, r.b, p);
      faces_[f].across[0] = r.beyond;
      for (int k = 0; k < 3; ++k) {
        if (faces_[r.beyond].corner[k] == r.b && faces_[r.beyond].corner[(k + 1) % 3] == r.a)
          faces_[r.beyond].across[k] = f;
        if (faces_at_[faces_[f].corner[k]]++ == 0) ++corner_count_;
      }
    }
    std::vector<std::pair<int, int>> starts;  // rim vertex -> new face whose rim edge starts there
    for (std::size_t f = first; f < faces_.size(); ++f)
      starts.push_back({faces_[f].corner[0], static_cast<int>(f)});
    std::sort(starts.begin(), starts.end());
    for (std::size_t f = first; f < faces_.size(); ++f) {
      const int b = faces_[f].corner[1];
      const auto next = std::lower_bound(starts.begin(), starts.end(), std::pair{b, -1});
      if (next == starts.end() || next->first != b)
        fail("the hull of {} points came apart; the points lie too far from the origin",
             points_.size());
      faces_[f].across[1] = next->second;
      faces_[next->second].across[2] = static_cast<int>(f);
    }
    std::erase(orphans, p);
    share_out(orphans, first);
  }

  void drop_farthest(Face& f) {
    std::erase(f.outside, f.farthest_point);
    f.farthest = 0;
    f.farthest_point = -1;
    for (const int i : f.outside) {
      const double d = dot(points_[i] - points_[f.corner[0]], f.normal);
      if (farther(d, i, f.farthest, f.farthest_point)) f.farthest = d, f.farthest_point = i;
    }
  }

  const std::vector<Vec3>& points_;
  double tolerance_ = 0;  // [m]
  Vec3 centre_;
  std::vector<Face> faces_;
  std::vector<int> faces_at_;  // living faces at each point
  std::size_t corner_count_ = 0;
  std::size_t first_open_ = 0;  // every face before it is dead or has no point outside
};

}  // namespace

TriangleMesh convex_hull(const std::vector<Vec3>& points) {
  Hull hull(points);
  hull.grow(kAll);
  const std::vector<int> corners = hull.corners();
  if (corners.size() > kFewCorners) return hull.mesh();
  // A point in the middle of an edge or face may have been taken in before the ends of the edge.
  // Farthest first, the ends come first, and it then lies within the tolerance.
  std::vector<Vec3> kept;
  for (const int i : corners) kept.push_back(points[i]);
  Hull cleaner(kept);
  cleaner.grow(kAll - 1);
  return cleaner.mesh();
}

std::vector<Vec3> hull_corners(const std::vector<Vec3>& points, std::size_t max_count) {
  if (max_count < 4)
    fail("a hull has at least 4 corners, but at most {} were asked for", max_count);
  const std::vector<Vec3> all = convex_hull(points).vertices;
  if (all.size() <= max_count) return all;
  Hull hull(all);
  hull.grow(max_count);
  std::vector<Vec3> corners;
  for (const int i : hull.corners()) corners.push_back(all[i]);
  return corners;
}

}  // namespace peal
