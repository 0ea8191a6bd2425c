#include "physics/geometry/swept_surface.h"

#include <cmath>

namespace peal {
namespace {

/// v turned by the least rotation that takes unit vector a to unit vector b.
Vec3 transported(const Vec3& v, const Vec3& a, const Vec3& b) {
  const Vec3 axis = cross(a, b);
  const double c = 1 + dot(a, b);
  if (c < 1e-12) return v;
  return v + cross(axis, v) + cross(axis, cross(axis, v)) / c;
}

Vec3 across(const Vec3& v, const Vec3& tangent) {
  const Vec3 part = v - dot(v, tangent) * tangent;
  if (norm(part) > 1e-6 * (norm(v) + 1e-300)) return normalized(part);
  const Vec3 other = std::abs(tangent.x) < 0.9 ? Vec3{1, 0, 0} : Vec3{0, 0, 1};
  return normalized(other - dot(other, tangent) * tangent);
}

}  // namespace

std::vector<SweptFrame> swept_frames(std::span<const Vec3> points, bool closed, const Vec3& up) {
  const std::size_t n = points.size(), edges = closed ? n : n - 1;
  std::vector<Vec3> d1;
  Vec3 last;
  for (std::size_t j = 0; j < edges; ++j) {
    const Vec3 tangent = normalized(points[(j + 1) % n] - points[j], {1, 0, 0});
    d1.push_back(across(j == 0 ? up : transported(d1.back(), last, tangent), tangent));
    last = tangent;
  }
  return swept_frames(points, closed, d1);
}

std::vector<SweptFrame> swept_frames(std::span<const Vec3> points, bool closed,
                                     std::span<const Vec3> d1_of_edges) {
  const std::size_t n = points.size(), edges = closed ? n : n - 1;
  std::vector<SweptFrame> of_edge(edges);
  for (std::size_t j = 0; j < edges; ++j) {
    SweptFrame& f = of_edge[j];
    f.tangent = normalized(points[(j + 1) % n] - points[j], {1, 0, 0});
    f.d1 = across(d1_of_edges[j], f.tangent);
    f.d2 = cross(f.tangent, f.d1);
  }
  std::vector<SweptFrame> out(n);
  for (std::size_t i = 0; i < n; ++i) {
    const SweptFrame& after = of_edge[i < edges ? i : edges - 1];
    const SweptFrame& before = i > 0 ? of_edge[i - 1] : closed ? of_edge[edges - 1] : after;
    SweptFrame& f = out[i];
    f.tangent = normalized(before.tangent + after.tangent, after.tangent);
    // A ring's frames may not meet after once around: there the first edge's own is taken.
    const Vec3 d1 = i == 0 ? after.d1 : before.d1 + after.d1;
    f.d1 = across(d1, f.tangent);
    f.d2 = cross(f.tangent, f.d1);
  }
  return out;
}

std::vector<Vec3> swept_vertices(std::span<const Vec3> points, std::span<const SweptFrame> frames,
                                 const RodOutline& section) {
  const std::vector<Vec3> outline = outline_points(section, kSweptSides);
  std::vector<Vec3> out;
  out.reserve(points.size() * outline.size());
  for (std::size_t i = 0; i < points.size(); ++i)
    for (const Vec3& o : outline)
      out.push_back(points[i] + o.x * frames[i].d1 + o.y * frames[i].d2);
  return out;
}

TriangleMesh swept_surface(std::span<const Vec3> points, bool closed,
                           std::span<const SweptFrame> frames, const RodOutline& section) {
  const int around = static_cast<int>(outline_points(section, kSweptSides).size());
  const int n = static_cast<int>(points.size()), rings = closed ? n : n - 1;
  TriangleMesh mesh;
  mesh.vertices = swept_vertices(points, frames, section);
  const auto vertex = [&](int ring, int k) { return (ring % n) * around + k % around; };
  for (int i = 0; i < rings; ++i)
    for (int k = 0; k < around; ++k) {
      const int a = vertex(i, k), b = vertex(i, k + 1), c = vertex(i + 1, k),
                d = vertex(i + 1, k + 1);
      mesh.triangles.push_back({a, b, d});
      mesh.triangles.push_back({a, d, c});
    }
  if (!closed)
    for (int k = 1; k + 1 < around; ++k) {
      mesh.triangles.push_back({vertex(0, 0), vertex(0, k + 1), vertex(0, k)});
      mesh.triangles.push_back({vertex(n - 1, 0), vertex(n - 1, k), vertex(n - 1, k + 1)});
    }
  return mesh;
}

}  // namespace peal
