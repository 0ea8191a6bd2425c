// The grid heard directly.
#include "tools/studies/grid_responses.h"

#include <gtest/gtest.h>

#include <cmath>

#include "models/bodies/body_geometry.h"
#include "physics/wave/exact/click_sphere.h"
#include "physics/wave/multipole/pulse_kernel.h"
#include "support/closed_meshes.h"
#include "tools/studies/study_table.h"

namespace peal {
namespace {

struct SmallBox {
  TriangleMesh surface = body_geometry(BoxShape{{0.02, 0.03, 0.02}, 0.0005})->surface;
  double cell = 0.003;
  GridRun run;

  explicit SmallBox(const Vec3& high) {
    run.surface = &surface;
    run.grid = box_around({-0.05, -0.05, -0.05}, high, cell, {0, 0, 0});
    run.step = stable_step(cell, run.air.speed_of_sound);
    run.dofs = {0, 4};
    run.places = {{0.04, 0.01, -0.02}, {-0.03, 0.03, 0.04}};
    run.samples = 120;
    run.quiet = true;
  }
};

TEST(GridResponses, AnyAccelerationFollowsFromThatOfOneStep) {
  const SmallBox box({0.05, 0.05, 0.05});
  const double h = 8 * box.run.step;
  const auto pulse = [&](std::size_t n) {
    return pulse_kernel((static_cast<double>(n) - 16) * box.run.step, h);
  };
  const GridResponses once = run_grid(box.run, [](std::size_t n) { return n == 0 ? 1.0 : 0.0; });
  const GridResponses all = run_grid(box.run, pulse);
  for (std::size_t f = 0; f < 2; ++f)
    for (std::size_t place = 0; place < 2; ++place) {
      std::vector<double> sum(box.run.samples, 0.0);
      for (std::size_t n = 0; n < sum.size(); ++n)
        for (std::size_t m = 0; m <= n; ++m) sum[n] += pulse(m) * once.at(f, place, n - m);
      EXPECT_LT(relative_l2(sum, all.signal(f, place)), 1e-4) << f << " " << place;
    }
}

// Also in time: one step too early or too late would be 9 %.
TEST(GridResponses, BallIsItsClosedForm) {
  const double radius = 0.02, cell = radius / 13;
  const TriangleMesh ball = test::icosphere(radius, 4);
  GridRun run;
  run.surface = &ball;
  run.grid = box_around({-0.035, -0.035, -0.035}, {0.05, 0.035, 0.035}, cell, {0, 0, 0});
  run.step = stable_step(cell, run.air.speed_of_sound);
  run.dofs = {0};
  run.places = {{2 * radius, 0.2 * radius, 0}};
  run.samples = 150;
  run.quiet = true;
  const double h = 10 * run.step;
  const GridResponses heard = run_grid(run, [&](std::size_t n) {
    return pulse_kernel((static_cast<double>(n) - 20) * run.step, h);
  });
  const ClickSphere sphere{radius, run.air};
  const double r = norm(run.places[0]);
  std::vector<double> exact;
  for (std::size_t n = 0; n < run.samples; ++n)
    exact.push_back(
        sphere.pulse(r, run.places[0].x / r, (static_cast<double>(n) - 20) * run.step, h));
  EXPECT_LT(relative_l2(heard.signal(0, 0), exact), 0.02);
}

// A box that reaches further to one side has the same cells; only its layer is elsewhere.
TEST(GridResponses, LargerBoxHearsTheSame) {
  const SmallBox small({0.05, 0.05, 0.05}), large({0.1, 0.07, 0.09});
  EXPECT_GT(large.run.grid.nx, small.run.grid.nx);
  const auto acceleration = [&](std::size_t n) {
    return pulse_kernel((static_cast<double>(n) - 16) * small.run.step, 8 * small.run.step);
  };
  const GridResponses a = run_grid(small.run, acceleration), b = run_grid(large.run, acceleration);
  for (std::size_t place = 0; place < 2; ++place)
    EXPECT_LT(relative_l2(a.signal(0, place), b.signal(0, place)), 0.01) << place;
}

}  // namespace
}  // namespace peal
