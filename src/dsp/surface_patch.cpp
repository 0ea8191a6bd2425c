#include "dsp/surface_patch.h"

#include <algorithm>
#include <cmath>

namespace peal {
namespace {

SixWeights u_derivatives(double u, double v) {
  const double w = 1 - u - v;
  return {1 - 4 * w, 4 * u - 1, 0, 4 * (w - u), 4 * v, -4 * v};
}
SixWeights v_derivatives(double u, double v) {
  const double w = 1 - u - v;
  return {1 - 4 * w, 0, 4 * v - 1, -4 * u, 4 * u, 4 * (w - v)};
}

/// (u, v) inside 0 <= u, v, u + v <= 1 with the least u^2 ee + 2 uv ef + v^2 ff - 2 (u de + v df).
std::array<double, 2> least_in_triangle(double ee, double ef, double ff, double de, double df) {
  const double det = ee * ff - ef * ef;
  const double u = (de * ff - df * ef) / det, v = (df * ee - de * ef) / det;
  if (u >= 0 && v >= 0 && u + v <= 1) return {u, v};
  const double on_e = std::clamp(de / ee, 0.0, 1.0), on_f = std::clamp(df / ff, 0.0, 1.0);
  const double on_g = std::clamp((df - de + ee - ef) / (ee - 2 * ef + ff), 0.0, 1.0);
  std::array<double, 2> best{};
  double least = std::numeric_limits<double>::infinity();
  for (const auto& [x, y] : {std::array{on_e, 0.0}, {0.0, on_f}, {1 - on_g, on_g}}) {
    const double r = x * (x * ee + 2 * y * ef - 2 * de) + y * (y * ff - 2 * df);
    if (r < least) least = r, best = {x, y};
  }
  return best;
}

/// Nearest (u, v) of the flat triangle a + u e + v f.
std::array<double, 2> nearest_in_flat(const Vec3& p, const Vec3& a, const Vec3& e, const Vec3& f) {
  const Vec3 d = p - a;
  return least_in_triangle(dot(e, e), dot(e, f), dot(f, f), dot(d, e), dot(d, f));
}

// The four flat pieces of a six-node triangle: nodes and their (u, v).
constexpr int kPieces[4][3] = {{0, 3, 5}, {3, 1, 4}, {5, 4, 2}, {3, 4, 5}};
constexpr double kNodeUv[6][2] = {{0, 0}, {1, 0}, {0, 1}, {0.5, 0}, {0.5, 0.5}, {0, 0.5}};

}  // namespace

SixWeights triangle_values(double u, double v) noexcept {
  const double w = 1 - u - v;
  return {w * (2 * w - 1), u * (2 * u - 1), v * (2 * v - 1), 4 * w * u, 4 * u * v, 4 * v * w};
}

PatchPlace SurfacePatch::nearest_in_pieces(const Vec3& p) const noexcept {
  PatchPlace best;
  for (const auto& piece : kPieces) {
    const auto node = [&](int k) { return x_[static_cast<std::size_t>(piece[k])]; };
    const Vec3 a = node(0), e = node(1) - a, f = node(2) - a;
    const auto flat = nearest_in_flat(p, a, e, f);
    const double x = flat[0], y = flat[1];
    const double distance = norm(p - a - x * e - y * f);
    if (distance >= best.distance) continue;
    best.distance = distance;
    const auto blend = [&](int axis) {
      return (1 - x - y) * kNodeUv[piece[0]][axis] + x * kNodeUv[piece[1]][axis] +
             y * kNodeUv[piece[2]][axis];
    };
    best.u = blend(0), best.v = blend(1);
  }
  return best;
}

void SurfacePatch::refine(const Vec3& p, PatchPlace& c) const noexcept {
  const Vec3 uu = blend({4, 4, 0, -8, 0, 0}), vv = blend({4, 0, 4, 0, 0, -8}),
             uv = blend({4, 0, 0, -4, 4, -4});
  c.distance = norm(p - blend(triangle_values(c.u, c.v)));
  for (int step = 0; step < 20; ++step) {
    const Vec3 e = blend(u_derivatives(c.u, c.v)), f = blend(v_derivatives(c.u, c.v));
    const Vec3 d = p - blend(triangle_values(c.u, c.v));
    double ee = dot(e, e), ef = dot(e, f), ff = dot(f, f);
    const double bent_ee = ee - dot(d, uu), bent_ef = ef - dot(d, uv), bent_ff = ff - dot(d, vv);
    if (bent_ee > 0.1 * ee && bent_ff > 0.1 * ff &&
        bent_ee * bent_ff - bent_ef * bent_ef > 0.01 * (ee * ff - ef * ef))
      ee = bent_ee, ef = bent_ef, ff = bent_ff;
    const auto aim = least_in_triangle(ee, ef, ff, dot(d, e) + c.u * ee + c.v * ef,
                                       dot(d, f) + c.u * ef + c.v * ff);
    double du = aim[0] - c.u, dv = aim[1] - c.v;
    if (std::abs(du) + std::abs(dv) < 1e-13) return;
    double distance = norm(p - blend(triangle_values(c.u + du, c.v + dv)));
    const double most = c.distance * (1 + 1e-15);  // equal but for the rounding: still a step on
    for (int half = 0; half < 6 && !(distance <= most); ++half) {
      du /= 2, dv /= 2;
      distance = norm(p - blend(triangle_values(c.u + du, c.v + dv)));
    }
    if (!(distance <= most)) return;
    c.u += du, c.v += dv, c.distance = distance;
  }
}

}  // namespace peal
