#include "physics/wave/pulses/pulse_field_2012.h"

#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "base/error.h"
#include "base/interrupt.h"

namespace peal {

Vec3 AngleGrid::direction(std::size_t i) const {
  const double theta = kPi * double(i / azimuth) / (polar - 1);
  const double phi = 2 * kPi * double(i % azimuth) / azimuth;
  return {std::sin(theta) * std::cos(phi), std::sin(theta) * std::sin(phi), std::cos(theta)};
}

AngleGrid::Corners AngleGrid::around(const Vec3& d) const noexcept {
  const double theta = std::atan2(std::hypot(d.x, d.y), d.z), phi = std::atan2(d.y, d.x);
  const double u = theta / kPi * (polar - 1), v = (phi / (2 * kPi) + 1) * azimuth;
  const int i = std::clamp(int(u), 0, polar - 2), turn = int(v);
  const double s = u - i, t = v - turn;
  const std::size_t left = turn % azimuth, right = (turn + 1) % azimuth;
  const std::size_t upper = std::size_t(i) * azimuth, lower = upper + azimuth;
  return {{upper + left, upper + right, lower + left, lower + right},
          {(1 - s) * (1 - t), (1 - s) * t, s * (1 - t), s * t}};
}

PulseField2012::PulseField2012(const RadialFit2012& fit, const AngleGrid& grid, double pulse,
                               const Probe& probe)
    : fit_(fit), grid_(grid), pulse_(pulse) {
  const RadialFitSettings& s = fit.settings();
  if (grid.polar < 2 || grid.azimuth < 1 || grid.polar > 1000 || grid.azimuth > 2000)
    fail("pulse field: expected 2 to 1000 by 1 to 2000 directions, got {} by {}", grid.polar,
         grid.azimuth);
  if (!(s.step <= pulse / 2 * (1 + 1e-9)))
    fail("pulse field: a step of {} s is too long for pulses of h = {} s; use h/2 or less", s.step,
         pulse);
  tables_.reserve(grid.size() * fit.columns());
  std::vector<double> samples;
  for (int ring = 0; ring < grid.polar; ++ring) {  // one product of matrices per ring
    throw_if_interrupted();
    samples.assign(fit.rows() * grid.azimuth, 0);
    for (int j = 0; j < grid.azimuth; ++j) {
      const Vec3 direction = grid.direction(std::size_t(ring) * grid.azimuth + j);
      double* place = samples.data() + std::size_t(j) * fit.rows();
      for (std::size_t i = 0; i < s.radii.size(); ++i) {
        probe(direction, s.radii[i], fit.first_sample(i), {place, fit.sample_count(i)});
        place += fit.sample_count(i);
      }
    }
    const std::vector<double> solution = fit.solve(samples);
    tables_.insert(tables_.end(), solution.begin(), solution.end());
  }
}

double PulseField2012::pressure(const Vec3& point, double t) const noexcept {
  const double one = 1;
  return pressure(point, t, {&one, 1});
}

double PulseField2012::pressure(const Vec3& point, double t,
                                std::span<const double> coefficients) const noexcept {
  const AngleGrid::Corners corners = grid_.around(point);
  const double r = norm(point);
  double sum = 0;
  for (int i = 0; i < 4; ++i) {
    if (corners.weight[i] == 0) continue;
    const std::span<const float> table(tables_.data() + corners.index[i] * fit_.columns(),
                                       fit_.columns());
    double p = 0;
    for (std::size_t k = 0; k < coefficients.size(); ++k)
      p += coefficients[k] * fit_.pressure(table, r, t - double(k) * pulse_);
    sum += corners.weight[i] * p;
  }
  return sum;
}

std::vector<double> half_sine_pulses(double duration, double h, bool exact_momentum) {
  if (!(duration > 0 && h > 0) || !(duration / h < 1e7))
    fail("half-sine of pulses: expected duration and h > 0, got {} s and {} s", duration, h);
  std::vector<double> c;
  double sum = 0;
  for (int k = 0; k * h <= duration * (1 + 1e-12); ++k) {
    c.push_back(std::sin(kPi * std::min(1.0, k * h / duration)));
    sum += c.back();
  }
  const double momentum = 2 / kPi * duration / h;
  if (duration <= h * (1 + 1e-9)) return {momentum};
  if (exact_momentum)
    for (double& value : c) value *= momentum / sum;
  return c;
}

}  // namespace peal
