// Tables of clicks: the exact ball, the ellipsoid, and fields of pulses continued outward.
#include <gtest/gtest.h>

#include "emission/fields/dipole_field.h"
#include "emission/fields/pulse_field.h"
#include "physics/wave/exact/ellipsoid_dipole.h"
#include "physics/wave/multipole/pulse_kernel.h"
#include "physics/wave/multipole/radial_continuation.h"
#include "physics/wave/multipole/spherical_harmonics.h"
#include "support/click_support.h"

namespace peal {
namespace {

const Air kAir;

double ball_volume(double a) { return 4 * kPi / 3 * a * a * a; }

Click push(const Vec3& velocity, double duration) {
  return {0.0123, force_times(ForceProfile::half_sine, duration, 1), {velocity, {}}};
}

// p(t) of a half-sine that changes the velocity by 1 m/s along x; the path's delay taken out.
double ball_error(const std::shared_ptr<const ClickField>& field, double radius, const Vec3& at,
                  double duration) {
  const Click click = push({1, 0, 0}, duration);
  const test::Heard heard = test::hear(field, at, click);
  const ClickSphere ball{radius, kAir};
  const double r = norm(at), peak = kPi / (2 * duration);
  return test::band_error(
      heard.samples, heard.first, field->rate(),
      [&](double t) {
        return peak *
               ball.half_sine(r, at.x / r, t - click.time + r / kAir.speed_of_sound, duration);
      },
      0.42 * field->rate(), 2e-7);
}

TEST(DipoleField, BallIsTheClosedForm) {
  for (const double rate : {48000.0, 192000.0})
    for (const double radius : {0.001, 0.0075, 0.05}) {
      const auto field = std::make_shared<const DipoleField>(Vec3{radius, radius, radius},
                                                             ball_volume(radius), kAir, rate);
      EXPECT_EQ(field->rows(), 2);
      for (const double distance : {1.5, 8.0, 150.0})
        for (const double duration : {3.66e-5, 2e-4})
          EXPECT_LT(
              ball_error(field, radius, distance * radius * normalized(Vec3{1, 2, -1}), duration),
              1e-3)
              << rate << " " << radius << " " << distance << " " << duration;
    }
}

TEST(PulseField, BallIsTheClosedForm) {
  const double radius = 0.0075, h = 7.33e-6;
  for (const double rate : {48000.0, 96000.0}) {
    const auto field = std::make_shared<const PulseField>(
        test::ball_record(radius, 1.3 * radius, h, h / 8, kAir), rate);
    EXPECT_EQ(field->rows(), 12);  // three coefficients, two powers of u, two zones
    for (const double distance : {1.5, 8.0, 150.0})
      EXPECT_LT(ball_error(field, radius, distance * radius * normalized(Vec3{1, 2, -1}), 3.66e-5),
                2e-3)
          << rate << " " << distance;
  }
}

TEST(DipoleField, EllipsoidIsThatOfTheFormula) {
  const Vec3 axes{0.012, 0.006, 0.003}, peak_direction{0.3, -0.5, 1};
  const double volume = 4 * kPi / 3 * axes.x * axes.y * axes.z, duration = 6e-5;
  const auto field = std::make_shared<const DipoleField>(axes, volume, kAir, 48000);
  const EllipsoidClick exact(axes, kAir);
  for (const Vec3& at : {Vec3{0.2, 0, 0}, Vec3{0.1, 0.3, -0.2}, Vec3{0.01, 0.02, 0.02}}) {
    const Click click = push(peak_direction, duration);
    const test::Heard heard = test::hear(field, at, click);
    const double error = test::band_error(
        heard.samples, heard.first, 48000,
        [&](double t) {
          return exact.half_sine(at, kPi / (2 * duration) * peak_direction,
                                 t - click.time + norm(at) / kAir.speed_of_sound, duration);
        },
        0.42 * 48000, 2e-7);
    EXPECT_LT(error, 2e-3) << at.x;
  }
}

// Coefficients of every order, each with its own short wavelet, on a sphere off the centre of mass.
PulseRecord wavelets(int order, int polar_axis) {
  PulseRecord record;
  record.air = kAir;
  record.centre = {0.004, -0.002, 0.003};
  record.radius = 0.02, record.pulse = 1.2e-5, record.step = 2e-6, record.max_frequency = 1e5;
  record.polar_axis = polar_axis;
  record.begin = -3e-5, record.samples = 400;
  for (int l = 1; l <= order; ++l)
    for (const int m : {-l, 0, l - 1}) {
      record.coefficients.push_back({(l + m + 60) % 6, l, m});
      for (int n = 0; n < record.samples; ++n) {
        const double t = record.begin + n * record.step, x = (t - 1.5e-4 - 1e-5 * m) / 5e-5;
        record.values.push_back(static_cast<float>(std::exp(-x * x) * std::sin(2 * x + l)));
      }
    }
  return record;
}

// The sound of a pulse psi instead of a half-sine, from the exact continuation of the record: a
// click of duration tau is that divided by h psi and multiplied by the force's own spectrum, so the
// comparison is made with the field's own impulse response.
double wavelet_error(const PulseRecord& record, int dof, const Vec3& at, double rate) {
  const auto field = std::make_shared<const PulseField>(record, rate);
  Click click{0.01, force_times(ForceProfile::half_sine, 1e-6, 1), {}};
  (dof < 3 ? click.velocity_jump.velocity[dof] : click.velocity_jump.spin[dof - 3]) = 1;
  const test::Heard heard = test::hear(field, at, click);
  const PressureSeries exact = pressure_beyond(record, dof, at);
  const double travel = norm(at) / kAir.speed_of_sound, h = record.pulse;
  double error = 0, power = 0;
  for (int k = 1; k <= 40; ++k) {
    const double f = 0.42 * rate * k / 40;
    const auto got =
        test::spectrum_at(heard.samples, static_cast<double>(heard.first), 1 / rate, f) *
        std::polar(1.0, 2 * kPi * f * (click.time + 5e-7 - travel));
    const auto known = test::spectrum_at(exact.values, exact.begin / exact.step, exact.step, f) /
                       (h * pulse_spectrum(f, h));
    error += std::norm(got - known), power += std::norm(known);
  }
  return std::sqrt(error / power);
}

TEST(PulseField, ContinuesEveryChannelOutward) {
  for (const int axis : {0, 1, 2}) {
    const PulseRecord record = wavelets(5, axis);
    for (int dof = 0; dof < 6; ++dof)
      for (const double distance : {0.03, 0.08, 2.0})
        EXPECT_LT(wavelet_error(record, dof, distance * normalized(Vec3{1, -2, 3}), 48000), 2e-3)
            << axis << " " << dof << " " << distance;
  }
}

// One order alone, on a sphere as large as that of a mug: relative to what this order alone sends.
TEST(PulseField, FewPointsOverDistanceAreEnoughForHighOrders) {
  for (const int l : {4, 8, 12, 16, 20, 24, 28, 32}) {
    PulseRecord record = wavelets(1, 2);
    record.coefficients = {{0, l, 1}};
    record.radius = 0.094, record.samples = 1200;
    record.values.clear();
    for (int n = 0; n < record.samples; ++n) {
      const double t = record.begin + n * record.step, x = (t - 1.5e-4) / 1.3e-5;
      record.values.push_back(static_cast<float>(std::exp(-x * x) * std::sin(x + l)));
    }
    for (const double distance : {1.1, 1.5, 2.0, 4.0, 16.0, 50.0}) {
      const Vec3 at = distance * record.radius * normalized(Vec3{1, -2, 3});
      EXPECT_LT(wavelet_error(record, 0, at, 48000), 0.011) << l << " " << distance;
    }
  }
}

TEST(PulseField, InterpolatesHighOrdersOverDistance) {
  const PulseRecord record = wavelets(12, 2);
  for (int dof = 0; dof < 6; ++dof)
    for (const double distance : {0.03, 0.05, 0.1, 0.3, 2.0})
      EXPECT_LT(wavelet_error(record, dof, distance * normalized(Vec3{1, -2, 3}), 48000), 1e-2)
          << dof << " " << distance;
}

TEST(PulseField, BadRecordsStop) {
  PulseRecord record = wavelets(2, 2);
  record.coefficients[0].m = 7;
  EXPECT_THROW(PulseField(record, 48000), std::exception);
  record = wavelets(2, 2);
  record.values.pop_back();
  EXPECT_THROW(PulseField(record, 48000), std::exception);
  record = wavelets(2, 2);
  record.step = 1e9;
  EXPECT_THROW(PulseField(record, 48000), std::exception);
}

}  // namespace
}  // namespace peal
