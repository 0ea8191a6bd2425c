// What rods radiate when they stretch and twist, against boundary elements around the same body:
// the motion is given, so that nothing but the radiation is compared.
#include "physics/rods/rod_radiation.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <complex>
#include <functional>
#include <vector>

#include "../wave/bem/slender_bodies.h"
#include "physics/wave/bem/helmholtz_bem.h"

namespace peal {
namespace {

using Complex = std::complex<double>;
const Air kAir;

struct BoxRod {
  double length, width, height;  // along x, y = d1, z = d2
  TriangleMesh surface(double along, double across) const {
    std::array<std::vector<double>, 3> lines;
    test::line_to(lines[0], -length / 2, length / 2, along);
    test::line_to(lines[1], -width / 2, width / 2, across);
    test::line_to(lines[2], -height / 2, height / 2, across);
    return test::blocks(lines, [](const Vec3&) { return true; });
  }
};

/// [Pa] at places, of a surface that moves with a velocity(place, normal).
std::vector<Complex> of_surface(const TriangleMesh& mesh, double omega,
                                const std::function<double(const Vec3&, const Vec3&)>& velocity,
                                const std::vector<Vec3>& places) {
  const HelmholtzBem bem(mesh, kAir);
  std::vector<double> v;
  for (const auto& t : mesh.triangles) {
    const Vec3 &a = mesh.vertices[t[0]], &b = mesh.vertices[t[1]], &c = mesh.vertices[t[2]];
    v.push_back(velocity((a + b + c) / 3, normalized(cross(b - a, c - a))));
  }
  const auto p = bem.solve(omega, v);
  std::vector<Complex> out;
  for (const Vec3& x : places) out.push_back(bem.pressure(omega, p, v, x));
  return out;
}

/// The same of elements, by their accelerations over -i omega.
struct Elements {
  double omega;
  std::vector<Vec3> places;
  std::vector<Complex> sums;
  Elements(double w, const std::vector<Vec3>& at) : omega(w), places(at), sums(at.size()) {}
  void add(const Vec3& from, double monopole, const Vec3& dipole) {
    for (std::size_t k = 0; k < places.size(); ++k) {
      const Vec3 way = places[k] - from;
      const double r = norm(way), wave = omega / kAir.speed_of_sound;
      const double along = dot(way, dipole) / r;
      const Complex a = Complex(0, -omega) * std::exp(Complex(0, wave * r));
      sums[k] += a * (monopole / r + along * (1 / (r * r) - Complex(0, wave) / r));
    }
  }
};

/// Around the rod at 0.4 to 0.6 m, one on its line, two in planes of symmetry.
const std::vector<Vec3> kPlaces{{0.6, 0, 0},      {0.5, 0.3, 0},    {0.3, 0.4, 0.2},
                                {0, 0.35, 0.2},   {-0.4, 0.1, 0.4}, {0.05, 0.3, 0.3},
                                {-0.2, 0.2, 0.4}, {0.1, -0.4, 0.3}};

struct Misfit {
  double level = 0;  // [dB] of the mean square
  double worst = 0;  // of a place, as a part of the root of the mean square, phase and all
};
Misfit misfit(const std::vector<Complex>& got, const std::vector<Complex>& expected) {
  double of_got = 0, of_expected = 0;
  Misfit out;
  for (std::size_t k = 0; k < got.size(); ++k) {
    of_got += std::norm(got[k]), of_expected += std::norm(expected[k]);
    out.worst = std::max(out.worst, std::abs(got[k] - expected[k]));
  }
  out.level = 10 * std::log10(of_got / of_expected);
  out.worst /= std::sqrt(of_expected / static_cast<double>(got.size()));
  fmt::print("  {:+.2f} dB, worst {:.3f}\n", out.level, out.worst);
  return out;
}

// The n-th longitudinal mode with Poisson's ratio nu, of a rod of 36 points.
Misfit stretched(const BoxRod& box, double frequency, double nu, int n) {
  const double omega = 2 * kPi * frequency, q = n * kPi / box.length;
  const auto u = [&](double x) { return n % 2 ? std::sin(q * x) : std::cos(q * x); };
  const auto du = [&](double x) { return n % 2 ? q * std::cos(q * x) : -q * std::sin(q * x); };
  const auto expected = of_surface(
      box.surface(0.006, 0.006), omega,
      [&](const Vec3& x, const Vec3& normal) {
        return normal.x * u(x.x) - nu * du(x.x) * (normal.y * x.y + normal.z * x.z);
      },
      kPlaces);
  const RodRadiation radiation(rectangle_section(box.width, box.height), nu, kAir.density);
  Elements rod(omega, kPlaces);
  const int edges = 35;
  const auto at = [&](int i) { return box.length * (i / double(edges) - 0.5); };
  for (int j = 0; j < edges; ++j) {
    const auto m = radiation.monopoles(u(at(j)), u(at(j + 1)));
    rod.add({at(j), 0, 0}, m[0], {});
    rod.add({at(j + 1), 0, 0}, m[1], {});
  }
  return misfit(rod.sums, expected);
}

TEST(RodRadiation, StretchingRodsAreHeardFromTheirEndsAndTheirWaist) {
  const BoxRod box{0.24, 0.012, 0.012};
  for (const auto& [frequency, nu, n] :
       {std::tuple{2000., 0.3, 1}, {5000., 0.3, 2}, {800., 0.5, 1}}) {
    const Misfit m = stretched(box, frequency, nu, n);
    EXPECT_NEAR(m.level, 0, 1) << frequency;
    // Where on an end face its sound comes from is known to about half of its half width.
    EXPECT_LT(m.worst, 0.1 + 0.5 * 2 * kPi * frequency / kAir.speed_of_sound * 0.006) << frequency;
  }
}

TEST(RodRadiation, TwistingStripsAreHeard) {
  const BoxRod box{0.18, 0.024, 0.004};
  for (const auto& [frequency, n] : {std::pair{1500., 1}, {6000., 3}}) {
    const double omega = 2 * kPi * frequency, q = n * kPi / box.length;
    const auto expected = of_surface(
        box.surface(0.006, 0.004), omega,
        [&](const Vec3& x, const Vec3& normal) {
          return std::sin(q * x.x) * (normal.z * x.y - normal.y * x.z);
        },
        kPlaces);
    const RodRadiation radiation(rectangle_section(box.width, box.height), 0.3, kAir.density);
    Elements rod(omega, kPlaces);
    const int edges = 48;
    for (int i = 0; i <= edges; ++i) {
      const double x = box.length * (i / double(edges) - 0.5);
      const double share = box.length / edges * (i == 0 || i == edges ? 0.5 : 1);
      const auto pair = radiation.turning_pair(share, {0, 1, 0}, {0, 0, 1});
      for (const int sign : {-1, 1})
        rod.add(Vec3{x, 0, 0} + sign * pair.offset, 0, sign * std::sin(q * x) * pair.dipole);
    }
    const Misfit m = misfit(rod.sums, expected);
    EXPECT_NEAR(m.level, 0, 1) << frequency;
    EXPECT_LT(m.worst, 0.2) << frequency;
  }
}

// A straight rod that swings to and fro everywhere alike: the two-dimensional field of a cylinder,
// p = rho a / k H1(k r) / H1'(k R) across it. A long rod, faded out towards its ends.
TEST(RodRadiation, StraightRodsAreAsLoudAsTheExactCylinder) {
  const double radius = 0.00635, near = 0.3, half = 30, step = 0.004;
  const RodRadiation radiation(circle_section(radius), 0.3, kAir.density);
  const Vec3 dipole = radiation.dipole(step, {1, 0, 0}, {0, 1, 0}) * Vec3{1, 0, 0};
  const auto hankel = [](double order, double x) {
    return Complex(std::cyl_bessel_j(order, x), std::cyl_neumann(order, x));
  };
  for (const double ka : {0.02, 0.05, 0.1, 0.2}) {
    const double k = ka / radius, omega = k * kAir.speed_of_sound;
    Elements rod(omega, {{near, 0, 0}});
    for (double z = -half; z <= half; z += step) {
      const double u = std::max(0.0, 2 * std::abs(z) / half - 1);
      rod.add({0, 0, z}, 0, (0.5 + 0.5 * std::cos(kPi * u)) * dipole);
    }
    const Complex slope = hankel(0, ka) - hankel(1, ka) / ka;  // H1'
    const double exact = kAir.density * omega / k * std::abs(hankel(1, k * near) / slope);
    const double level = 20 * std::log10(std::abs(rod.sums[0]) / exact);
    fmt::print("  ka {}: {:+.3f} dB\n", ka, level);
    EXPECT_NEAR(level, 0, 0.5) << ka;
  }
}

// Moved as a whole along any line, a rod carries A Int (a.t) t ds, and nothing is left over.
TEST(RodRadiation, WhatMovesWithoutStretchingIsADipole) {
  const RodRadiation radiation(circle_section(1e-3), 0.3, 4 * kPi);
  std::vector<Vec3> points;
  for (int i = 0; i <= 30; ++i)
    points.push_back({std::cos(0.2 * i), std::sin(0.2 * i), 0.03 * i * i});
  const Vec3 a{0.3, -2, 0.7};
  double sum = 0;
  Vec3 moment, expected;
  for (int j = 0; j < 30; ++j) {
    const Vec3 edge = points[j + 1] - points[j], t = normalized(edge);
    const auto m = radiation.monopoles(dot(a, t), dot(a, t));
    sum += m[0] + m[1];
    moment += m[0] * points[j] + m[1] * points[j + 1];
    expected += kPi * 1e-6 * dot(a, t) * edge;
  }
  EXPECT_NEAR(sum, 0, 1e-18);
  EXPECT_NEAR(norm(moment - expected), 0, 1e-12 * norm(expected));
}

}  // namespace
}  // namespace peal
