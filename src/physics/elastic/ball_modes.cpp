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

std::vector<double> ball_frequencies(BallFamily family, int degree, int count,
                                     const BallBody& body) {
  const double across = std::sqrt(body.young / (2 * (1 + body.poisson) * body.density));  // c_t
  std::vector<double> out = ball_roots(family, degree, count, body.poisson);
  for (double& x : out) x *= across / (2 * kPi * body.radius);
  return out;
}

}  // namespace peal
