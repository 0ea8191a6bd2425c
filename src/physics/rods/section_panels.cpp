#include "physics/rods/section_panels.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <vector>

#include "base/constants.h"

namespace peal {
namespace {

struct Panel {
  double x, y;    // middle
  double tx, ty;  // along; the outward normal is (ty, -tx)
  double half;    // half length
};

/// How far along an edge, 0 to 1: dense at both ends (cubic), or even where corners are flat.
double graded(double u, bool sharp) {
  if (!sharp) return u;
  return u < 0.5 ? 4 * u * u * u : 1 - 4 * (1 - u) * (1 - u) * (1 - u);
}

std::vector<Panel> panels_of(std::span<const SectionPoint> outline, int panels) {
  const int n = static_cast<int>(outline.size());
  const auto side = [&](int i) {
    const SectionPoint &a = outline[(i + n) % n], &b = outline[(i + n + 1) % n];
    return SectionPoint{b.x - a.x, b.y - a.y};
  };
  const auto turns = [&](int i) {  // the corner at the beginning of side i
    const SectionPoint a = side(i - 1), b = side(i);
    return std::fabs(std::atan2(a.x * b.y - a.y * b.x, a.x * b.x + a.y * b.y)) > 0.35;
  };
  double around = 0;
  int corners = 0;
  for (int i = 0; i < n; ++i) around += std::hypot(side(i).x, side(i).y), corners += turns(i);
  // Half of the panels go by length, half by corners: a short side has two of them as well.
  std::vector<Panel> out;
  for (int i = 0; i < n; ++i) {
    const SectionPoint s = side(i);
    const double length = std::hypot(s.x, s.y);
    const bool sharp = turns(i) || turns(i + 1);
    double share = panels * length / around;
    if (corners > 0)
      share = share / 2 + panels / (4.0 * corners) * (int{turns(i)} + int{turns(i + 1)});
    const int count = std::max(1, static_cast<int>(std::lround(share)));
    for (int k = 0; k < count; ++k) {
      const double from = graded(double(k) / count, sharp),
                   to = graded(double(k + 1) / count, sharp);
      const double middle = (from + to) / 2;
      out.push_back({outline[i].x + middle * s.x, outline[i].y + middle * s.y, s.x / length,
                     s.y / length, (to - from) * length / 2});
    }
  }
  return out;
}

}  // namespace

PanelResults solve_panels(std::span<const SectionPoint> outline, double area, double moment1,
                          double moment2, int panels) {
  const std::vector<Panel> list = panels_of(outline, panels);
  const int n = static_cast<int>(list.size());
  const double scale = std::sqrt(area);  // lengths in logarithms: sums of G n vanish around
  Eigen::MatrixXd flux(n, n);            // Int dG/dn
  Eigen::MatrixXd right(n, 4);           // Int G times n1, n2, x n2 - y n1, -2 y t2
  right.setZero();
  for (int j = 0; j < n; ++j) {
    const Panel& p = list[j];
    const double normal[4] = {p.ty, -p.tx, -p.x * p.tx - p.y * p.ty, -2 * p.y * p.ty};
    for (int i = 0; i < n; ++i) {
      const double x = list[i].x - p.x, y = list[i].y - p.y;
      const double at = x * p.tx + y * p.ty, d = i == j ? 0 : x * p.ty - y * p.tx;
      const double s1 = -p.half - at, s2 = p.half - at, away = std::fabs(d);
      const double angle1 = std::atan2(s1, away), angle2 = std::atan2(s2, away);
      const auto logs = [&](double s, double angle) {
        const double square = (s * s + d * d) / (scale * scale);
        return (square > 0 ? s * std::log(square) : 0) - 2 * s + 2 * away * angle;
      };
      flux(i, j) = d == 0 ? 0 : std::copysign(angle2 - angle1, d) / (2 * kPi);
      const double g = -(logs(s2, angle2) - logs(s1, angle1)) / (4 * kPi);
      for (int c = 0; c < 4; ++c) right(i, c) += g * normal[c];
    }
  }
  // Outside, n pointing into the air: phi/2 = Int phi dG/dn - Int G n.
  Eigen::MatrixXd matrix = -flux;
  matrix.diagonal().array() += 0.5;
  const Eigen::MatrixXd outside = matrix.partialPivLu().solve(-right.leftCols(3));
  // Inside: w/2 + Int w dG/dn = Int G dw/dn, mean zero around. Prandtl's function is u - y^2 with
  // u harmonic and y^2 on the outline, w the conjugate of u: dw/dn = -d(y^2)/ds and
  // J = 4 Int y^2 dA - Int |grad w|^2. With y across the strip nothing large cancels in thin ones,
  // as it would with Int x^2 + y^2 dA - Int |grad warping|^2.
  matrix = flux;
  matrix.diagonal().array() += 0.5;
  double around = 0;
  for (const Panel& p : list) around += 2 * p.half;
  for (int j = 0; j < n; ++j) matrix.col(j).array() += 2 * list[j].half / around;
  const Eigen::VectorXd inside = matrix.partialPivLu().solve(right.col(3));

  PanelResults out;
  out.d11 = out.d22 = area;
  out.torsion = 4 * moment2;
  // Int x y dphi/dn ds = Int x^2 - y^2 dA; Int x, y and x^2 - y^2 times dphi/dn vanish about the
  // centroid in principal axes.
  out.turn_xy = moment1 - moment2;
  for (int j = 0; j < n; ++j) {
    const Panel& p = list[j];
    const double length = 2 * p.half;
    out.d11 -= outside(j, 0) * p.ty * length;
    out.d22 += outside(j, 1) * p.tx * length;
    out.d12 -= (outside(j, 1) * p.ty - outside(j, 0) * p.tx) * length / 2;
    out.turn_d1 -= outside(j, 2) * p.ty * length;
    out.turn_d2 += outside(j, 2) * p.tx * length;
    out.turn_xy -= outside(j, 2) * (p.y * p.ty - p.x * p.tx) * length;
    out.turn_xx -= outside(j, 2) * (p.x * p.ty + p.y * p.tx) * length;
    out.torsion += inside(j) * 2 * p.y * p.ty * length;
  }
  return out;
}

}  // namespace peal
