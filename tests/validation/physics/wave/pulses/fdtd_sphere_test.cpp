// The grid against the exact sphere: how small the error is, how fast it falls, how little the
// absorbing layer sends back.
#include <gtest/gtest.h>

#include <cmath>

#include "physics/wave/exact/click_sphere.h"
#include "physics/wave/fdtd/fdtd_pressure.h"
#include "physics/wave/fdtd/grid_probe.h"
#include "physics/wave/multipole/pulse_kernel.h"
#include "physics/wave/multipole/radial_continuation.h"
#include "physics/wave/pulses/rigid_pulse.h"
#include "support/closed_meshes.h"

namespace peal {
namespace {

constexpr double kRadius = 7.5e-3, kPulse = 7.3264e-6;  // the paper's ball bearing
const Air kAir;
const ClickSphere kExact{kRadius, kAir};

const Vec3 kDirections[] = {{1, 0, 0}, {0.6, 0.48, 0.64}, {0.57735, 0.57735, 0.57735}};

/// Pressure at 2R in three directions, probes x samples; box reaching `half` radii + layer.
std::vector<std::vector<double>> stepped(double cells_per_radius, double half, CutRule rule,
                                         int samples) {
  const double cell = kRadius / cells_per_radius;
  // Beside the grid's corner: no help from symmetry.
  const Vec3 aside = cell * Vec3{0.31, 0.13, -0.22};
  const WaveGrid grid = WaveGrid::cube(aside, half * kRadius + 10 * cell, cell);
  FdtdPressure steps(cut_cells(test::icosphere(kRadius, 4), grid, rule), kAir,
                     stable_step(cell, kAir.speed_of_sound), {0});
  std::vector<Vec3> places;
  for (const Vec3& d : kDirections) places.push_back(2 * kRadius * normalized(d));
  const GridProbe probe(grid, places);
  std::vector<std::vector<double>> out(3, std::vector<double>(samples));
  std::vector<double> now(3);
  const double step = stable_step(cell, kAir.speed_of_sound);
  for (int n = 0; n < samples; ++n) {
    steps.step(pulse_kernel(-2 * kPulse + n * step, kPulse));
    probe.read(steps.pressure(0), now);
    for (int i = 0; i < 3; ++i) out[i][n] = now[i];
  }
  return out;
}

int samples_for(double cells_per_radius) {
  const double step = stable_step(kRadius / cells_per_radius, kAir.speed_of_sound);
  return static_cast<int>((4 * kPulse + 12 * kRadius / kAir.speed_of_sound) / step);
}

/// Relative L2 error at 2R, all directions together.
double error(double cells_per_radius, CutRule rule) {
  const double step = stable_step(kRadius / cells_per_radius, kAir.speed_of_sound);
  const auto got = stepped(cells_per_radius, 2.4, rule, samples_for(cells_per_radius));
  double off = 0, all = 0;
  for (int i = 0; i < 3; ++i)
    for (std::size_t n = 0; n < got[i].size(); ++n) {
      const double t = -2 * kPulse + (static_cast<double>(n) + 1) * step;
      const double exact = kExact.pulse(2 * kRadius, normalized(kDirections[i]).x, t, kPulse);
      off += (got[i][n] - exact) * (got[i][n] - exact);
      all += exact * exact;
    }
  return std::sqrt(off / all);
}

TEST(FdtdSphere, StaircaseIsWithinTheKnownBound) {
  for (const double cells : {6.5, 9.0}) EXPECT_LT(error(cells, CutRule::staircase), 1.0 / cells);
}

TEST(FdtdSphere, CutCellsAreOfSecondOrder) {
  const double coarse = error(6.5, CutRule::exact), fine = error(13, CutRule::exact);
  EXPECT_LT(fine, 0.02);
  EXPECT_GT(std::log2(coarse / fine), 1.8);
  EXPECT_LT(4 * fine, error(13, CutRule::staircase));
}

TEST(FdtdSphere, LayerSendsBackLessThanAHundredth) {
  // The layer begins 0.4 R behind the probes, or so far away that nothing can come back.
  constexpr double cells = 7;
  const int samples = samples_for(cells);
  const auto near = stepped(cells, 2.4, CutRule::exact, samples);
  const auto far = stepped(cells, 8.2, CutRule::exact, samples);
  double off = 0, peak = 0;
  for (int i = 0; i < 3; ++i)
    for (int n = 0; n < samples; ++n) {
      off = std::max(off, std::abs(near[i][n] - far[i][n]));
      peak = std::max(peak, std::abs(far[i][n]));
    }
  EXPECT_LT(20 * std::log10(off / peak), -40);
}

double error_at_eight_radii(const PulseRequest& request) {
  const TriangleMesh mesh = test::icosphere(kRadius, 5);
  const PulseRecord record = compute_pulses(mesh, plan_pulses(mesh, request));
  double off = 0, all = 0;
  for (int dof = 0; dof < 3; ++dof)
    for (const Vec3& d : {Vec3{0.7, 0.5, -0.4}, Vec3{-0.2, 0.9, 0.6}, Vec3{0.1, 0.2, 1}}) {
      const Vec3 at = 8 * kRadius * normalized(d);
      const PressureSeries got = pressure_beyond(record, dof, at);
      for (std::size_t n = 0; n < got.values.size(); ++n) {
        const double t = got.begin + static_cast<double>(n) * got.step;
        const double exact = kExact.pulse(8 * kRadius, normalized(d)[dof], t, record.pulse);
        off += (got.values[n] - exact) * (got.values[n] - exact);
        all += exact * exact;
      }
    }
  // Turning a ball about its centre is silent.
  for (const PulseCoefficient& coefficient : record.coefficients) EXPECT_LT(coefficient.dof, 3);
  return std::sqrt(off / all);
}

TEST(FdtdSphere, PulseAtEightRadiiAsThePaperResolvesIt) {
  PulseRequest request;
  request.pulse = kPulse;
  request.cell = kRadius / 13.125;  // (125 - 20) / 8 cells
  EXPECT_LT(error_at_eight_radii(request), 0.02);
}

TEST(FdtdSphere, PulseAtEightRadiiByDefault) { EXPECT_LT(error_at_eight_radii({}), 0.02); }

TEST(FdtdSphereSlow, PulseAtEightRadiiWhenFine) {
  PulseRequest request;
  request.quality = PulseQuality::fine;
  EXPECT_LT(error_at_eight_radii(request), 0.005);
  request.pulse = kPulse;
  EXPECT_LT(error_at_eight_radii(request), 0.005);
}

}  // namespace
}  // namespace peal
