// The whole chain after emission (propagation, listener, file) against the theory of the radiating
// sphere: |p| = rho c V (a/r) D_l, D_0 = ka/sqrt(1 + (ka)^2), D_1 = (ka)^2/sqrt(4 + (ka)^4) far
// away.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/rendered.h"

namespace peal {
namespace {

using test::amplitude_at;
using test::decibel;

constexpr double kRhoC = 1.2041 * 343.2;

std::string tone_scene(const std::string& sphere, double frequency, double radius, double distance,
                       int rate, const std::string& more = "") {
  return fmt::format(R"({{"peal": 1, "duration": 0.3,
    "listeners": [{{"name": "mic", "kind": "mono", "position": [0, {}, 0]}}],
    "sources": [{{"kind": "tone", "sphere": "{}", "frequency": {}, "radius": {}, "amplitude": 0.02,
                 "axis": [0, 1, 0], "position": [0, 0, 0]{}}}],
    "output": {{"rate": {}}}}})",
                     distance, sphere, frequency, radius, more, rate);
}

TEST(Calibration, PulsatingSphereAtOneAndTenMetres) {
  for (double frequency : {100.0, 1000.0, 9000.0, 19000.0})
    for (double distance : {1.0, 10.0})
      for (int rate : {44100, 48000}) {
        const double a = 0.03, ka = 2 * kPi * frequency / 343.2 * a;
        const auto got = test::render_text(tone_scene("pulsating", frequency, a, distance, rate));
        const double expected = kRhoC * 0.02 * a / distance * ka / std::hypot(1, ka);
        const double level = amplitude_at(got.sounds[0].channels[0], rate, frequency, 0.1, 0.25);
        EXPECT_NEAR(decibel(level / expected), 0, 0.1) << frequency << " Hz " << distance << " m";
      }
}

TEST(Calibration, OscillatingSphereAtOneAndTenMetresWithItsNearField) {
  for (double frequency : {60.0, 1000.0, 9000.0})
    for (double distance : {1.0, 10.0}) {
      const double a = 0.03, k = 2 * kPi * frequency / 343.2, ka = k * a, kr = k * distance;
      const auto got = test::render_text(tone_scene("oscillating", frequency, a, distance, 48000));
      // near-field factor |h_1(kr)| kr = sqrt(1 + 1/(kr)^2)
      const double expected = kRhoC * 0.02 * a / distance * ka * ka /
                              std::sqrt(4 + std::pow(ka, 4)) * std::sqrt(1 + 1 / (kr * kr));
      const double level = amplitude_at(got.sounds[0].channels[0], 48000, frequency, 0.1, 0.25);
      EXPECT_NEAR(decibel(level / expected), 0, 0.1) << frequency << " Hz " << distance << " m";
    }
}

TEST(Calibration, SoundArrivesAfterItsTravelTime) {
  const auto got =
      test::render_text(tone_scene("pulsating", 1000, 0.03, 10, 48000, R"(, "fade": 0)"));
  const std::vector<double>& x = got.sounds[0].channels[0];
  const double arrival = (10 - 0.03) / 343.2;  // from the surface
  double peak = 0;
  for (double value : x) peak = std::max(peak, std::abs(value));
  const auto first =
      std::find_if(x.begin(), x.end(), [&](double v) { return std::abs(v) > 0.02 * peak; });
  EXPECT_NEAR((first - x.begin()) / 48000.0, arrival, 3e-4);
}

TEST(Calibration, DopplerShiftThroughTheFile) {
  const auto got = test::render_text(R"({"peal": 1, "duration": 0.6,
    "listeners": [{"name": "mic", "kind": "mono", "position": [20, 0, 0]}],
    "sources": [{"kind": "tone", "frequency": 2000, "position": [0, 0, 0],
                 "velocity": [25, 0, 0]}]})");
  const double heard = test::frequency_near(got.sounds[0].channels[0], 48000, 2150, 60, 0.2, 0.55);
  EXPECT_NEAR(heard / (2000 / (1 - 25 / 343.2)), 1, 1e-3);
}

TEST(Calibration, DopplerShiftOfAMovingListener) {
  const auto got = test::render_text(R"({"peal": 1, "duration": 0.6,
    "listeners": [{"name": "mic", "kind": "mono", "position": [20, 0, 0],
                   "path": [{"time": 0.6, "position": [8, 0, 0]}]}],
    "sources": [{"kind": "tone", "frequency": 2000, "position": [0, 0, 0]}]})");
  const double heard = test::frequency_near(got.sounds[0].channels[0], 48000, 2110, 60, 0.2, 0.55);
  EXPECT_NEAR(heard / (2000 * (1 + 20 / 343.2)), 1, 1e-3);
}

TEST(Calibration, StereoChannelsAreApartByTheirPathDifference) {
  // A source on the left is nearer to the left microphone by about the spacing.
  const auto got = test::render_text(R"({"peal": 1, "duration": 0.3,
    "listeners": [{"name": "pair", "kind": "stereo", "position": [3, 0, 0], "look": [0, 0, -1],
                   "spacing": 1.0}],
    "sources": [{"kind": "tone", "frequency": 500, "position": [0, 0, 0]}]})");
  const auto& sound = got.sounds[0];
  ASSERT_EQ(sound.channels.size(), 2u);
  const double left = amplitude_at(sound.channels[0], 48000, 500, 0.1, 0.25);
  const double right = amplitude_at(sound.channels[1], 48000, 500, 0.1, 0.25);
  EXPECT_NEAR(left / right, 3.5 / 2.5, 1e-3);
}

TEST(Calibration, TwoInternalRatesInOneMix) {
  // 30 kHz needs a faster bus than 1 kHz; both arrive calibrated and in step in one file.
  const auto got = test::render_text(R"({"peal": 1, "duration": 0.3,
    "listeners": [{"name": "mic", "kind": "mono", "position": [0, 1, 0]}],
    "sources": [
      {"kind": "tone", "frequency": 1000, "radius": 0.03, "amplitude": 0.02, "position": [0, 0, 0]},
      {"kind": "tone", "frequency": 30000, "radius": 0.03, "amplitude": 0.02, "position": [0, 0, 0]}],
    "output": {"rate": 96000}})");
  for (double frequency : {1000.0, 30000.0}) {
    const double ka = 2 * kPi * frequency / 343.2 * 0.03;
    const double expected = kRhoC * 0.02 * 0.03 * ka / std::hypot(1, ka);
    const double level = amplitude_at(got.sounds[0].channels[0], 96000, frequency, 0.1, 0.25);
    EXPECT_NEAR(decibel(level / expected), 0, 0.1) << frequency;
  }
}

}  // namespace
}  // namespace peal
