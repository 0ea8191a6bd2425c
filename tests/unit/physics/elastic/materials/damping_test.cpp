#include "physics/elastic/materials/damping.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/constants.h"
#include "base/error.h"

namespace peal {
namespace {

TEST(Damping, ThreeMeasurementsAreFittedExactly) {
  const std::vector<DecayMeasurement> measured{{100, 1.2}, {1000, 2.0}, {8000, 0.35}};
  const Damping d = fit_damping(measured);
  EXPECT_NEAR(d.alpha, 6.338, 0.001);
  EXPECT_NEAR(d.beta, 1.3114e-8, 1e-12);
  EXPECT_NEAR(d.gamma, 2.0408e6, 1e2);
  for (const auto& [f, t60] : measured)
    EXPECT_NEAR(t60_from_decay(decay_rate(d, 2 * kPi * f)) / t60, 1, 1e-10);
}

// Longer decay at both ends needs a negative alpha: the best non-negative fit has none.
TEST(Damping, FitNeverGoesNegative) {
  const Damping d = fit_damping(std::vector<DecayMeasurement>{{100, 3}, {1000, 0.3}, {8000, 3}});
  EXPECT_GE(d.alpha, 0);
  EXPECT_GE(d.beta, 0);
  EXPECT_GE(d.gamma, 0);
  EXPECT_GT(d.alpha + d.beta + d.gamma, 0);
}

TEST(Damping, OneMeasurementGivesItsDecay) {
  const Damping d = fit_damping(std::vector<DecayMeasurement>{{440, 0.8}});
  EXPECT_NEAR(t60_from_decay(decay_rate(d, 2 * kPi * 440)), 0.8, 1e-12);
  EXPECT_THROW(fit_damping(std::vector<DecayMeasurement>{}), Error);
  EXPECT_THROW(fit_damping(std::vector<DecayMeasurement>{{440, -1}}), Error);
}

TEST(Damping, AmplitudeFallsBySixtyDecibelsInT60) {
  const double sigma = decay_rate(Damping{5, 1e-8, 0}, 2 * kPi * 2000);
  EXPECT_NEAR(20 * std::log10(std::exp(-sigma * t60_from_decay(sigma))), -60, 1e-10);
  EXPECT_NEAR(decay_from_t60(t60_from_decay(sigma)), sigma, 1e-12);
}

}  // namespace
}  // namespace peal
