#include "physics/geometry/tet_shape_functions.h"

#include <cmath>

#include "physics/geometry/element.h"

namespace peal {
namespace {

constexpr std::array<Vec3, 4> kBarycentricGradients{
    {Vec3{-1, -1, -1}, Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}}};

std::array<double, 4> barycentric(const Vec3& r) { return {1 - r.x - r.y - r.z, r.x, r.y, r.z}; }

void add(std::vector<TetPoint>& rule, const std::array<double, 4>& l, double weight) {
  const Vec3 r{l[1], l[2], l[3]};
  rule.push_back({r, weight, tet_values(r), tet_gradients(r)});
}

std::vector<TetPoint> make_degree_5() {
  std::vector<TetPoint> rule;
  // Two orbits of four points (a, a, a, 1 - 3a) and one of six (b, b, 1/2 - b, 1/2 - b).
  for (const auto& [a, w] : {std::pair{0.31088591926330060980, 0.11268792571801585080 / 6},
                             std::pair{0.092735250310891226402, 0.073493043116361949544 / 6}})
    for (int k = 0; k < 4; ++k) {
      std::array<double, 4> l{a, a, a, a};
      l[k] = 1 - 3 * a;
      add(rule, l, w);
    }
  const double b = 0.045503704125649649492, w = 0.042546020777081466438 / 6;
  for (const auto& [i, j] : ElementOf<10>::kEdges) {
    std::array<double, 4> l{b, b, b, b};
    l[i] = l[j] = 0.5 - b;
    add(rule, l, w);
  }
  return rule;
}

// w_i = (-1)^i 2^(-2s) (d + 3 - 2i)^d / (i! (d + 3 - i)!), d = 2s + 1, at the points
// (2 beta + 1) / (d + 3 - 2i) with |beta| = s - i.
std::vector<TetPoint> make_degree_7() {
  constexpr int s = 3, d = 2 * s + 1;
  std::vector<TetPoint> rule;
  for (int i = 0; i <= s; ++i) {
    const double base = d + 3 - 2 * i;
    const double w = (i % 2 ? -1 : 1) * std::pow(2.0, -2 * s) * std::pow(base, d) /
                     (std::tgamma(i + 1) * std::tgamma(d + 3 - i + 1));
    const int total = s - i;
    for (int a = 0; a <= total; ++a)
      for (int b = 0; a + b <= total; ++b)
        for (int c = 0; a + b + c <= total; ++c)
          add(rule,
              {(2 * a + 1) / base, (2 * b + 1) / base, (2 * c + 1) / base,
               (2 * (total - a - b - c) + 1) / base},
              w);
  }
  return rule;
}

}  // namespace

std::array<double, 10> tet_values(const Vec3& r) {
  const auto l = barycentric(r);
  std::array<double, 10> n;
  for (int i = 0; i < 4; ++i) n[i] = l[i] * (2 * l[i] - 1);
  for (int e = 0; e < 6; ++e)
    n[4 + e] = 4 * l[ElementOf<10>::kEdges[e][0]] * l[ElementOf<10>::kEdges[e][1]];
  return n;
}

std::array<Vec3, 10> tet_gradients(const Vec3& r) {
  const auto l = barycentric(r);
  const auto& g = kBarycentricGradients;
  std::array<Vec3, 10> n;
  for (int i = 0; i < 4; ++i) n[i] = (4 * l[i] - 1) * g[i];
  for (int e = 0; e < 6; ++e) {
    const auto [a, b] = ElementOf<10>::kEdges[e];
    n[4 + e] = 4 * l[a] * g[b] + 4 * l[b] * g[a];
  }
  return n;
}

const std::vector<TetPoint>& tet_rule_degree_5() {
  static const std::vector<TetPoint> rule = make_degree_5();
  return rule;
}

const std::vector<TetPoint>& tet_rule_degree_7() {
  static const std::vector<TetPoint> rule = make_degree_7();
  return rule;
}

}  // namespace peal
