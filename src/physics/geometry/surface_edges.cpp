#include "physics/geometry/surface_edges.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"

namespace peal {

SurfaceEdges::SurfaceEdges(const TriangleMesh& mesh) {
  const int count = static_cast<int>(3 * mesh.triangles.size());
  const int vertices = static_cast<int>(mesh.vertices.size());
  for (int h = 0; h < count; ++h)
    if (const int v = half_edge_start(mesh, h); v < 0 || v >= vertices)
      fail("triangle {} refers to vertex {}, but there are only {}; repair the file", h / 3, v,
           vertices);
  // Counting sort by the lower vertex, then a short sort by the upper one.
  std::vector<int> begin(mesh.vertices.size() + 1, 0);
  const auto ends = [&](int h) {
    return std::minmax({half_edge_start(mesh, h), half_edge_end(mesh, h)});
  };
  for (int h = 0; h < count; ++h) ++begin[ends(h).first + 1];
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  struct Entry {
    int upper, half_edge;
    bool operator<(const Entry& e) const {
      return upper != e.upper ? upper < e.upper : half_edge < e.half_edge;
    }
  };
  std::vector<Entry> entries(count);
  std::vector<int> next(begin.begin(), begin.end() - 1);
  for (int h = 0; h < count; ++h) {
    const auto [low, high] = ends(h);
    entries[next[low]++] = {high, h};
  }
  edges_.reserve(count / 2 + 1);
  half_edges_.resize(count);
  edge_of_.resize(count);
  first_edge_.resize(begin.size());
  for (std::size_t low = 0; low + 1 < begin.size(); ++low) {
    first_edge_[low] = static_cast<int>(edges_.size());
    std::sort(entries.begin() + begin[low], entries.begin() + begin[low + 1]);
    for (int i = begin[low]; i < begin[low + 1]; ++i) {
      if (i == begin[low] || entries[i].upper != entries[i - 1].upper)
        edges_.push_back({static_cast<int>(low), entries[i].upper, i, 0});
      ++edges_.back().count;
      half_edges_[i] = entries[i].half_edge;
      edge_of_[entries[i].half_edge] = static_cast<int>(edges_.size()) - 1;
    }
  }
  first_edge_.back() = static_cast<int>(edges_.size());
}

const SurfaceEdges::Edge* SurfaceEdges::find(int a, int b) const {
  if (a > b) std::swap(a, b);
  const auto begin = edges_.begin() + first_edge_[a], end = edges_.begin() + first_edge_[a + 1];
  const auto e = std::lower_bound(begin, end, b, [](const Edge& x, int v) { return x.b < v; });
  return e != end && e->b == b ? &*e : nullptr;
}

std::string grouped(std::size_t number) {
  const std::string digits = std::to_string(number);
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) text += ',';
    text += digits[i];
  }
  return text;
}

std::string place_text(const Vec3& p) {
  return fmt::format("({:.5g}, {:.5g}, {:.5g}) m", p.x, p.y, p.z);
}

}  // namespace peal
