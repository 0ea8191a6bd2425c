#include "physics/rods/rod_section.h"

#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "base/error.h"

namespace peal {
namespace {

void expect_length(const char* what, double value) {
  if (!(value > 0) || !std::isfinite(value))
    fail("{} of a rod's section: expected > 0 m, got {}", what, value);
}

struct EllipticParts {
  double first = 0;  // K(k)
  double split = 0;  // E(k) - k'^2 K(k)
};

/// Complete elliptic integrals of modulus k by the arithmetic-geometric mean. With
/// E = K (1 - sum 2^(n-1) c_n^2) and c_0 = k the split is K (k^2/2 - sum_{n>0} 2^(n-1) c_n^2):
/// nothing cancels for small k.
EllipticParts elliptic_parts(double k, double complement) {
  double a = 1, b = complement, c = k, sum = k * k / 2;
  for (double weight = 1; std::fabs(c) > 1e-17 * a; weight *= 2) {
    const double mean = (a + b) / 2;
    c = c * c / (4 * mean);
    b = std::sqrt(a * b);
    a = mean;
    sum -= weight * c * c;
  }
  const double first = kPi / (2 * a);
  return {first, first * sum};
}

/// Of the map below, z = R sum a_n zeta^n, n = 1, -1, -3, ...: on the circle |z|^2 has the part
/// 2 R^2 S cos(2 theta) with S = sum a_n a_n-2, so that a turning section's stream function
/// -|z|^2 / 2 makes the far potential -R^4 S sin(2 theta) / r^2, that of the quadrupole 2 pi R^4 S.
/// z' = sqrt(1 - 2 cos(2 alpha) u + u^2), u = zeta^-2, sin(alpha) = k, is a series of Gegenbauer
/// polynomials.
double rectangle_quadrupole(double radius, double k, double complement) {
  const double x = (complement - k) * (complement + k);  // cos(2 alpha)
  double sum = 0, last = 1, before = 0, a = 1;           // polynomials n - 1 and n - 2; a of n - 1
  for (int n = 1; n <= 100000; ++n) {
    const double next = n == 1 ? -x : (2 * x * (n - 1.5) * last - (n - 3) * before) / n;
    const double coefficient = -next / (2 * n - 1);
    sum += a * coefficient;
    a = coefficient, before = last, last = next;
  }
  return 2 * kPi * std::pow(radius, 4) * sum;
}

/// The map of the outside of a circle of radius R onto the outside of a rectangle w x h:
/// h = 4 R [E(k) - k'^2 K(k)], w = 4 R [E(k') - k^2 K(k')], D = 4 pi R^2 (k^2, k'^2).
void set_rectangle_radiation(RodSection& section, double width, double height) {
  double low = -60, high = 60;  // of ln(k / k'); w / h falls
  double k = 0, complement = 0, tall = 0;
  for (int i = 0; i < 200; ++i) {
    const double middle = (low + high) / 2;
    k = 1 / std::sqrt(1 + std::exp(-2 * middle));
    complement = 1 / std::sqrt(1 + std::exp(2 * middle));
    tall = elliptic_parts(k, complement).split;
    const double wide = elliptic_parts(complement, k).split;
    (wide * height > width * tall ? low : high) = middle;
  }
  const double radius =
      width > height ? width / (4 * elliptic_parts(complement, k).split) : height / (4 * tall);
  section.d11 = 4 * kPi * radius * radius * k * k;
  section.d22 = 4 * kPi * radius * radius * complement * complement;
  if (width != height) {
    const double q = rectangle_quadrupole(radius, k, complement);
    section.turn_q = std::fabs(q);
    section.turn_axis = q < 0 ? kPi / 2 : 0;
  }
}

/// J = beta a b^3 for sides a >= b.
double rectangle_torsion(double a, double b) {
  if (a < b) std::swap(a, b);
  double sum = 0;
  for (int n = 1001; n >= 1; n -= 2) sum += std::tanh(n * kPi * a / (2 * b)) / std::pow(n, 5);
  return (1.0 / 3 - 64 / std::pow(kPi, 5) * (b / a) * sum) * a * b * b * b;
}

}  // namespace

RodSection circle_section(double radius) {
  expect_length("radius", radius);
  return ellipse_section(radius, radius);
}

RodSection tube_section(double outer_radius, double inner_radius) {
  expect_length("outer radius", outer_radius);
  if (!(inner_radius >= 0 && inner_radius < outer_radius))
    fail("inner radius of a tube: expected 0 to below the outer radius {} m, got {}", outer_radius,
         inner_radius);
  RodSection section = circle_section(outer_radius);  // the hole does not radiate
  const double hollow = inner_radius / outer_radius, solid = 1 - std::pow(hollow, 4);
  section.area *= 1 - hollow * hollow;
  const double m = hollow * hollow, outer = (1 + m) * (1 + m);
  section.shear1 = {6 * outer, 7 * outer + 20 * m, 6 * outer + 12 * m};
  section.shear2 = section.shear1;
  for (double* moment : {&section.moment1, &section.moment2, &section.torsion, &section.polar})
    *moment *= solid;
  return section;
}

RodSection ellipse_section(double a, double b) {
  expect_length("first semi-axis", a);
  expect_length("second semi-axis", b);
  RodSection section;
  section.area = kPi * a * b;
  section.moment1 = kPi * a * a * a * b / 4;
  section.moment2 = kPi * a * b * b * b / 4;
  section.polar = section.moment1 + section.moment2;
  section.torsion = kPi * a * a * a * b * b * b / (a * a + b * b);
  section.d11 = kPi * b * (a + b);
  section.d22 = kPi * a * (a + b);
  const auto shear = [](double along, double across) {
    const double x = along * along, y = across * across;
    return ShearShape{12 * x * (3 * x + y), 40 * x * x + 16 * x * y,
                      37 * x * x + 10 * x * y + y * y};
  };
  section.shear1 = shear(a, b), section.shear2 = shear(b, a);
  section.turn_q = kPi / 8 * std::pow(a + b, 3) * std::fabs(a - b);
  section.turn_axis = a < b ? kPi / 2 : 0;
  section.reach = std::max(a, b);
  return section;
}

RodSection rectangle_section(double width, double height) {
  expect_length("width", width);
  expect_length("height", height);
  RodSection section;
  section.area = width * height;
  section.moment1 = height * width * width * width / 12;
  section.moment2 = width * height * height * height / 12;
  section.polar = section.moment1 + section.moment2;
  section.torsion = rectangle_torsion(width, height);
  section.reach = std::hypot(width, height) / 2;
  set_rectangle_radiation(section, width, height);
  return section;
}

}  // namespace peal
