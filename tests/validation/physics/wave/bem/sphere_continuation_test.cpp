// Outward continuation of shell records against fields that are known everywhere: the accelerated
// sphere, the same sphere off the centre of the shell, and outgoing multipoles of high order.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "physics/wave/exact/click_sphere.h"
#include "physics/wave/multipole/radial_continuation.h"
#include "physics/wave/multipole/spherical_harmonics.h"

namespace peal {
namespace {

constexpr double kContinuedRadius = 0.0075,
                 kContinuedPulse = 7.3264e-6;  // the paper's ball bearing

/// p(point, t) of a sphere at `centre` that is accelerated along `axis`.
double ball(const Vec3& point, const Vec3& centre, const Vec3& axis, double t) {
  const Vec3 d = point - centre;
  return ClickSphere{kContinuedRadius, {}}.pulse(norm(d), dot(d, axis) / norm(d), t,
                                                 kContinuedPulse);
}

/// Shell of radius r1 around the origin, harmonics up to `order` of the exact field.
PulseRecord record_of(double r1, int order, double step, const Vec3& centre, const Vec3& axis,
                      int polar_axis = 2, int beyond = 4) {
  const double c = Air{}.speed_of_sound, slowest = (r1 + norm(centre) + 20 * kContinuedRadius) / c;
  PulseRecord record;
  record.radius = r1;
  record.pulse = kContinuedPulse;
  record.step = step;
  record.polar_axis = polar_axis;
  record.begin = -2 * kContinuedPulse - 4 * step;
  record.samples = int((slowest + 4 * kContinuedPulse) / step) + 10;
  const ShellQuadrature shell(order + beyond);
  for (int l = 0; l <= order; ++l)
    for (int m = -l; m <= l; ++m) record.coefficients.push_back({0, l, m});
  record.values.resize(record.coefficients.size() * record.samples);
  std::vector<double> p(shell.size()), coefficients(harmonic_count(order + beyond));
  for (int n = 0; n < record.samples; ++n) {
    for (std::size_t i = 0; i < p.size(); ++i) {
      const Vec3& d = shell.directions()[i];  // harmonic axes => body axes
      const Vec3 body = polar_axis == 2   ? d
                        : polar_axis == 0 ? Vec3{d.z, d.x, d.y}
                                          : Vec3{d.y, d.z, d.x};
      p[i] = ball(r1 * body, centre, axis, record.begin + n * step);
    }
    shell.project(p, coefficients);
    for (std::size_t i = 0; i < record.coefficients.size(); ++i)
      record.values[i * record.samples + n] = float(coefficients[i]);
  }
  return record;
}

/// Relative L2 difference over all given points together.
double error_at(const PulseRecord& record, const std::vector<Vec3>& points, const Vec3& centre,
                const Vec3& axis) {
  double difference = 0, power = 0;
  for (const Vec3& point : points) {
    const PressureSeries got = pressure_beyond(record, 0, point);
    for (std::size_t n = 0; n < got.values.size(); ++n) {
      const double exact = ball(point, centre, axis, got.begin + double(n) * got.step);
      difference += std::pow(got.values[n] - exact, 2);
      power += exact * exact;
    }
  }
  return std::sqrt(difference / power);
}

TEST(SphereContinuation, DipoleFromTwoToEightRadii) {
  const Vec3 axis = normalized(Vec3{0.2, 0.5, -0.8}),
             point = 8 * kContinuedRadius * Vec3{0.6, 0, -0.8};
  for (auto [part, bound] : {std::pair{0.5, 1e-4}, {0.25, 5e-6}, {0.125, 5e-7}}) {
    const double error = error_at(
        record_of(2 * kContinuedRadius, 1, part * kContinuedPulse, {}, axis), {point}, {}, axis);
    EXPECT_LT(error, bound);
  }
}

TEST(SphereContinuation, ThePolarAxisMayBeAnyBodyAxis) {
  const Vec3 axis = normalized(Vec3{0.2, 0.5, -0.8}),
             point = 8 * kContinuedRadius * Vec3{0.6, 0.64, -0.48};
  for (int polar : {0, 1, 2}) {
    const auto record = record_of(2 * kContinuedRadius, 1, 0.25 * kContinuedPulse, {}, axis, polar);
    EXPECT_LT(error_at(record, {point}, {}, axis), 5e-6) << polar;
  }
}

// The shell encloses the ball: Rb = (1 + s) a; from 1.25 Rb to 8 Rb, step h/4. What is left is the
// field beyond the order, which depends a little on the directions it is averaged over: the
// reference has its own.
TEST(SphereContinuation, OffCentreBallNeedsHigherOrders) {
  struct Case {
    double offset;
    int order;
    double reference;
  };
  const ShellQuadrature around(4);
  for (const Case& c : {Case{0.25, 3, 0.015},
                        {0.25, 4, 0.0046},
                        {0.5, 4, 0.033},
                        {0.5, 6, 0.0087},
                        {1.0, 8, 0.030}}) {
    const Vec3 centre{0, 0, c.offset * kContinuedRadius}, axis = normalized(Vec3{1, 0, 1});
    const double bound = (1 + c.offset) * kContinuedRadius;
    const auto record = record_of(1.25 * bound, c.order, 0.25 * kContinuedPulse, centre, axis);
    std::vector<Vec3> points;
    for (const Vec3& d : around.directions()) points.push_back(8 * bound * d);
    const double error = error_at(record, points, centre, axis);
    EXPECT_LT(error, 1.8 * c.reference);
    EXPECT_GT(error, c.reference / 1.8);
  }
}

// Below the order nothing is lost: projected at 8 Rb, exact field and continued record agree.
TEST(SphereContinuation, OffCentreBallIsExactInTheOrdersThatAreKept) {
  const Vec3 centre{0, 0.2 * kContinuedRadius, 0.45 * kContinuedRadius},
      axis = normalized(Vec3{1, -0.3, 0.5});
  const double bound = 1.5 * kContinuedRadius;
  const int order = 4;
  const auto record = record_of(1.25 * bound, order, 0.25 * kContinuedPulse, centre, axis, 2, 14);
  const ShellQuadrature around(12);
  std::vector<PressureSeries> series;
  for (const Vec3& d : around.directions())
    series.push_back(pressure_beyond(record, 0, 8 * bound * d));
  std::vector<double> exact(around.size()), got(around.size());
  std::vector<double> c_exact(harmonic_count(12)), c_got(harmonic_count(12));
  double difference[10] = {}, power[10] = {};
  for (std::size_t n = 0; n < series[0].values.size(); n += 3) {
    const double t = series[0].begin + double(n) * series[0].step;
    for (std::size_t i = 0; i < exact.size(); ++i) {
      exact[i] = ball(8 * bound * around.directions()[i], centre, axis, t);
      got[i] = series[i].values[n];
    }
    around.project(exact, c_exact);
    around.project(got, c_got);
    for (int l = 0; l <= 9; ++l)
      for (int m = -l; m <= l; ++m) {
        const std::size_t k = harmonic_index(l, m);
        difference[l] += std::pow(c_got[k] - c_exact[k], 2);
        power[l] += c_exact[k] * c_exact[k];
      }
  }
  for (int l = 0; l <= order; ++l) EXPECT_LT(std::sqrt(difference[l] / power[l]), 1e-4) << l;
}

/// sum_k b_k f^(l-k)(t') (c/r)^k / r, b_k = (l+k)! / (2^k k! (l-k)!): outgoing wave of order l with
/// t' = t - (r - r1)/c and f a Gaussian, scaled so that the largest factor is 1.
double multipole(int l, double r, double c, double t, double width) {
  // Derivatives of e^{-u^2/2}, u = t/width: Hermite functions by recurrence.
  const double u = t / width;
  std::vector<double> derivative(l + 1);
  derivative[0] = std::exp(-u * u / 2);
  if (l > 0) derivative[1] = -u * derivative[0];
  for (int n = 2; n <= l; ++n) derivative[n] = -u * derivative[n - 1] - (n - 1) * derivative[n - 2];
  double sum = 0, log_b = 0;
  const double ratio = std::log(c * width / r), scale = std::lgamma(l + 1.0) / 2;
  for (int k = 0; k <= l; ++k) {
    sum += derivative[l - k] * std::exp(log_b + k * ratio - scale);
    log_b += std::log(double(l + k + 1) * (l - k) / (2.0 * (k + 1)));
  }
  return sum / r;
}

TEST(SphereContinuation, OutgoingMultipolesToOrder40) {
  const double r1 = 0.01, c = Air{}.speed_of_sound;
  for (int l : {0, 1, 2, 5, 10, 20, 30, 40}) {
    // Wave numbers around l / r1, where the near field turns into waves.
    const double width = r1 / c / std::max(1.0, 0.5 * l) * 1.5, step = width / 6;
    PulseRecord record;
    record.radius = r1;
    record.step = step;
    record.begin = -14 * width;
    record.samples = int(28 * width / step) + 1;
    record.coefficients = {{0, l, 0}};
    for (int n = 0; n < record.samples; ++n)
      record.values.push_back(float(multipole(l, r1, c, record.begin + n * step, width)));
    const double y = std::sqrt((2 * l + 1) / (4 * kPi));
    for (double q : {1.5, 4.0, 30.0}) {
      const auto got = pressure_beyond(record, 0, {0, 0, q * r1});
      double difference = 0, power = 0;
      for (std::size_t n = 0; n < got.values.size(); ++n) {
        const double t = got.begin + double(n) * step - (q - 1) * r1 / c;
        const double exact = y * multipole(l, q * r1, c, t, width);
        difference += std::pow(got.values[n] - exact, 2);
        power += exact * exact;
      }
      EXPECT_LT(std::sqrt(difference / power), 3e-6) << l << " " << q;  // floats in the record
    }
  }
}

}  // namespace
}  // namespace peal
