#include "play/play_surface.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace peal {
namespace {

using Six = std::array<double, 6>;

/// Six-node triangle at barycentric (1 - u - v, u, v).
Six triangle_values(double u, double v) {
  const double w = 1 - u - v;
  return {w * (2 * w - 1), u * (2 * u - 1), v * (2 * v - 1), 4 * w * u, 4 * u * v, 4 * v * w};
}
Six u_derivatives(double u, double v) {
  const double w = 1 - u - v;
  return {1 - 4 * w, 4 * u - 1, 0, 4 * (w - u), 4 * v, -4 * v};
}
Six v_derivatives(double u, double v) {
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

struct Candidate {
  double u = 0, v = 0;
  double distance = std::numeric_limits<double>::infinity();  // [m]
};

class Patch {
 public:
  Patch(const PlaySurface& surface, std::size_t triangle) {
    for (std::size_t k = 0; k < 6; ++k)
      x_[k] = surface.nodes[static_cast<std::size_t>(surface.triangles[6 * triangle + k])];
  }
  const Vec3& node(int k) const { return x_[static_cast<std::size_t>(k)]; }
  double edge() const { return norm(x_[1] - x_[0]); }
  Vec3 blend(const Six& weights) const {
    Vec3 p;
    for (std::size_t k = 0; k < 6; ++k) p += weights[k] * x_[k];
    return p;
  }
  /// Newton's steps with the triangle as bounds; where the distance is not convex, without the
  /// bending of the triangle (Gauss-Newton). A step that would lead away is halved.
  void refine(const Vec3& p, Candidate& c) const {
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

 private:
  std::array<Vec3, 6> x_;
};

// The four flat pieces of a six-node triangle: nodes and their (u, v).
constexpr int kPieces[4][3] = {{0, 3, 5}, {3, 1, 4}, {5, 4, 2}, {3, 4, 5}};
constexpr double kNodeUv[6][2] = {{0, 0}, {1, 0}, {0, 1}, {0.5, 0}, {0.5, 0.5}, {0, 0.5}};

Candidate nearest_in_pieces(const Patch& patch, const Vec3& p) {
  Candidate best;
  for (const auto& piece : kPieces) {
    const Vec3 a = patch.node(piece[0]), e = patch.node(piece[1]) - a, f = patch.node(piece[2]) - a;
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

double distance_to(const SurfaceBox& box, const Vec3& p) {
  const Vec3 d{std::max({box.low.x - p.x, 0.0, p.x - box.high.x}),
               std::max({box.low.y - p.y, 0.0, p.y - box.high.y}),
               std::max({box.low.z - p.z, 0.0, p.z - box.high.z})};
  return norm(d);
}

/// [m] no more than a ball's farthest point of the nearest flat piece: down the nearer halves.
double surely_within(const PlaySurface& surface, const Vec3& p) {
  std::size_t at = 0;
  while (surface.boxes[at].second > 0) {
    const auto second = static_cast<std::size_t>(surface.boxes[at].second);
    at = distance_to(surface.boxes[second], p) < distance_to(surface.boxes[at + 1], p) ? second
                                                                                       : at + 1;
  }
  double least = std::numeric_limits<double>::infinity();
  const SurfaceBox& box = surface.boxes[at];
  for (int i = box.first; i < box.first + box.count; ++i) {
    const SurfaceBall& ball =
        surface.balls[static_cast<std::size_t>(surface.order[static_cast<std::size_t>(i)])];
    least = std::min(least, norm(ball.centre - p) + ball.radius);
  }
  return least;
}

/// Triangles in boxes no farther than reach(), which may shrink meanwhile; nearer halves first.
template <class Reach, class Visit>
void each_box_within(const PlaySurface& surface, const Vec3& p, const Reach& reach,
                     const Visit& visit) {
  constexpr int kDeepest = 64;
  struct Open {
    std::size_t box;
    double distance;
  } open[kDeepest];
  int count = 0;
  open[count++] = {0, distance_to(surface.boxes[0], p)};
  while (count > 0) {
    const Open next = open[--count];
    if (next.distance > reach()) continue;
    const SurfaceBox& box = surface.boxes[next.box];
    if (box.second == 0) {
      for (int i = box.first; i < box.first + box.count; ++i)
        visit(surface.order[static_cast<std::size_t>(i)]);
      continue;
    }
    Open halves[2] = {{next.box + 1, 0}, {static_cast<std::size_t>(box.second), 0}};
    for (Open& half : halves) half.distance = distance_to(surface.boxes[half.box], p);
    if (halves[0].distance < halves[1].distance) std::swap(halves[0], halves[1]);
    open[count++] = halves[0], open[count++] = halves[1];
  }
}

}  // namespace

SurfaceBall surface_ball(const Vec3* six_nodes) noexcept {
  SurfaceBall ball;
  for (int k = 0; k < 6; ++k) ball.centre += six_nodes[k] / 6;
  for (int k = 0; k < 6; ++k) ball.radius = std::max(ball.radius, norm(six_nodes[k] - ball.centre));
  return ball;
}

bool nearest_place(const PlaySurface& surface, const Vec3& point, SurfacePlace& out) noexcept {
  const std::size_t count = surface.triangle_count();
  if (count == 0 || surface.balls.size() < count || !is_finite(point)) return false;
  // Flat pieces lie in the balls: no piece is nearer than its ball, none farther than the ball with
  // the nearest centre.
  double least = std::numeric_limits<double>::infinity();
  const bool by_boxes = !surface.boxes.empty() && surface.order.size() == count;
  if (by_boxes) {
    least = surely_within(surface, point);
  } else {
    std::size_t nearest = 0;
    for (std::size_t t = 0; t < count; ++t)
      if (const double d = norm_squared(surface.balls[t].centre - point); d < least)
        least = d, nearest = t;
    least = norm(surface.balls[nearest].centre - point) + surface.balls[nearest].radius;
  }
  // The nearest flat piece may belong to a neighbour of the nearest curved triangle, so every
  // triangle that is nearly as close is refined too.
  constexpr double kNearly = 0.2;  // of an edge
  const double nearly = kNearly * surface.longest_edge;
  const auto look = [&](std::size_t t, const auto& visit) {
    const SurfaceBall& ball = surface.balls[t];
    const double reached = least + nearly + ball.radius;
    if (norm_squared(ball.centre - point) > reached * reached) return;
    const Patch patch(surface, t);
    visit(t, patch, nearest_in_pieces(patch, point));
  };
  const auto each_near = [&](const auto& visit) {
    if (by_boxes)
      each_box_within(
          surface, point, [&] { return least + nearly; },
          [&](int t) { look(static_cast<std::size_t>(t), visit); });
    else
      for (std::size_t t = 0; t < count; ++t) look(t, visit);
  };
  each_near([&](std::size_t, const Patch&, const Candidate& candidate) {
    least = std::min(least, candidate.distance);
  });
  // Flat pieces are looked at a second time: no list of them is needed.
  Candidate best;
  std::size_t triangle = count;
  each_near([&](std::size_t t, const Patch& patch, Candidate candidate) {
    if (candidate.distance > least + kNearly * patch.edge()) return;
    patch.refine(point, candidate);
    // Of equals the first, in whichever order they are looked at.
    const bool first_of_equals =
        triangle < count && candidate.distance == best.distance && t < triangle;
    if (candidate.distance < best.distance || first_of_equals) best = candidate, triangle = t;
  });
  if (triangle == count) return false;  // coordinates so large that distances are not finite
  out.triangle = triangle;
  const Six weights = triangle_values(best.u, best.v);
  std::copy(weights.begin(), weights.end(), out.weights);
  out.position = Patch(surface, triangle).blend(weights);
  return true;
}

}  // namespace peal
