// A steel ball rolls over a rough plate: a mass with its weight on the contact's spring, profile
// heights driven at the speed of rolling. The plate does not move. The stepper is written out here.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/constants.h"
#include "dsp/rolling_contact.h"
#include "physics/contact/hertz.h"
#include "physics/contact/roughness_kernel.h"

namespace peal {
namespace {

constexpr double kRate = 96e3, kMass = 0.033, kWeight = kMass * 9.81;
const double kStiffness = hertz_contact({0.01, kMass, 1.1e11}, 1).stiffness;
const double kRest = std::pow(kWeight / kStiffness, 2.0 / 3);  // 7.8e-8 m

struct Roll {
  double mean = 0, rms = 0, greatest = 0;  // [N] rms of the force about its mean
  bool constant = true, finite = true;
  long openings = 0;
};

RoughnessProfile profile_of(double rms_height) {
  return RoughnessProfile({rms_height, -2, 5e-3, 5e-5, 7});
}
const double kPatch = 2 * std::sqrt(0.01 * kRest);  // [m] length of the contact

Roll roll(double speed, double rms_height, double seconds = 2) {
  const RoughnessProfile profile = profile_of(rms_height);
  RollingContact contact({kStiffness, rolling_loss(0.6, 0.05)}, kRate, kRest);
  const double h = 1 / kRate, mobility = h / (2 * kMass);
  const int hops = static_cast<int>(seconds * kRate / kHop), quiet = hops / 4;
  double velocity = 0, last = profile.height(0, speed * h, kPatch), heights[kHop];
  std::vector<double> force;
  Roll out;
  for (int g = 0; g < hops; ++g) {
    profile.heights(speed * h * (g * kHop + 1.0), speed * h, kHop, heights, kPatch);
    for (int n = 0; n < kHop; ++n) {
      contact.profile_change()[n] = heights[n] - last;
      last = heights[n];
    }
    for (int n = 0; n < kHop; ++n) {
      const double f = contact.force(n, velocity + mobility * kWeight, mobility);
      contact.accept(n);
      velocity += h * (kWeight - f) / kMass;
      if (g >= quiet) force.push_back(f);
    }
  }
  for (const double f : force) {
    out.mean += f / static_cast<double>(force.size());
    out.finite = out.finite && std::isfinite(f);
    out.constant = out.constant && f == force[0];
    out.greatest = std::max(out.greatest, f);
  }
  for (const double f : force)
    out.rms += (f - out.mean) * (f - out.mean) / static_cast<double>(force.size());
  out.rms = std::sqrt(out.rms);
  out.openings = contact.openings();
  return out;
}

/// Rms force [N] of the linear oscillator over the same profile.
double linear_force(double speed, double rms_height, double k, double c) {
  const RoughnessProfile profile = profile_of(rms_height);
  const int count = static_cast<int>(2 * kRate);
  const double h = 1 / kRate;
  std::vector<double> w(static_cast<std::size_t>(count) + 1);
  profile.heights(0, speed * h, count + 1, w.data(), kPatch);
  double x = 0, v = 0, sum = 0;  // compression beyond rest, velocity of approach
  for (int n = 0; n < count; ++n) {
    const double rise = w[static_cast<std::size_t>(n) + 1] - w[static_cast<std::size_t>(n)];
    // Midpoint: f = k (x + dx/2) + c dx/h, dx = h (v - h f/2m) + rise.
    const double a = 0.5 * k + c / h,
                 f = (k * x + a * (h * v + rise)) / (1 + a * h * h / 2 / kMass);
    x += h * (v - 0.5 * h * f / kMass) + rise;
    v -= h * f / kMass;
    if (n >= count / 4) sum += f * f / (0.75 * count);
  }
  return std::sqrt(sum);
}

}  // namespace

TEST(RollingLevel, ForceFluctuatesMoreAtHigherSpeedAndNotAtRest) {
  double last = 0;
  for (const double speed : {0.05, 0.1, 0.2, 0.4, 0.7, 1.0}) {
    const Roll r = roll(speed, 2e-8);
    EXPECT_TRUE(r.finite);
    EXPECT_GT(r.rms, last) << speed;
    EXPECT_NEAR(r.mean, kWeight, 1e-3 * kWeight) << "carries its weight at " << speed;
    last = r.rms;
  }
  EXPECT_GT(last, 0.3);
  // Rounding is all that moves: 240 dB below the weight.
  const Roll still = roll(0, 2e-8);
  EXPECT_LT(still.rms, 1e-11 * kWeight);
  EXPECT_NEAR(still.mean, kWeight, 1e-11 * kWeight);
}

TEST(RollingLevel, SmallRoughnessMovesTheLinearContact) {
  // m x'' = W - f, f = W + k (d - rest) + c d',  k = 3/2 K sqrt(rest), c = loss W.
  const double k = 1.5 * kStiffness * std::sqrt(kRest), c = rolling_loss(0.6, 0.05) * kWeight;
  for (const double speed : {0.05, 0.2, 1.0}) {
    const double height = 1e-11;
    EXPECT_NEAR(roll(speed, height).rms / linear_force(speed, height, k, c), 1, 1e-3) << speed;
  }
}

TEST(RollingLevel, ContactOpensAboveSomeSpeedAndStaysFinite) {
  EXPECT_EQ(roll(0.05, 1e-7, 0.5).openings, 0);
  for (const double height : {1e-7, 1e-6, 1e-5})
    for (const double speed : {0.2, 1.0, 5.0}) {
      const Roll r = roll(speed, height, 1);
      EXPECT_TRUE(r.finite);
      EXPECT_GT(r.openings, 10) << height << " " << speed;
      EXPECT_GT(r.greatest, 5 * kWeight);  // micro-impacts
      EXPECT_LT(r.greatest, 1e4);
    }
}

}  // namespace peal
