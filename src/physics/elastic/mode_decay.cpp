#include "physics/elastic/mode_decay.h"

#include <cmath>

#include "base/constants.h"
#include "physics/elastic/materials/damping.h"

namespace peal {
namespace {

constexpr double kWorthKnowing = 0.01;  // of the loss factor: less heat flow needs no exact G

/// Three points that integrate quadratic functions over a triangle, equal weights.
constexpr std::array<std::array<double, 2>, 3> kPoints{
    {{1.0 / 6, 1.0 / 6}, {2.0 / 3, 1.0 / 6}, {1.0 / 6, 2.0 / 3}}};

using Slopes = std::array<std::array<double, 2>, 6>;  // d N / d xi, d N / d eta

/// Corners (0,0), (1,0), (0,1), then the middles of edges 12, 23, 31.
constexpr Slopes slopes_at(double x, double y) {
  const double z = 1 - x - y;
  return {{{1 - 4 * z, 1 - 4 * z},
           {4 * x - 1, 0},
           {0, 4 * y - 1},
           {4 * (z - x), -4 * x},
           {4 * y, 4 * x},
           {-4 * y, 4 * (z - y)}}};
}

constexpr std::array<Slopes, 3> kSlopes{slopes_at(kPoints[0][0], kPoints[0][1]),
                                        slopes_at(kPoints[1][0], kPoints[1][1]),
                                        slopes_at(kPoints[2][0], kPoints[2][1])};

}  // namespace

ModeDecay::ModeDecay(const ModalModel& model, const Material& material)
    : model_(model), material_(material), wall_(model.wall()) {
  if (material.damping.rayleigh || material.thermal == ThermalProperties{}) return;
  const QuadraticSurface& surface = model.surface;
  points_.reserve(kPoints.size() * surface.triangles.size());
  for (const auto& triangle : surface.triangles)
    for (int place = 0; place < static_cast<int>(kPoints.size()); ++place) {
      Point p;
      p.place = place;
      for (std::size_t k = 0; k < 6; ++k) {
        p.nodes[k] = triangle[k];
        for (int a = 0; a < 2; ++a) p.along[a] += kSlopes[place][k][a] * surface.nodes[triangle[k]];
      }
      const double g11 = dot(p.along[0], p.along[0]), g12 = dot(p.along[0], p.along[1]),
                   g22 = dot(p.along[1], p.along[1]);
      p.determinant = g11 * g22 - g12 * g12;
      if (!(p.determinant > 0)) continue;
      p.inverse[0] = g22 / p.determinant, p.inverse[1] = -g12 / p.determinant,
      p.inverse[2] = g11 / p.determinant;
      points_.push_back(p);
    }
}

double ModeDecay::bending_factor(std::size_t mode) const {
  const Vec3* shape = model_.shape(mode);
  const double nu = material_.poisson;
  double traces = 0, energy = 0;
  for (const Point& p : points_) {
    Vec3 moved[2];
    for (std::size_t k = 0; k < 6; ++k)
      for (int a = 0; a < 2; ++a) moved[a] += kSlopes[p.place][k][a] * shape[p.nodes[k]];
    const double e11 = dot(p.along[0], moved[0]), e22 = dot(p.along[1], moved[1]),
                 e12 = (dot(p.along[0], moved[1]) + dot(p.along[1], moved[0])) / 2;
    const double trace = p.inverse[0] * e11 + 2 * p.inverse[1] * e12 + p.inverse[2] * e22;
    const double determinant = (e11 * e22 - e12 * e12) / p.determinant;
    const double area = std::sqrt(p.determinant);
    traces += area * trace * trace;
    energy += area * (trace * trace - 2 * (1 - nu) * determinant);
  }
  return energy > 0 ? (1 + nu) / (1 - nu) * traces / energy : 0;
}

double ModeDecay::rate(std::size_t mode) const {
  const double omega = model_.omega[mode], own = decay_rate(material_.damping, omega);
  if (points_.empty()) return own;
  const double beam = thermoelastic_loss_of_beam(material_, wall_, omega / (2 * kPi)) * omega / 2;
  const double most = 2 / (1 - material_.poisson);  // strain that is the same in all directions
  return own + beam * (most * beam < kWorthKnowing * own ? most / 2 : bending_factor(mode));
}

}  // namespace peal
