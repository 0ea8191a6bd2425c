#include "physics/wave/pulses/mesh_symmetry.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>

namespace peal {
namespace {

constexpr double kCellsApart = 0.03;  // mean difference of volumes per cut cell
constexpr double kSwirl = 0.05;       // of the surface's normals: what facets of a turned body show

using Place = std::array<std::int64_t, 3>;

Vec3 rotated(const Vec3& v, int axis) {
  Vec3 out = v;
  const int u = (axis + 1) % 3, w = (axis + 2) % 3;
  out[u] = -v[w], out[w] = v[u];
  return out;
}

class Vertices {
 public:
  Vertices(const TriangleMesh& surface, const Vec3& centre, double tolerance) : hop_(tolerance) {
    std::vector<char> used(surface.vertices.size(), 0);
    for (const auto& t : surface.triangles)
      for (const int v : t) used[v] = 1;
    for (std::size_t i = 0; i < used.size(); ++i)
      if (used[i]) places_.push_back(surface.vertices[i] - centre);
    for (const Vec3& v : places_) known_.insert(rounded(v));
  }

  bool turns_into_itself(int axis) const {
    return std::all_of(places_.begin(), places_.end(),
                       [&](const Vec3& v) { return has(rotated(v, axis)); });
  }

 private:
  Place rounded(const Vec3& v) const {
    return {std::llround(v.x / hop_), std::llround(v.y / hop_), std::llround(v.z / hop_)};
  }
  bool has(const Vec3& v) const {
    const Place at = rounded(v);
    for (int i = -1; i <= 1; ++i)
      for (int j = -1; j <= 1; ++j)
        for (int k = -1; k <= 1; ++k)
          if (known_.contains({at[0] + i, at[1] + j, at[2] + k})) return true;
    return false;
  }

  std::vector<Vec3> places_;
  double hop_;
  std::set<Place> known_;
};

// A surface of revolution pushes no air when it turns: (x cross n) . axis = 0 everywhere. Mean
// square over the area, as part of the distance from the axis.
bool is_round(const TriangleMesh& surface, const Vec3& centre, int axis) {
  double swirl = 0, all = 0;
  for (std::size_t t = 0; t < surface.triangles.size(); ++t) {
    const Vec3 area = surface.area_vector(t), arm = surface.centroid(t) - centre;
    const double size = norm(area);
    if (size == 0) continue;
    const double push = cross(arm, area)[axis] / size;
    const double r2 = norm_squared(arm) - arm[axis] * arm[axis];
    swirl += size * push * push, all += size * r2;
  }
  return swirl < kSwirl * kSwirl * all;
}

}  // namespace

MeshSymmetry mesh_symmetry(const TriangleMesh& surface, const Vec3& centre, double tolerance) {
  const Vertices vertices(surface, centre, tolerance);
  MeshSymmetry best;
  for (const int axis : {2, 1, 0}) {
    Vec3 aside = centre;
    aside[axis] = 0;
    if (norm(aside) > tolerance || !vertices.turns_into_itself(axis)) continue;
    if (best.axis < 0) best.axis = axis;
    if (is_round(surface, centre, axis)) return {axis, true};
  }
  return best;
}

bool same_after_quarter_turn(const CutCells& cells, int axis) {
  const CellBlock& b = cells.block;
  const int n = cells.grid.nx, u = (axis + 1) % 3, v = (axis + 2) % 3;
  const auto volume = [&](const std::array<int, 3>& at) {
    for (int a = 0; a < 3; ++a)
      if (at[a] < b.low[a] || at[a] >= b.low[a] + b.count[a]) return 1.0;
    return static_cast<double>(
        cells.volume[b.index(at[0] - b.low[0], at[1] - b.low[1], at[2] - b.low[2])]);
  };
  double off = 0, cut = 0;
  std::array<int, 3> c;
  for (c[2] = b.low[2]; c[2] < b.low[2] + b.count[2]; ++c[2])
    for (c[1] = b.low[1]; c[1] < b.low[1] + b.count[1]; ++c[1])
      for (c[0] = b.low[0]; c[0] < b.low[0] + b.count[0]; ++c[0]) {
        std::array<int, 3> turned = c;
        turned[u] = n - 1 - c[v], turned[v] = c[u];
        const double here = volume(c), there = volume(turned);
        off += std::abs(here - there);
        cut += here > 0 && here < 1;
      }
  return off <= kCellsApart * std::max(cut, 1.0);
}

}  // namespace peal
