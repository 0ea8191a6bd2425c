#include "physics/geometry/self_intersection.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"

namespace peal {
namespace {

constexpr double kRounding = 1e-13;     // of the largest coordinate
constexpr double kFloatDigit = 1.2e-7;  // 2^-23
constexpr double kFoldAngle = 1e-9;     // [rad]

struct Triangle {
  std::array<Vec3, 3> p;  // from a common origin near both
  std::array<Vec3, 3> edge;
  Vec3 normal;         // times twice the area
  double longest = 0;  // [m]

  Triangle(const Vec3& a, const Vec3& b, const Vec3& c) : p{a, b, c}, edge{b - a, c - b, a - c} {
    normal = cross(edge[0], edge[1]);
    for (const Vec3& e : edge) longest = std::max(longest, norm_squared(e));
    longest = std::sqrt(longest);
  }
  double height() const { return norm(normal) / longest; }
};

struct Interval {
  double low, high;
};
Interval projected(const Triangle& t, const Vec3& axis) {
  const double a = dot(t.p[0], axis), b = dot(t.p[1], axis), c = dot(t.p[2], axis);
  return {std::min({a, b, c}), std::max({a, b, c})};
}

/// Way to move [m] along the axis until the two are apart; negative when they are. Axes too short
/// to be trusted say nothing. `noise`: absolute error of the axis.
double overlap(const Triangle& a, const Triangle& b, const Vec3& axis, double noise) {
  const double length = norm(axis);
  if (!(length > 1e3 * noise)) return Bounds::kFar;
  const Interval i = projected(a, axis), j = projected(b, axis);
  const double least = std::min(i.high - j.low, j.high - i.low) / length;
  // An axis that is off by an angle noise/length moves projections by that times the extent.
  const double doubt = noise / length * (a.longest + b.longest);
  return least < 0 ? std::min(0.0, least + doubt) : least;
}

/// Whether the two overlap by more than `depth` (which may be negative: nearer than -depth).
bool cross_deeper(const Triangle& a, const Triangle& b, double depth, double plane) {
  constexpr double kEps = 4e-16;
  const auto apart = [&](const Vec3& axis, double scale) {
    return overlap(a, b, axis, kEps * scale) <= depth;
  };
  const double sa = a.longest * a.longest, sb = b.longest * b.longest, ab = a.longest * b.longest;
  const Interval ib = projected(b, a.normal), ia = projected(a, b.normal);
  const double na = norm(a.normal), nb = norm(b.normal);
  const double da = dot(a.p[0], a.normal), db = dot(b.p[0], b.normal);
  const double out_b = std::max(std::abs(ib.low - da), std::abs(ib.high - da)) / na;
  const double out_a = std::max(std::abs(ia.low - db), std::abs(ia.high - db)) / nb;
  const double flat = plane + kFoldAngle * std::min(a.longest, b.longest);
  const bool coplanar = out_a <= flat && out_b <= flat;
  if (!coplanar && (apart(a.normal, sa) || apart(b.normal, sb))) return false;
  for (const Vec3& e : a.edge)
    if (apart(cross(a.normal, e), sa * a.longest)) return false;
  for (const Vec3& e : b.edge)
    if (apart(cross(b.normal, e), sb * b.longest)) return false;
  if (coplanar) return true;
  for (const Vec3& e : a.edge)
    for (const Vec3& f : b.edge)
      if (apart(cross(e, f), ab)) return false;
  return true;
}

struct Judge {
  const TriangleMesh& mesh;
  double rounding, digit;  // [m]
  double surely_tilted;    // [m] farther out of a plane than any coplanar triangle
  struct Plane {
    Vec3 normal;   // unit
    double doubt;  // [m] error of a distance to it; infinite for triangles without area
  };
  std::vector<Plane> planes;

  Judge(const TriangleMesh& m, const Bounds& box) : mesh(m), planes(m.triangles.size()) {
    double largest = 0;
    for (int d = 0; d < 3; ++d)
      largest = std::max({largest, std::abs(box.min[d]), std::abs(box.max[d])});
    rounding = kRounding * largest;
    digit = kFloatDigit * largest;
    surely_tilted = 10 * (rounding + kFoldAngle * box.diagonal());
    for (std::size_t t = 0; t < planes.size(); ++t) {
      const Vec3 e = m.corner(t, 1) - m.corner(t, 0), f = m.corner(t, 2) - m.corner(t, 0);
      const Vec3 n = cross(e, f);
      const double length = norm(n), l = std::max(norm_squared(e), norm_squared(f));
      planes[t] = length > 0 ? Plane{n / length, 2e-15 * l * box.diagonal() / length}
                             : Plane{{}, Bounds::kFar};
    }
  }

  /// Whether t lies on one side of the plane of s: nearly all pairs, told apart at little cost.
  bool beside(int s, int t, bool neighbours) const {
    const Plane& plane = planes[s];
    const Vec3 from = mesh.corner(s, 0);
    const double a = dot(plane.normal, mesh.corner(t, 0) - from),
                 b = dot(plane.normal, mesh.corner(t, 1) - from),
                 c = dot(plane.normal, mesh.corner(t, 2) - from);
    const double low = std::min({a, b, c}), high = std::max({a, b, c});
    if (!neighbours) return low > rounding + plane.doubt || high < -(rounding + plane.doubt);
    return (low > plane.doubt - digit && high > surely_tilted + plane.doubt) ||
           (high < digit - plane.doubt && low < -(surely_tilted + plane.doubt));
  }
  /// Whether t lies beyond an edge of s, seen along the normal of s: neighbours in a flat face.
  bool outside(int s, int t, bool neighbours) const {
    const Plane& plane = planes[s];
    const double allowed = neighbours ? digit - plane.doubt : -(rounding + plane.doubt);
    const std::array<Vec3, 3> p{mesh.corner(s, 0), mesh.corner(s, 1), mesh.corner(s, 2)};
    const std::array<Vec3, 3> q{mesh.corner(t, 0), mesh.corner(t, 1), mesh.corner(t, 2)};
    for (int k = 0; k < 3; ++k) {
      const Vec3 edge = p[(k + 1) % 3] - p[k], inward = cross(plane.normal, edge);
      const double reach =
          std::max({dot(inward, q[0] - p[k]), dot(inward, q[1] - p[k]), dot(inward, q[2] - p[k])});
      if (reach <= allowed * norm(edge)) return true;
    }
    return false;
  }
  bool surely_apart(int s, int t) const {
    const auto &u = mesh.triangles[s], &v = mesh.triangles[t];
    bool shared = false;
    for (const int i : u) shared |= i == v[0] || i == v[1] || i == v[2];
    return beside(s, t, shared) || beside(t, s, shared) || outside(s, t, shared) ||
           outside(t, s, shared);
  }

  bool crossing(int s, int t) const {
    const auto &u = mesh.triangles[s], &v = mesh.triangles[t];
    int shared = 0;
    for (const int i : u) shared += i == v[0] || i == v[1] || i == v[2];
    if (shared == 3) return true;
    const Vec3 origin = mesh.corner(s, 0);
    const Triangle a({}, mesh.corner(s, 1) - origin, mesh.corner(s, 2) - origin);
    const Triangle b(mesh.corner(t, 0) - origin, mesh.corner(t, 1) - origin,
                     mesh.corner(t, 2) - origin);
    // Hinges that are not folded shut: nearly all pairs with a common edge.
    if (shared == 2 && !folded(u, v, a.normal, b.normal)) return false;
    const double least = shared > 0 ? digit : rounding;
    if (!(a.height() > least && b.height() > least)) return false;
    return cross_deeper(a, b, shared > 0 ? digit : -rounding, rounding);
  }

  static bool folded(const std::array<int, 3>& u, const std::array<int, 3>& v, const Vec3& nu,
                     const Vec3& nv) {
    // The normals of two that turn the same way across the edge are opposite when folded; of two
    // that do not, equal.
    bool same_direction = false;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        same_direction |= u[i] == v[j] && u[(i + 1) % 3] == v[(j + 1) % 3];
    const double along = same_direction ? -dot(nu, nv) : dot(nu, nv);
    return along < -0.9 * norm(nu) * norm(nv);
  }
};

}  // namespace

SelfIntersections self_intersections(const TriangleMesh& mesh, const TriangleTree& tree,
                                     std::size_t most) {
  constexpr std::size_t kChunk = 4096, kBatch = 256 * kChunk;
  const Judge judge(mesh, tree.bounds());
  SelfIntersections found;
  std::vector<std::array<int, 2>> batch;
  std::vector<std::vector<std::array<int, 2>>> results;
  const auto work = [&] {
    results.assign((batch.size() + kChunk - 1) / kChunk, {});
    parallel_for(results.size(), [&](std::size_t c) {
      const std::size_t end = std::min(batch.size(), (c + 1) * kChunk);
      for (std::size_t i = c * kChunk; i < end; ++i)
        if (judge.crossing(batch[i][0], batch[i][1])) results[c].push_back(batch[i]);
    });
    for (const auto& r : results) found.pairs.insert(found.pairs.end(), r.begin(), r.end());
    batch.clear();
  };
  tree.for_each_overlapping_pair([&](int a, int b) {
    if (judge.surely_apart(a, b)) return true;
    batch.push_back({a, b});
    if (batch.size() == kBatch) work();
    return found.pairs.size() < most;
  });
  if (found.pairs.size() < most) work();
  found.complete = found.pairs.size() < most;
  if (!found.complete) found.pairs.resize(most);
  std::sort(found.pairs.begin(), found.pairs.end());
  return found;
}

SelfIntersections self_intersections(const TriangleMesh& mesh, std::size_t most) {
  return self_intersections(mesh, TriangleTree(mesh), most);
}

}  // namespace peal
