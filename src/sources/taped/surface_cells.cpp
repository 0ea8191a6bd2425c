#include "sources/taped/surface_cells.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "base/constants.h"
#include "physics/geometry/surface_edges.h"

namespace peal {
namespace {

constexpr double kPairReach = 0.015;  // [m] of a triangle's centre from that of its pair
constexpr double kCellReach = 0.004;  // [m] a quarter of a wavelength at 20 kHz
constexpr double kFlat = 0.766;       // cosine of 40 degrees: across edges nothing is gathered

}  // namespace

std::vector<std::vector<int>> surface_cells(const TriangleMesh& surface) {
  const SurfaceEdges edges(surface);
  std::vector<std::tuple<double, int, int>> sides;  // - length, triangles
  for (const SurfaceEdges::Edge& edge : edges.edges()) {
    const auto halves = edges.half_edges(edge);
    if (halves.size() != 2) continue;
    const int one = halves[0] / 3, other = halves[1] / 3;
    if (dot(normalized(surface.area_vector(one)), normalized(surface.area_vector(other))) < kFlat)
      continue;
    // To a micrometre: meshes that differ by rounding get the same cells.
    const double length =
        std::round(1e6 * norm(surface.vertices[edge.a] - surface.vertices[edge.b]));
    sides.push_back({-length, one, other});
  }
  std::sort(sides.begin(), sides.end());
  const auto count = static_cast<int>(surface.triangles.size());
  std::vector<std::vector<int>> members(count);
  for (int t = 0; t < count; ++t) members[t] = {t};
  DisjointSets sets(static_cast<std::size_t>(count));
  const auto reach = [&](const std::vector<int>& some) {
    Vec3 middle;
    double area = 0, farthest = 0;
    for (const int t : some) {
      const double a = norm(surface.area_vector(t));
      middle += a * surface.centroid(t), area += a;
    }
    for (const int t : some)
      farthest = std::max(farthest, norm(surface.centroid(t) - middle / area));
    return farthest;
  };
  // Doubled in each round: cells stay compact.
  for (std::size_t most = 2;; most *= 2) {
    bool joined = false;
    for (const auto& [length, one, other] : sides) {
      const int a = sets.find(one), b = sets.find(other);
      if (a == b || members[a].size() + members[b].size() > most) continue;
      std::vector<int> both = members[a];
      both.insert(both.end(), members[b].begin(), members[b].end());
      if (reach(both) > (both.size() == 2 ? kPairReach : kCellReach)) continue;
      sets.join(a, b);
      members[std::max(a, b)].clear();
      std::sort(both.begin(), both.end());
      members[std::min(a, b)] = std::move(both);
      joined = true;
    }
    if (!joined) break;
  }
  std::vector<std::vector<int>> cells;
  for (auto& cell : members)
    if (!cell.empty()) cells.push_back(std::move(cell));
  return cells;
}

}  // namespace peal
