// A thin plate struck softly, by two ways that share nothing: as a solid of director triangles with
// the air of its added-mass patterns, and as a rigid body with the modes of quadratic elements and
// quick radiation, or the wave equation solved around it.
#include <gtest/gtest.h>

#include "support/rendered.h"

namespace peal {
namespace {

std::vector<double> struck_plate(const std::string& body, const std::string& source,
                                 double duration) {
  const auto got = test::render_text(R"({"peal": 1, "duration": )" + std::to_string(duration) + R"(,
    "listeners": [{"name": "mic", "kind": "mono", "position": [0.1, 0.6, 0.2]}],
    "materials": {"m": {"young": 7e10, "poisson": 0.33, "density": 2700,
                        "damping": {"alpha": 20, "beta": 0}}},
    "objects": [{"name": "plate", )" +
                                     body + R"( "material": "m", "position": [0, 0, 0],
      "max_frequency": 6000,
      "shape": {"kind": "plate", "length": 0.2, "width": 0.14, "thickness": 0.002}}],
    "motion": {"gravity": [0, 0, 0]}, "sources": [)" +
                                     source + "]}");
  return got.sounds.at(0).channels.at(0);
}

std::vector<double> as_solid(int cells, double duration) {
  return struck_plate(R"("body": "solid", "solid": {"drag": 20, "viscous": 0, "cells": )" +
                          std::to_string(cells) + R"(, "strikes": [
      {"point": [0.07, 0, 0.04], "time": 0.02, "impulse": 1e-4, "duration": 2e-4}]},)",
                      R"({"kind": "solid"})", duration);
}

std::vector<double> as_modes(const std::string& radiation, double duration) {
  return struck_plate(R"("body": "rigid", "radiation": ")" + radiation + R"(",)",
                      R"({"kind": "strike", "object": "plate", "point": [0.07, 0.001, 0.04],
                          "time": 0.02, "impulse": 1e-4, "duration": 2e-4})",
                      duration);
}

/// Energy between two frequencies, from `begin` samples on.
double band_energy(const std::vector<double>& x, double low, double high) {
  const std::size_t begin = 2000, count = 4096;
  double sum = 0;
  for (double f = low; f < high; f += 5) {
    double re = 0, im = 0;
    for (std::size_t n = 0; n < count; ++n) {
      const double w = 0.5 - 0.5 * std::cos(2 * kPi * (n + 0.5) / count);
      re += w * x[begin + n] * std::cos(2 * kPi * f * n / 48000);
      im += w * x[begin + n] * std::sin(2 * kPi * f * n / 48000);
    }
    sum += re * re + im * im;
  }
  return sum;
}

void expect_alike(const std::vector<double>& solid, const std::vector<double>& modes,
                  const std::vector<double>& octaves, double bound) {
  for (const double centre : octaves) {
    const double low = centre / std::sqrt(2), high = centre * std::sqrt(2);
    const double level =
        10 * std::log10(band_energy(solid, low, high) / band_energy(modes, low, high));
    std::printf("  octave %g Hz: %+.2f dB\n", centre, level);
    EXPECT_NEAR(level, 0, bound) << centre;
  }
}

TEST(StruckSheet, SoundsLikeTheModesOfThePlate) {
  // Quick radiation is itself 1 to 2 dB off from 500 Hz on.
  expect_alike(as_solid(10, 0.14), as_modes("quick", 0.14), {250, 500}, 2);
}

std::vector<double> struck_bar(const std::string& body, const std::string& source) {
  const auto got = test::render_text(R"({"peal": 1, "duration": 0.14,
    "listeners": [{"name": "mic", "kind": "mono", "position": [0.4, 0.5, 0.1]}],
    "materials": {"m": {"young": 7e10, "poisson": 0.33, "density": 2700,
                        "damping": {"alpha": 20, "beta": 0}}},
    "objects": [{"name": "bar", )" + body +
                                     R"( "material": "m", "position": [0, 0, 0],
      "max_frequency": 6000, "shape": {"kind": "box", "size": [0.2, 0.012, 0.02]}}],
    "motion": {"gravity": [0, 0, 0]}, "sources": [)" +
                                     source + "]}");
  return got.sounds.at(0).channels.at(0);
}

TEST(StruckSolid, SoundsLikeTheModesOfTheBar) {
  const auto solid = struck_bar(R"("body": "solid", "solid": {"drag": 20, "viscous": 0,
      "cells": 20, "strikes": [{"point": [0.08, 0.006, 0], "time": 0.02, "impulse": 1e-5,
                                "duration": 2e-4}]},)",
                                R"({"kind": "solid"})");
  const auto modes = struck_bar(R"("body": "rigid", "radiation": "transfer",)",
                                R"({"kind": "strike", "object": "bar", "point": [0.08, 0.006, 0],
                                    "time": 0.02, "impulse": 1e-5, "duration": 2e-4})");
  // Bending 1 and 2 at 1.6 and 4.3 kHz.
  expect_alike(solid, modes, {1600, 4300}, 1);
}

TEST(StruckSheetSlow, SoundsLikeTheModesOfThePlateInTheWaveEquation) {
  expect_alike(as_solid(28, 0.25), as_modes("transfer", 0.25), {250, 500, 1000, 2000}, 2);
}

// A bar, clamped in a holder that goes to and fro along the line to the microphone: a partial's
// frequency is that of rest over 1 - v / c, with the velocity at the time when the sound left.
TEST(SwingingBar, PartialsRiseAndFallWithItsWay) {
  constexpr double kWay = 0.9, kTime = 0.3, kFar = 3;
  const auto got = test::render_text(R"({"peal": 1, "duration": 0.82,
    "listeners": [{"name": "mic", "kind": "mono", "position": [3, 0, 0.2]}],
    "materials": {"m": {"young": 2e11, "poisson": 0.3, "density": 7850,
                        "damping": {"alpha": 2, "beta": 0}}},
    "objects": [{"name": "bar", "body": "solid", "material": "m", "position": [0, 0, 0],
      "rotation": {"axis": [0, 0, 1], "angle": 90},
      "shape": {"kind": "bar", "size": [0.2, 0.01, 0.02]},
      "solid": {"cells": 10, "drag": 2, "viscous": 0,
        "held": [{"min": [-0.101, -1, -1], "max": [-0.0999, 1, 1],
                  "path": [{"time": 0}, {"time": 0.3, "offset": [0, -0.9, 0]}, {"time": 0.6}]}],
        "strikes": [{"point": [0.1, 0.005, 0], "time": 0.01, "impulse": 0.01,
                     "duration": 0.0002}]}}],
    "motion": {"gravity": [0, 0, 0]}, "sources": [{"kind": "solid"}]})");
  const auto& x = got.sounds.at(0).channels.at(0);
  const auto frequency = [&](double guess, double middle) {
    return test::frequency_near(x, 48000, guess, 60, middle - 0.04, middle + 0.04);
  };
  const double rest = frequency(1260, 0.76);
  // x^2 (3 - 2x) has a velocity of 6 x (1 - x) / T; a window of 0.08 s sees its weighted mean.
  const auto place = [&](double t) {
    const double u = t < kTime ? t / kTime : 2 - t / kTime;
    return u <= 0 ? 0.0 : kWay * u * u * (3 - 2 * u);
  };
  const auto mean_velocity = [&](double middle) {
    double sum = 0, weights = 0;
    for (double s = -0.0395; s < 0.04; s += 0.001) {
      double left = middle + s;  // when it left
      for (int k = 0; k < 20; ++k) left = middle + s - (kFar - place(left)) / 343.2;
      const double w = std::pow(std::cos(kPi * s / 0.08), 4);
      sum += w * (place(left + 1e-5) - place(left - 1e-5)) / 2e-5, weights += w;
    }
    return sum / weights;
  };
  for (const double middle : {0.15, 0.2, 0.4, 0.45}) {
    const double v = mean_velocity(middle), swing = frequency(rest, middle) - rest;
    std::printf("  at %.2f s %.2f m/s: %.2f Hz of %.1f Hz, expected %.2f\n", middle, v, swing, rest,
                rest * v / (343.2 - v));
    EXPECT_NEAR(swing / (rest * v / (343.2 - v)), 1, 0.05) << middle;
  }
}

}  // namespace
}  // namespace peal
