#include "motion/rigid/core_distance.h"

#include <algorithm>
#include <array>

namespace peal {
namespace {

constexpr int kMostRounds = 200;
constexpr double kPrecision = 1e-13;  // of the squared distance

struct Corner {
  Vec3 a, b, w;  // w = a - b
};

// Up to four corners of a - b and the point of their hull next to the origin.
struct Simplex {
  std::array<Corner, 4> corner;
  std::array<double, 4> weight{};
  int size = 0;
  Vec3 nearest;

  void keep(std::initializer_list<std::pair<int, double>> kept) {
    std::array<Corner, 4> old = corner;
    size = 0;
    nearest = {};
    for (const auto& [i, w] : kept) {
      corner[size] = old[i], weight[size] = w;
      nearest += w * old[i].w;
      ++size;
    }
  }

  /// The nearest point as the only corner.
  void become_point() {
    Corner point;
    for (int i = 0; i < size; ++i) {
      point.a += weight[i] * corner[i].a;
      point.b += weight[i] * corner[i].b;
    }
    point.w = nearest;
    corner[0] = point, weight[0] = 1, size = 1;
  }

  void on_segment(int i, int j) {
    const Vec3 &p = corner[i].w, e = corner[j].w - p;
    const double length = norm_squared(e), t = length > 0 ? -dot(p, e) / length : 0;
    if (t <= 0) return keep({{i, 1}});
    if (t >= 1) return keep({{j, 1}});
    keep({{i, 1 - t}, {j, t}});
  }

  // By the regions of the plane next to each corner, edge and the face.
  void on_triangle(int i, int j, int k) {
    const Vec3 &a = corner[i].w, &b = corner[j].w, &c = corner[k].w;
    const Vec3 ab = b - a, ac = c - a;
    const double d1 = -dot(ab, a), d2 = -dot(ac, a);
    if (d1 <= 0 && d2 <= 0) return keep({{i, 1}});
    const double d3 = -dot(ab, b), d4 = -dot(ac, b);
    if (d3 >= 0 && d4 <= d3) return keep({{j, 1}});
    const double d5 = -dot(ab, c), d6 = -dot(ac, c);
    if (d6 >= 0 && d5 <= d6) return keep({{k, 1}});
    const double vc = d1 * d4 - d3 * d2, vb = d5 * d2 - d1 * d6, va = d3 * d6 - d5 * d4;
    if (vc <= 0 && d1 >= 0 && d3 <= 0) return on_segment(i, j);
    if (vb <= 0 && d2 >= 0 && d6 <= 0) return on_segment(i, k);
    if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) return on_segment(j, k);
    const double sum = va + vb + vc;
    if (!(sum > 0)) return on_segment(i, norm_squared(ab) > norm_squared(ac) ? j : k);
    keep({{i, va / sum}, {j, vb / sum}, {k, vc / sum}});
  }

  // False when the origin is inside.
  bool on_tetrahedron() {
    constexpr std::array<std::array<int, 4>, 4> faces{
        {{0, 1, 2, 3}, {0, 3, 1, 2}, {0, 2, 3, 1}, {1, 3, 2, 0}}};
    Simplex best;
    double least = std::numeric_limits<double>::infinity();
    for (const auto& f : faces) {
      const Vec3& p = corner[f[0]].w;
      const Vec3 n = cross(corner[f[1]].w - p, corner[f[2]].w - p);
      const double origin = -dot(n, p), fourth = dot(n, corner[f[3]].w - p);
      if (origin * fourth > 0) continue;  // the origin is on the inner side
      Simplex face = *this;
      face.on_triangle(f[0], f[1], f[2]);
      if (const double d = norm_squared(face.nearest); d < least) least = d, best = face;
    }
    if (best.size == 0) return false;
    *this = best;
    return true;
  }

  bool reduce() {
    if (size == 1) keep({{0, 1}});
    if (size == 2) on_segment(0, 1);
    if (size == 3) on_triangle(0, 1, 2);
    return size < 4 || on_tetrahedron();
  }
};

}  // namespace

CoreDistance core_distance(const ConvexPiece& a, const ConvexPiece& b, const Pose& b_to_a) {
  const auto support = [&](const Vec3& direction) {
    Corner c;
    c.a = a.core_support(direction);
    c.b = to_world(b_to_a, b.core_support(rotate_back(b_to_a.rotation, -direction)));
    c.w = c.a - c.b;
    return c;
  };
  const double tiny = 1e-12 * (a.bounding_radius() + b.bounding_radius());
  Vec3 between = a.centre() - to_world(b_to_a, b.centre());
  if (between == Vec3{}) between = {0, 1, 0};
  Simplex simplex;
  simplex.corner[0] = support(-between);
  simplex.size = 1;
  simplex.reduce();
  for (int round = 0; round < kMostRounds; ++round) {
    const double squared = norm_squared(simplex.nearest);
    if (squared < tiny * tiny) return {};
    const Corner next = support(-simplex.nearest);
    if (squared - dot(simplex.nearest, next.w) <= kPrecision * squared) break;
    const auto known = [&](const Corner& c) { return c.w == next.w; };
    if (std::any_of(simplex.corner.begin(), simplex.corner.begin() + simplex.size, known)) break;
    Simplex tried = simplex;
    tried.corner[tried.size++] = next;
    if (!tried.reduce()) return {};
    if (norm_squared(tried.nearest) < squared) {
      simplex = tried;
      continue;
    }
    // A flat simplex has lost its way by rounding; the segment to the new corner is still nearer.
    simplex.become_point();
    simplex.corner[simplex.size++] = next;
    simplex.reduce();
    if (norm_squared(simplex.nearest) >= squared) break;
  }
  CoreDistance out;
  out.apart = true;
  out.distance = norm(simplex.nearest);
  out.normal = simplex.nearest / out.distance;
  for (int i = 0; i < simplex.size; ++i) {
    out.point_a += simplex.weight[i] * simplex.corner[i].a;
    out.point_b += simplex.weight[i] * simplex.corner[i].b;
  }
  return out;
}

}  // namespace peal
