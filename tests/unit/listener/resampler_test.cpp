#include "listener/resampler.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/constants.h"
#include "base/error.h"
#include "base/rng.h"

namespace peal {
namespace {

std::vector<float> resample(const std::vector<float>& input, double from, double to,
                            std::size_t channels, std::int64_t frames, std::size_t piece = 1000) {
  Resampler resampler(from, to, channels, frames);
  std::vector<float> output;
  for (std::size_t i = 0; i < input.size(); i += piece * channels)
    resampler.push(std::span(input).subspan(i, std::min(piece * channels, input.size() - i)),
                   output);
  resampler.finish(output);
  EXPECT_EQ(output.size(), static_cast<std::size_t>(frames) * channels);
  EXPECT_EQ(resampler.frames_written(), frames);
  return output;
}

struct Rates {
  double from, to;
};
const Rates kRates[] = {{48000, 44100},  {192000, 48000}, {88200, 48000}, {44100, 48000},
                        {48000, 192000}, {96000, 44100},  {8000, 384000}, {384000, 8000}};

// A Gaussian far below both Nyquist frequencies, centred between samples. Its shift against the
// closed form, by least squares on the derivative, is the misalignment in time.
TEST(Resampler, OutputFrameNLiesAtTimeNOverRate) {
  for (const auto [from, to] : kRates) {
    const double slow = std::min(from, to), width = 4 / slow, centre = 0.0503217;
    const auto pulse = [&](double t) { return std::exp(-0.5 * std::pow((t - centre) / width, 2)); };
    std::vector<float> input(static_cast<std::size_t>(0.1 * from));
    for (std::size_t i = 0; i < input.size(); ++i)
      input[i] = static_cast<float>(pulse(static_cast<double>(i) / from));
    const auto frames = static_cast<std::int64_t>(std::round(0.1 * to));
    const auto output = resample(input, from, to, 1, frames);
    double product = 0, norm = 0, worst = 0;
    for (std::size_t n = 0; n < output.size(); ++n) {
      const double t = static_cast<double>(n) / to, exact = pulse(t);
      const double slope = -(t - centre) / (width * width) * exact;
      product += (output[n] - exact) * -slope, norm += slope * slope;
      worst = std::max(worst, std::abs(output[n] - exact));
    }
    const double shift = product / norm * to;  // [output samples]
    EXPECT_LT(std::abs(shift), 1e-6) << from << " -> " << to;
    EXPECT_LT(worst, 3e-7) << from << " -> " << to;
  }
}

// A step onset at t = 0 must not be lost: the first output frame is at time 0.
TEST(Resampler, ImpulseAtTheStartStaysAtTheStart) {
  std::vector<float> input(4800);
  input[0] = 1;
  const auto output = resample(input, 96000, 48000, 1, 2400);
  for (std::size_t n = 1; n < output.size(); ++n) EXPECT_LT(output[n], output[0]);
  EXPECT_NEAR(output[0], 0.5, 0.05);  // half the bandwidth
}

double amplitude(std::span<const float> x, double frequency, double rate) {
  double c = 0, s = 0, weight = 0;
  for (std::size_t n = 0; n < x.size(); ++n) {
    const double w =
        0.5 - 0.5 * std::cos(2 * kPi * static_cast<double>(n) / static_cast<double>(x.size()));
    const double phase = 2 * kPi * frequency * static_cast<double>(n) / rate;
    c += w * x[n] * std::cos(phase), s += w * x[n] * std::sin(phase), weight += w;
  }
  return 2 * std::hypot(c, s) / weight;
}

TEST(Resampler, GainIsFlat) {
  for (const auto [from, to] : kRates) {
    const double nyquist = std::min(from, to) / 2;
    for (const double wanted : {100.0, 1000.0, 5000.0, 10000.0, 15000.0, 19000.0, 20000.0}) {
      if (wanted > 0.905 * nyquist) continue;
      std::vector<float> input(static_cast<std::size_t>(0.3 * from));
      for (std::size_t i = 0; i < input.size(); ++i)
        input[i] = static_cast<float>(std::sin(2 * kPi * wanted * static_cast<double>(i) / from));
      const auto frames = static_cast<std::int64_t>(0.3 * to);
      const auto output = resample(input, from, to, 1, frames);
      const auto middle = std::span(output).subspan(output.size() / 3, output.size() / 3);
      EXPECT_NEAR(20 * std::log10(amplitude(middle, wanted, to)), 0, 0.01)
          << wanted << " Hz, " << from << " -> " << to;
    }
  }
}

TEST(Resampler, TonesAboveTheNewNyquistVanish) {
  std::vector<float> input(57600);
  for (std::size_t i = 0; i < input.size(); ++i)
    input[i] = static_cast<float>(std::sin(2 * kPi * 30000 * static_cast<double>(i) / 192000));
  const auto output = resample(input, 192000, 48000, 1, 14400);
  const auto middle = std::span(output).subspan(4800, 4800);
  for (const float v : middle) EXPECT_LT(std::abs(v), 1e-6);  // -120 dB
}

TEST(Resampler, PieceSizesDoNotMatter) {
  KeyedRng rng(1, 2, 3);
  std::vector<float> input(2 * 30011);
  for (float& v : input) v = static_cast<float>(rng.normal());
  for (const auto [from, to] : kRates) {
    const auto frames = static_cast<std::int64_t>(std::round(30011 / from * to));
    const auto reference = resample(input, from, to, 2, frames, 30011);
    for (const std::size_t piece : {1, 7, 128, 4096, 4097})
      ASSERT_EQ(reference, resample(input, from, to, 2, frames, piece)) << piece;
  }
}

TEST(Resampler, ChannelsDoNotMix) {
  KeyedRng rng(1, 2, 4);
  std::vector<float> left(5000), both(10000);
  for (std::size_t i = 0; i < left.size(); ++i)
    both[2 * i] = left[i] = static_cast<float>(rng.normal());
  const auto alone = resample(left, 48000, 44100, 1, 4594),
             pair = resample(both, 48000, 44100, 2, 4594);
  for (std::size_t n = 0; n < alone.size(); ++n) {
    ASSERT_EQ(pair[2 * n], alone[n]);
    ASSERT_EQ(pair[2 * n + 1], 0.0f);
  }
}

TEST(Resampler, EqualRatesPassEveryBit) {
  const std::vector<float> input{1, -0.0f, 3e-45f, 5, 6, 7};
  EXPECT_EQ(resample(input, 48000, 48000, 2, 3), input);
  EXPECT_EQ(resample(input, 48000, 48000, 2, 2), (std::vector<float>{1, -0.0f, 3e-45f, 5}));
  EXPECT_EQ(resample(input, 48000, 48000, 2, 4).back(), 0.0f);
}

// Less, as much and more than the input lasts; what overlaps is the same.
TEST(Resampler, CallerChoosesTheNumberOfFrames) {
  std::vector<float> input(9600, 1.0f);
  const auto full = resample(input, 96000, 48000, 1, 4800);
  const auto less = resample(input, 96000, 48000, 1, 1000);
  const auto more = resample(input, 96000, 48000, 1, 60000);
  EXPECT_TRUE(std::equal(less.begin(), less.end(), full.begin()));
  EXPECT_TRUE(std::equal(full.begin(), full.end(), more.begin()));
  EXPECT_NEAR(full[2400], 1, 1e-6);
  EXPECT_NEAR(more[50000], 0, 1e-9);
  EXPECT_TRUE(resample({}, 96000, 48000, 1, 0).empty());
  EXPECT_EQ(resample({}, 96000, 48000, 1, 5), std::vector<float>(5));
}

TEST(Resampler, RefusesNonsense) {
  EXPECT_THROW(Resampler(0, 48000, 1, 1), Error);
  EXPECT_THROW(Resampler(48000, NAN, 1, 1), Error);
  EXPECT_THROW(Resampler(48000, 44100, 0, 1), Error);
  EXPECT_THROW(Resampler(48000, 44100, 1, -1), Error);
}

}  // namespace
}  // namespace peal
