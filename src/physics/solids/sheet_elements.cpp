#include "physics/solids/sheet_elements.h"

#include <Eigen/Core>
#include <cmath>
#include <map>

#include "base/error.h"

namespace peal {
namespace {

std::span<const int> flat(const std::vector<std::array<int, 3>>& triangles) {
  return {triangles.empty() ? nullptr : triangles[0].data(), 3 * triangles.size()};
}

// One node has one normal: each side belongs to at most two triangles that turn the same way.
void check_sides(const std::vector<std::array<int, 3>>& triangles) {
  std::map<std::pair<int, int>, std::size_t> sides;
  for (std::size_t e = 0; e < triangles.size(); ++e)
    for (int k = 0; k < 3; ++k) {
      const auto [side, fresh] = sides.insert({{triangles[e][k], triangles[e][(k + 1) % 3]}, e});
      if (!fresh)
        fail(
            "sheet: triangles {} and {} run along their common side in the same direction: turn "
            "one "
            "of them round; where three meet, a sheet cannot be computed",
            side->second, e);
    }
}

// Director inertia beyond rho h^3/12: with 0.02 of the area directors do not limit the step
// while h <= 0.35 of a cell; it lowers frequencies by 0.05 to 0.2 %.
constexpr double kDirectorArea = 0.02;

}  // namespace

std::vector<Vec3> sheet_directors(const std::vector<Vec3>& points,
                                  const std::vector<std::array<int, 3>>& triangles) {
  std::vector<Vec3> sum(points.size());
  for (const auto& t : triangles) {
    const Vec3 normal = normalized(cross(points[t[1]] - points[t[0]], points[t[2]] - points[t[0]]));
    for (int k = 0; k < 3; ++k) {
      const Vec3 a = points[t[(k + 1) % 3]] - points[t[k]],
                 b = points[t[(k + 2) % 3]] - points[t[k]];
      sum[t[k]] += std::atan2(norm(cross(a, b)), dot(a, b)) * normal;
    }
  }
  for (Vec3& d : sum) d = normalized(d, {0, 0, 1});
  return sum;
}

std::array<double, 36> sheet_bending_stiffness(double l, double p, double q, double thickness,
                                               const SolidMaterial& material) {
  using Mat = Eigen::Matrix<double, 3, 6>;
  const double nu = material.poisson, area = 0.5 * l * q;
  const double d = material.young * std::pow(thickness, 3) / (12 * (1 - nu * nu));
  Eigen::Matrix3d law;
  law << d, nu * d, 0, nu * d, d, 0, 0, 0, 0.5 * (1 - nu) * d;
  const Eigen::Vector2d corner[3] = {{0, 0}, {l, 0}, {p, q}};
  Eigen::Vector2d gradient[3];  // of the area coordinates
  for (int i = 0; i < 3; ++i) {
    const Eigen::Vector2d side = corner[(i + 2) % 3] - corner[(i + 1) % 3];
    gradient[i] = Eigen::Vector2d(-side.y(), side.x()) / (2 * area);
  }
  Eigen::Matrix<double, 6, 6> stiffness = Eigen::Matrix<double, 6, 6>::Zero();
  for (int side = 0; side < 3; ++side) {  // integration at the middles of the sides
    double at[3];
    for (int i = 0; i < 3; ++i) at[i] = i == side ? 0 : 0.5;
    // Gradient of the quadratic slopes, by slopes at the corners: (d1, d2) per corner, as matrices
    // that act on its slope.
    Mat bend = Mat::Zero();
    const auto add = [&](int node, const Eigen::Vector2d& g, const Eigen::Matrix2d& map) {
      Eigen::Matrix<double, 3, 2> curvature;
      curvature << g.x(), 0, 0, g.y(), g.y(), g.x();
      bend.block<3, 2>(0, 2 * node) += curvature * map;
    };
    for (int i = 0; i < 3; ++i) add(i, (4 * at[i] - 1) * gradient[i], Eigen::Matrix2d::Identity());
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3;
      const Eigen::Vector2d s = (corner[j] - corner[i]).normalized(), n(-s.y(), s.x());
      const Eigen::Matrix2d middle = 0.5 * n * n.transpose() - 0.25 * s * s.transpose();
      const Eigen::Vector2d g = 4 * (at[i] * gradient[j] + at[j] * gradient[i]);
      add(i, g, middle), add(j, g, middle);
    }
    stiffness += area / 3 * bend.transpose() * law * bend;
  }
  std::array<double, 36> k;
  for (int i = 0; i < 36; ++i) k[i] = stiffness(i / 6, i % 6);
  return k;
}

SheetElements::SheetElements(const SheetDesign& design)
    : ElementSet("sheet", flat(design.triangles), static_cast<int>(design.points.size()), 3, 8,
                 kSheetChannels),
      thickness_(design.thickness),
      directors_(design.directors),
      inertia_(design.triangles.size()) {
  check_solid_material("sheet", design.material);
  if (design.material.law != SolidLaw::st_venant_kirchhoff)
    fail("sheet: the law of the material must be St. Venant-Kirchhoff");
  const double h = thickness_;
  if (!(h > 0 && std::isfinite(h))) fail("sheet: thickness: expected > 0 m, got {}", h);
  check_sides(design.triangles);
  if (directors_.empty()) directors_ = sheet_directors(design.points, design.triangles);
  if (directors_.size() != design.points.size())
    fail("sheet: directors: expected one per point ({}), got {}", design.points.size(),
         directors_.size());
  view_.a = design.material.poisson;
  const double nu = design.material.poisson;
  for (int e = 0; e < elements(); ++e) {
    const Vec3 x0 = design.points[node(e, 0)];
    const Vec3 e1 = design.points[node(e, 1)] - x0, e2 = design.points[node(e, 2)] - x0;
    const double l = norm(e1), p = l > 0 ? dot(e1, e2) / l : 0;
    const double q = l > 0 ? norm(cross(e1, e2)) / l : 0, area = 0.5 * l * q;
    if (!(q > 1e-6 * l && std::isfinite(area)))
      fail("sheet: triangle {} has no area: remove it or remesh", e);
    const Vec3 t1 = e1 / l, t2 = (e2 - p * t1) / q, normal = cross(t1, t2);
    set(e, 0, 1 / l), set(e, 1, -p / (l * q)), set(e, 2, 1 / q);
    set(e, 3, area * h * design.material.young / (1 - nu * nu));
    const auto k6 = sheet_bending_stiffness(l, p, q, h, design.material);
    for (int i = 0, channel = 4; i < 6; ++i)
      for (int j = i; j < 6; ++j) set(e, channel++, k6[6 * i + j]);
    for (int c = 0; c < 3; ++c) {
      const Vec3 d = directors_[node(e, c)];
      if (dot(d, normal) < 0.85)
        fail(
            "sheet: triangle {} and its neighbours meet at a crease sharper than about 60 degrees: "
            "round it off with smaller triangles",
            e);
      set(e, 25 + 2 * c, dot(d, t1)), set(e, 26 + 2 * c, dot(d, t2));
      mass_at(e, c) = design.material.density * h * area / 3;
    }
    inertia_[e] = design.material.density * h * area / 3 * (h * h / 12 + kDirectorArea * area);
  }
}

double SheetElements::director_inertia(int element, int) const { return inertia_[element]; }

}  // namespace peal
