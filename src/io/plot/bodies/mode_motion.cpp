#include "io/plot/bodies/mode_motion.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/constants.h"

namespace peal {
namespace {

// Below this share of the largest displacement a motion counts as none: rounding errors stay grey.
constexpr double kLeastMotion = 0.2;
// Of the motion's square over the surface. The bending of a round rod has half of it along the
// normal, the torsion of a square bar a quarter, that of a round rod nothing.
constexpr double kEnoughAlongNormal = 0.4, kNearlyAll = 0.8;
const double kSameAxis = std::cos(2 * kPi / 180);

struct Moments {
  Vec3 centre;
  double spread[3][3] = {};  // of the surface about it, weighted with its area
};

double area_of(const BodySurface& s, std::size_t t) {
  const auto& [a, b, c] = s.triangles[t];
  return 0.5 * norm(cross(s.vertices[b] - s.vertices[a], s.vertices[c] - s.vertices[a]));
}

Moments moments_of(const BodySurface& s) {
  Moments m;
  double all = 0;
  for (std::size_t t = 0; t < s.triangles.size(); ++t) {
    const double part = area_of(s, t) / 3;
    for (const int v : s.triangles[t]) m.centre += part * s.vertices[v], all += part;
  }
  if (all > 0) m.centre = m.centre / all;
  for (std::size_t t = 0; t < s.triangles.size(); ++t)
    for (const int v : s.triangles[t]) {
      const Vec3 r = s.vertices[v] - m.centre;
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) m.spread[i][j] += area_of(s, t) / 3 * r[i] * r[j];
    }
  return m;
}

// Rows of `axes` turn into the eigenvectors of the symmetric matrix (Jacobi).
void principal_axes(double (&a)[3][3], Vec3 (&axes)[3]) {
  for (int i = 0; i < 3; ++i) axes[i] = {i == 0 ? 1.0 : 0, i == 1 ? 1.0 : 0, i == 2 ? 1.0 : 0};
  for (int sweep = 0; sweep < 30; ++sweep)
    for (const auto& [p, q] : {std::pair{0, 1}, {0, 2}, {1, 2}}) {
      if (std::abs(a[p][q]) < 1e-14 * (std::abs(a[p][p]) + std::abs(a[q][q]))) continue;
      const double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
      const double t = (theta < 0 ? -1 : 1) / (std::abs(theta) + std::hypot(1, theta));
      const double c = 1 / std::hypot(1, t), s = t * c;
      for (int k = 0; k < 3; ++k) {
        const double kp = a[k][p], kq = a[k][q];
        a[k][p] = c * kp - s * kq, a[k][q] = s * kp + c * kq;
      }
      for (int k = 0; k < 3; ++k) {
        const double pk = a[p][k], qk = a[q][k];
        a[p][k] = c * pk - s * qk, a[q][k] = s * pk + c * qk;
      }
      const Vec3 vp = axes[p], vq = axes[q];
      axes[p] = c * vp - s * vq, axes[q] = s * vp + c * vq;
    }
}

struct Axis {
  Vec3 direction;
  std::string name;
};

std::vector<Axis> axes_of(Moments& m) {
  std::vector<Axis> out{{{1, 0, 0}, "x"}, {{0, 1, 0}, "y"}, {{0, 0, 1}, "z"}};
  Vec3 own[3];
  principal_axes(m.spread, own);
  for (const Vec3& axis : own) {
    const auto known = [&](const Axis& a) { return std::abs(dot(a.direction, axis)) > kSameAxis; };
    if (std::any_of(out.begin(), out.end(), known)) continue;
    out.push_back({axis, fmt::format("({:.2f}, {:.2f}, {:.2f})", axis.x, axis.y, axis.z)});
  }
  return out;
}

}  // namespace

ShownMotion shown_motion(const BodySurface& s, std::span<const Vec3> normals,
                         std::span<const Vec3> shape) {
  const std::size_t corners = normals.size();
  std::vector<double> weight(corners);
  double all = 0;
  for (std::size_t k = 0; k < corners; ++k) {
    const Vec3& u = shape[static_cast<std::size_t>(s.triangles[k / 3][k % 3])];
    weight[k] = area_of(s, k / 3) / 3;
    all += weight[k] * dot(u, u);
  }
  /// `toward(k, r)`: unit direction at a corner. Returns the share of the motion that lies in it.
  const auto measure = [&](auto toward, std::vector<double>& values) {
    double square = 0;
    values.resize(corners);
    for (std::size_t k = 0; k < corners; ++k) {
      const auto v = static_cast<std::size_t>(s.triangles[k / 3][k % 3]);
      values[k] = dot(toward(k, s.vertices[v]), shape[v]);
      square += weight[k] * values[k] * values[k];
    }
    return all > 0 ? square / all : 0;
  };

  ShownMotion out;
  const double along_normal =
      measure([&](std::size_t k, const Vec3&) { return normals[k]; }, out.values);
  if (along_normal < kEnoughAlongNormal) {
    Moments moments = moments_of(s);
    const std::vector<Axis> axes = axes_of(moments);
    double best = kNearlyAll;
    std::vector<double> values;
    for (const Axis& axis : axes) {
      const auto along = [&](std::size_t, const Vec3&) { return axis.direction; };
      const double share = measure(along, values);
      if (share > best) best = share, out.values = values, out.direction = "along " + axis.name;
    }
    // Bending with a node in the middle goes around that, too: along comes first.
    if (out.direction.empty())
      for (const Axis& axis : axes) {
        const auto around = [&](std::size_t, const Vec3& r) {
          return normalized(cross(axis.direction, r - moments.centre), {0, 0, 0});
        };
        const double share = measure(around, values);
        if (share <= best) continue;
        best = share, out.values = values, out.direction = "twist about " + axis.name;
        out.twist = true, out.centre = moments.centre, out.axis = axis.direction;
      }
  }
  double strongest = kLeastMotion;
  for (const double v : out.values) strongest = std::max(strongest, std::abs(v));
  for (double& v : out.values) v /= strongest;
  return out;
}

std::vector<Vec3> bent_vertices(const BodySurface& s, std::span<const Vec3> shape, double amplitude,
                                const ShownMotion& motion) {
  std::vector<Vec3> out = s.vertices;
  for (std::size_t v = 0; v < out.size(); ++v) {
    Vec3 u = amplitude * shape[v];
    const Vec3 r = out[v] - motion.centre, out_there = r - dot(r, motion.axis) * motion.axis;
    const double distance = norm(out_there);
    if (motion.twist && distance > 1e-9) {
      const Vec3 around = cross(motion.axis, out_there) / distance;
      const double way = dot(u, around), angle = way / distance;
      u = u - way * around + (std::cos(angle) - 1) * out_there +
          std::sin(angle) * distance * around;
    }
    out[v] += u;
  }
  return out;
}

}  // namespace peal
