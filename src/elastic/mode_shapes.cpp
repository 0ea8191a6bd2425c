// Mode shapes between the nodes: nearest point on a curved surface and interpolation there.
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "elastic/modal_analysis.h"

namespace peal {
namespace {

/// Six-node triangle at barycentric (1 - u - v, u, v).
std::array<double, 6> triangle_values(double u, double v) {
  const double w = 1 - u - v;
  return {w * (2 * w - 1), u * (2 * u - 1), v * (2 * v - 1), 4 * w * u, 4 * u * v, 4 * v * w};
}
std::array<double, 6> u_derivatives(double u, double v) {
  const double w = 1 - u - v;
  return {1 - 4 * w, 4 * u - 1, 0, 4 * (w - u), 4 * v, -4 * v};
}
std::array<double, 6> v_derivatives(double u, double v) {
  const double w = 1 - u - v;
  return {1 - 4 * w, 0, 4 * v - 1, -4 * u, 4 * u, 4 * (w - v)};
}

/// Nearest (u, v) inside 0 <= u, v, u + v <= 1 of the flat triangle a + u e + v f.
std::array<double, 2> nearest_in_flat(const Vec3& p, const Vec3& a, const Vec3& e, const Vec3& f) {
  const Vec3 d = p - a;
  const double ee = dot(e, e), ef = dot(e, f), ff = dot(f, f), de = dot(d, e), df = dot(d, f);
  const double det = ee * ff - ef * ef;
  const double u = (de * ff - df * ef) / det, v = (df * ee - de * ef) / det;
  if (u >= 0 && v >= 0 && u + v <= 1) return {u, v};
  const double on_e = std::clamp(de / ee, 0.0, 1.0), on_f = std::clamp(df / ff, 0.0, 1.0);
  const Vec3 g = f - e;
  const double on_g = std::clamp(dot(d - e, g) / dot(g, g), 0.0, 1.0);
  std::array<double, 2> best{};
  double least = std::numeric_limits<double>::infinity();
  for (const auto& [x, y] : {std::array{on_e, 0.0}, {0.0, on_f}, {1 - on_g, on_g}})
    if (const double r = norm_squared(d - x * e - y * f); r < least) least = r, best = {x, y};
  return best;
}

struct Candidate {
  std::size_t triangle = 0;
  double u = 0, v = 0;
  double distance = std::numeric_limits<double>::infinity();  // [m]
};

class Patch {
 public:
  Patch(const QuadraticSurface& surface, std::size_t triangle) {
    for (int k = 0; k < 6; ++k) x_[k] = surface.nodes[surface.triangles[triangle][k]];
  }
  const Vec3& node(int k) const { return x_[k]; }
  Vec3 blend(const std::array<double, 6>& weights) const {
    Vec3 p;
    for (int k = 0; k < 6; ++k) p += weights[k] * x_[k];
    return p;
  }
  /// Repeats the flat problem in the tangent plane (Gauss-Newton with the triangle as bounds).
  void refine(const Vec3& p, Candidate& c) const {
    for (int step = 0; step < 20; ++step) {
      const Vec3 e = blend(u_derivatives(c.u, c.v)), f = blend(v_derivatives(c.u, c.v));
      const Vec3 corner = blend(triangle_values(c.u, c.v)) - c.u * e - c.v * f;
      const auto [u, v] = nearest_in_flat(p, corner, e, f);
      const double moved = std::abs(u - c.u) + std::abs(v - c.v);
      c.u = u, c.v = v;
      if (moved < 1e-13) break;
    }
    c.distance = norm(p - blend(triangle_values(c.u, c.v)));
  }

 private:
  std::array<Vec3, 6> x_;
};

// The four flat pieces of a six-node triangle: nodes and their (u, v).
constexpr std::array<std::array<int, 3>, 4> kPieces{{{0, 3, 5}, {3, 1, 4}, {5, 4, 2}, {3, 4, 5}}};
constexpr std::array<std::array<double, 2>, 6> kNodeUv{
    {{0, 0}, {1, 0}, {0, 1}, {0.5, 0}, {0.5, 0.5}, {0, 0.5}}};

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

}  // namespace

SurfaceFinder::SurfaceFinder(const QuadraticSurface& surface) : surface_(&surface) {
  for (std::size_t t = 0; t < surface.triangles.size(); ++t) {
    const Patch patch(surface, t);
    Vec3 centre;
    for (int k = 0; k < 6; ++k) centre += patch.node(k) / 6;
    double radius = 0;
    for (int k = 0; k < 6; ++k) radius = std::max(radius, norm(patch.node(k) - centre));
    centre_.push_back(centre);
    radius_.push_back(radius);
    longest_edge_ = std::max(longest_edge_, norm(patch.node(1) - patch.node(0)));
  }
}

SurfacePoint SurfaceFinder::nearest(const Vec3& body_point) const {
  const QuadraticSurface& surface = *surface_;
  if (surface.triangles.empty()) fail("the surface has no triangles to find a nearest point on");
  if (!is_finite(body_point)) fail("the surface point asked for is not finite");
  // Flat pieces lie in the balls: no piece is nearer than its ball, none farther than this one.
  double least = std::numeric_limits<double>::infinity();
  std::vector<double> from(centre_.size());
  for (std::size_t t = 0; t < centre_.size(); ++t) {
    from[t] = norm(centre_[t] - body_point);
    least = std::min(least, from[t] + radius_[t]);
  }
  // The nearest flat piece may belong to a neighbour of the nearest curved triangle, so every
  // triangle that is nearly as close is refined too.
  constexpr double kNearly = 0.2;  // of an edge
  std::vector<Candidate> candidates;
  for (std::size_t t = 0; t < centre_.size(); ++t) {
    if (from[t] - radius_[t] > least + kNearly * longest_edge_) continue;
    candidates.push_back(nearest_in_pieces(Patch(surface, t), body_point));
    candidates.back().triangle = t;
    least = std::min(least, candidates.back().distance);
  }
  const Candidate* best = nullptr;
  for (Candidate& candidate : candidates) {
    const Patch patch(surface, candidate.triangle);
    if (candidate.distance > least + kNearly * norm(patch.node(1) - patch.node(0))) continue;
    patch.refine(body_point, candidate);
    if (!best || candidate.distance < best->distance) best = &candidate;
  }
  SurfacePoint point;
  point.triangle = best->triangle;
  point.weights = triangle_values(best->u, best->v);
  point.position = Patch(surface, best->triangle).blend(point.weights);
  return point;
}

SurfacePoint nearest_surface_point(const QuadraticSurface& surface, const Vec3& body_point) {
  return SurfaceFinder(surface).nearest(body_point);
}

void shapes_at(const ModalModel& model, const SurfaceFinder& finder, const Vec3& body_point,
               std::vector<Vec3>& out) {
  const SurfacePoint point = finder.nearest(body_point);
  const auto& nodes = model.surface.triangles[point.triangle];
  out.assign(model.mode_count(), Vec3{});
  for (std::size_t mode = 0; mode < out.size(); ++mode)
    for (int k = 0; k < 6; ++k) out[mode] += point.weights[k] * model.shape(mode)[nodes[k]];
}

void shapes_at(const ModalModel& model, const Vec3& body_point, std::vector<Vec3>& out) {
  shapes_at(model, SurfaceFinder(model.surface), body_point, out);
}

}  // namespace peal
