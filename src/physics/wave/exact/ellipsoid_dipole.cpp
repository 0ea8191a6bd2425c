#include "physics/wave/exact/ellipsoid_dipole.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/error.h"
#include "physics/wave/exact/click_sphere.h"

namespace peal {
namespace {

void check_axes(const Vec3& a) {
  if (!(a.x > 0 && a.y > 0 && a.z > 0) || !is_finite(a))
    fail("ellipsoid: expected three semi-axes > 0 m, got {}, {}, {}", a.x, a.y, a.z);
}

double equivalent_radius(const Vec3& axes) { return std::cbrt(axes.x * axes.y * axes.z); }

// Direction-averaged relative L2 in percent, rows: axis ratio, columns: beta.
constexpr std::array kBetas{0.1, 0.2, 0.5, 1.0, 1.5};
constexpr std::array kRatios{1.0, 1.5, 2.0, 3.0};
using Table = std::array<std::array<double, 5>, 4>;
constexpr Table kProlate{
    {{0, 0, 0, 0, 0}, {1.4, 2.2, 4.9, 8.9, 11}, {2.2, 3.4, 8.0, 14, 17}, {3.1, 5.1, 12, 20, 23}}};
constexpr Table kOblate{
    {{0, 0, 0, 0, 0}, {2.0, 2.9, 6.1, 12, 16}, {3.7, 5.5, 11, 22, 29}, {6.5, 9.5, 19, 38, 48}}};

/// Interval of x in ascending nodes and the place in it, on a logarithmic axis; beyond the last
/// node the last interval goes on.
template <std::size_t N>
std::pair<std::size_t, double> place(const std::array<double, N>& nodes, double x) {
  std::size_t i = 0;
  while (i + 2 < N && x > nodes[i + 1]) ++i;
  return {i, std::log(x / nodes[i]) / std::log(nodes[i + 1] / nodes[i])};
}

double look_up(const Table& table, double ratio, double beta) {
  const auto row = place(kRatios, ratio), column = place(kBetas, beta);
  const auto along = [&](const std::array<double, 5>& values) {
    const double low = values[column.first], high = values[column.first + 1];
    return low + (high - low) * column.second;
  };
  const double low = along(table[row.first]), high = along(table[row.first + 1]);
  return low + (high - low) * row.second;
}

}  // namespace

// Duplication (Carlson 1979): every turn brings the arguments four times closer together; then a
// series about their mean to fifth order.
double carlson_rd(double x, double y, double z) {
  if (!(x >= 0 && y >= 0 && x + y > 0 && z > 0) || !std::isfinite(x + y + z))
    fail("elliptic integral R_D: expected x, y >= 0, not both 0, and z > 0, got {}, {}, {}", x, y,
         z);
  double sum = 0, power = 1, mean = 0, dx = 0, dy = 0, dz = 0;
  for (int turn = 0; turn < 200; ++turn) {
    mean = (x + y + 3 * z) / 5;
    dx = (mean - x) / mean, dy = (mean - y) / mean, dz = (mean - z) / mean;
    if (std::max({std::abs(dx), std::abs(dy), std::abs(dz)}) < 5e-3) break;
    const double rx = std::sqrt(x), ry = std::sqrt(y), rz = std::sqrt(z);
    const double lambda = rx * (ry + rz) + ry * rz;
    sum += power / (rz * (z + lambda));
    power /= 4;
    x = (x + lambda) / 4, y = (y + lambda) / 4, z = (z + lambda) / 4;
  }
  const double ea = dx * dy, eb = dz * dz, ec = ea - eb, ed = ea - 6 * eb, ee = ed + 2 * ec;
  const double series = 1 + ed * (-3.0 / 14 + 9.0 / 88 * ed - 9.0 / 52 * dz * ee) +
                        dz * (ee / 6 + dz * (-9.0 / 22 * ec + dz * 3.0 / 26 * ea));
  return 3 * sum + power * series / (mean * std::sqrt(mean));
}

Vec3 ellipsoid_alphas(const Vec3& axes) {
  check_axes(axes);
  // Only ratios count; the largest axis is 1, so that no product leaves the doubles.
  const Vec3 a = axes / std::max({axes.x, axes.y, axes.z});
  const double product = 2.0 / 3 * a.x * a.y * a.z;
  const double x = a.x * a.x, y = a.y * a.y, z = a.z * a.z;
  return {product * carlson_rd(y, z, x), product * carlson_rd(z, x, y),
          product * carlson_rd(x, y, z)};
}

Vec3 ellipsoid_dipole_factors(const Vec3& axes) {
  const Vec3 a = ellipsoid_alphas(axes);
  // 2 - alpha_i = the other two: nothing cancels for a thin disc.
  return {2 / (a.y + a.z), 2 / (a.z + a.x), 2 / (a.x + a.y)};
}

Vec3 equivalent_ellipsoid(double volume, double mass, const Vec3& inertia) {
  if (!(volume > 0 && mass > 0) || !std::isfinite(volume) || !std::isfinite(mass) ||
      !is_finite(inertia) || !(inertia.x + inertia.y + inertia.z > 0))
    fail(
        "equivalent ellipsoid: expected volume and mass > 0 and finite moments of inertia, got {} "
        "m^3, {} kg and {}, {}, {} kg m^2",
        volume, mass, inertia.x, inertia.y, inertia.z);
  const double half = (inertia.x + inertia.y + inertia.z) / 2;
  Vec3 axes;
  for (int i = 0; i < 3; ++i) axes[i] = std::sqrt(std::max(0.0, 5 * (half - inertia[i]) / mass));
  const double least = 1e-3 * std::max({axes.x, axes.y, axes.z});
  for (int i = 0; i < 3; ++i) axes[i] = std::max(axes[i], least);
  return axes * std::cbrt(volume / (4 * kPi / 3 * axes.x * axes.y * axes.z));
}

double effective_radius(const Vec3& axes, const Vec3& n) noexcept {
  return norm(Vec3{axes.x * n.x, axes.y * n.y, axes.z * n.z});
}

EllipsoidClick::EllipsoidClick(const Vec3& ellipsoid, const Air& around)
    : axes(ellipsoid), air(around), factors(ellipsoid_dipole_factors(ellipsoid)) {}

EllipsoidClick::View EllipsoidClick::view(const Vec3& listener, const Vec3& peak,
                                          double t) const noexcept {
  const double r = norm(listener), volume = 4 * kPi / 3 * axes.x * axes.y * axes.z;
  const Vec3 n = listener / r;
  const double radius = effective_radius(axes, n);
  double strength = 0;
  for (int i = 0; i < 3; ++i) strength += factors[i] * peak[i] * n[i];
  strength *= 2 * air.density * volume / (4 * kPi * r * r);
  return {strength, radius, r / radius, (air.speed_of_sound * t - (r - radius)) / radius};
}

double EllipsoidClick::half_sine(const Vec3& listener, const Vec3& peak, double t, double duration,
                                 double width) const noexcept {
  const View v = view(listener, peak, t);
  const HalfSineResponse s(v.q, kPi * v.radius / (air.speed_of_sound * duration));
  const double half = air.speed_of_sound * width / (2 * v.radius);
  return v.strength * (width > 0 ? s.integral(v.x - half, v.x + half) / (2 * half) : s.at(v.x));
}

double EllipsoidClick::pulse(const Vec3& listener, const Vec3& peak, double t,
                             double h) const noexcept {
  const View v = view(listener, peak, t);
  return v.strength * pulse_response(v.x, v.q, air.speed_of_sound * h / v.radius);
}

double proxy_error(const Vec3& axes, double tau, const Air& air) {
  check_axes(axes);
  if (!(tau > 0)) fail("proxy error: expected a duration > 0 s, got {}", tau);
  std::array<double, 3> a{axes.x, axes.y, axes.z};
  std::sort(a.begin(), a.end());
  const double ratio = a[2] / a[0];
  if (ratio <= 1) return 0;
  // Below the table the error is not taken smaller than at its edge.
  const double beta =
      std::max(kBetas.front(), kPi * equivalent_radius(axes) / (air.speed_of_sound * tau));
  const double flat = (a[1] - a[0]) / (a[2] - a[0]);
  const double percent =
      (1 - flat) * look_up(kProlate, ratio, beta) + flat * look_up(kOblate, ratio, beta);
  return 1.25 * percent / 100;
}

}  // namespace peal
