#include "physics/meshing/mesh_quality.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "physics/geometry/element.h"

namespace peal {
namespace {

// Gradients at the corners and the middles of the edges.
template <std::size_t N>
const std::array<std::array<Vec3, N>, N>& node_gradients() {
  static const auto table = [] {
    std::array<std::array<Vec3, N>, N> g;
    const auto& corners = element_corners<N>();
    for (int k = 0; k < ElementOf<N>::kCorners; ++k) g[k] = element_gradients<N>(corners[k]);
    for (std::size_t e = 0; e < ElementOf<N>::kEdges.size(); ++e) {
      const auto [a, b] = ElementOf<N>::kEdges[e];
      g[ElementOf<N>::kCorners + e] = element_gradients<N>(0.5 * (corners[a] + corners[b]));
    }
    return g;
  }();
  return table;
}

// det J over the lengths of its columns, smallest over the nodes.
template <std::size_t N>
double worst_angle(const std::array<Vec3, N>& x) {
  double worst = 1e300;
  for (const auto& gradients : node_gradients<N>()) {
    const Mat3 j = element_jacobian(x, gradients);
    const double lengths = norm(j.column(0)) * norm(j.column(1)) * norm(j.column(2));
    worst = std::min(worst, lengths > 0 ? determinant(j) / lengths : 0);
  }
  return worst;
}

struct Measures {
  double shortest = std::numeric_limits<double>::infinity(), longest = 0, flatness = 0;
};

template <std::size_t N>
Measures measures(const std::array<Vec3, N>& x) {
  Measures m;
  for (const auto& [a, b] : ElementOf<N>::kEdges) {
    const double length = norm(x[a] - x[b]);
    m.shortest = std::min(m.shortest, length);
    m.longest = std::max(m.longest, length);
  }
  double volume = 0, face = 0;
  for (const auto& point : stiffness_rule<N>())
    volume += point.weight * determinant(element_jacobian(x, point.gradients));
  for (const FaceCorners& f : ElementOf<N>::kFaces) {
    Vec3 area;
    for (int k = 1; k + 1 < f.count; ++k)
      area += 0.5 * cross(x[f.corner[k]] - x[f.corner[0]], x[f.corner[k + 1]] - x[f.corner[0]]);
    face = std::max(face, norm(area));
  }
  // A pyramid has a third of the height of a prism of the same volume.
  const double height = (N == 10 ? 3 : 1) * volume / face;
  m.flatness = height > 0 ? m.longest / height : std::numeric_limits<double>::infinity();
  return m;
}

}  // namespace

double element_quality(const std::array<Vec3, 10>& x) {
  double smallest = 1e300, product = 0;
  for (const auto& gradients : node_gradients<10>())
    smallest = std::min(smallest, determinant(element_jacobian(x, gradients)));
  for (int k = 0; k < 4; ++k) {
    double edges = 1;
    for (int j = 0; j < 4; ++j)
      if (j != k) edges *= norm(x[j] - x[k]);
    product = std::max(product, edges);
  }
  return product > 0 ? std::sqrt(2.0) * smallest / product : 0;
}

double element_quality(const std::array<Vec3, 15>& x) {
  return 2 / std::sqrt(3.0) * worst_angle(x);
}

double element_quality(const std::array<Vec3, 20>& x) { return worst_angle(x); }

MeshQuality mesh_quality(const SolidMesh& mesh) {
  MeshQuality q;
  q.tets = mesh.tets.size(), q.wedges = mesh.wedges.size(), q.hexes = mesh.hexes.size();
  q.nodes = mesh.nodes.size();
  q.shortest_edge = std::numeric_limits<double>::infinity();
  mesh.for_each_element([&]<std::size_t N>(const std::array<int, N>& element) {
    const auto x = mesh.positions(element);
    const double quality = element_quality(x);
    ++q.histogram[static_cast<int>(std::clamp(10 * quality, 0.0, 9.0))];
    if (quality < q.worst) {
      q.worst = quality;
      q.worst_place = {};
      constexpr int n = ElementOf<N>::kCorners;
      for (int k = 0; k < n; ++k) q.worst_place += x[k] / n;
    }
    const Measures m = measures(x);
    q.shortest_edge = std::min(q.shortest_edge, m.shortest);
    q.longest_edge = std::max(q.longest_edge, m.longest);
    q.flattest = std::max(q.flattest, m.flatness);
  });
  if (mesh.element_count() == 0) q.shortest_edge = 0;
  return q;
}

}  // namespace peal
