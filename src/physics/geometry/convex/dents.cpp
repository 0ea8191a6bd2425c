#include "physics/geometry/convex/dents.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "physics/geometry/convex/extreme_points.h"
#include "physics/geometry/triangle_tree.h"

namespace peal {
namespace {

constexpr int kPixels = 96;  // of a picture's side
constexpr double kSame = 0.985;
constexpr double kBehind = -0.05;  // cosine
constexpr std::size_t kDentSamples = 3000;

/// Pixels that the body covers, seen along an axis; the picture fits the box.
int pixels_covered(const TriangleMesh& mesh, int axis, const Bounds& box) {
  std::vector<char> seen(kPixels * kPixels, 0);
  const int u = (axis + 1) % 3, v = (axis + 2) % 3;
  const auto pixel = [&](const Vec3& p, int k) {  // pixel i has its middle at i
    return kPixels * (p[k] - box.min[k]) / std::max(box.size()[k], 1e-300) - 0.5;
  };
  const auto first = [](double a, double b, double c) {
    return std::clamp(static_cast<int>(std::ceil(std::min({a, b, c}))), 0, kPixels);
  };
  const auto last = [](double a, double b, double c) {
    return std::clamp(static_cast<int>(std::floor(std::max({a, b, c}))), -1, kPixels - 1);
  };
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    std::array<double, 3> x, y;
    for (int k = 0; k < 3; ++k)
      x[k] = pixel(mesh.corner(t, k), u), y[k] = pixel(mesh.corner(t, k), v);
    for (int j = first(y[0], y[1], y[2]); j <= last(y[0], y[1], y[2]); ++j)
      for (int i = first(x[0], x[1], x[2]); i <= last(x[0], x[1], x[2]); ++i) {
        bool left = true, right = true;
        for (int k = 0; k < 3; ++k) {
          const int n = (k + 1) % 3;
          const double side = (x[n] - x[k]) * (j - y[k]) - (y[n] - y[k]) * (i - x[k]);
          left &= side >= 0, right &= side <= 0;
        }
        if (left || right) seen[j * kPixels + i] = 1;
      }
  }
  return static_cast<int>(std::count(seen.begin(), seen.end(), 1));
}

}  // namespace

bool only_dents(const TriangleMesh& closed, double depth) {
  const Bounds box = bounds_of(closed);
  if (box.empty()) return false;
  ExtremePoints<128> all;
  for (const Vec3& p : closed.vertices) {
    const Vec3 d = p - box.min, size = box.size();
    all.add({d.x / std::max(size.x, 1e-300), d.y / std::max(size.y, 1e-300),
             d.z / std::max(size.z, 1e-300)});
  }
  TriangleMesh hull = all.hull();
  if (hull.vertices.empty()) return false;
  for (Vec3& p : hull.vertices)
    p = box.min + Vec3{p.x * box.size().x, p.y * box.size().y, p.z * box.size().z};
  for (std::size_t t = 0; t < closed.triangles.size();
       t += closed.triangles.size() / kDentSamples + 1) {
    const Vec3 normal = normalized(closed.area_vector(t)), p = closed.centroid(t);
    double least = Bounds::kFar;
    for (std::size_t f = 0; f < hull.triangles.size(); ++f)
      if (const Vec3 n = normalized(hull.area_vector(f)); dot(n, normal) > kBehind)
        least = std::min(least, dot(n, hull.corner(f, 0) - p));
    if (least > depth) return false;
  }
  for (int axis = 0; axis < 3; ++axis)
    if (pixels_covered(closed, axis, box) < kSame * pixels_covered(hull, axis, box)) return false;
  return true;
}

}  // namespace peal
