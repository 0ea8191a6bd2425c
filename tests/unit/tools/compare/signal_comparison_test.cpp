// The arithmetic of comparisons against signals whose delay, gain, noise and bands are known.
#include "tools/compare/signal_comparison.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/constants.h"
#include "base/error.h"

namespace peal {
namespace {

/// A click: a Gaussian times a cosine, band-limited far below the rates used here.
double click(double t, double frequency = 3000) {
  const double u = (t - 0.004) / 0.0004;
  return std::exp(-u * u) * std::cos(2 * kPi * frequency * (t - 0.004));
}

std::vector<double> clicks(double begin, double step, std::size_t count, double delay = 0,
                           double gain = 1) {
  std::vector<double> out;
  for (std::size_t n = 0; n < count; ++n)
    out.push_back(gain * click(begin + static_cast<double>(n) * step - delay));
  return out;
}

constexpr double kStep = 1.0 / 48000;

TEST(SignalComparison, ASignalIsEqualToItself) {
  const auto a = clicks(0, kStep, 480);
  const SignalComparison c = compare_signals({0, kStep, a}, {0, kStep, a});
  EXPECT_EQ(c.l2, 0);
  EXPECT_EQ(c.delay, 0);
  EXPECT_EQ(c.l2_aligned, 0);
  EXPECT_NEAR(c.gain, 1, 1e-14);
  EXPECT_EQ(c.peak_ratio, 1);
  ASSERT_FALSE(c.bands.empty());
  for (const BandDifference& band : c.bands) EXPECT_EQ(band.difference, 0);
}

// Parts of a sample are found, and what is left without the delay is nothing.
TEST(SignalComparison, DelayGainAndSignAreFound) {
  const auto a = clicks(0, kStep, 480);
  for (const double delay : {5.0, 0.37, -0.5, -7.77})
    for (const double gain : {1.0, 0.5, -2.0}) {
      const auto b = clicks(0, kStep, 480, delay * kStep, gain);
      const SignalComparison c = compare_signals({0, kStep, a}, {0, kStep, b});
      EXPECT_NEAR(c.delay / kStep, delay, 2e-4) << delay << " " << gain;
      EXPECT_NEAR(c.gain, gain, 1e-4 * std::abs(gain));
      EXPECT_NEAR(c.l2_aligned, std::abs(gain - 1), 3e-4);
      EXPECT_LT(c.l2_scaled, 3e-4);
      EXPECT_GT(c.l2, 0.1);
      for (const BandDifference& band : c.bands) {
        if (band.level_a <= -30) continue;
        EXPECT_NEAR(band.difference, 20 * std::log10(std::abs(gain)), 0.01);
      }
    }
}

TEST(SignalComparison, NoiseIsTheRelativeL2) {
  const auto a = clicks(0, kStep, 4800);
  double energy = 0;
  for (const double v : a) energy += v * v;
  std::vector<double> noise, b = a;
  double in_noise = 0;
  for (std::size_t n = 0; n < a.size(); ++n) {
    noise.push_back(std::sin(17.3 * static_cast<double>(n * n)));
    in_noise += noise[n] * noise[n];
  }
  for (std::size_t n = 0; n < a.size(); ++n) b[n] += 0.05 * std::sqrt(energy / in_noise) * noise[n];
  const SignalComparison c = compare_signals({0, kStep, a}, {0, kStep, b});
  EXPECT_NEAR(c.l2, 0.05, 1e-9);
  EXPECT_NEAR(c.delay, 0, 0.02 * kStep);
}

// The same function sampled at another rate from another instant is the same.
TEST(SignalComparison, OtherRatesAndBeginningsAreLaidOverEachOther) {
  const auto a = clicks(0, kStep, 480);
  for (const double rate : {44100.0, 96000.0, 1e6}) {
    const double begin = -0.00013;
    const auto b = clicks(begin, 1 / rate, static_cast<std::size_t>(0.0101 * rate));
    const SignalComparison c = compare_signals({0, kStep, a}, {begin, 1 / rate, b});
    EXPECT_NEAR(1 / c.step, std::min(rate, 48000.0), 1e-6);
    EXPECT_LT(c.l2, 3e-4) << rate;
    EXPECT_NEAR(c.delay / c.step, 0, 2e-3);
  }
}

// What the lower rate cannot hold is taken out, not folded down.
TEST(SignalComparison, ResamplingDoesNotAlias) {
  std::vector<double> tone;
  for (int n = 0; n < 9600; ++n) tone.push_back(std::sin(2 * kPi * 30000 * n / 96000.0));
  const auto low = resampled({0, 1 / 96000.0, tone}, 0, kStep, 4800);
  for (std::size_t n = 100; n < 4700; ++n) EXPECT_LT(std::abs(low[n]), 1e-4);
}

TEST(SignalComparison, BandsHoldTheToneThatIsInThem) {
  std::vector<double> a, b;
  for (int n = 0; n < 48000; ++n) {
    const double t = n * kStep;
    a.push_back(std::sin(2 * kPi * 1000 * t) + std::sin(2 * kPi * 4000 * t));
    b.push_back(std::sin(2 * kPi * 1000 * t) + 0.5 * std::sin(2 * kPi * 4000 * t));
  }
  const SignalComparison c = compare_signals({0, kStep, a}, {0, kStep, b});
  int found = 0;
  for (const BandDifference& band : c.bands) {
    if (std::abs(band.frequency - 1000) < 1) {
      EXPECT_NEAR(band.level_a, -3.01, 0.02);
      EXPECT_NEAR(band.difference, 0, 0.01);
      ++found;
    } else if (std::abs(band.frequency - 3981.07) < 1) {
      EXPECT_NEAR(band.difference, -6.02, 0.01);
      ++found;
    }
  }
  EXPECT_EQ(found, 2);
}

TEST(SignalComparison, SilenceIsNoFailure) {
  const auto a = clicks(0, kStep, 480);
  const std::vector<double> none(480, 0.0);
  EXPECT_EQ(compare_signals({0, kStep, none}, {0, kStep, none}).l2, 0);
  EXPECT_EQ(compare_signals({0, kStep, a}, {0, kStep, none}).l2, 1);
  EXPECT_EQ(compare_signals({0, kStep, a}, {0, kStep, none}).l2_scaled, 1);
  EXPECT_TRUE(std::isinf(compare_signals({0, kStep, none}, {0, kStep, a}).l2));
}

// Cauchy and Schwarz: the best factor leaves sqrt(1 - rho^2) of a, which no other factor, 1
// included, beats. Signals that have little to do with each other, quiet and loud, show it.
TEST(SignalComparison, ScalingAndAligningNeverMoveThemApart) {
  for (int pair = 0; pair < 40; ++pair) {
    std::vector<double> a, b;
    const double likeness = 0.05 * (pair % 10), level = pair % 3 == 0 ? 0.01 : pair % 3;
    for (int n = 0; n < 600; ++n) {
      a.push_back(std::sin(17.3 * n * n + pair) * std::exp(-0.004 * n));
      b.push_back(level * (likeness * a.back() + std::sin(5.7 * n * n + 3 * pair)));
    }
    const SignalComparison c = compare_signals({0, kStep, a}, {0, kStep, b});
    EXPECT_LE(c.l2_scaled, c.l2_aligned) << pair;
    EXPECT_LE(c.l2_scaled, std::min(1.0, c.l2)) << pair;
    if (c.gain > 0) {
      EXPECT_LE(c.l2_aligned, c.l2) << pair;
    }
  }
}

TEST(SignalComparison, WhatScalingLeavesIsTheSineOfTheAngleBetweenThem) {
  std::vector<double> a, b;  // two tones over whole periods: orthogonal
  for (int n = 0; n < 4800; ++n) {
    a.push_back(std::sin(2 * kPi * 1000 * n * kStep));
    b.push_back(0.3 * a.back() + 0.4 * std::sin(2 * kPi * 3000 * n * kStep));
  }
  ComparisonOptions no_delay;
  no_delay.longest_delay = 1e-9;
  const SignalComparison c = compare_signals({0, kStep, a}, {0, kStep, b}, no_delay);
  EXPECT_NEAR(c.gain, 0.3, 0.01);
  EXPECT_NEAR(c.l2_scaled, 0.8, 0.01);  // 0.4 / 0.5
}

TEST(SignalComparison, OnlyTheCommonTimeCounts) {
  const auto a = clicks(0, kStep, 480), b = clicks(0, kStep, 960);
  const SignalComparison c = compare_signals({0, kStep, a}, {0, kStep, b});
  EXPECT_EQ(c.a.size(), 480u);
  EXPECT_EQ(c.l2, 0);
  EXPECT_LT(c.left_out_b, 1e-12);
  EXPECT_THROW(compare_signals({0, kStep, a}, {1, kStep, b}), Error);
}

}  // namespace
}  // namespace peal
