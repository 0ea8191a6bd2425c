#include "io/mesh/element_repair.h"

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "base/rng.h"
#include "io/mesh/limits.h"

namespace peal {
namespace {

/// Corners, the edges that the middle nodes belong to, and corners that turn it inside out.
template <std::size_t N>
struct Kind;
template <>
struct Kind<10> {
  static constexpr int corners = 4;
  static constexpr int edges[6][2] = {{0, 1}, {1, 2}, {0, 2}, {0, 3}, {1, 3}, {2, 3}};
  static constexpr int mirror[4] = {0, 2, 1, 3};
};
template <>
struct Kind<15> {
  static constexpr int corners = 6;
  static constexpr int edges[9][2] = {{0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5},
                                      {5, 3}, {0, 3}, {1, 4}, {2, 5}};
  static constexpr int mirror[6] = {0, 2, 1, 3, 5, 4};
};
template <>
struct Kind<20> {
  static constexpr int corners = 8;
  static constexpr int edges[12][2] = {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {4, 5}, {5, 6},
                                       {6, 7}, {7, 4}, {0, 4}, {1, 5}, {2, 6}, {3, 7}};
  static constexpr int mirror[8] = {0, 3, 2, 1, 4, 7, 6, 5};
};

template <std::size_t N>
std::array<int, N> flipped(const std::array<int, N>& element) {
  using K = Kind<N>;
  std::array<int, N> out;
  for (int k = 0; k < K::corners; ++k) out[k] = element[K::mirror[k]];
  for (std::size_t e = 0; e < std::size(K::edges); ++e) {
    const int a = K::mirror[K::edges[e][0]], b = K::mirror[K::edges[e][1]];
    for (std::size_t f = 0; f < std::size(K::edges); ++f)
      if ((K::edges[f][0] == a && K::edges[f][1] == b) ||
          (K::edges[f][0] == b && K::edges[f][1] == a))
        out[K::corners + e] = element[K::corners + f];
  }
  return out;
}

double tet_volume(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  return dot(b - a, cross(c - a, d - a)) / 6;
}
double wedge_volume(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d, const Vec3& e,
                    const Vec3& f) {
  return tet_volume(a, b, c, d) + tet_volume(b, c, d, e) + tet_volume(c, d, e, f);
}

template <std::size_t N>
bool all_negative(const SolidMesh& mesh, const std::vector<std::array<int, N>>& elements) {
  return std::all_of(elements.begin(), elements.end(), [&](const std::array<int, N>& element) {
    std::array<Vec3, N> x{};
    for (int k = 0; k < Kind<N>::corners; ++k) x[k] = mesh.nodes[element[k]];
    return corner_volume(x) < 0;
  });
}

template <std::size_t N>
void turn_all(std::vector<std::array<int, N>>& elements) {
  for (auto& element : elements) element = flipped(element);
}

std::uint64_t edge_key(int a, int b) {
  return std::uint64_t(std::min(a, b)) << 32 | static_cast<std::uint32_t>(std::max(a, b));
}

struct EdgeNode {
  std::uint64_t key = 0;
  int node = -1;
};
bool by_key(const EdgeNode& a, const EdgeNode& b) { return a.key < b.key; }

/// Calls f(edge key, middle node) for every edge of every element.
template <class Mesh, class F>
void for_each_edge(Mesh& mesh, F&& f) {
  const auto visit = [&f]<std::size_t N>(std::type_identity<Kind<N>>, auto& elements) {
    using K = Kind<N>;
    for (auto& element : elements)
      for (std::size_t e = 0; e < std::size(K::edges); ++e)
        f(edge_key(element[K::edges[e][0]], element[K::edges[e][1]]), element[K::corners + e]);
  };
  visit(std::type_identity<Kind<10>>{}, mesh.tets);
  visit(std::type_identity<Kind<15>>{}, mesh.wedges);
  visit(std::type_identity<Kind<20>>{}, mesh.hexes);
}

template <std::size_t N>
void check_distinct(const std::vector<std::array<int, N>>& elements, const std::string& name) {
  const auto corners = [&](std::size_t k) {
    std::array<int, Kind<N>::corners> out;
    std::copy_n(elements[k].begin(), out.size(), out.begin());
    std::sort(out.begin(), out.end());
    return out;
  };
  std::vector<std::pair<std::uint64_t, std::size_t>> order(elements.size());
  for (std::size_t k = 0; k < elements.size(); ++k) {
    std::uint64_t hash = 0;
    for (const int corner : corners(k)) hash = scramble(hash ^ static_cast<std::uint32_t>(corner));
    order[k] = {hash, k};
  }
  std::sort(order.begin(), order.end());
  for (std::size_t k = 1; k < order.size(); ++k)
    if (order[k].first == order[k - 1].first &&
        corners(order[k].second) == corners(order[k - 1].second))
      fail(
          "{}: the solid elements {} and {} (counted from 0 among those of {} corners) are the "
          "same; an element in two physical groups is written twice: save it once",
          name, order[k - 1].second, order[k].second, int{Kind<N>::corners});
}

}  // namespace

double corner_volume(const std::array<Vec3, 10>& x) { return tet_volume(x[0], x[1], x[2], x[3]); }
double corner_volume(const std::array<Vec3, 15>& x) {
  return wedge_volume(x[0], x[1], x[2], x[3], x[4], x[5]);
}
double corner_volume(const std::array<Vec3, 20>& x) {
  return wedge_volume(x[0], x[1], x[2], x[4], x[5], x[6]) +
         wedge_volume(x[0], x[2], x[3], x[4], x[6], x[7]);
}

bool turn_if_all_negative(SolidMesh& mesh) {
  if (!all_negative(mesh, mesh.tets) || !all_negative(mesh, mesh.wedges) ||
      !all_negative(mesh, mesh.hexes))
    return false;
  turn_all(mesh.tets), turn_all(mesh.wedges), turn_all(mesh.hexes);
  return true;
}

void turn_wedges_if_all_negative(SolidMesh& mesh) {
  if (all_negative(mesh, mesh.wedges)) turn_all(mesh.wedges);
}

std::size_t add_missing_middles(SolidMesh& mesh, const std::string& name) {
  std::vector<EdgeNode> missing, known;
  for_each_edge(std::as_const(mesh), [&](std::uint64_t key, int middle) {
    if (middle < 0) missing.push_back({key, -1});
  });
  if (missing.empty()) return 0;
  std::sort(missing.begin(), missing.end(), by_key);
  missing.erase(std::unique(missing.begin(), missing.end(),
                            [](const EdgeNode& a, const EdgeNode& b) { return a.key == b.key; }),
                missing.end());
  const auto find = [&](std::uint64_t key) {
    const auto at = std::lower_bound(missing.begin(), missing.end(), EdgeNode{key, -1}, by_key);
    return at != missing.end() && at->key == key ? &*at : nullptr;
  };
  for_each_edge(std::as_const(mesh), [&](std::uint64_t key, int middle) {
    if (middle < 0) return;
    if (EdgeNode* edge = find(key); edge && edge->node < 0) edge->node = middle;
  });
  std::size_t made = 0;
  for (EdgeNode& edge : missing) {
    if (edge.node >= 0) continue;
    const Vec3 a = mesh.nodes[edge.key >> 32], b = mesh.nodes[edge.key & 0xFFFFFFFF];
    check_vertex_count(mesh.nodes.size() + 1, name);
    edge.node = static_cast<int>(mesh.nodes.size());
    mesh.nodes.push_back(0.5 * (a + b));
    ++made;
  }
  for_each_edge(mesh, [&](std::uint64_t key, int& middle) {
    if (middle < 0) middle = find(key)->node;
  });
  return made;
}

void check_no_duplicates(const SolidMesh& mesh, const std::string& name) {
  check_distinct(mesh.tets, name);
  check_distinct(mesh.wedges, name);
  check_distinct(mesh.hexes, name);
}

}  // namespace peal
