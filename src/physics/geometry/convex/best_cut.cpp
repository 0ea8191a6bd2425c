#include "physics/geometry/convex/best_cut.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "physics/geometry/convex/extreme_points.h"

namespace peal {
namespace {

constexpr int kEven = 9;       // planes at equal distances along an axis
constexpr int kFine = 5;       // planes around the best of them
constexpr int kMostFlats = 4;  // planes along flat faces
constexpr int kFlatBins = 256;
constexpr double kFlatCosine = 0.999, kLeastFlat = 0.02;  // of the surface's area
constexpr double kBalance = 0.02;          // weight of halves that differ / volume of the hull
constexpr double kEnough = 0.2;            // part of the air that a single plane should take away
constexpr std::size_t kCutSamples = 6000;  // triangles looked at
constexpr std::size_t kHullSamples = 2000, kDepthSamples = 500;
constexpr double kSeen = 0.05;  // cosine

using Triangle = CutPiece::Triangle;
using Extremes = ExtremePoints<42>;
using FineExtremes = ExtremePoints<128>;

/// A sample of a piece's surface, stretched into the unit cube: extreme points are found best in
/// bodies that are not flat, and ratios of volumes stay.
struct Sample {
  Bounds bounds;
  Vec3 size;  // [m] of the cube; where the piece is flat 1
  std::vector<Triangle> triangles;
  Bounds cuts;               // around the piece; infinite where there is none
  const InsideTest& within;  // in metres

  /// All large triangles, and of the small ones as many as needed to know the hulls.
  Sample(const CutPiece& piece, std::size_t wanted, const InsideTest& inside)
      : bounds(piece.bounds()), size{1, 1, 1}, within(inside) {
    if (bounds.empty()) return;
    for (int i = 0; i < 3; ++i)
      if (bounds.size()[i] > 1e-6 * bounds.diagonal()) size[i] = bounds.size()[i];
    for (int i = 0; i < 3; ++i) {
      cuts.min[i] = (piece.box.min[i] - bounds.min[i]) / size[i];
      cuts.max[i] = (piece.box.max[i] - bounds.min[i]) / size[i];
    }
    std::size_t count = 0, number = 0;
    for (const Triangle& t : piece.triangles) count += !t.fan;
    for (const Triangle& t : piece.triangles) {
      if (t.fan) continue;
      Bounds box;
      for (const Vec3& p : t.corner) box.add(p);
      if (number++ % (count / wanted + 1) != 0 && box.diagonal() < 0.05 * bounds.diagonal())
        continue;
      triangles.push_back(t);
      for (Vec3& p : triangles.back().corner) p = to_cube(p);
    }
  }
  Vec3 to_cube(const Vec3& p) const {
    const Vec3 d = p - bounds.min;
    return {d.x / size.x, d.y / size.y, d.z / size.z};
  }
  Vec3 to_metres(const Vec3& p) const {
    return bounds.min + Vec3{p.x * size.x, p.y * size.y, p.z * size.z};
  }
  bool inside(const Vec3& p) const { return is_finite(p) && within(to_metres(p)); }
  bool flat(int axis) const { return size[axis] > bounds.size()[axis]; }
};

/// Heights of flat faces across the axis, moved out of the body by a trifle.
std::vector<double> flats_along(const std::vector<Triangle>& triangles, int axis) {
  struct Bin {
    double area = 0, moment = 0, up = 0;
  };
  std::vector<Bin> bins(kFlatBins);
  double total = 0;
  for (const Triangle& t : triangles) {
    const auto& c = t.corner;
    const Vec3 n = 0.5 * cross(c[1] - c[0], c[2] - c[0]);
    const double area = norm(n), at = (c[0][axis] + c[1][axis] + c[2][axis]) / 3;
    total += area;
    if (std::abs(n[axis]) < kFlatCosine * area) continue;
    const int k = std::clamp(static_cast<int>(kFlatBins * at), 0, kFlatBins - 1);
    bins[k].area += area, bins[k].moment += area * at, bins[k].up += n[axis];
  }
  std::erase_if(bins, [&](const Bin& b) { return b.area <= kLeastFlat * total; });
  std::stable_sort(bins.begin(), bins.end(),
                   [](const Bin& a, const Bin& b) { return a.area > b.area; });
  if (bins.size() > kMostFlats) bins.resize(kMostFlats);
  std::vector<double> planes;
  for (const Bin& b : bins) {
    const double at = b.moment / b.area + std::copysign(1e-7, b.up);
    if (at > 1e-6 && at < 1 - 1e-6) planes.push_back(at);
  }
  return planes;
}

/// Volumes of the hulls below and above each plane (ascending), added.
std::vector<double> hulls_beside(const Sample& sample, int axis,
                                 const std::vector<double>& planes) {
  const std::size_t n = planes.size();
  std::vector<Extremes> between(n + 1), on(n);
  const auto place = [&](double x) {
    return static_cast<std::size_t>(std::lower_bound(planes.begin(), planes.end(), x) -
                                    planes.begin());
  };
  for (const Triangle& t : sample.triangles)
    for (int k = 0; k < 3; ++k) {
      const Vec3 &a = t.corner[k], &b = t.corner[(k + 1) % 3];
      const std::size_t pa = place(a[axis]), pb = place(b[axis]);
      between[pa].add(a);
      for (std::size_t i = std::min(pa, pb); i < std::max(pa, pb); ++i)
        on[i].add(a + (planes[i] - a[axis]) / (b[axis] - a[axis]) * (b - a));
    }
  for (int k = 0; k < 4; ++k) {  // along the four edges of the box
    Vec3 p;
    p[(axis + 1) % 3] = (k & 1 ? sample.cuts.max : sample.cuts.min)[(axis + 1) % 3];
    p[(axis + 2) % 3] = (k & 2 ? sample.cuts.max : sample.cuts.min)[(axis + 2) % 3];
    for (std::size_t i = 0; i < n; ++i)
      if (p[axis] = planes[i]; sample.inside(p)) on[i].add(p);
    for (const double end : {sample.cuts.min[axis], sample.cuts.max[axis]})
      if (p[axis] = end; sample.inside(p)) between[place(end)].add(p);
  }
  std::vector<double> sum(n, 0);
  Extremes side;
  for (std::size_t i = 0; i < n; ++i) {
    side.add(between[i]);
    Extremes closed = side;
    closed.add(on[i]);
    sum[i] += closed.hull_volume();
  }
  side = {};
  for (std::size_t i = n; i-- > 0;) {
    side.add(between[i + 1]);
    Extremes closed = side;
    closed.add(on[i]);
    sum[i] += closed.hull_volume();
  }
  return sum;
}

struct Best {
  int axis = -1;
  double at = 0, cost = Bounds::kFar, hulls = Bounds::kFar;
};

Best best_plane(const Sample& sample, double hull) {
  Best best;
  const auto look = [&](int axis, std::vector<double> planes) {
    std::sort(planes.begin(), planes.end());
    const std::vector<double> hulls = hulls_beside(sample, axis, planes);
    for (std::size_t i = 0; i < planes.size(); ++i) {
      const double cost = hulls[i] + kBalance * hull * std::abs(planes[i] - 0.5);
      if (cost < best.cost - 1e-9 * hull) best = {axis, planes[i], cost, hulls[i]};
    }
  };
  for (int axis = 0; axis < 3; ++axis) {
    if (sample.flat(axis)) continue;
    std::vector<double> planes = flats_along(sample.triangles, axis);
    for (int i = 1; i <= kEven; ++i) planes.push_back(i / (kEven + 1.0));
    look(axis, planes);
  }
  if (best.axis < 0) return best;
  const double step = 1.0 / (kEven + 1) / (kFine / 2 + 1);
  std::vector<double> planes;
  for (int i = -kFine / 2; i <= kFine / 2; ++i)
    if (const double at = best.at + i * step; i != 0 && at > step / 2 && at < 1 - step / 2)
      planes.push_back(at);
  look(best.axis, planes);
  return best;
}

/// How deep p lies under the nearest face of a hull that it sees along its normal. Faces beside and
/// behind it do not count: they may be the other side of the wall.
double depth_under(const std::vector<std::pair<Vec3, double>>& faces, const Vec3& p,
                   const Vec3& normal) {
  double least = Bounds::kFar;
  for (const auto& [n, offset] : faces)
    if (dot(n, normal) > kSeen) least = std::min(least, offset - dot(n, p));
  return least < Bounds::kFar ? least : 0;
}

}  // namespace

std::vector<Vec3> inner_corners(const CutPiece& piece, const InsideTest& inside) {
  std::vector<Vec3> out;
  for (int k = 0; k < 8; ++k) {
    const Vec3 corner{(k & 1 ? piece.box.max : piece.box.min).x,
                      (k & 2 ? piece.box.max : piece.box.min).y,
                      (k & 4 ? piece.box.max : piece.box.min).z};
    if (is_finite(corner) && inside(corner)) out.push_back(corner);
  }
  return out;
}

RoughHull rough_hull(const CutPiece& piece, const InsideTest& inside) {
  const Sample sample(piece, kHullSamples, inside);
  const std::vector<Triangle>& triangles = sample.triangles;
  FineExtremes all;
  for (const Triangle& t : triangles)
    for (const Vec3& p : t.corner) all.add(p);
  for (const Vec3& p : inner_corners(piece, inside)) all.add(sample.to_cube(p));
  TriangleMesh hull = all.hull();
  for (Vec3& p : hull.vertices) p = sample.to_metres(p);
  RoughHull out{enclosed_volume(hull), 0};
  std::vector<std::pair<Vec3, double>> faces;
  for (std::size_t t = 0; t < hull.triangles.size(); ++t) {
    const Vec3 n = normalized(hull.area_vector(t));
    faces.push_back({n, dot(n, hull.corner(t, 0))});
  }
  for (std::size_t i = 0; i < triangles.size(); i += triangles.size() / kDepthSamples + 1) {
    const Vec3 a = sample.to_metres(triangles[i].corner[0]);
    const Vec3 b = sample.to_metres(triangles[i].corner[1]);
    const Vec3 c = sample.to_metres(triangles[i].corner[2]);
    const Vec3 normal = cross(b - a, c - a);
    // The normal of a splinter says nothing.
    if (norm(normal) < 1e-4 * std::max(norm_squared(b - a), norm_squared(c - a))) continue;
    out.depth = std::max(out.depth, depth_under(faces, (a + b + c) / 3, normalized(normal)));
  }
  return out;
}

std::vector<std::pair<int, double>> best_cuts(const CutPiece& piece, double air,
                                              const InsideTest& inside) {
  const Sample sample(piece, kCutSamples, inside);
  if (sample.triangles.empty()) return {};
  std::array<Extremes, 8> eighth;  // about the middle; number = bit per axis
  CutPiece all;
  all.triangles = sample.triangles;
  const auto lower = cut(all, 0, 0.5);
  for (int i = 0; i < 2; ++i) {
    const auto half = cut(lower[i], 1, 0.5);
    for (int j = 0; j < 2; ++j) {
      const auto part = cut(half[j], 2, 0.5);
      for (int k = 0; k < 2; ++k)
        for (const Triangle& t : part[k].triangles)
          if (!t.fan)
            for (const Vec3& p : t.corner) eighth[i + 2 * j + 4 * k].add(p);
    }
  }
  // Where the box's cuts and the middle planes meet; digit 0, 1, 2: low, middle, high.
  for (int place = 0; place < 27; ++place) {
    const std::array digit{place % 3, place / 3 % 3, place / 9};
    Vec3 p;
    for (int i = 0; i < 3; ++i)
      p[i] = digit[i] == 0 ? sample.cuts.min[i] : digit[i] == 1 ? 0.5 : sample.cuts.max[i];
    if (!sample.inside(p)) continue;
    for (int part = 0; part < 8; ++part) {
      bool touches = true;
      for (int i = 0; i < 3; ++i) touches &= digit[i] == 1 || (digit[i] == 2) == ((part >> i) & 1);
      if (touches) eighth[part].add(p);
    }
  }
  // Hulls of the parts about the middle planes of some axes (a bit each).
  const auto hulls_about = [&](int axes) {
    double sum = 0;
    for (int group = 0; group < 8; ++group) {
      if (group & ~axes) continue;
      Extremes part;
      for (int i = 0; i < 8; ++i)
        if ((i & axes) == group) part.add(eighth[i]);
      sum += part.hull_volume();
    }
    return sum;
  };
  const double hull = hulls_about(0);
  const auto place = [&](int axis, double at) {
    return std::pair{axis, sample.bounds.min[axis] + at * sample.size[axis]};
  };
  const Best single = best_plane(sample, hull);
  if (single.axis < 0) return {};
  std::vector<std::pair<int, double>> best{place(single.axis, single.at)};
  double gain = hull - single.hulls;  // per piece that is added
  if (gain > kEnough * air * hull) return best;
  for (const int axes : {3, 5, 6, 7}) {
    const int added = axes == 7 ? 7 : 3;
    const double each = (hull - hulls_about(axes)) / added;
    if (each <= gain * 1.05) continue;
    gain = each;
    best.clear();
    for (int axis = 0; axis < 3; ++axis)
      if (axes & (1 << axis)) best.push_back(place(axis, 0.5));
  }
  return best;
}

}  // namespace peal
