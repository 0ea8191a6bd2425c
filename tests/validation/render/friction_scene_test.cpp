// Friction and rolling as whole scenes: what is heard at the microphone, in pascals.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "dsp/contact_sound.h"
#include "physics/contact/surface_roughness.h"
#include "support/friction_scenes.h"
#include "support/rendered.h"

namespace peal {
namespace {

using test::render_text;
using test::Rendered;

double rms(const std::vector<double>& x, double rate, double from, double to) {
  double sum = 0;
  int count = 0;
  for (auto n = static_cast<std::size_t>(from * rate); n < to * rate && n < x.size(); ++n, ++count)
    sum += x[n] * x[n];
  return std::sqrt(sum / count);
}

std::string scene_file(const std::string& name) {
  std::ifstream file(PEAL_SOURCE_DIR "/scenes/" + name);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Pressure instead of a level made loud.
std::string calibrated(std::string text) {
  const std::string from = "\"normalised\"";
  text.replace(text.find(from), from.size(), "\"calibrated\"");
  return text;
}

TEST(FrictionScene, ABrakeRollsThenIsSilentThenSquealsAndFalls) {
  const Rendered r = render_text(calibrated(scene_file("brake.json")));
  const std::vector<double>& left = r.sounds[0].channels[0];
  const double rate = r.sounds[0].rate;
  // The wheel is pushed for 1 s, rolls until 1.3 s and slides from there.
  const double sliding = rms(left, rate, 2.1, 2.8), squeal = rms(left, rate, 3.2, 3.5);
  const double rolling = rms(left, rate, 0.9, 1.25);
  EXPECT_GT(rolling, 2 * rms(left, rate, 0.4, 0.6));  // faster is louder
  EXPECT_GT(rolling, 1e-2 * squeal);
  EXPECT_LT(rolling, 0.5 * squeal);
  EXPECT_LT(sliding, 1e-3 * squeal);
  EXPECT_LT(rms(left, rate, 3.9, 4.3), 1e-3 * squeal);
  EXPECT_NEAR((test::Stretch{left, rate, 3.15, 3.25}).pitch(), 952.65, 0.02 * 952.65);
  EXPECT_NEAR((test::Stretch{left, rate, 3.45, 3.55}).pitch(), 924.13, 0.02 * 924.13);
  // p = rho A x'' / (4 pi r): 0.34 m/s rms at 950 Hz, 1 m away, 0.01 m^2.
  const double expected = 1.2041 * 0.01 * 2 * kPi * 952 * 0.339 / (4 * kPi * 1.0036);
  EXPECT_NEAR(rms(left, rate, 3.15, 3.25), expected, 0.25 * expected);
}

TEST(FrictionScene, AGlassSingsAtItsOwnPitch) {
  // Given modes of a wineglass: the sheet's 548.04 Hz and 0.1058 m/s, here as pressure.
  const Rendered r = render_text(R"({
    "peal": 1, "duration": 2.2,
    "listeners": [{"name": "mic", "kind": "mono", "position": [0, 0, 1]}],
    "objects": [{"name": "glass", "shape": {"kind": "sphere", "radius": 0.04}, "material": "glass",
                 "position": [0, 0, 0], "static": true, "sound": "none"}],
    "sources": [{"kind": "friction", "object": "glass",
      "resonator": {"kind": "modes", "area": 0.01, "modes": [
        {"frequency": 548, "decay": 6.9, "mass": 0.01}, {"frequency": 1370, "decay": 11.5, "mass": 0.01}]},
      "exciter": {"mass": 0.05, "damping": 200}, "force": [[0, 0], [0.1, 1.5]], "normal_force": 1,
      "law": {"stiffness": 1e4, "damping": 1, "viscosity": 0.2, "static_friction": 0.6,
              "dynamic_friction": 0.25, "stribeck_speed": 0.1}}]})");
  const std::vector<double>& x = r.sounds[0].channels[0];
  const double rate = r.sounds[0].rate;
  EXPECT_NEAR(test::frequency_near(x, rate, 548, 5, 1.1, 2.1), 548.04, 0.005 * 548.04);
  const double expected = 1.2041 * 0.01 * 2 * kPi * 548 * 0.10575 / (4 * kPi);
  EXPECT_NEAR(rms(x, rate, 1.1, 2.1), expected, 0.01 * expected);
}

std::string rolling_ball(double speed) {
  return fmt::format(R"({{
    "peal": 1, "duration": 0.5, "quality": "draft",
    "listeners": [{{"name": "mic", "kind": "mono", "position": [0, 0.5, 0]}}],
    "objects": [
      {{"name": "ball", "shape": {{"kind": "sphere", "radius": 0.01}}, "material": "steel",
        "position": [{}, 0.015, 0], "velocity": [{}, 0, 0], "spin": [0, 0, {}], "sound": "none"}},
      {{"name": "plate", "shape": {{"kind": "plate", "length": 0.6, "width": 0.3, "thickness": 0.01}}, "material": "steel",
        "position": [0, 0, 0], "static": true, "max_frequency": 8000}}],
    "sources": [{{"kind": "contact"}}]}})",
                     -speed / 4, speed, -speed / 0.01);
}

TEST(FrictionScene, RollingIsLouderWhenFasterAndSilentAtRest) {
  double before = 0;
  for (const double speed : {0.05, 0.2, 0.8}) {
    const Rendered r = render_text(rolling_ball(speed));
    const double level = rms(r.sounds[0].channels[0], r.sounds[0].rate, 0.1, 0.5);
    EXPECT_GT(level, 1.5 * before) << speed;
    before = level;
  }
  const Rendered still = render_text(rolling_ball(0));
  for (const double sample : still.sounds[0].channels[0]) EXPECT_EQ(sample, 0);
}

/// [Pa] rms at half a metre above it of the ball alone, moved by the force of its contact with a
/// plate that does not give way: p = rho a^3 / r^2 (w + q w'), w'' + 2 w' + 2 w = acceleration over
/// x = c t / a, q = r / a (docs/theory/acceleration-noise.md). An upper bound: the plate yields.
double pressure_of_the_ball_itself(double speed) {
  constexpr double kBallRate = 48000, kRadius = 0.01, kFar = 0.5, kMass = 0.0329, kLoad = 0.323;
  ContactPair pair;
  pair.radius = kRadius, pair.modulus = 1.1e11, pair.mass = kMass, pair.restitution = 0.6;
  pair.roughness = roughness_of_pair(default_roughness("steel"), default_roughness("steel"), 7);
  ContactSound sound(kBallRate);
  sound.set_pair(pair);
  Coupling coupling(1);
  double w = 0, dw = 0, sum = 0;
  int count = 0;
  for (int hop = 0; hop * kHop < 0.5 * kBallRate; ++hop) {
    if (!sound.prepare(kLoad, 0, speed)) continue;
    coupling.clear();
    coupling.add({&sound.mass(), 0, nullptr, 0, &sound.normal()});
    coupling.solve();
    sound.pressed(coupling.force(0));
    for (int n = 0; n < kHop; ++n) {
      const double acceleration = (coupling.force(0)[n] - kLoad) / kMass;
      constexpr int kParts = 32;
      const double step = 343.2 / (kRadius * kBallRate) / kParts;
      for (int k = 0; k < kParts; ++k) {
        dw += step * (acceleration - 2 * dw - 2 * w);
        w += step * dw;
      }
      const double p = 1.2041 * std::pow(kRadius, 3) / (kFar * kFar) * (w + kFar / kRadius * dw);
      if (hop * kHop > 0.1 * kBallRate) sum += p * p, ++count;
    }
  }
  return std::sqrt(sum / count);
}

TEST(FrictionScene, WhatARollingBallItselfWouldRadiateIsFarBelowItsPlate) {
  for (const double speed : {0.05, 0.2, 0.8}) {
    const Rendered r = render_text(rolling_ball(speed));
    const double plate = rms(r.sounds[0].channels[0], r.sounds[0].rate, 0.1, 0.5);
    const double ball = pressure_of_the_ball_itself(speed);
    EXPECT_LT(ball, 0.04 * plate) << speed;  // 28 dB; measured: 32 to 54
  }
}

TEST(FrictionScene, ScrapingEndsInSilenceWhereTheBodyStops) {
  // 0.6 m/s against friction of 0.3: it slides 0.204 s. Steel as it is rings on for seconds.
  const Rendered r = render_text(R"({
    "peal": 1, "duration": 1, "quality": "draft",
    "listeners": [{"name": "mic", "kind": "mono", "position": [0, 0.5, 0]}],
    "materials": {"dull": {"like": "steel", "loss_factor": 0.01}},
    "objects": [{"name": "bar", "shape": {"kind": "bar", "size": [0.2, 0.01, 0.03]},
      "material": "dull", "position": [0, 0.005, 0], "velocity": [0.6, 0, 0]}],
    "motion": {"floor": {"material": "concrete", "friction": 0.3}, "pairs": [{"a": "bar", "b": "floor", "friction": 0.3}]},
    "sources": [{"kind": "contact"}]})");
  const std::vector<double>& x = r.sounds[0].channels[0];
  const double rate = r.sounds[0].rate, loud = rms(x, rate, 0.02, 0.15);
  EXPECT_GT(loud, 1e-4);
  EXPECT_LT(rms(x, rate, 0.8, 1.0), 0.05 * loud);
}

TEST(FrictionScene, WrongValuesAreNamed) {
  const auto message = [](const std::string& from, const std::string& to) {
    std::string text = scene_file("brake.json");
    text.replace(text.find(from), from.size(), to);
    try {
      test::scene_from(text);
    } catch (const std::exception& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_NE(message("\"mass\": 0.02", "\"mass\": -0.02").find("/resonator/modes/0/mass"),
            std::string::npos);
  EXPECT_NE(message("\"stiffness\": 1e6", "\"stiffness\": 0").find("/law/stiffness"),
            std::string::npos);
  EXPECT_NE(message("[1.3, 0], [1.32, 40]", "[1.3, 0], [1.2, 40]").find("times must ascend"),
            std::string::npos);
  EXPECT_NE(message("\"static_friction\": 0.5", "\"static_friction\": 0.1").find("static_friction"),
            std::string::npos);
  EXPECT_NE(message("[[0, 0], [1.3, 0], [1.32, 40]]", "\"none.csv\"").find("there is no file"),
            std::string::npos);
  EXPECT_NE(message("\"load\": 150", "\"load\": -1").find("/rolling/load"), std::string::npos);
  EXPECT_NE(message("\"damping\": 0}",
                    "\"damping\": 0, \"modes\": [{\"frequency\": 100, \"decay\": "
                    "5000}]}")
                .find("/exciter/modes/0: a mode of 100 Hz"),
            std::string::npos);
  EXPECT_NE(
      message("\"rolling\":", "\"resonator_force\": 1e9, \"rolling\":").find("/resonator_force"),
      std::string::npos);
}

}  // namespace
}  // namespace peal
