// Tones that share a run: how far apart, and how well their spectra keep apart.
#include "physics/wave/transfer/mode_chords.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/constants.h"

namespace peal {
namespace {

double spectrum_at(double line, double duration) {  // of the window, lines of 1/duration
  std::complex<double> sum = 0;
  const int n = 4096;
  for (int i = 0; i < n; ++i) {
    const double t = (i + 0.5) / n * duration;
    sum += burst_window(t, duration) * std::polar(duration / n, 2 * kPi * line / duration * t);
  }
  return std::abs(sum);
}

TEST(ModeChords, BurstsAreSilentBeyondTheirGap) {
  const double duration = 0.02, lines = least_gap(duration) * duration;
  const double own = spectrum_at(0, duration);
  for (double line = lines; line < 40; line += 0.13)
    EXPECT_LT(spectrum_at(line, duration), 3e-5 * own) << line;
  EXPECT_GT(spectrum_at(0.5 * lines, duration), 1e-3 * own);  // the gap is not wider than needed
}

TEST(ModeChords, KeepTheGapAndHoldEveryTone) {
  std::vector<double> f;
  for (int i = 0; i < 200; ++i) f.push_back(30 + 97.3 * i + 40 * std::sin(7.0 * i));
  std::sort(f.begin(), f.end());
  f[50] = f[51];  // a pair of equal frequency
  const double duration = 0.016, gap = least_gap(duration);
  std::vector<int> seen(f.size());
  for (const auto& chord : chords(f, duration))
    for (std::size_t a = 0; a < chord.size(); ++a) {
      ++seen[chord[a]];
      for (std::size_t b = 0; b < a; ++b) {
        EXPECT_GE(f[chord[a]] - f[chord[b]], gap);
        EXPECT_GE(f[chord[a]] + f[chord[b]], gap);
      }
    }
  for (const int times : seen) EXPECT_EQ(times, 1);
}

// Against the mean taken numerically, and second order in the cells.
TEST(ModeChords, GridOmegaMakesWavesAsLongAsTrueOnes) {
  const double c = 343, cell = 0.01, step = 0.9 * cell / (c * std::sqrt(3.0));
  for (const double z : {1e-5, 0.1, 0.5, 0.9}) {
    const double omega = z * c / cell, k = omega / c;
    double mean = 0;
    const int n = 400;
    for (int i = 0; i < n; ++i) {
      const double x = (i + 0.5) / n;
      mean += 3 * 4 / (cell * cell) * std::pow(std::sin(k * x * cell / 2), 2) / n;
    }
    const double found = grid_omega(omega, c, cell, step);
    EXPECT_NEAR(4 * std::pow(std::sin(found * step / 2), 2) / std::pow(c * step, 2) / mean, 1,
                1e-5);
    EXPECT_NEAR(found / omega, 1, 0.03 * z * z + 1e-9);
  }
}

}  // namespace
}  // namespace peal
