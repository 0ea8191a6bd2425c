#include "base/rng.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "base/audio_buffer.h"

namespace peal {
namespace {

using Words = std::array<std::uint32_t, 4>;

// Known answers of Philox4x32-10 published with the Random123 library.
TEST(Rng, PhiloxKnownAnswers) {
  EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}), (Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(philox({~0u, ~0u, ~0u, ~0u}, {~0u, ~0u}),
            (Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Rng, SameKeySameNumbersOtherKeyOtherNumbers) {
  KeyedRng a(1, 2, 3), b(1, 2, 3);
  for (int i = 0; i < 100; ++i) ASSERT_EQ(a.bits(), b.bits());
  const std::uint64_t first = KeyedRng(1, 2, 3).bits();
  EXPECT_NE(first, KeyedRng(2, 2, 3).bits());
  EXPECT_NE(first, KeyedRng(1, 3, 3).bits());
  EXPECT_NE(first, KeyedRng(1, 2, 4).bits());
  EXPECT_NE(first, KeyedRng(2, 1, 3).bits());
  EXPECT_NE(source_number("cup"), source_number("cap"));
  static_assert(source_number("") != source_number(std::string_view("\0", 1)));
}

struct Moments {
  double mean = 0, variance = 0, kurtosis = 0, correlation = 0;
  template <class Draw>
  Moments(int count, Draw draw) {
    std::vector<double> x(count);
    for (double& v : x) v = draw();
    for (const double v : x) mean += v / count;
    for (const double v : x) variance += (v - mean) * (v - mean) / count;
    for (int i = 0; i < count; ++i) {
      const double d = x[i] - mean;
      kurtosis += d * d * d * d / count / (variance * variance);
      if (i > 0) correlation += d * (x[i - 1] - mean) / count / variance;
    }
  }
};

// Bounds are five standard errors of each statistic for 200000 draws.
TEST(Rng, UniformStatistics) {
  KeyedRng rng(7, 0, 0);
  const int n = 200000;
  std::vector<int> bins(100);
  const Moments m(n, [&] {
    const double u = rng.uniform();
    EXPECT_TRUE(u >= 0 && u < 1);
    ++bins[static_cast<std::size_t>(u * 100)];
    return u;
  });
  EXPECT_NEAR(m.mean, 0.5, 5 * std::sqrt(1.0 / 12 / n));
  EXPECT_NEAR(m.variance, 1.0 / 12, 5 * std::sqrt(1.0 / 180 / n));
  EXPECT_NEAR(m.correlation, 0, 5 / std::sqrt(n));
  double chi = 0;
  for (const int b : bins) chi += (b - n / 100.0) * (b - n / 100.0) / (n / 100.0);
  EXPECT_NEAR(chi, 99, 5 * std::sqrt(2 * 99.0));
}

TEST(Rng, NormalStatistics) {
  KeyedRng rng(7, 1, 0);
  const int n = 200000;
  const Moments m(n, [&] { return rng.normal(3, 2); });
  EXPECT_NEAR(m.mean, 3, 5 * 2 / std::sqrt(n));
  EXPECT_NEAR(m.variance, 4, 5 * 4 * std::sqrt(2.0 / n));
  EXPECT_NEAR(m.kurtosis, 3, 5 * std::sqrt(24.0 / n));
  EXPECT_NEAR(m.correlation, 0, 5 / std::sqrt(n));
}

// Events with neighbouring numbers are the usual case: their first draws must be independent.
TEST(Rng, FirstDrawsOfNeighbouringEventsAreIndependent) {
  std::uint64_t event = 0;
  const int n = 200000;
  const Moments m(n, [&] { return KeyedRng(1, 1, event++).uniform(); });
  EXPECT_NEAR(m.mean, 0.5, 5 * std::sqrt(1.0 / 12 / n));
  EXPECT_NEAR(m.variance, 1.0 / 12, 5 * std::sqrt(1.0 / 180 / n));
  EXPECT_NEAR(m.correlation, 0, 5 / std::sqrt(n));
}

TEST(AudioBuffer, ChannelsArePlanarAndApart) {
  AudioBuffer buffer(48000, 2, 480);
  EXPECT_DOUBLE_EQ(buffer.duration(), 0.01);
  std::ranges::fill(buffer.channel(1), 2.0f);
  EXPECT_EQ(std::ranges::count(buffer.channel(0), 0.0f), 480);
  EXPECT_EQ(std::ranges::count(std::as_const(buffer).channel(1), 2.0f), 480);
  EXPECT_EQ(buffer.channel(0).data() + 480, buffer.channel(1).data());
  buffer.clear();
  EXPECT_EQ(std::ranges::count(buffer.channel(1), 0.0f), 480);
}

}  // namespace
}  // namespace peal
