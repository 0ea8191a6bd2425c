// What `estimated_error` says, held against boundary elements: another method on the same surface.
#include <gtest/gtest.h>

#include <cmath>

#include "physics/wave/bem/bem_transfer.h"
#include "physics/wave/transfer/modal_transfer.h"
#include "revolved.h"
#include "slender_bodies.h"
#include "support/closed_meshes.h"

namespace peal {
namespace {

struct Shaken {
  double frequency;  // [Hz]
  std::function<Vec3(const Vec3&)> shape;
};

/// Actual error at most twice the estimate, and what boundary elements are off by.
/// @param most_seconds less than usual for rods, which would get nearly all of it.
void expect_honest(const char* name, const TriangleMesh& mesh, const std::vector<Shaken>& shaken,
                   double most_seconds = usual_seconds(TransferQuality::normal)) {
  std::vector<std::vector<Vec3>> shapes;
  std::vector<ModeShape> modes;
  std::vector<SurfaceMode> surface_modes;
  std::vector<double> omegas;
  for (const Shaken& one : shaken) {
    shapes.emplace_back();
    for (const Vec3& x : mesh.vertices) shapes.back().push_back(one.shape(x));
    omegas.push_back(2 * kPi * one.frequency);
    surface_modes.push_back({omegas.back(), normal_components(mesh, shapes.back())});
  }
  for (std::size_t i = 0; i < omegas.size(); ++i) modes.push_back({omegas[i], shapes[i]});
  TransferRequest request;
  request.most_seconds = most_seconds;
  const TransferPlan plan = plan_transfer(mesh, omegas, request);
  const TransferRecord time = time_domain_transfer(mesh, modes, plan);
  const TransferRecord bem = bem_transfer(mesh, surface_modes, {}, plan.centre, plan.radius).record;
  ASSERT_EQ(time.modes.size(), shaken.size());
  const ShellQuadrature directions(16);
  for (std::size_t i = 0; i < omegas.size(); ++i) {
    double off = 0, a = 0, b = 0;
    for (std::size_t d = 0; d < directions.size(); ++d) {
      const auto p = far_pressure(time, time.modes[i], directions.directions()[d]);
      const auto q = far_pressure(bem, bem.modes[i], directions.directions()[d]);
      const double w = directions.weights()[d];
      off += w * std::norm(p - q), a += w * std::norm(p), b += w * std::norm(q);
    }
    const double error = std::sqrt(off / b);
    std::printf(
        "  %-8s %6.0f Hz, cells %.2f mm: %+6.2f dB, off %5.1f %%, said %5.1f %%, bem %.1f %%\n",
        name, shaken[i].frequency, 1e3 * plan.bands.back().cell, 10 * std::log10(a / b),
        100 * error, 100 * time.modes[i].error, 100 * bem.modes[i].error);
    EXPECT_LE(error, 2 * time.modes[i].error + bem.modes[i].error) << name << " " << i;
  }
}

/// Prongs against each other: x, and out of the plane: z.
Vec3 prongs(const Vec3& at, int axis, double bend) {
  Vec3 out;
  if (at.y > 0) {
    const double s = at.y / 0.09;
    out[axis] = (at.x > 0 ? 1 : -1) * s * s * (1 - bend * s);
  }
  return out;
}

TEST(TransferError, TuningFork) {
  expect_honest("fork", test::tuning_fork(0.0025),
                {{500, [](const Vec3& x) { return prongs(x, 0, 0); }},
                 {1400, [](const Vec3& x) { return prongs(x, 2, 0); }},
                 {3100, [](const Vec3& x) { return prongs(x, 0, 1.3); }}},
                5.3);
}

Vec3 ring_mode(const Vec3& x, int n, bool in_plane) {
  const double phi = std::atan2(x.y, x.x), c = std::cos(n * phi), s = std::sin(n * phi);
  if (!in_plane) return {0, 0, c};
  const Vec3 out{std::cos(phi), std::sin(phi), 0}, around{-std::sin(phi), std::cos(phi), 0};
  return c * out - s / n * around;
}

TEST(TransferErrorSlow, SlenderRing) {
  expect_honest("ring", test::square_ring(0.04, 0.004, 96, 2),
                {{900, [](const Vec3& x) { return ring_mode(x, 2, true); }},
                 {1100, [](const Vec3& x) { return ring_mode(x, 2, false); }},
                 {2600, [](const Vec3& x) { return ring_mode(x, 3, true); }}},
                5.3);
}

// Two thin sheets, askew on the grid and thinner than its cells, are mirror images in y and move
// against each other. Their sound is mirrored, too; a rest would be a dipole that is not there.
TEST(TransferSymmetrySlow, WhatIsMirroredInTheBodyIsMirroredInItsSound) {
  const TriangleMesh sheet = test::box({0.09, 0.001, 0.06}, {9, 1, 6});
  const Quat turn = Quat::from_axis_angle(normalized(Vec3{0.3, 1, -0.4}), 0.7);
  TriangleMesh mesh;
  std::vector<Vec3> shape;
  for (const double side : {1.0, -1.0}) {
    const auto first = static_cast<int>(mesh.vertices.size());
    for (const Vec3& v : sheet.vertices) {
      Vec3 x = rotate(turn, v) + Vec3{0, 0.035, 0};
      x.y *= side;
      mesh.vertices.push_back(x);
      shape.push_back({0, side, 0});
    }
    for (const auto& [a, b, c] : sheet.triangles)
      mesh.triangles.push_back(side > 0 ? std::array{first + a, first + b, first + c}
                                        : std::array{first + a, first + c, first + b});
  }
  const std::vector<double> omegas{2 * kPi * 700};
  const std::vector<ModeShape> modes{{omegas[0], shape}};
  TransferRequest request;
  request.most_seconds = 12;  // leaves no time for more than one cell
  const TransferPlan plan = plan_transfer(mesh, omegas, request);
  ASSERT_FALSE(plan.bands.empty());
  ASSERT_GT(plan.bands[0].thickened, 0);
  const TransferRecord record = time_domain_transfer(mesh, modes, plan);
  const ShellQuadrature directions(12);
  double off = 0, all = 0;
  for (std::size_t d = 0; d < directions.size(); ++d) {
    Vec3 there = directions.directions()[d];
    const auto p = far_pressure(record, record.modes[0], there);
    there.y = -there.y;
    const auto q = far_pressure(record, record.modes[0], there);
    off += directions.weights()[d] * std::norm(p - q);
    all += directions.weights()[d] * std::norm(p);
  }
  std::printf("  mirror images differ by %.3g %%\n", 100 * std::sqrt(off / all));
  EXPECT_LT(std::sqrt(off / all), 1e-5) << "single precision";
}

TEST(TransferErrorSlow, DiscBowlBarAndBall) {
  const auto bent = [](int m) {
    return [m](const Vec3& x) {
      const double r = std::hypot(x.x, x.y) / 0.08, phi = std::atan2(x.y, x.x);
      return Vec3{0, 0, std::pow(r, m) * std::cos(m * phi)};
    };
  };
  expect_honest("disc", test::thin_disc(0.08, 0.004, 0.012), {{500, bent(2)}, {1700, bent(3)}});
  const auto rim = [](int m) {
    return [m](const Vec3& x) {
      const double phi = std::atan2(x.y, x.x);
      return std::pow(std::hypot(x.x, x.y) / 0.08, m) * std::cos(m * phi) * normalized(x);
    };
  };
  expect_honest("bowl", test::open_shell(0.08, 0.0025, 0.5 * kPi, 0.008),
                {{900, rim(2)}, {2200, rim(3)}});
  const auto wave = [](double n) {
    return [n](const Vec3& x) { return Vec3{0, 0, std::cos(n * kPi * (x.x / 0.2 + 0.5))}; };
  };
  expect_honest("bar", test::box({0.2, 0.02, 0.01}, {40, 4, 2}),
                {{1200, wave(2)}, {3300, wave(3)}, {6300, wave(4)}});
  const auto ball = [](int l) {
    return [l](const Vec3& x) {
      const Vec3 n = normalized(x);
      return (l == 0 ? 1 : l == 1 ? n.z : 1.5 * n.z * n.z - 0.5) * n;
    };
  };
  expect_honest("ball", test::icosphere(0.1, 3), {{300, ball(0)}, {500, ball(1)}, {900, ball(2)}});
}

}  // namespace
}  // namespace peal
