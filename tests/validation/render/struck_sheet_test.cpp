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

}  // namespace
}  // namespace peal
