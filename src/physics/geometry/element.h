// The quadratic elements of SolidMesh as one family: ElementOf<10> tetrahedron, <15> wedge, <20>
// hexahedron. Reference domains: tetrahedron 0 <= r, s, t, r + s + t <= 1; wedge 0 <= r, s,
// r + s <= 1, -1 <= t <= 1; hexahedron [-1, 1]^3. Node orders: physics/geometry/solid_mesh.h.
#pragma once
#include <array>
#include <vector>

#include "base/vec.h"

namespace peal {

template <std::size_t N>
struct ElementPoint {
  Vec3 r;         // reference coordinates
  double weight;  // weights sum to the volume of the reference domain
  std::array<double, N> values;
  std::array<Vec3, N> gradients;  // with respect to r
};

/// Corners of a face, counter-clockwise seen from outside; count is 3 or 4.
struct FaceCorners {
  int count;
  std::array<int, 4> corner;
};

template <std::size_t N>
struct ElementOf;

template <>
struct ElementOf<10> {
  static constexpr int kCorners = 4;
  static constexpr std::array<std::array<int, 2>, 6> kEdges{
      {{0, 1}, {1, 2}, {0, 2}, {0, 3}, {1, 3}, {2, 3}}};  // edge e carries node kCorners + e
  static constexpr std::array<FaceCorners, 4> kFaces{
      {{3, {0, 2, 1, -1}}, {3, {0, 1, 3, -1}}, {3, {1, 2, 3, -1}}, {3, {0, 3, 2, -1}}}};
  static constexpr const char* kName = "tetrahedron";
};

template <>
struct ElementOf<15> {
  static constexpr int kCorners = 6;
  static constexpr std::array<std::array<int, 2>, 9> kEdges{
      {{0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5}, {5, 3}, {0, 3}, {1, 4}, {2, 5}}};
  static constexpr std::array<FaceCorners, 5> kFaces{{{3, {0, 2, 1, -1}},
                                                      {3, {3, 4, 5, -1}},
                                                      {4, {0, 1, 4, 3}},
                                                      {4, {1, 2, 5, 4}},
                                                      {4, {2, 0, 3, 5}}}};
  static constexpr const char* kName = "wedge";
};

template <>
struct ElementOf<20> {
  static constexpr int kCorners = 8;
  static constexpr std::array<std::array<int, 2>, 12> kEdges{{{0, 1},
                                                              {1, 2},
                                                              {2, 3},
                                                              {3, 0},
                                                              {4, 5},
                                                              {5, 6},
                                                              {6, 7},
                                                              {7, 4},
                                                              {0, 4},
                                                              {1, 5},
                                                              {2, 6},
                                                              {3, 7}}};
  static constexpr std::array<FaceCorners, 6> kFaces{{{4, {0, 3, 2, 1}},
                                                      {4, {4, 5, 6, 7}},
                                                      {4, {0, 1, 5, 4}},
                                                      {4, {1, 2, 6, 5}},
                                                      {4, {2, 3, 7, 6}},
                                                      {4, {3, 0, 4, 7}}}};
  static constexpr const char* kName = "hexahedron";
};

/// Reference coordinates of the corners.
template <std::size_t N>
const std::array<Vec3, ElementOf<N>::kCorners>& element_corners();

template <std::size_t N>
std::array<double, N> element_values(const Vec3& r);
/// Derivatives with respect to (r, s, t).
template <std::size_t N>
std::array<Vec3, N> element_gradients(const Vec3& r);

/// Stiffness of curved elements: 14 points (degree 5), 21, 27.
template <std::size_t N>
const std::vector<ElementPoint<N>>& stiffness_rule();
/// Masses and moments of inertia. Tetrahedron: degree 7, exact for curved ones. Wedge and
/// hexahedron: exact for N_i N_j of straight ones and to degree 7 along every axis.
template <std::size_t N>
const std::vector<ElementPoint<N>>& mass_rule();

/// dx/dr: element (i, j) is dx_i/dr_j [m].
template <std::size_t N>
Mat3 element_jacobian(const std::array<Vec3, N>& x, const std::array<Vec3, N>& gradients) {
  Mat3 j;
  for (std::size_t a = 0; a < N; ++a)
    for (int i = 0; i < 3; ++i) j.row[i] += x[a][i] * gradients[a];
  return j;
}

/// Local number of the node in the middle of the edge between two corners.
template <std::size_t N>
constexpr int edge_node(int a, int b) {
  for (std::size_t e = 0; e < ElementOf<N>::kEdges.size(); ++e) {
    const auto [p, q] = ElementOf<N>::kEdges[e];
    if ((p == a && q == b) || (p == b && q == a))
      return ElementOf<N>::kCorners + static_cast<int>(e);
  }
  return -1;
}

}  // namespace peal
