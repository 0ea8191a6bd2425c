#include "physics/elastic/ball_modes.h"

#include <cmath>

#include "base/constants.h"
#include "base/error.h"

namespace peal {
namespace {

constexpr double kFirst = 0.3, kStep = 0.01, kLast = 400;  // eta that are looked at

double j(int n, double x) { return std::sph_bessel(static_cast<unsigned>(n), x); }

/// Zero where the surface of the ball is free.
double free_surface(BallFamily family, int n, double eta, double slowness) {
  if (family == BallFamily::torsional) return (n - 1) * j(n, eta) - eta * j(n + 1, eta);
  const double xi = eta * slowness, half = eta * eta / 2;
  const double radial_along = (n * n - n - half) * j(n, xi) + 2 * xi * j(n + 1, xi);
  if (n == 0) return radial_along;
  const double radial_across = n * (n + 1) * ((n - 1) * j(n, eta) - eta * j(n + 1, eta));
  const double shear_along = (n - 1) * j(n, xi) - xi * j(n + 1, xi);
  const double shear_across = (n * n - 1 - half) * j(n, eta) + eta * j(n + 1, eta);
  return radial_along * shear_across - radial_across * shear_along;
}

// u = grad(A j_l(h r) P_l) + curl curl(r B j_l(k r) P_l), h = w / c_l, k = w / c_t:
//   along the radius   U = A h j_l'(h r) + B l (l + 1) j_l(k r) / r,   times P_l
//   across it          V = A j_l(h r) / r + B (j_l(k r) / r + k j_l'(k r)),   times dP_l / dtheta
struct ModeShape {
  int l;
  double h, k, along, across;  // [1/m], [1/m], A, B

  struct Wave {  // j_l and its derivatives
    double j, slope, bend;
  };
  Wave wave(double x) const {
    const double value = j(l, x), slope = l * value / x - j(l + 1, x);
    return {value, slope, -2 / x * slope - (1 - l * (l + 1.0) / (x * x)) * value};
  }
  double radial(double r) const {
    return along * h * wave(h * r).slope + across * l * (l + 1) * j(l, k * r) / r;
  }
  double tangential(double r) const {
    const Wave w = wave(k * r);
    return along * j(l, h * r) / r + across * (w.j / r + k * w.slope);
  }
};

/// With the two parts so that no shear is left on the surface: V' - V / r + U / r = 0.
ModeShape shape_of(int l, double h, double k, double a) {
  ModeShape shape{l, h, k, 1, 0};
  if (l == 0) return shape;
  const ModeShape::Wave p = shape.wave(h * a), s = shape.wave(k * a);
  const double of_along = 2 * (h * p.slope / a - p.j / (a * a));
  const double of_across = (l * (l + 1.0) - 2) * s.j / (a * a) + k * k * s.bend;
  shape.along = of_across, shape.across = -of_along;
  return shape;
}

/// rho 4 pi / (2 l + 1) times the integral of (U^2 + l (l + 1) V^2) r^2, over U(a)^2.
double surface_mass(const ModeShape& shape, const BallBody& body) {
  constexpr int kSteps = 400;  // Simpson's rule
  double sum = 0;
  for (int i = 1; i <= kSteps; ++i) {
    const double r = body.radius * i / kSteps;
    const double u = shape.radial(r), v = shape.tangential(r);
    const double weight = i == kSteps ? 1 : i % 2 == 1 ? 4 : 2;
    sum += weight * (u * u + shape.l * (shape.l + 1) * v * v) * r * r;
  }
  const double u = shape.radial(body.radius);
  return body.density * 4 * kPi / (2 * shape.l + 1) * sum * body.radius / (3.0 * kSteps) / (u * u);
}

}  // namespace

std::vector<double> ball_roots(BallFamily family, int degree, int count, double poisson) {
  const int lowest = family == BallFamily::torsional ? 1 : 0;
  if (degree < lowest || degree > 60 || count < 0)
    fail("a ball has no {} modes of degree {}",
         family == BallFamily::torsional ? "torsional" : "spheroidal", degree);
  if (!(poisson > -1 && poisson < 0.5))
    fail("expected Poisson's ratio between -1 and 0.5, got {}", poisson);
  const double slowness = std::sqrt((1 - 2 * poisson) / (2 - 2 * poisson));  // c_t / c_l
  std::vector<double> out;
  double low = kFirst, at_low = free_surface(family, degree, low, slowness);
  while (static_cast<int>(out.size()) < count) {
    const double high = low + kStep, at_high = free_surface(family, degree, high, slowness);
    if (high > kLast)
      fail("only {} of {} modes of degree {} lie below eta = {}", out.size(), count, degree, kLast);
    if ((at_low < 0) != (at_high < 0)) {
      double a = low, b = high;
      for (int half = 0; half < 60; ++half) {
        const double middle = (a + b) / 2;
        ((free_surface(family, degree, middle, slowness) < 0) == (at_low < 0) ? a : b) = middle;
      }
      out.push_back((a + b) / 2);
    }
    low = high, at_low = at_high;
  }
  return out;
}

std::vector<BallMode> ball_ringing_modes(const BallBody& body, double below) {
  const double slowness = std::sqrt((1 - 2 * body.poisson) / (2 - 2 * body.poisson));
  std::vector<BallMode> out;
  for (int l = 0; l <= 60; ++l) {
    if (l == 1) continue;
    const std::size_t before = out.size();
    for (int count = 1;; ++count) {
      const double eta = ball_roots(BallFamily::spheroidal, l, count, body.poisson).back();
      BallMode mode;
      mode.degree = l;
      mode.frequency = eta * std::sqrt(body.young / (2 * (1 + body.poisson) * body.density)) /
                       (2 * kPi * body.radius);
      if (mode.frequency >= below || out.size() - before >= 20) break;
      const double k = eta / body.radius;
      mode.surface_mass = surface_mass(shape_of(l, slowness * k, k, body.radius), body);
      out.push_back(mode);
    }
    if (l > 2 && out.size() == before) break;
  }
  return out;
}

std::vector<double> ball_frequencies(BallFamily family, int degree, int count,
                                     const BallBody& body) {
  const double across = std::sqrt(body.young / (2 * (1 + body.poisson) * body.density));  // c_t
  std::vector<double> out = ball_roots(family, degree, count, body.poisson);
  for (double& x : out) x *= across / (2 * kPi * body.radius);
  return out;
}

}  // namespace peal
