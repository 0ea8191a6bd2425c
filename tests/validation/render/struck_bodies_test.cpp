// Struck bodies through all four stages: pitch, decay and level in the file.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/parallel.h"
#include "emission/body_sound.h"
#include "physics/wave/exact/radiating_sphere.h"
#include "support/rendered.h"

namespace peal {
namespace {

using test::amplitude_at;
using test::decibel;

TEST(StruckBar, PitchOfTheFirstModesInTheFile) {
  // Aluminium bar 200 x 10 x 20 mm, free: 3-D Ritz frequencies. Struck at a corner of the end, all
  // families sound: bending over the thin and the thick side, torsion.
  const auto got = test::render_text(R"({"peal": 1, "duration": 1.2,
    "listeners": [{"name": "mic", "kind": "mono", "position": [0.15, 0.3, 0.2]}],
    "materials": {"alloy": {"young": 70e9, "poisson": 0.33, "density": 2700,
                            "damping": {"alpha": 2, "beta": 0}}},
    "objects": [{"name": "bar", "shape": {"kind": "bar", "size": [0.2, 0.01, 0.02]},
                 "material": "alloy", "position": [0, 0, 0], "static": true, "quality": "fine"}],
    "sources": [{"kind": "strike", "object": "bar", "point": [0.1, 0.005, 0.01],
                 "direction": [0, -0.8, -0.6], "impulse": 0.01, "duration": 3e-5}]})");
  for (double reference : {1297.17, 2528.25, 3520.71, 5785.64, 6581.17, 6753.85}) {
    const double heard = test::frequency_near(got.sounds[0].channels[0], 48000, reference,
                                              0.012 * reference, 0.1, 1.1);
    EXPECT_NEAR(heard / reference, 1, 0.005) << reference;
  }
}

TEST(StruckPlate, ModesThatMaxModesLeavesOutAreSaid) {
  const auto strike = [](const char* max_modes, double width) {
    return test::render_text(fmt::format(R"({{"peal": 1, "duration": 0.05, "quality": "draft",
    "listeners": [{{"name": "mic", "kind": "mono", "position": [0, 0.5, 0]}}],
    "objects": [{{"name": "pane", "shape": {{"kind": "plate", "length": 0.4, "width": {},
                 "thickness": 0.002}}, "material": "glass", "position": [0, 0, 0],
                 "static": true{}}}],
    "sources": [{{"kind": "strike", "object": "pane", "point": [0.2, 0, 0.07],
                 "direction": [0, -1, 0], "impulse": 0.001, "duration": 1e-4}}]}})",
                                         width, max_modes));
  };
  const auto got = strike("", 0.3);
  EXPECT_EQ(got.report.objects[0].count("modes"), 200);
  const auto missing = got.report.objects[0].count("modes_beyond_max_modes");
  EXPECT_GT(missing, 5);
  ASSERT_EQ(got.report.warnings.size(), 1u);
  const std::string& said = got.report.warnings[0];
  EXPECT_NE(said.find("object 'pane'"), std::string::npos) << said;
  EXPECT_NE(said.find(fmt::format("{} modes below", missing)), std::string::npos) << said;
  EXPECT_NE(said.find("max_modes"), std::string::npos) << said;
  // Who asks for few of them knows it.
  const auto few = strike(R"(, "max_modes": 10)", 0.15);
  EXPECT_TRUE(few.report.warnings.empty());
  EXPECT_GT(few.report.objects[0].count("modes_beyond_max_modes"), 5);
}

TEST(StruckBar, DecayInTheFileIsThatOfTheDamping) {
  const double alpha = 20;
  const auto got = test::render_text(fmt::format(R"({{"peal": 1, "duration": 0.8,
    "listeners": [{{"name": "mic", "kind": "mono", "position": [0, 0.5, 0]}}],
    "materials": {{"alloy": {{"young": 70e9, "poisson": 0.33, "density": 2700,
                            "damping": {{"alpha": {}, "beta": 1e-8}}}}}},
    "objects": [{{"name": "bar", "shape": {{"kind": "bar", "size": [0.2, 0.01, 0.02]}},
                 "material": "alloy", "position": [0, 0, 0], "static": true}}],
    "sources": [{{"kind": "strike", "object": "bar", "point": [0.1, 0.005, 0],
                 "impulse": 0.01, "duration": 1e-4}}]}})",
                                                 alpha));
  const std::vector<double>& x = got.sounds[0].channels[0];
  const double frequency = test::frequency_near(x, 48000, 1297, 20, 0.1, 0.7);
  const double omega = 2 * kPi * frequency;
  const double early = amplitude_at(x, 48000, frequency, 0.10, 0.15);
  const double late = amplitude_at(x, 48000, frequency, 0.60, 0.65);
  const double sigma = std::log(early / late) / 0.5;
  EXPECT_NEAR(sigma / ((alpha + 1e-8 * omega * omega) / 2), 1, 0.01);
}

TEST(StruckSphere, LevelIsThatOfTheExactQuadrupole) {
  // Steel ball of 10 cm, struck at the pole: the five modes of S2 add up to v_n = V P_2(cos) with
  // V = J sum phi_n(pole)^2 G(f tau), and radiate exactly as a sphere of order 2 does.
  const double tau = 2e-5, impulse = 0.05, radius = 0.1, distance = 1.0;
  const auto got = test::render_text(fmt::format(R"({{"peal": 1, "duration": 0.5,
    "listeners": [{{"name": "mic", "kind": "mono", "position": [0, {}, 0]}}],
    "materials": {{"metal": {{"young": 200e9, "poisson": 0.3, "density": 7850,
                            "damping": {{"alpha": 4, "beta": 0}}}}}},
    "objects": [{{"name": "ball", "shape": {{"kind": "sphere", "radius": {}}},
                 "material": "metal", "position": [0, 0, 0], "static": true, "quality": "fine",
                 "radiation": "quick"}}],
    "sources": [{{"kind": "strike", "object": "ball", "point": [0, {}, 0], "direction": [0, -1, 0],
                 "time": 0.05, "impulse": {}, "duration": {}}}]}})",
                                                 distance, radius, radius, impulse, tau));
  const double s2 = 13183.75;  // 175783.39 Hz (7.5 mm) scaled to 0.1 m
  const std::vector<double>& x = got.sounds[0].channels[0];
  const double heard = test::frequency_near(x, 48000, s2, 100, 0.1, 0.45);
  EXPECT_NEAR(heard / s2, 1, 0.005);

  BodySoundRequest request;
  request.shape = SphereShape{radius};
  request.level = MeshLevel::fine;
  const BodySound body(request);
  std::vector<double> phi;
  body.project({0, radius, 0}, {0, 1, 0}, phi);
  double pole = 0, omega = 0;
  for (int i = 0; i < body.modes(); ++i)
    if (std::abs(body.poles()[i].im / (2 * kPi * s2) - 1) < 0.01)
      pole += phi[i] * phi[i], omega = body.poles()[i].im;
  const double y = omega * tau / kPi;
  const double velocity =
      impulse * pole * std::abs(std::cos(omega * tau / 2)) / std::abs(1 - y * y);
  const double decay = std::exp(-2.0 * 0.15);  // sigma = alpha/2, amplitude measured around 0.2 s
  const RadiatingSphere sphere{2, radius, Air{}};
  const double expected =
      std::abs(sphere.pressure(omega / 343.2, distance, 1.0)) * velocity * decay;
  const double level = amplitude_at(x, 48000, heard, 0.15, 0.25 + distance / 343.2);
  EXPECT_NEAR(decibel(level / expected), 0, 1.0);
}

TEST(Drop, SamplesAreTheSameForAnyThreadsAndBlocks) {
  const std::string text = R"({"peal": 1, "duration": 0.7,
    "listeners": [{"name": "pair", "kind": "stereo", "position": [0, 0.6, 1.4]},
                  {"name": "far", "kind": "mono", "position": [3, 1, 0],
                   "path": [{"time": 0.5, "position": [2, 1, 0]}]}],
    "objects": [{"name": "bar", "shape": {"kind": "bar", "size": [0.2, 0.01, 0.02]},
                 "material": "aluminium", "position": [0.3, 0.2, 0],
                 "rotation": {"axis": [0, 0, 1], "angle": 20}, "spin": [3, 0, 5]},
                {"name": "bar2", "shape": {"kind": "bar", "size": [0.15, 0.01, 0.02]},
                 "material": "steel", "position": [-0.3, 0.15, 0], "spin": [0, 4, 2]}],
    "motion": {"floor": {"material": "concrete"}},
    "sources": [{"kind": "impact"}], "output": {"rate": 44100}})";
  set_thread_limit(1);
  const auto reference = test::render_text(text, 0.1);
  EXPECT_GT(reference.report.impacts, 4);
  EXPECT_GT(reference.report.listeners[0].written.peak_pa, 0.01);
  for (int threads : {1, 2})
    for (double block : {0.0013, 0.0371, 5.0}) {
      set_thread_limit(threads);
      const auto again = test::render_text(text, block);
      for (std::size_t i = 0; i < 2; ++i)
        EXPECT_TRUE(again.bytes[i] == reference.bytes[i])
            << "listener " << i << ", " << threads << " threads, block " << block;
    }
  set_thread_limit(2);
}

}  // namespace
}  // namespace peal
