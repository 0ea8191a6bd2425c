#include "physics/geometry/element.h"

#include "physics/geometry/tet_shape_functions.h"

namespace peal {
namespace {

template <std::size_t N>
ElementPoint<N> point_at(const Vec3& r, double weight) {
  return {r, weight, element_values<N>(r), element_gradients<N>(r)};
}

struct LinePoint {
  double x, weight;
};
const std::vector<LinePoint> kGauss3{
    {-0.77459666924148337704, 5.0 / 9}, {0, 8.0 / 9}, {0.77459666924148337704, 5.0 / 9}};
const std::vector<LinePoint> kGauss4{{-0.86113631159405257522, 0.34785484513745385737},
                                     {-0.33998104358485626480, 0.65214515486254614263},
                                     {0.33998104358485626480, 0.65214515486254614263},
                                     {0.86113631159405257522, 0.34785484513745385737}};

struct TrianglePoint {
  double r, s, weight;  // weights sum to 1/2
};

/// Seven points, degree 5 (Radon 1948).
std::vector<TrianglePoint> triangle_degree_5() {
  const double root = 3.87298334620741688518;  // sqrt 15
  std::vector<TrianglePoint> rule{{1.0 / 3, 1.0 / 3, 9.0 / 80}};
  for (const double sign : {-1.0, 1.0}) {
    const double a = (6 + sign * root) / 21, w = (155 + sign * root) / 2400;
    rule.push_back({a, a, w});
    rule.push_back({1 - 2 * a, a, w});
    rule.push_back({a, 1 - 2 * a, w});
  }
  return rule;
}

/// Sixteen points: Gauss on the square folded onto the triangle (Duffy), r = u, s = (1 - u) v;
/// degree 6 in the plane.
std::vector<TrianglePoint> triangle_degree_6() {
  std::vector<TrianglePoint> rule;
  for (const auto& [x, wx] : kGauss4)
    for (const auto& [y, wy] : kGauss4) {
      const double u = (1 + x) / 2, v = (1 + y) / 2;
      rule.push_back({u, (1 - u) * v, wx * wy / 4 * (1 - u)});
    }
  return rule;
}

std::vector<ElementPoint<15>> wedge_rule(const std::vector<TrianglePoint>& triangle,
                                         const std::vector<LinePoint>& line) {
  std::vector<ElementPoint<15>> rule;
  for (const auto& [t, wt] : line)
    for (const auto& [r, s, w] : triangle) rule.push_back(point_at<15>({r, s, t}, w * wt));
  return rule;
}

std::vector<ElementPoint<20>> hex_rule(const std::vector<LinePoint>& line) {
  std::vector<ElementPoint<20>> rule;
  for (const auto& [t, wt] : line)
    for (const auto& [s, ws] : line)
      for (const auto& [r, wr] : line) rule.push_back(point_at<20>({r, s, t}, wr * ws * wt));
  return rule;
}

std::vector<ElementPoint<10>> tet_rule(const std::vector<TetPoint>& points) {
  std::vector<ElementPoint<10>> rule;
  for (const auto& p : points) rule.push_back({p.r, p.weight, p.values, p.gradients});
  return rule;
}

constexpr std::array<std::array<double, 3>, 3> kTriangleGradients{
    {{-1, -1, 0}, {1, 0, 0}, {0, 1, 0}}};
Vec3 triangle_gradient(int i) {
  return {kTriangleGradients[i][0], kTriangleGradients[i][1], kTriangleGradients[i][2]};
}

}  // namespace

template <>
const std::array<Vec3, 4>& element_corners<10>() {
  static const std::array<Vec3, 4> corners{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  return corners;
}
template <>
const std::array<Vec3, 6>& element_corners<15>() {
  static const std::array<Vec3, 6> corners{
      {{0, 0, -1}, {1, 0, -1}, {0, 1, -1}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}}};
  return corners;
}
template <>
const std::array<Vec3, 8>& element_corners<20>() {
  static const std::array<Vec3, 8> corners{{{-1, -1, -1},
                                            {1, -1, -1},
                                            {1, 1, -1},
                                            {-1, 1, -1},
                                            {-1, -1, 1},
                                            {1, -1, 1},
                                            {1, 1, 1},
                                            {-1, 1, 1}}};
  return corners;
}

template <>
std::array<double, 10> element_values<10>(const Vec3& r) {
  return tet_values(r);
}
template <>
std::array<Vec3, 10> element_gradients<10>(const Vec3& r) {
  return tet_gradients(r);
}

// Wedge, L the barycentric coordinates of the triangle, t along the height:
//   corners  L (2 L - 1) (1 +- t) / 2 - L (1 - t^2) / 2
//   edges    2 L_i L_j (1 +- t) around the triangles, L (1 - t^2) upright
template <>
std::array<double, 15> element_values<15>(const Vec3& r) {
  const std::array<double, 3> l{1 - r.x - r.y, r.x, r.y};
  const double t = r.z, bubble = 1 - t * t;
  std::array<double, 15> n;
  for (int i = 0; i < 3; ++i) {
    const double quadratic = l[i] * (2 * l[i] - 1) / 2;
    n[i] = quadratic * (1 - t) - l[i] * bubble / 2;
    n[3 + i] = quadratic * (1 + t) - l[i] * bubble / 2;
    const int j = (i + 1) % 3;
    n[6 + i] = 2 * l[i] * l[j] * (1 - t);
    n[9 + i] = 2 * l[i] * l[j] * (1 + t);
    n[12 + i] = l[i] * bubble;
  }
  return n;
}
template <>
std::array<Vec3, 15> element_gradients<15>(const Vec3& r) {
  const std::array<double, 3> l{1 - r.x - r.y, r.x, r.y};
  const double t = r.z, bubble = 1 - t * t;
  const Vec3 up{0, 0, 1};
  std::array<Vec3, 15> n;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3;
    const Vec3 gi = triangle_gradient(i), gj = triangle_gradient(j);
    const double quadratic = l[i] * (2 * l[i] - 1) / 2;
    const Vec3 slope = (2 * l[i] - 0.5) * gi;
    n[i] = (slope * (1 - t)) - (bubble / 2) * gi + (l[i] * t - quadratic) * up;
    n[3 + i] = (slope * (1 + t)) - (bubble / 2) * gi + (l[i] * t + quadratic) * up;
    const Vec3 product = 2 * l[j] * gi + 2 * l[i] * gj;
    n[6 + i] = (1 - t) * product - 2 * l[i] * l[j] * up;
    n[9 + i] = (1 + t) * product + 2 * l[i] * l[j] * up;
    n[12 + i] = bubble * gi - 2 * t * l[i] * up;
  }
  return n;
}

// Hexahedron, (a, b, c) the signs of the node, 0 along its edge:
//   corners  (1 + a r)(1 + b s)(1 + c t)(a r + b s + c t - 2) / 8
//   edges    (1 - r^2)(1 + b s)(1 + c t) / 4 and so on
template <>
std::array<double, 20> element_values<20>(const Vec3& r) {
  const auto& corners = element_corners<20>();
  std::array<double, 20> n;
  for (int k = 0; k < 8; ++k) {
    const Vec3& q = corners[k];
    n[k] = (1 + q.x * r.x) * (1 + q.y * r.y) * (1 + q.z * r.z) * (dot(q, r) - 2) / 8;
  }
  for (int e = 0; e < 12; ++e) {
    const Vec3 q =
        0.5 * (corners[ElementOf<20>::kEdges[e][0]] + corners[ElementOf<20>::kEdges[e][1]]);
    double v = 0.25;
    for (int i = 0; i < 3; ++i) v *= q[i] == 0 ? 1 - r[i] * r[i] : 1 + q[i] * r[i];
    n[8 + e] = v;
  }
  return n;
}
template <>
std::array<Vec3, 20> element_gradients<20>(const Vec3& r) {
  const auto& corners = element_corners<20>();
  std::array<Vec3, 20> n;
  for (int k = 0; k < 8; ++k) {
    const Vec3& q = corners[k];
    const std::array<double, 3> f{1 + q.x * r.x, 1 + q.y * r.y, 1 + q.z * r.z};
    for (int i = 0; i < 3; ++i)
      n[k][i] = q[i] / 8 * f[(i + 1) % 3] * f[(i + 2) % 3] * (dot(q, r) + q[i] * r[i] - 1);
  }
  for (int e = 0; e < 12; ++e) {
    const Vec3 q =
        0.5 * (corners[ElementOf<20>::kEdges[e][0]] + corners[ElementOf<20>::kEdges[e][1]]);
    std::array<double, 3> f, slope;
    for (int i = 0; i < 3; ++i) {
      f[i] = q[i] == 0 ? 1 - r[i] * r[i] : 1 + q[i] * r[i];
      slope[i] = q[i] == 0 ? -2 * r[i] : q[i];
    }
    for (int i = 0; i < 3; ++i) n[8 + e][i] = slope[i] * f[(i + 1) % 3] * f[(i + 2) % 3] / 4;
  }
  return n;
}

template <>
const std::vector<ElementPoint<10>>& stiffness_rule<10>() {
  static const auto rule = tet_rule(tet_rule_degree_5());
  return rule;
}
template <>
const std::vector<ElementPoint<15>>& stiffness_rule<15>() {
  static const auto rule = wedge_rule(triangle_degree_5(), kGauss3);
  return rule;
}
template <>
const std::vector<ElementPoint<20>>& stiffness_rule<20>() {
  static const auto rule = hex_rule(kGauss3);
  return rule;
}
template <>
const std::vector<ElementPoint<10>>& mass_rule<10>() {
  static const auto rule = tet_rule(tet_rule_degree_7());
  return rule;
}
template <>
const std::vector<ElementPoint<15>>& mass_rule<15>() {
  static const auto rule = wedge_rule(triangle_degree_6(), kGauss4);
  return rule;
}
template <>
const std::vector<ElementPoint<20>>& mass_rule<20>() {
  static const auto rule = hex_rule(kGauss4);
  return rule;
}

}  // namespace peal
