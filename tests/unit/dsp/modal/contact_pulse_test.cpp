// Pulses that stand for the force of a contact have its moments.
#include "dsp/modal/contact_pulse.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/constants.h"

namespace peal {
namespace {

/// Moments of A sin(pi t/2 rise), then cos, by summing.
ContactPulse summed(const ForceTimes& times) {
  ForceMoments moments;
  constexpr int kSteps = 4000;
  const double h = times.length() / kSteps;
  for (int n = 0; n < kSteps; ++n) {
    const double t = (n + 0.5) * h;
    const double f = t < times.rise ? std::sin(kPi * t / (2 * times.rise))
                                    : std::cos(kPi * (t - times.rise) / (2 * times.fall));
    moments.add(f, times.delay + t, h);
  }
  return moments.pulse();
}

TEST(ContactPulse, IsFoundAgainFromItsMoments) {
  for (const double rise : {1e-4, 3e-4, 5e-4, 8e-4}) {
    const ForceTimes times{2e-4, rise, 1e-3 - rise}, found = summed(times).times();
    EXPECT_NEAR(found.delay, times.delay, 2e-6);
    EXPECT_NEAR(found.rise, times.rise, 2e-6);
    EXPECT_NEAR(found.fall, times.fall, 2e-6);
  }
}

TEST(ContactPulse, OfAHalfSineIsThatHalfSine) {
  const ContactPulse pulse = summed({0, 5e-4, 5e-4});
  EXPECT_NEAR(pulse.skewness, 0, 1e-6);
  EXPECT_NEAR(1e-3 / pulse.width, 4.5952, 1e-3);  // known from int t^2 sin
}

}  // namespace
}  // namespace peal
