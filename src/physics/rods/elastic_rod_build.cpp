// From a RodDesign to an ElasticRod.
#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "physics/rods/elastic_rod.h"
#include "physics/rods/transport.h"

namespace peal {
namespace {

void expect_positive(const char* what, double value, const char* unit) {
  if (!(value > 0) || !std::isfinite(value))
    fail("rod: {}: expected > 0 {}, got {}", what, unit, value);
}

void check_design(const RodDesign& design, int edges) {
  const int m = static_cast<int>(design.points.size());
  const int least = design.closed ? 6 : 2;
  if (m < least)
    fail("rod: {} needs at least {} points, got {}", design.closed ? "a ring" : "an open rod",
         least, m);
  for (int i = 0; i < m; ++i)
    if (!is_finite(design.points[i])) fail("rod: point {} is not finite", i);
  for (int j = 0; j < edges; ++j)
    if (!(norm(design.points[(j + 1) % m] - design.points[j]) > 0))
      fail("rod: points {} and {} coincide; leave one out", j, (j + 1) % m);
  const auto expect_count = [&](const char* what, std::size_t count, bool none) {
    if (count != 1 && count != static_cast<std::size_t>(edges) && !(none && count == 0))
      fail("rod: expected 1 of {} or one for each of {} edges, got {}", what, edges, count);
  };
  expect_count("sections", design.sections.size(), false);
  expect_count("d1", design.d1.size(), true);
  for (const RodSection& s : design.sections) {
    expect_positive("area of a section", s.area, "m^2");
    expect_positive("first moment of a section", s.moment1, "m^4");
    expect_positive("second moment of a section", s.moment2, "m^4");
    expect_positive("torsion constant of a section", s.torsion, "m^4");
    expect_positive("polar moment of a section", s.polar, "m^4");
  }
  expect_positive("Young's modulus", design.material.young, "Pa");
  expect_positive("shear modulus", design.material.shear, "Pa");
  expect_positive("density", design.material.density, "kg/m^3");
}

/// Orthogonal to t; `fallback` says what to do when d is along it.
Vec3 across(const Vec3& d, const Vec3& t) {
  const Vec3 out = d - dot(d, t) * t;
  return norm(out) > 1e-6 * norm(d) ? normalized(out) : Vec3{};
}

Vec3 any_across(const Vec3& t) {
  const Vec3 axis = std::fabs(t.y) < 0.9 ? Vec3{0, 1, 0} : Vec3{1, 0, 0};
  return across(axis, t);
}

}  // namespace

ElasticRod::ElasticRod(const RodDesign& design) : kernel_(&best_rod_kernel()) {
  const int m = static_cast<int>(design.points.size()), edges = design.closed ? m : m - 1;
  check_design(design, edges);
  view_.points = m, view_.edges = edges;
  view_.stride = (kRodPad + m + kRodBehind + 7) / 8 * 8;
  data_.assign(static_cast<std::size_t>(kRodChannels * view_.stride), 0.0);
  view_.base = data_.data();
  sections_ = design.sections;
  for (int i = 0; i < m; ++i) set_three(kRodX, i, design.points[i]);
  build_stiffness(design);
  build_frames(design);
}

void ElasticRod::build_frames(const RodDesign& design) {
  const int m = points(), n = edges();
  // Ghosts of open rods have frames too, and rest without twist everywhere until it is measured.
  std::fill_n(view_.base + kRodRestCos * view_.stride, view_.stride, 1.0);
  Vec3 last, last_t;
  for (int j = 0; j < n; ++j) {
    const Vec3 t = normalized(design.points[(j + 1) % m] - design.points[j]);
    if (j > 0 && dot(t, last_t) < -0.99)
      fail("rod: the rest shape turns back at point {}; a bend needs more points", j);
    Vec3 d;
    if (design.d1.size() > 1 || (j == 0 && !design.d1.empty()))
      d = across(design.d1[design.d1.size() > 1 ? j : 0], t);
    else
      d = j == 0 ? any_across(t) : across(transported(last, last_t, t), t);
    if (d == Vec3{}) fail("rod: d1 of edge {} is along the edge", j);
    set_three(kRodStartT, j, t);
    set_three(kRodStartD, j, d);
    last = d, last_t = t;
  }
  refresh();
  accept();
  rest_twist_.assign(m, 0.0);
  for (int i = inner_begin(); i < inner_end(); ++i) {
    const Strains s = strains(i);
    set_rest(i, s.bend1, s.bend2, s.twist);
    *at(kRodOff, i) = 0;
  }
  wrap(kRodOff, kRodOff);
}

void ElasticRod::build_stiffness(const RodDesign& design) {
  const int m = points(), n = edges();
  const RodMaterial& material = design.material;
  std::vector<double> length(n);
  for (int j = 0; j < n; ++j) {
    length[j] = norm(point((j + 1) % m) - point(j));
    *at(kRodAxial, j) = material.young * section(j).area;
    *at(kRodRest, j) = 1 / length[j];
    *at(kRodInertia, j) = material.density * section(j).polar * length[j];
  }
  if (design.thick) thick_ = ThickInertia(design, length);
  if (!closed()) *at(kRodInertia, m - 1) = 1;  // of what does not exist: not 0 to divide by
  share_.assign(m, 0.0);
  for (int i = 0; i < m; ++i) {
    double mass = 0;
    for (const int j : {i - 1, i}) {
      if (!closed() && (j < 0 || j >= n)) continue;
      const int e = (j + n) % n;
      share_[i] += length[e] / 2;
      mass += material.density * section(e).area * length[e] / 2;
    }
    *at(kRodMass, i) = mass;
  }
  // Half an edge on each side bends under the same moment: compliances add.
  for (int i = inner_begin(); i < inner_end(); ++i) {
    const int e0 = (i - 1 + n) % n, e1 = i;
    const auto together = [&](double one, double other) {
      return 1 / (length[e0] / (2 * one) + length[e1] / (2 * other));
    };
    const RodSection &s0 = section(e0), &s1 = section(e1);
    *at(kRodBend1, i) = material.young * together(s0.moment1, s1.moment1);
    *at(kRodBend2, i) = material.young * together(s0.moment2, s1.moment2);
    *at(kRodTorsion, i) = material.shear * together(s0.torsion, s1.torsion);
  }
  wrap(kRodState, kRodChannels - 1);
}

void ElasticRod::wrap(int first_channel, int last_channel) {
  if (!closed()) return;
  for (int c = first_channel; c <= last_channel; ++c) {
    for (int k = 1; k <= kRodPad; ++k) *at(c, -k) = *at(c, points() - k);
    for (int k = 0; k < kRodBehind; ++k) *at(c, points() + k) = *at(c, k % points());
  }
}

void ElasticRod::set_rest(int point, double bend1, double bend2, double twist) {
  *at(kRodRestBend1, point) = bend1;
  *at(kRodRestBend2, point) = bend2;
  *at(kRodOff, point) += rest_twist_[point] - twist;
  rest_twist_[point] = twist;
  *at(kRodRestCos, point) = std::cos(twist);
  *at(kRodRestSin, point) = std::sin(twist);
  for (const int c : {kRodRestBend1, kRodRestBend2, kRodRestCos, kRodRestSin, kRodOff}) wrap(c, c);
}

}  // namespace peal
