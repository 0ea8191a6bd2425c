#include "physics/geometry/surface_weld.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "base/rng.h"
#include "physics/geometry/surface_edges.h"
#include "physics/geometry/triangle_tree.h"

namespace peal {
namespace {

/// "1 vertex", "1,204 vertices"
std::string amount(std::size_t n, const char* one, const char* many) {
  return grouped(n) + " " + (n == 1 ? one : many);
}

/// Kept points in cells much wider than the search distance: most questions look into one cell.
/// Cells share the slots of a hash table; a slot is a chain of points.
class PointGrid {
 public:
  PointGrid(const std::vector<Vec3>& points, const Bounds& box, double distance)
      : points_(points),
        low_(box.min),
        distance_(distance),
        width_(std::max({16 * distance, 1e-7 * box.diagonal(), 1e-300})),
        slots_(std::bit_ceil(2 * points.size() + 1), -1),
        next_(points.size(), -1) {}

  /// The kept point next to point i within the distance, or -1.
  int near(int i) const {
    const Vec3& p = points_[i];
    std::array<std::int64_t, 3> from, to;
    for (int d = 0; d < 3; ++d) {
      from[d] = cell(p[d] - distance_, d);
      to[d] = cell(p[d] + distance_, d);
    }
    int best = -1;
    double least = distance_ * distance_;
    for (auto x = from[0]; x <= to[0]; ++x)
      for (auto y = from[1]; y <= to[1]; ++y)
        for (auto z = from[2]; z <= to[2]; ++z)
          for (int k = slots_[slot(x, y, z)]; k >= 0; k = next_[k]) {
            const double d = norm_squared(points_[k] - p);
            if (d < least || (d == least && (best < 0 || k < best))) best = k, least = d;
          }
    return best;
  }
  void keep(int i) {
    const Vec3& p = points_[i];
    int& head = slots_[slot(cell(p.x, 0), cell(p.y, 1), cell(p.z, 2))];
    next_[i] = head;
    head = i;
  }

 private:
  std::int64_t cell(double x, int d) const {
    return static_cast<std::int64_t>(std::floor((x - low_[d]) / width_));
  }
  std::size_t slot(std::int64_t x, std::int64_t y, std::int64_t z) const {
    const std::uint64_t mixed = scramble(static_cast<std::uint64_t>(x) * 0x9E3779B97F4A7C15u ^
                                         static_cast<std::uint64_t>(y) * 0xC2B2AE3D27D4EB4Fu ^
                                         static_cast<std::uint64_t>(z) * 0x165667B19E3779F9u);
    return mixed & (slots_.size() - 1);
  }
  const std::vector<Vec3>& points_;
  Vec3 low_;
  double distance_, width_;
  std::vector<int> slots_, next_;
};

bool repeats_a_vertex(const std::array<int, 3>& t) {
  return t[0] == t[1] || t[1] == t[2] || t[2] == t[0];
}

/// Half-edge number (0..2) of the longest edge when the triangle is no higher than `height` over
/// it, else -1.
int flat_side(const TriangleMesh& mesh, int t, double height) {
  int longest = 0;
  double length = -1;
  for (int k = 0; k < 3; ++k) {
    const double l = norm_squared(mesh.corner(t, (k + 1) % 3) - mesh.corner(t, k));
    if (l > length) length = l, longest = k;
  }
  const double area = 2 * norm(mesh.area_vector(t));
  return area <= height * std::sqrt(length) ? longest : -1;
}

/// Cuts the neighbour across the long edge of flat triangles at their third corner. Returns how
/// many were dealt with; triangle and neighbour become the two halves.
std::size_t cut_neighbours(TriangleMesh& mesh, double height) {
  std::vector<int> flat;
  for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t)
    if (flat_side(mesh, t, height) >= 0) flat.push_back(t);
  if (flat.empty()) return 0;
  const SurfaceEdges edges(mesh);
  std::vector<char> touched(mesh.triangles.size(), 0);
  std::size_t done = 0;
  for (const int t : flat) {
    if (touched[t]) continue;
    const int side = flat_side(mesh, t, height);
    const auto& edge = edges.edges()[edges.edge_of(3 * t + side)];
    if (edge.count != 2) continue;
    const auto halves = edges.half_edges(edge);
    const int other = halves[0] / 3 == t ? halves[1] : halves[0], n = other / 3;
    if (touched[n] || n == t || flat_side(mesh, n, height) >= 0) continue;
    // Neighbour a b c with the edge ab, corner m between a and b: a m c and m b c turn as it did.
    const int a = half_edge_start(mesh, other), b = half_edge_end(mesh, other);
    const int c = mesh.triangles[n][(other % 3 + 2) % 3], m = mesh.triangles[t][(side + 2) % 3];
    if (m == c || edges.find(m, c) != nullptr) continue;
    mesh.triangles[n] = {a, m, c};
    mesh.triangles[t] = {m, b, c};
    touched[n] = touched[t] = 1;
    ++done;
  }
  return done;
}

}  // namespace

void weld_vertices(TriangleMesh& mesh, double distance, std::vector<std::string>& notes) {
  const Bounds box = bounds_of(mesh);
  PointGrid kept(mesh.vertices, box, distance);
  const int count = static_cast<int>(mesh.vertices.size());
  std::vector<char> used(count, 0);
  for (const auto& t : mesh.triangles)
    for (const int v : t) used[v] = 1;
  std::vector<int> becomes(count);
  std::size_t same = 0, near = 0;
  for (int v = 0; v < count; ++v) {
    if (!used[v]) continue;
    const int k = kept.near(v);
    becomes[v] = k < 0 ? v : k;
    if (k < 0)
      kept.keep(v);
    else
      ++(mesh.vertices[k] == mesh.vertices[v] ? same : near);
  }
  for (auto& t : mesh.triangles)
    for (int& v : t) v = becomes[v];
  if (same > 0)
    notes.push_back(fmt::format("joined {} with the coordinates of an earlier one",
                                amount(same, "vertex", "vertices")));
  if (near > 0)
    notes.push_back(fmt::format("welded {} that lay within {:.2g} m of another",
                                amount(near, "vertex", "vertices"), distance));
}

void remove_degenerate_triangles(TriangleMesh& mesh, double height,
                                 std::vector<std::string>& notes) {
  const std::size_t all = mesh.triangles.size();
  std::erase_if(mesh.triangles, repeats_a_vertex);
  const std::size_t collapsed = all - mesh.triangles.size();
  // Every cut uses up one flat triangle. Rows of them need one pass each; a hostile file may not
  // ask for more.
  std::size_t cut = 0;
  for (int pass = 0; pass < 30; ++pass) {
    const std::size_t done = cut_neighbours(mesh, height);
    if (done == 0) break;
    cut += done;
  }
  std::size_t keep = 0;
  const std::size_t before = mesh.triangles.size();
  std::vector<char> flat(before);
  for (std::size_t t = 0; t < before; ++t)
    flat[t] = flat_side(mesh, static_cast<int>(t), height) >= 0;
  for (std::size_t t = 0; t < before; ++t)
    if (!flat[t]) mesh.triangles[keep++] = mesh.triangles[t];
  mesh.triangles.resize(keep);
  if (collapsed > 0)
    notes.push_back(fmt::format("dropped {} with two corners in the same place",
                                amount(collapsed, "triangle", "triangles")));
  if (cut > 0)
    notes.push_back(
        fmt::format("removed {} without area and cut the neighbour at the corner on its edge",
                    amount(cut, "triangle", "triangles")));
  if (before > keep)
    notes.push_back(
        fmt::format("dropped {} without area", amount(before - keep, "triangle", "triangles")));
}

void remove_duplicate_triangles(TriangleMesh& mesh, std::vector<std::string>& notes) {
  const int count = static_cast<int>(mesh.triangles.size());
  struct Entry {
    std::array<int, 3> corners;  // ascending
    int triangle;
    bool operator<(const Entry& e) const {
      return corners != e.corners ? corners < e.corners : triangle < e.triangle;
    }
  };
  std::vector<int> begin(mesh.vertices.size() + 1, 0);
  std::vector<Entry> entries(count);
  const auto sorted = [&](int t) {
    auto c = mesh.triangles[t];
    std::sort(c.begin(), c.end());
    return c;
  };
  for (int t = 0; t < count; ++t) ++begin[sorted(t)[0] + 1];
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  std::vector<int> next(begin.begin(), begin.end() - 1);
  for (int t = 0; t < count; ++t) {
    const auto c = sorted(t);
    entries[next[c[0]]++] = {c, t};
  }
  std::vector<char> doubled(count, 0);
  for (std::size_t v = 0; v + 1 < begin.size(); ++v) {
    std::sort(entries.begin() + begin[v], entries.begin() + begin[v + 1]);
    for (int i = begin[v] + 1; i < begin[v + 1]; ++i)
      if (entries[i].corners == entries[i - 1].corners) doubled[entries[i].triangle] = 1;
  }
  int keep = 0;
  for (int t = 0; t < count; ++t)
    if (!doubled[t]) mesh.triangles[keep++] = mesh.triangles[t];
  mesh.triangles.resize(keep);
  if (keep < count)
    notes.push_back(fmt::format("dropped {} with the same corners as an earlier one",
                                amount(count - keep, "triangle", "triangles")));
}

void remove_unused_vertices(TriangleMesh& mesh) {
  std::vector<int> number(mesh.vertices.size(), -1);
  for (const auto& t : mesh.triangles)
    for (const int v : t) number[v] = 0;
  int keep = 0;
  for (std::size_t v = 0; v < number.size(); ++v) {
    if (number[v] < 0) continue;
    mesh.vertices[keep] = mesh.vertices[v];
    number[v] = keep++;
  }
  mesh.vertices.resize(keep);
  for (auto& t : mesh.triangles)
    for (int& v : t) v = number[v];
}

}  // namespace peal
