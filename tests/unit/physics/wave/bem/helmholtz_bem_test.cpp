#include "physics/wave/bem/helmholtz_bem.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/parallel.h"
#include "physics/wave/bem/triangle_integrals.h"
#include "support/closed_meshes.h"
#include "support/error_of.h"

namespace peal {
namespace {

using Complex = std::complex<double>;

TEST(LinearTriangleIntegrals, AddUpToThoseOfTheConstant) {
  const Vec3 a{0.1, 0.2, 0}, b{1.3, 0.1, 0.2}, c{0.4, 0.9, -0.3};
  const Vec3 middle = (a + b + c) / 3.0, n = normalized(cross(b - a, c - a));
  for (const Vec3& x : {middle, middle + 1e-6 * n, middle - 0.3 * n, Vec3{3, -2, 1}, a + 1e-3 * n,
                        0.5 * (a + b), 2.0 * b - a}) {
    const auto constant = triangle_integrals(x, a, b, c);
    const auto linear = linear_triangle_integrals(x, a, b, c);
    double single = 0, dipole = 0;
    for (int k = 0; k < 3; ++k) single += linear.inverse_distance[k], dipole += linear.dipole[k];
    EXPECT_NEAR(single, constant.inverse_distance, 1e-12);
    EXPECT_NEAR(dipole, constant.solid_angle, 1e-12);
  }
}

TEST(LinearTriangleIntegrals, MatchSumsOverSmallParts) {
  const Vec3 a{0, 0, 0}, b{1, 0.1, 0}, c{0.2, 0.8, 0.3}, n = normalized(cross(b - a, c - a));
  const double area = norm(cross(b - a, c - a)) / 2;
  const Vec3 x{0.7, 0.5, 0.6};
  const auto got = linear_triangle_integrals(x, a, b, c);
  const int m = 300;
  double single[3] = {}, dipole[3] = {};
  for (int i = 0; i < m; ++i) {
    for (int j = 0; i + j < m; ++j) {
      for (int up = 0; up < (i + j + 1 < m ? 2 : 1); ++up) {
        const double u = (i + (up ? 2.0 : 1.0) / 3) / m, v = (j + (up ? 2.0 : 1.0) / 3) / m;
        const double f[3] = {1 - u - v, u, v};
        const Vec3 d = x - (f[0] * a + f[1] * b + f[2] * c);
        for (int k = 0; k < 3; ++k) {
          single[k] += f[k] * area / (m * m) / norm(d);
          dipole[k] += f[k] * area / (m * m) * dot(d, n) / std::pow(norm(d), 3);
        }
      }
    }
  }
  for (int k = 0; k < 3; ++k) {
    EXPECT_NEAR(got.inverse_distance[k] / single[k], 1, 1e-5);
    EXPECT_NEAR(got.dipole[k] / dipole[k], 1, 1e-5);
  }
}

TEST(HelmholtzRows, PlainAndFastKernelsAgreeWithTheFormula) {
  const HelmholtzPanels panels(test::box({0.3, 0.2, 0.1}, {2, 2, 1}), 100);
  const auto lanes = panels.lanes();
  const helmholtz_rows::Wave wave{37, 0.02};
  const std::size_t row = 3;
  helmholtz_rows::Block plain, fast;
  helmholtz_rows::baseline(lanes, wave, row, 0, lanes.count, plain);
  helmholtz_rows::run(lanes, wave, row, 0, lanes.count, fast);
  const Complex i(0, 1), eta = wave.eta_imag * i;
  for (std::size_t s = 0; s < panels.size(); ++s) {
    Complex matrix[9], right[3];
    for (int p = 0; p < 3; ++p) {
      for (int q = 0; q < 3; ++q) {
        const Vec3 x = panels.point(row, p), y = panels.point(s, q), nx = panels.normal(row),
                   ny = panels.normal(s);
        const double r = norm(y - x), weight = panels.area(row) * panels.area(s) / 9;
        const Complex g = r > 0 ? std::exp(i * wave.k * r) / (4 * kPi * r) : i * wave.k / (4 * kPi);
        const Complex slope = r > 0 ? g * (i * wave.k * r - 1.0) / (r * r) : 0;
        for (int a = 0; a < 3; ++a) {
          const double fa = a == p ? 2.0 / 3 : 1.0 / 6;
          right[a] += weight * fa * (g + eta * slope * dot(x - y, nx));
          for (int b = 0; b < 3; ++b) {
            const double fb = b == q ? 2.0 / 3 : 1.0 / 6;
            matrix[3 * a + b] += weight * (-fa * fb * slope * dot(y - x, ny) +
                                           eta * g *
                                               (dot(panels.curl(row, a), panels.curl(s, b)) -
                                                wave.k * wave.k * dot(nx, ny) * fa * fb));
          }
        }
      }
    }
    const auto close = [](Complex got, Complex wanted, double size) {
      return std::abs(got - wanted) <= 1e-8 * size;
    };
    double size = 0;
    for (const Complex& value : matrix) size = std::max(size, std::abs(value));
    for (int j = 0; j < 9; ++j) {
      EXPECT_TRUE(close({plain.real[j][s], plain.imag[j][s]}, matrix[j], size)) << s << " " << j;
      EXPECT_TRUE(close({fast.real[j][s], fast.imag[j][s]}, matrix[j], size)) << s << " " << j;
    }
    for (int a = 0; a < 3; ++a) {
      size = std::abs(right[a]);
      EXPECT_TRUE(close({plain.right_real[a][s], plain.right_imag[a][s]}, right[a], size)) << s;
      EXPECT_TRUE(close({fast.right_real[a][s], fast.right_imag[a][s]}, right[a], size)) << s;
    }
  }
}

// A point source inside a body: with its velocities on the surface the outside cannot tell.
TEST(HelmholtzBem, BoxMovingAsAPointSourceInsideSoundsLikeIt) {
  const Air air;
  const auto mesh = test::box({0.3, 0.2, 0.24}, {12, 8, 10});
  const HelmholtzBem bem(mesh, air);
  const Vec3 source{0.03, -0.02, 0.01};
  const Complex i(0, 1);
  for (const double k : {2.0, 12.0, 22.0}) {
    const double omega = k * air.speed_of_sound;
    std::vector<double> real, imag;
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
      const Vec3 d = mesh.centroid(t) - source;
      const double r = norm(d);
      const Complex v = std::exp(i * k * r) / r * (i * k - 1 / r) *
                        dot(d / r, normalized(mesh.area_vector(t))) / (i * omega * air.density);
      real.push_back(v.real()), imag.push_back(v.imag());
    }
    auto both = real;
    both.insert(both.end(), imag.begin(), imag.end());
    const auto p = bem.solve(omega, both);
    const std::size_t n = bem.vertex_count();
    const std::span all(p);
    for (const Vec3& x : {Vec3{1, 0.3, -0.2}, Vec3{-0.4, 0.5, 0.6}, Vec3{0, 0, -2}}) {
      const Complex got = bem.pressure(omega, all.first(n), real, x) +
                          i * bem.pressure(omega, all.last(n), imag, x);
      const double r = norm(x - source);
      const Complex exact = std::exp(i * k * r) / r;
      EXPECT_LT(std::abs(got / exact - 1.0), 0.01) << k;
    }
  }
}

TEST(HelmholtzBem, ThreadsAndColumnsDoNotChangeABit) {
  const auto mesh = test::icosphere(0.1, 1);
  const HelmholtzBem bem(mesh, Air{});
  const auto one = test::rigid_along_z(mesh);
  std::vector<double> two(one.size(), 1.0);
  two.insert(two.end(), one.begin(), one.end());
  const auto alone = bem.solve(9000, one, HelmholtzBem::Threads::one);
  EXPECT_EQ(bem.solve(9000, one), alone);
  const auto columns = bem.solve(9000, two);
  const std::size_t n = bem.vertex_count();
  ASSERT_EQ(columns.size(), 2 * n);
  for (std::size_t v = 0; v < n; ++v)
    EXPECT_LT(std::abs(columns[n + v] - alone[v]), 1e-12 * std::abs(columns[v]));
}

TEST(HelmholtzBem, ResolvesSixTrianglesPerWavelength) {
  const Air air;
  const auto mesh = test::box({0.1, 0.1, 0.1}, {5, 5, 5});  // diagonals of 28.3 mm
  EXPECT_NEAR(resolved_frequency(mesh, air), air.speed_of_sound / (6 * 0.02 * std::sqrt(2.0)),
              1e-6);
}

TEST(HelmholtzBem, RefusesFansOfSlivers) {
  TriangleMesh mesh;
  const int n = 400;
  for (const double z : {-0.01, 0.01}) mesh.vertices.push_back({0, 0, z});
  for (int i = 0; i < n; ++i)
    mesh.vertices.push_back({0.1 * std::cos(2 * kPi * i / n), 0.1 * std::sin(2 * kPi * i / n), 0});
  for (int i = 0; i < n; ++i) {
    const int a = 2 + i, b = 2 + (i + 1) % n;
    mesh.triangles.push_back({1, a, b});
    mesh.triangles.push_back({0, b, a});
  }
  EXPECT_NE(error_of([&] { HelmholtzBem(mesh, Air{}); }).find("remesh"), std::string::npos);
}

TEST(HelmholtzBem, RefusesWhatItCannotSolve) {
  auto mesh = test::icosphere(0.1, 1);
  const HelmholtzBem bem(mesh, Air{});
  EXPECT_NE(error_of([&] { bem.solve(0, test::rigid_along_z(mesh)); }).find("> 0"),
            std::string::npos);
  EXPECT_NE(error_of([&] { bem.solve(NAN, test::rigid_along_z(mesh)); }).find("> 0"),
            std::string::npos);
  EXPECT_NE(error_of([&] { bem.solve(100, std::vector<double>(7)); }).find("7 velocities"),
            std::string::npos);
  auto reversed = mesh;
  for (auto& t : reversed.triangles) std::swap(t[0], t[1]);
  EXPECT_THROW(HelmholtzBem(reversed, Air{}), Error);
  mesh.triangles.pop_back();
  EXPECT_THROW(HelmholtzBem(mesh, Air{}), Error);
  EXPECT_NE(error_of([] { HelmholtzBem(test::icosphere(1, 4), Air{}); }).find("time-domain"),
            std::string::npos);
}

}  // namespace
}  // namespace peal
