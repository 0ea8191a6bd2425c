// How much of the error of a distant signal is the grid's dispersion on the way there: taken back,
// what is left of a sphere's click is far smaller.
#include "validation/physics/wave/transfer/grid_dispersion.h"

#include <gtest/gtest.h>

#include <cstdio>

#include "physics/wave/exact/click_sphere.h"
#include "physics/wave/fdtd/fdtd_pressure.h"
#include "physics/wave/fdtd/grid_probe.h"
#include "physics/wave/multipole/pulse_kernel.h"
#include "support/closed_meshes.h"

namespace peal {
namespace {

const Air kAir;

TEST(GridDispersion, WaveNumberSolvesTheScheme) {
  const double cell = 0.01, step = stable_step(cell, kAir.speed_of_sound);
  const test::GridWaves waves{cell, step, kAir.speed_of_sound};
  const double omega = 2 * kPi * kAir.speed_of_sound / (8 * cell);  // eight cells a wave
  const double exact = omega / kAir.speed_of_sound;
  // To the leading order: (k dx)^2 (sum_i n_i^4 - (c dt / dx)^2) / 24.
  for (const Vec3& d : {Vec3{1, 0, 0}, Vec3{1, 1, 0}, Vec3{1, 1, 1}, Vec3{0.3, 0.9, 0.2}}) {
    const Vec3 n = normalized(d);
    const double fourth = std::pow(n.x, 4) + std::pow(n.y, 4) + std::pow(n.z, 4);
    const double expected = std::pow(exact * cell, 2) * (fourth - kCourant * kCourant / 3) / 24;
    const auto k = waves.wave_number(omega, n);
    ASSERT_TRUE(k);
    EXPECT_NEAR(*k / exact - 1, expected, 0.1 * expected + 2e-4);
  }
  EXPECT_FALSE(waves.wave_number(0.99 * kPi / step, {1, 0, 0}));
  EXPECT_EQ(waves.wave_number(0, {1, 0, 0}), 0.0);
}

struct Errors {
  double raw = 0, corrected = 0;
};

/// Relative L2 against the exact sphere that is accelerated along x, three directions together.
Errors errors(double cells_per_radius, double radii, double width) {
  const double radius = 0.01, cell = radius / cells_per_radius;
  const double step = stable_step(cell, kAir.speed_of_sound), h = width * radius / 343.2;
  const WaveGrid grid = WaveGrid::cube({}, radii * radius + 14 * cell, cell);
  FdtdPressure steps(cut_cells(test::icosphere(radius, 4), grid), kAir, step, std::vector<int>{0});
  const Vec3 directions[] = {{1, 0, 0}, {0.8, 0.3, 0.5}, {0.57735, 0.57735, 0.57735}};
  std::vector<Vec3> places;
  for (const Vec3& d : directions) places.push_back(radii * radius * normalized(d));
  const GridProbe probe(grid, places);
  const int samples = static_cast<int>((4 * h + (radii + 6) * radius / 343.2) / step);
  std::vector<std::vector<double>> got(3, std::vector<double>(samples));
  std::vector<double> now(3);
  for (int n = 0; n < samples; ++n) {
    steps.step(pulse_kernel(-2 * h + n * step, h));
    probe.read(steps.pressure(0), now);
    for (int i = 0; i < 3; ++i) got[i][n] = now[i];
  }
  const ClickSphere exact{radius, kAir};
  const test::GridWaves waves{cell, step, kAir.speed_of_sound};
  double raw = 0, corrected = 0, all = 0;
  for (int i = 0; i < 3; ++i) {
    const auto mended = waves.undelayed(got[i], directions[i], (radii - 1) * radius, 0);
    for (int n = 0; n < samples; ++n) {
      const double p =
          exact.pulse(radii * radius, normalized(directions[i]).x, (n + 1) * step - 2 * h, h);
      raw += std::pow(got[i][n] - p, 2);
      corrected += std::pow(mended[n] - p, 2);
      all += p * p;
    }
  }
  return {std::sqrt(raw / all), std::sqrt(corrected / all)};
}

TEST(GridDispersion, IsMostOfTheErrorOfASphereAtSixRadii) {
  const Errors e = errors(6, 6, 0.4);
  std::printf("  raw %.2f %%, corrected %.2f %%\n", 100 * e.raw, 100 * e.corrected);
  EXPECT_GT(e.raw, 0.15);
  EXPECT_LT(e.corrected, 0.04);
}

}  // namespace
}  // namespace peal
