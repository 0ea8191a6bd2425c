#include "physics/contact/roughness_kernel.h"

#include <gtest/gtest.h>

#include <complex>
#include <limits>
#include <vector>

#include "base/constants.h"
#include "base/fft.h"
#include "physics/contact/surface_roughness.h"

namespace peal {
namespace {

std::vector<double> sampled(const RoughnessProfile& profile, double step, int count,
                            double first = 0) {
  std::vector<double> out(static_cast<std::size_t>(count));
  profile.heights(first, step, count, out.data());
  return out;
}

/// Mean power over the bins of half overlapping Hann windows; bin j is at j / (2 (bins - 1)) of the
/// sampling rate. The sum over all bins is the mean square.
std::vector<double> spectrum(const std::vector<double>& x, std::size_t length) {
  const RealFft fft(length);
  std::vector<double> part(length), power(fft.bins(), 0.0);
  std::vector<std::complex<double>> bins(fft.bins());
  int parts = 0;
  for (std::size_t begin = 0; begin + length <= x.size(); begin += length / 2, ++parts) {
    for (std::size_t i = 0; i < length; ++i) {
      const double angle = 2 * kPi * static_cast<double>(i) / static_cast<double>(length);
      part[i] = x[begin + i] * (1 - std::cos(angle)) / std::sqrt(1.5);
    }
    fft.forward(part, bins);
    for (std::size_t j = 0; j < bins.size(); ++j)
      power[j] += (j == 0 || j + 1 == bins.size() ? 1 : 2) * std::norm(bins[j]);
  }
  const double n = static_cast<double>(length);
  for (double& p : power) p /= n * n * parts;
  return power;
}

/// Part of the power between two frequencies, in units of the sampling rate.
double band(const std::vector<double>& power, double from, double to) {
  const double length = 2.0 * static_cast<double>(power.size() - 1);
  double sum = 0;
  for (std::size_t j = 0; j < power.size(); ++j) {
    const double f = static_cast<double>(j) / length;
    if (f >= from && f < to) sum += power[j];
  }
  return sum;
}

double rms(const std::vector<double>& x) {
  double sum = 0;
  for (const double v : x) sum += v * v;
  return std::sqrt(sum / static_cast<double>(x.size()));
}

double correlation(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum / static_cast<double>(a.size()) / (rms(a) * rms(b));
}

}  // namespace

TEST(Roughness, SpectrumFallsWithTheSlope) {
  for (const double slope : {-1.0, -2.0, -3.0}) {
    const RoughnessProfile profile({1, slope, 1, 1.0 / 1024, 5});
    ASSERT_EQ(profile.octaves(), 10);
    const double step = 1.0 / 8192;
    const auto power = spectrum(sampled(profile, step, 1 << 20), 1 << 16);
    // Densities of third octaves from 2 to 512 waves per metre, straight line through the points.
    double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0, worst = 0;
    std::vector<std::pair<double, double>> points;
    for (double f = 2; f < 511; f *= std::cbrt(2)) {
      const double to = f * std::cbrt(2);
      const double y = std::log(band(power, f * step, to * step) / (to - f));
      const double x = std::log(std::sqrt(f * to));
      points.emplace_back(x, y);
      n += 1, sx += x, sy += y, sxx += x * x, sxy += x * y;
    }
    const double fitted = (n * sxy - sx * sy) / (n * sxx - sx * sx);
    EXPECT_NEAR(fitted, slope, 0.1);
    // Level: f^slope over its integral from 1 to 1024. The octaves' shape costs 1.5 dB at most.
    const double all =
        slope == -1 ? std::log(1024.0) : (std::pow(1024, slope + 1) - 1) / (slope + 1);
    for (const auto& [x, y] : points)
      worst = std::max(worst, std::abs(y - slope * x + std::log(all)));
    EXPECT_LT(worst * 10 / std::log(10), 2.0) << "distance from the power law [dB], " << slope;
    // The band ends where it should: little beyond twice the longest wave, and nothing much below
    // half of the shortest.
    EXPECT_LT(band(power, 0, 0.35 * step), 0.02);
    EXPECT_LT(band(power, 2048 * step, 1), 1e-3);
  }
}

TEST(Roughness, HeightsHaveTheRmsThatWasAskedFor) {
  for (const double slope : {0.0, -1.0, -1.5, -2.0, -3.0})
    for (const double shortest : {1e-2, 7e-3, 1.3e-3, 1e-4, 1e-5}) {
      const RoughnessProfile profile({3e-6, slope, 1e-2, shortest, 11});
      std::vector<double> h;
      for (int i = 0; i < 30000; ++i) h.push_back(profile.height(i * 1.2345678e-3, 0));
      EXPECT_NEAR(rms(h), 3e-6, 0.03 * 3e-6) << slope << " " << shortest;
    }
}

TEST(Roughness, SeedsGiveEqualAndUnrelatedSurfaces) {
  const Roughness surface{1, -2, 1e-2, 1e-4, 1};
  Roughness other = surface;
  other.seed = 2;
  const auto a = sampled(RoughnessProfile(surface), 1e-3, 50000);
  EXPECT_EQ(a, sampled(RoughnessProfile(surface), 1e-3, 50000));
  const auto b = sampled(RoughnessProfile(other), 1e-3, 50000);
  EXPECT_LT(std::abs(correlation(a, b)), 0.03);
  // Two rough surfaces on each other: their powers add.
  std::vector<double> sum(a);
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += b[i];
  EXPECT_NEAR(rms(sum) / std::hypot(rms(a), rms(b)), 1, 0.02);
}

TEST(Roughness, DoesNotRepeatItself) {
  const RoughnessProfile profile({1, -1, 1e-2, 1e-4, 1});
  const auto a = sampled(profile, 1e-3, 20000);
  for (const double shift : {1e-2 * 256, 65.536, 1000.0})
    EXPECT_LT(std::abs(correlation(a, sampled(profile, 1e-3, 20000, shift))), 0.05) << shift;
}

TEST(Roughness, DoubleSpeedShiftsTheSpectrumByAnOctave) {
  const RoughnessProfile profile({1, -2, 1e-2, 1e-4, 3});
  const double step = 2e-6;
  const auto slow = sampled(profile, step, 1 << 19), fast = sampled(profile, 2 * step, 1 << 18);
  for (std::size_t n = 0; n < fast.size(); ++n) ASSERT_EQ(fast[n], slow[2 * n]) << n;
  const auto p = spectrum(slow, 1 << 15), q = spectrum(fast, 1 << 14);
  for (double f = 4e-4; f < 0.02; f *= 2)
    EXPECT_NEAR(10 * std::log10(band(q, 2 * f, 4 * f) / band(p, f, 2 * f)), 0, 0.1) << f;
}

TEST(Roughness, NothingReachesTheEndOfTheSpectrumAtAnySpeed) {
  for (const double slope : {0.0, -1.0, -2.0})
    for (double step = 2e-6; step < 9e-4; step *= 1.2) {
      const RoughnessProfile profile({1, slope, 1e-2, 1e-5, 3});
      const auto power = spectrum(sampled(profile, step, 1 << 14), 1 << 12);
      const double all = band(power, 0, 1);
      ASSERT_GT(all, 1e-4) << step;  // a slope of 0 has little in its long waves
      EXPECT_LT(band(power, 0.45, 1), 1e-4 * all) << slope << " " << step;
    }
  // Faster still: even the longest waves are between two samples.
  EXPECT_EQ(RoughnessProfile({1, -2, 1e-2, 1e-5, 3}).height(1.234, 1e-2), 0);
}

TEST(Roughness, LowSpeedKeepsEverythingThatTheRateCanShow) {
  const RoughnessProfile profile({1, -1, 1e-2, 1e-5, 3});
  // Waves five samples long and more are there in full.
  const double step = 1.5e-5;
  const auto power = spectrum(sampled(profile, step, 1 << 18), 1 << 14);
  const double expected = std::log(1e-2 / (5.4 * step)) / std::log(1e3);
  EXPECT_NEAR(band(power, 0, 1 / 5.4), expected, 0.12 * expected);
}

TEST(Roughness, PatchLeavesOutWhatIsShorterThanItself) {
  const RoughnessProfile profile({1, -1, 1e-2, 1e-5, 3});
  std::vector<double> x(1 << 17);
  profile.heights(0, 2e-6, 1 << 17, x.data(), 2e-4);
  const auto power = spectrum(x, 1 << 14);
  EXPECT_LT(band(power, 2e-6 / 0.5e-4, 1), 1e-3);
  EXPECT_GT(band(power, 0, 2e-6 / 4e-4), 0.3);
}

TEST(Roughness, BlockIsTheSameAsSingleSamples) {
  const RoughnessProfile profile({1, -2, 1e-2, 1e-4, 9});
  for (const double step : {1e-7, -3e-5, 2e-4})
    for (const double first : {0.0, -0.3, 17.0}) {
      const auto h = sampled(profile, step, 200, first);
      for (int n = 0; n < 200; ++n)
        ASSERT_EQ(h[static_cast<std::size_t>(n)], profile.height(first + n * step, step));
    }
}

TEST(Roughness, IsSmoothAcrossLatticePoints) {
  const RoughnessProfile profile({1, -2, 1, 0.5, 9});  // one octave, spacing 0.2265
  const auto h = sampled(profile, 1e-4, 40000, -2);
  // |h''| s^2 is at most w times the fourth difference of numbers from -1 to 1.
  const double spacing = 0.453 / 2, weight = 1 / std::sqrt(roughness_detail::kMeanSquare);
  const double most = weight * 16 / (spacing * spacing) * 1e-8;
  for (std::size_t n = 2; n < h.size(); ++n)
    ASSERT_LT(std::abs(h[n] - 2 * h[n - 1] + h[n - 2]), most) << n;
}

TEST(Roughness, RestIsConstantAndEveryDistanceIsFinite) {
  const RoughnessProfile profile({1e-6, -2, 1e-2, 1e-6, 4});
  const auto still = sampled(profile, 0, 1000, 0.777);
  for (const double h : still) EXPECT_EQ(h, still[0]);
  EXPECT_NE(still[0], 0);
  const double inf = std::numeric_limits<double>::infinity(), nan = std::nan("");
  for (const double x : {nan, inf, -inf, 1e12, -1e12, 1e300, -1e300, 1e-300, 0.0})
    for (const double step : {0.0, 1e-6, -1e-6, 1e300, nan, inf})
      for (const double patch : {0.0, 1e-3, nan, inf, -1.0}) {
        EXPECT_TRUE(std::isfinite(profile.height(x, step, patch)));
        EXPECT_LT(std::abs(profile.height(x, step, patch)), 2e-5);
      }
  const double bad[] = {nan, inf, -inf, 0, -1, 1e300, 1e-300};
  for (const double a : bad)
    for (const double b : bad)
      for (const double c : bad)
        for (const double d : bad)
          EXPECT_TRUE(std::isfinite(RoughnessProfile({a, b, c, d, 1}).height(0.1, 1e-5)));
}

TEST(SurfaceRoughness, OrderOfOrdinarySurfaces) {
  EXPECT_LT(default_roughness("glass").rms, default_roughness("porcelain").rms);
  EXPECT_LT(default_roughness("porcelain").rms, default_roughness("steel", "metal").rms);
  EXPECT_LT(default_roughness("steel", "metal").rms, default_roughness("beech", "wood").rms);
  EXPECT_LT(default_roughness("beech", "wood").rms, default_roughness("concrete", "stone").rms);
  EXPECT_EQ(default_roughness("no-such").rms, 1e-6);
  for (const NamedRoughness& entry : kSurfaceRoughness) {
    EXPECT_GT(entry.roughness.longest, 50 * entry.roughness.shortest) << entry.name;
    EXPECT_LT(entry.roughness.rms, 0.02 * entry.roughness.longest) << entry.name;
  }
}

TEST(SurfaceRoughness, AnotherBandKeepsTheSpectrum) {
  const SurfaceRoughness surface{1e-6, -2, 1e-3, 1e-5};
  // Int f^-2 df = longest - shortest.
  EXPECT_NEAR(roughness_over(surface, 1e-2, 1e-5, 1).rms, 1e-6 * std::sqrt(9.99 / 0.99), 1e-12);
  const SurfaceRoughness pink{1e-6, -1, 1e-3, 1e-5};
  EXPECT_NEAR(roughness_over(pink, 1e-2, 1e-5, 1).rms, 1e-6 * std::sqrt(1.5), 1e-12);
  EXPECT_EQ(roughness_over(pink, 1e-5, 1e-5, 1).rms, 0);
}

TEST(SurfaceRoughness, BallBridgesWavesMoreCurvedThanItself) {
  // On the profile itself: curvature of all waves down to that wavelength, from the spectrum.
  for (const double slope : {-1.0, -2.0, -3.0}) {
    const Roughness surface{1e-6, slope, 1e-2, 1e-5, 2};
    const double radius = 0.01, shortest = shortest_followed(surface, radius);
    ASSERT_GT(shortest, 2e-5);
    ASSERT_LT(shortest, 5e-3);
    const double step = shortest / 10;
    const auto power = spectrum(sampled(RoughnessProfile(surface), step, 1 << 17), 1 << 13);
    double square = 0;
    for (std::size_t j = 0; static_cast<double>(j) <= (1 << 13) / 10.0; ++j)
      square += power[j] * std::pow(2 * kPi * static_cast<double>(j) / (1 << 13) / step, 4);
    EXPECT_NEAR(std::sqrt(square) * radius, 1, 0.19) << slope;  // 1.5 dB
  }
  // A smooth surface is followed everywhere, a rough one by great balls only in its long waves.
  EXPECT_EQ(shortest_followed({1e-9, -2, 1e-3, 1e-4, 0}, 0.01), 1e-4);
  EXPECT_GT(shortest_followed({60e-6, -2, 8e-3, 25e-6, 0}, 0.01), 2e-3);
  for (const double slope : {-6.0, -5.0, 0.0})
    for (const double height : {0.0, 1e-9, 1e-3})
      for (const double radius : {0.0, 1e-3, 1e3}) {
        const double shortest = shortest_followed({height, slope, 1e-2, 1e-5, 0}, radius);
        EXPECT_GE(shortest, 1e-5);
        EXPECT_LE(shortest, 1e-2);
      }
}

// A disc of radius R that rolls from top to top of waves of length L dips between them by L^2 / (8
// R): for waves of that height the curvature is that of the disc, and no octave may have more.
TEST(SurfaceRoughness, AWheelDipsNoDeeperThanItsCurvatureAllows) {
  const double longest = 0.01, radius = 0.5;
  const Roughness one{20e-6, -2, longest, longest / 2, 3};  // one octave about longest / sqrt(2)
  const RoughnessProfile profile(one);
  const auto rms = [&](double wheel) {
    double sum = 0;
    for (int n = 0; n < 100000; ++n) {
      const double h = profile.height(1e-4 * n, 0, 0, wheel);
      sum += h * h;
    }
    return std::sqrt(sum / 100000);
  };
  EXPECT_NEAR(rms(0) / one.rms, 1, 0.05);
  EXPECT_NEAR(rms(1e-3) / one.rms, 1, 0.05);  // a small one follows everything
  const double wave = longest / std::sqrt(2.0);
  EXPECT_NEAR(rms(radius) / (wave * wave / (4 * kPi * kPi * radius)), 1, 0.05);
  EXPECT_NEAR(rms(radius) / rms(2 * radius), 2, 1e-9);
}

}  // namespace peal
