#include "io/plot/bodies/body_surface.h"

#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "base/error.h"
#include "io/plot/ticks.h"

namespace peal {
namespace {

const double kCrease = std::cos(40 * kPi / 180);  // faces meeting more sharply keep their edge

std::vector<Vec3> face_normals(const BodySurface& s, std::span<const Vec3> positions) {
  std::vector<Vec3> normals(s.triangles.size());
  for (std::size_t t = 0; t < normals.size(); ++t) {
    const auto& [a, b, c] = s.triangles[t];
    normals[t] =
        normalized(cross(positions[b] - positions[a], positions[c] - positions[a]), {0, 0, 0});
  }
  return normals;
}

void check_triangles(const BodyPictureMesh& mesh, const std::string& name) {
  if (mesh.vertices.empty() || mesh.triangles.empty())
    fail("picture '{}': the mesh has {} vertices and {} triangles; there is nothing to draw", name,
         mesh.vertices.size(), mesh.triangles.size());
  if (mesh.vertices.size() > 2'000'000'000 || mesh.triangles.size() > 300'000'000)
    fail("picture '{}': {} vertices and {} triangles are too many for a picture; coarsen the mesh",
         name, mesh.vertices.size(), mesh.triangles.size());
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    for (const int v : mesh.triangles[t]) {
      if (v < 0 || static_cast<std::size_t>(v) >= mesh.vertices.size())
        fail("picture '{}': triangle {} uses vertex {}, but there are {} vertices (from 0)", name,
             t, v, mesh.vertices.size());
      const Vec3& p = mesh.vertices[static_cast<std::size_t>(v)];
      if (!is_finite(p))
        fail("picture '{}': vertex {} of triangle {} is ({}, {}, {}); expected finite numbers",
             name, v, t, p.x, p.y, p.z);
    }
}

void take_vertices(BodySurface& s, const BodyPictureMesh& mesh, const std::string& name) {
  std::vector<int> number(mesh.vertices.size(), -1);
  s.triangles.assign(mesh.triangles.begin(), mesh.triangles.end());
  for (auto& triangle : s.triangles)
    for (int& v : triangle) {
      int& mine = number[static_cast<std::size_t>(v)];
      if (mine < 0) {
        mine = static_cast<int>(s.source.size());
        s.source.push_back(v);
      }
      v = mine;
    }
  Vec3 low{INFINITY, INFINITY, INFINITY}, high = -low;
  for (const int v : s.source)
    for (int i = 0; i < 3; ++i) {
      const double x = mesh.vertices[static_cast<std::size_t>(v)][i];
      low[i] = std::min(low[i], x), high[i] = std::max(high[i], x);
    }
  s.extent = high - low;
  const double size = std::max({s.extent.x, s.extent.y, s.extent.z});
  if (!(size > 0) || !std::isfinite(size))
    fail("picture '{}': the body measures {} x {} x {} m; it needs a size to be drawn", name,
         s.extent.x, s.extent.y, s.extent.z);
  const Vec3 centre = low + 0.5 * s.extent;
  for (const int v : s.source)
    s.vertices.push_back((mesh.vertices[static_cast<std::size_t>(v)] - centre) / size);
}

float angle_at(const BodySurface& s, std::size_t triangle, int corner) {
  const auto& t = s.triangles[triangle];
  const Vec3& p = s.vertices[t[corner]];
  const Vec3 a = s.vertices[t[(corner + 1) % 3]] - p, b = s.vertices[t[(corner + 2) % 3]] - p;
  return static_cast<float>(std::atan2(norm(cross(a, b)), dot(a, b)));
}

void find_shares(BodySurface& s) {
  const std::size_t corners = 3 * s.triangles.size();
  std::vector<std::size_t> first(s.vertices.size() + 1, 0);
  for (const auto& triangle : s.triangles)
    for (const int v : triangle) ++first[static_cast<std::size_t>(v) + 1];
  for (std::size_t v = 1; v < first.size(); ++v) first[v] += first[v - 1];
  std::vector<std::size_t> around(corners), next(first.begin(), first.end() - 1);
  std::vector<float> angle(corners);
  for (std::size_t k = 0; k < corners; ++k) {
    around[next[static_cast<std::size_t>(s.triangles[k / 3][k % 3])]++] = k;
    angle[k] = angle_at(s, k / 3, static_cast<int>(k % 3));
  }
  // A corner where thousands of triangles meet would make the pairs quadratic.
  constexpr std::size_t kMostAround = 256;
  const std::vector<Vec3> normals = face_normals(s, s.vertices);
  s.first_share.assign(corners + 1, 0);
  for (std::size_t k = 0; k < corners; ++k) {
    const auto v = static_cast<std::size_t>(s.triangles[k / 3][k % 3]);
    const std::size_t begin = first[v], count = first[v + 1] - begin;
    if (count > kMostAround) {
      s.shares.push_back({static_cast<int>(k / 3), 1.0f});
    } else {
      for (std::size_t i = begin; i < begin + count; ++i) {
        const std::size_t other = around[i];
        if (other / 3 == k / 3 || dot(normals[other / 3], normals[k / 3]) > kCrease)
          s.shares.push_back({static_cast<int>(other / 3), angle[other]});
      }
    }
    s.first_share[k + 1] = s.shares.size();
  }
}

}  // namespace

Vec3 BodySurface::half_box() const {
  return extent / (2 * std::max({extent.x, extent.y, extent.z}));
}

BodySurface make_body_surface(const BodyPictureMesh& mesh, const std::string& name) {
  check_triangles(mesh, name);
  BodySurface s;
  take_vertices(s, mesh, name);
  find_shares(s);
  return s;
}

std::vector<Vec3> corner_normals(const BodySurface& surface, std::span<const Vec3> positions) {
  const std::vector<Vec3> faces = face_normals(surface, positions);
  std::vector<Vec3> normals(3 * faces.size());
  for (std::size_t k = 0; k < normals.size(); ++k) {
    Vec3 sum;
    for (std::size_t i = surface.first_share[k]; i < surface.first_share[k + 1]; ++i)
      sum += static_cast<double>(surface.shares[i].weight) *
             faces[static_cast<std::size_t>(surface.shares[i].triangle)];
    normals[k] = normalized(sum, faces[k / 3]);
  }
  return normals;
}

LengthUnit length_unit(double largest) {
  if (largest < 1e-3) return {1e-6, "µm"};
  if (largest < 0.5) return {1e-3, "mm"};
  if (largest < 2) return {1e-2, "cm"};
  return {1, "m"};
}

std::string length_number(double length, const LengthUnit& unit) {
  const double value = length / unit.size;
  if (!(value > 0)) return "0";
  const double digit = std::pow(10, std::floor(std::log10(value)) - 3);
  return format_number(digit > 0 ? std::round(value / digit) * digit : value);
}

std::string extent_text(const Vec3& extent) {
  const LengthUnit unit = length_unit(std::max({extent.x, extent.y, extent.z}));
  return fmt::format("{} × {} × {} {}", length_number(extent.x, unit),
                     length_number(extent.y, unit), length_number(extent.z, unit), unit.name);
}

}  // namespace peal
