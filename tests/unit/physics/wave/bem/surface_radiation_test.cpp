#include "physics/wave/bem/surface_radiation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <thread>

#include "base/error.h"
#include "base/parallel.h"
#include "physics/wave/bem/laplace_bem.h"
#include "support/closed_meshes.h"

namespace peal {
namespace {

using Complex = std::complex<double>;
const Air kAir;

std::vector<SurfaceMode> some_modes(const TriangleMesh& mesh, int count) {
  std::vector<SurfaceMode> modes;
  for (int m = 0; m < count; ++m) {
    SurfaceMode mode{2 * kPi * 150 * (m + 1), {}};
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
      const Vec3 y = mesh.centroid(t);
      mode.normal_velocity.push_back(std::cos(20 * y.x + m) + std::sin(15 * (m % 4) * y.z) - y.y);
    }
    modes.push_back(mode);
  }
  return modes;
}

std::vector<Complex> weights(const SurfaceRadiation& radiation, const Vec3& x) {
  std::vector<Complex> out(radiation.mode_count());
  radiation.weights(x, out);
  return out;
}

// The Kirchhoff-Helmholtz sum of the header in double precision, surface pressure from the fade.
Complex direct(const TriangleMesh& mesh, const SurfaceMode& mode, std::span<const double> potential,
               double length, const Vec3& x) {
  const double k = mode.omega / kAir.speed_of_sound, rho = kAir.density;
  const double z = std::pow(1.3 * k * length, 2), w = z / (1 + z),
               g = 1 / ((1 - w) * (1 - w) + w * w);
  Complex sum = 0;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const double v = mode.normal_velocity[t];
    const Complex acceleration(0, -mode.omega * v);
    const Complex p = g * ((1 - w) * rho * Complex(0, -mode.omega) * potential[t] +
                           w * rho * kAir.speed_of_sound * v);
    const Vec3 d = x - mesh.centroid(t), s = mesh.area_vector(t);
    const double r = norm(d);
    sum += (dot(d, s) / r * p * Complex(1 / (r * r), -k / r) + norm(s) * rho * acceleration / r) *
           std::polar(1.0, k * (r - norm(x)));
  }
  return sum / (4 * kPi);
}

TEST(SurfaceRadiation, FloatSumsMatchTheDoubleSumWithoutTheOriginsPhase) {
  const auto mesh = test::icosphere(0.03, 2);
  auto modes = some_modes(mesh, 8);
  for (auto& mode : modes) mode.omega *= 0.1;  // triangles far smaller than the wavelength
  const SurfaceRadiation radiation(mesh, kAir, modes);
  const LaplaceBem bem(mesh);
  for (const Vec3 x : {Vec3{0.05, 0, 0.02}, Vec3{1, -2, 0.5}, Vec3{30, 80, -60}}) {
    const auto got = weights(radiation, x);
    for (std::size_t m = 0; m < modes.size(); ++m) {
      const auto potential = bem.solve(modes[m].normal_velocity);
      const Complex expected = direct(mesh, modes[m], potential, radiation.added_mass_length(m), x);
      EXPECT_LT(std::abs(got[m] - expected), 3e-6 * std::abs(expected)) << m << " " << x.x;
    }
  }
}

TEST(SurfaceRadiation, BothInstructionSetsAgreeToRounding) {
#if defined(__x86_64__)
  if (!__builtin_cpu_supports("avx2")) GTEST_SKIP() << "no AVX2 here";
  const std::size_t n = 264;  // two full blocks and a part
  std::vector<float> numbers(15 * n), shapes(4 * n);
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = 0.1f + 0.09f * std::sin(1.7f * i);
  for (std::size_t i = 9 * n; i < numbers.size(); ++i) numbers[i] *= 1e-3f;
  for (std::size_t i = 0; i < shapes.size(); ++i) shapes[i] = 1.2f + std::cos(0.37f * i);
  const auto at = [&](std::size_t i) { return numbers.data() + i * n; };
  const surface_sum::Triangles triangles{n,      at(0),  at(1),  at(2), at(3), at(4),
                                         at(5),  at(6),  at(7),  at(8), at(9), at(10),
                                         at(11), at(12), at(13), at(14)};
  const float* s = shapes.data();
  const surface_sum::Mode modes[] = {
      {s, s + n, 3, 89, 0.1f, 3, 0.4f, 0.6f, 1, true},
      {s + 2 * n, s + 3 * n, 1, 9.87f, 0.2f, 5, 0.3f, 0.7f, 1, false}};
  surface_sum::Sum one[2], two[2];
  surface_sum::baseline(triangles, {1, 2, 0.5f, 2.29f}, modes, 2, one);
  surface_sum::avx2(triangles, {1, 2, 0.5f, 2.29f}, modes, 2, two);
  for (int m = 0; m < 2; ++m) {
    const double size = std::hypot(one[m].real, one[m].imag);
    EXPECT_GT(size, 1);
    EXPECT_NEAR(one[m].real, two[m].real, 3e-6 * size);
    EXPECT_NEAR(one[m].imag, two[m].imag, 3e-6 * size);
  }
#endif
}

TEST(SurfaceRadiation, CoarseTrianglesAverageThePhaseInsteadOfAliasing) {
  // A phased array that beams 64 degrees off the normal: square cells of half a wavelength on the
  // top face of a block. Two triangles per cell give the beam of 8 triangles per cell; without the
  // average over each triangle it would be 1.5 dB too loud.
  const double wavelength = 0.04, cell = 0.02, k = 2 * kPi / wavelength;
  const auto beam = [&](int n) {
    const auto mesh = test::box({6 * cell, 6 * cell, 3 * cell}, {6 * n, 6 * n, 3 * n});
    SurfaceMode mode{kAir.speed_of_sound * k, test::rigid_along_z(mesh)};
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
      const double middle = cell * (std::floor(mesh.centroid(t).x / cell) + 0.5);
      double& v = mode.normal_velocity[t];
      v = std::max(v, 0.0) * std::cos(0.9 * k * middle);
    }
    const Vec3 far = 20.0 * normalized(Vec3{0.9, 0, std::sqrt(0.19)});
    return weights(SurfaceRadiation(mesh, kAir, std::span(&mode, 1)), far)[0];
  };
  EXPECT_NEAR(20 * std::log10(std::abs(beam(1) / beam(2))), 0, 0.25);
}

TEST(SurfaceRadiation, StaysFiniteAndContinuousOnAndInTheBody) {
  const auto mesh = test::icosphere(0.05, 2);
  const SurfaceRadiation radiation(mesh, kAir, some_modes(mesh, 3));
  const auto far = weights(radiation, {0, 0, 0.1});
  for (const Vec3& x : {mesh.centroid(7), mesh.vertices[3], Vec3{0, 0, 0}, Vec3{0, 0, 0.0501}}) {
    const auto near = weights(radiation, x);
    for (std::size_t m = 0; m < near.size(); ++m) {
      EXPECT_TRUE(std::isfinite(near[m].real()) && std::isfinite(near[m].imag()));
      EXPECT_LT(std::abs(near[m]), 30 * std::abs(far[m])) << m;
    }
  }
}

TEST(SurfaceRadiation, ThreadsDoNotChangeBits) {
  const auto mesh = test::icosphere(0.05, 1);
  const auto modes = some_modes(mesh, 70);  // more than one batch
  const int before = thread_limit();
  set_thread_limit(1);
  const auto one = weights(SurfaceRadiation(mesh, kAir, modes), {0.3, 0.2, 1});
  set_thread_limit(4);
  const auto four = weights(SurfaceRadiation(mesh, kAir, modes), {0.3, 0.2, 1});
  set_thread_limit(before);
  EXPECT_EQ(one, four);
}

TEST(SurfaceRadiation, NormalComponentsKeepTheVolumeRate) {
  // x' = (x^2, xy, z) on a polyhedron: vertex velocities, linear in each triangle.
  auto mesh = test::box({1, 2, 0.5}, {3, 2, 2});
  std::vector<Vec3> shape;
  for (const Vec3& p : mesh.vertices) shape.push_back({p.x * p.x, p.x * p.y, p.z});
  const auto normal = normal_components(mesh, shape);
  double flux = 0;
  for (std::size_t t = 0; t < normal.size(); ++t) flux += normal[t] * norm(mesh.area_vector(t));
  const double h = 1e-4;
  auto forward = mesh, backward = mesh;
  for (std::size_t v = 0; v < shape.size(); ++v) {
    forward.vertices[v] += h * shape[v];
    backward.vertices[v] -= h * shape[v];
  }
  EXPECT_NEAR(flux, (test::volume(forward) - test::volume(backward)) / (2 * h), 1e-7);
  EXPECT_GT(flux, 0.5);
  EXPECT_THROW(normal_components(mesh, std::span(shape).first(3)), Error);
}

TEST(SurfaceRadiation, RejectsWhatItCannotRender) {
  const auto mesh = test::icosphere(0.05, 1);
  auto modes = some_modes(mesh, 2);
  const SurfaceRadiation radiation(mesh, kAir, modes);
  std::vector<Complex> three(3);
  EXPECT_THROW(radiation.weights({1, 0, 0}, three), Error);
  modes[1].omega = 0;
  EXPECT_THROW(SurfaceRadiation(mesh, kAir, modes), Error);
  modes[1].omega = 100;
  modes[1].normal_velocity.pop_back();
  EXPECT_THROW(SurfaceRadiation(mesh, kAir, modes), Error);
}

TEST(LaplaceBem, NamesWhatIsWrongWithASurface) {
  const auto message = [](const TriangleMesh& mesh) -> std::string {
    try {
      LaplaceBem bem(mesh);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  auto mesh = test::icosphere(0.05, 1);
  EXPECT_EQ(message(mesh), "");
  auto open = mesh;
  open.triangles.pop_back();
  EXPECT_NE(message(open).find("not closed"), std::string::npos);
  auto inverted = mesh;
  for (auto& t : inverted.triangles) std::swap(t[0], t[1]);
  EXPECT_NE(message(inverted).find("inside out"), std::string::npos);
  auto flat = mesh;
  flat.triangles.push_back({0, 0, 1});
  EXPECT_NE(message(flat).find("no area"), std::string::npos);
  EXPECT_NE(message(test::icosphere(0.05, 5)).find("coarser"), std::string::npos);
  EXPECT_THROW(LaplaceBem(mesh).solve(std::vector<double>(7)), Error);
}

}  // namespace
}  // namespace peal
