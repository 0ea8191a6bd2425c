// A source that bounces close to the ear: its travel time has a corner inside the grid of knots.
#include <gtest/gtest.h>

#include <cmath>

#include "base/constants.h"
#include "propagation/gather.h"

namespace peal {
namespace {

TEST(Bounce, TravelTimeHasItsCornerAtTheBounce) {
  constexpr double kRate = 48000, kC = 343.2, kFrequency = 13000, kDown = 8, kUp = 6;
  const Vec3 at{0, -0.03, 0.04};
  const TrackedEar ear(PoseTrack(Pose{at, {}}), kC);
  for (double bounce : {0.02, 0.0201, 0.0203}) {  // anywhere between the knots
    PoseTrack source;
    source.append({0, {{0, kDown * bounce, 0}, {}}, {0, -kDown, 0}, {}});
    source.append({bounce, {{}, {}}, {0, -kDown, 0}, {}});
    source.append({bounce, {{}, {}}, {0, kUp, 0}, {}});
    source.append({0.1, {{0, kUp * (0.1 - bounce), 0}, {}}, {0, kUp, 0}, {}});
    const auto place = [&](double e) {
      return Vec3{0, e < bounce ? kDown * (bounce - e) : kUp * (e - bounce), 0};
    };
    const int count = 1920;
    std::vector<float> emission, got(count);
    for (int n = -20; n < count + GatherPath::lookahead(); ++n)
      emission.push_back(static_cast<float>(std::sin(2 * kPi * kFrequency * n / kRate)));
    GatherPath path(source, ear, kRate);
    path.feed(-20, emission);
    path.gather(0, got);
    double worst = 0;
    for (int n = 100; n < count; ++n) {
      const double t = n / kRate;
      double low = 0, high = t;  // bisection: knows nothing of tracks
      for (int k = 0; k < 60; ++k) {
        const double e = 0.5 * (low + high);
        (e + norm(at - place(e)) / kC < t ? low : high) = e;
      }
      worst = std::max(worst, std::abs(got[n] - std::sin(2 * kPi * kFrequency * low)));
    }
    EXPECT_LT(20 * std::log10(worst), -70) << bounce;
  }
}

}  // namespace
}  // namespace peal
