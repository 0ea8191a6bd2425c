// What a ball's own image adds to its click, from record to samples, against the exact field.
#include "emission/floor/floor_contact.h"

#include <gtest/gtest.h>

#include "emission/fields/pulse_field.h"
#include "physics/wave/exact/ball_on_floor.h"
#include "physics/wave/multipole/pulse_kernel.h"
#include "physics/wave/multipole/radial_continuation.h"
#include "support/click_support.h"

namespace peal {
namespace {

const Air kBallAir;
constexpr double kBallRadius = 0.0075;

std::complex<double> difference(int along, double frequency, const Vec3& ear) {
  const BallOnFloor ball(kBallRadius, kBallRadius, along,
                         2 * kPi * frequency / kBallAir.speed_of_sound, kBallAir, 24);
  const double x = std::hypot(ear.x, ear.z);
  return std::conj(ball.pressure(x, ear.y) - ball.superposed(x, ear.y));
}

TEST(FloorContact, RecordHoldsTheDifference) {
  const PulseRecord record = floor_contact_record(kBallRadius, kBallAir, 48000);
  const Vec3 ear{0.3, 0.2, 0};
  for (const int dof : {0, 1}) {
    const PressureSeries heard = pressure_beyond(record, dof, ear);
    for (const double f : {400., 1000., 4000., 12000., 20000.}) {
      const auto got = test::spectrum_at(heard.values, heard.begin / heard.step, heard.step, f) /
                       (record.pulse * pulse_spectrum(f, record.pulse));
      const auto known = difference(1 - dof, f, ear);
      EXPECT_LT(std::abs(got - known), 0.01 * std::abs(known)) << dof << " " << f;
    }
  }
}

TEST(FloorContact, SamplesHoldTheDifference) {
  const auto field = std::make_shared<const PulseField>(
      floor_contact_record(kBallRadius, kBallAir, 48000), 48000, 1e-6);
  for (const int dof : {0, 1, 2}) {
    const Vec3 ear = dof == 2 ? Vec3{0, 0.2, 0.3} : Vec3{0.3, 0.2, 0};
    Click click;
    click.time = 0.01;
    click.force = {0, 4e-5, 4e-5};
    click.velocity_jump.velocity[dof] = 1;
    const test::Heard heard = test::hear(field, ear, click);
    // Tables are good to 70 dB below their strongest part: at 1 kHz of a quadrupole 5 %.
    for (const auto& [f, within] :
         {std::pair{1000., 0.05}, {4000., 0.01}, {12000., 0.01}, {20000., 0.01}}) {
      const double y = f * 8e-5, force = std::cos(kPi * y) / (1 - 4 * y * y);
      // Heard without travel time, by the clock of the point on the floor.
      const auto turn =
          std::polar(1.0, 2 * kPi * f * (0.01 + 4e-5 - norm(ear) / kBallAir.speed_of_sound));
      const auto got =
          turn * test::spectrum_at(heard.samples, static_cast<double>(heard.first), 1 / 48000.0, f);
      const auto known = difference(dof == 1 ? 0 : 1, f, ear) * force;
      EXPECT_LT(std::abs(got - known), within * std::abs(known)) << dof << " " << f;
    }
  }
}

}  // namespace
}  // namespace peal
