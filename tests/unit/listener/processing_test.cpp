// Reverberation and compression of a finished sound, against what they are asked for.
#include "listener/processing.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/constants.h"
#include "listener/compressor.h"
#include "listener/reverb.h"

namespace peal {
namespace {

constexpr double kProcessedRate = 48000;

/// Channel by channel: what one sample of 1 in all channels leaves, without that sample.
std::vector<std::vector<double>> answers(double time, double level, std::size_t channels) {
  Reverb reverb(kProcessedRate, channels, time, level);
  std::vector<float> sound(static_cast<std::size_t>(1.5 * time * kProcessedRate) * channels);
  for (std::size_t c = 0; c < channels; ++c) sound[c] = 1;
  reverb.process(sound);
  std::vector<std::vector<double>> out(channels);
  for (std::size_t n = 0; n < sound.size(); ++n)
    out[n % channels].push_back(n < channels ? sound[n] - 1.0 : sound[n]);
  return out;
}

double energy(const std::vector<double>& x, std::size_t from = 0) {
  double sum = 0;
  for (std::size_t n = from; n < x.size(); ++n) sum += x[n] * x[n];
  return sum;
}

/// [s] by Schroeder's integral between -5 and -35 dB, of what lies below a frequency.
double decay_time(std::vector<double> x, double below) {
  double state = 0;
  const double part = 1 - std::exp(-2 * kPi * below / kProcessedRate);
  for (int pass = 0; pass < 4; ++pass, state = 0)
    for (double& v : x) v = state += part * (v - state);
  std::vector<double> left(x.size() + 1);
  for (std::size_t n = x.size(); n-- > 0;) left[n] = left[n + 1] + x[n] * x[n];
  std::size_t first = 0, last = 0;
  while (left[first] > left[0] * std::pow(10, -0.5)) ++first;
  while (left[last] > left[0] * std::pow(10, -3.5)) ++last;
  return static_cast<double>(last - first) / kProcessedRate * 2;
}

TEST(Reverb, FallsInItsTimeWithItsEnergy) {
  for (const double time : {0.3, 1.0, 2.5}) {
    const auto heard = answers(time, -12, 1);
    // It falls by steps of its delays, 74 ms at most: as much as a third of that is not known.
    EXPECT_NEAR(decay_time(heard[0], 300), time, 0.025 + 0.03 * time);
    EXPECT_NEAR(10 * std::log10(energy(heard[0])), -12, 0.1);
    // Nothing before the first delay: the sound itself stays as it was.
    for (std::size_t n = 0; n < 0.029 * kProcessedRate; ++n) EXPECT_EQ(heard[0][n], 0);
  }
}

TEST(Reverb, ChannelsHearOtherAnswersOfTheSameRoom) {
  const auto heard = answers(1, -6, 2);
  const double left = energy(heard[0]), right = energy(heard[1]);
  EXPECT_NEAR(10 * std::log10((left + right) / 2), -6, 0.1);
  double both = 0;
  for (std::size_t n = 0; n < heard[0].size(); ++n) both += heard[0][n] * heard[1][n];
  EXPECT_LT(std::abs(both), 0.2 * std::sqrt(left * right));
}

TEST(Reverb, HighFrequenciesFallFaster) {
  auto x = answers(2, 0, 1)[0];
  std::vector<double> high(x.size());
  for (std::size_t n = 2; n < x.size(); ++n) high[n] = x[n] - 2 * x[n - 1] + x[n - 2];
  EXPECT_LT(decay_time(high, 20000), 0.6 * decay_time(x, 300));
}

TEST(Compressor, MakesFourDecibelsOne) {
  const double threshold = 0.1;
  for (const double above : {-6.0, 0.0, 8.0, 20.0}) {  // [dB]
    Compressor compressor(kProcessedRate, 1, threshold, 4, 0.005, 0.15);
    const double amplitude = threshold * std::pow(10, above / 20);
    std::vector<float> x(48000);
    for (std::size_t n = 0; n < x.size(); ++n)
      x[n] = static_cast<float>(amplitude *
                                std::sin(2 * kPi * 1000 * static_cast<double>(n) / kProcessedRate));
    const std::vector<float> before = x;
    compressor.process(x);
    float largest = 0;
    for (std::size_t n = 24000; n < x.size(); ++n) largest = std::max(largest, std::abs(x[n]));
    const double got = 20 * std::log10(largest / threshold);
    EXPECT_NEAR(got, above > 0 ? above / 4 : above, 0.05) << above;
    if (above < 0) {
      EXPECT_EQ(x, before);
    }
  }
}

TEST(Compressor, HoldsBackWithinItsAttackAndLetsGoWithinItsRelease) {
  Compressor compressor(kProcessedRate, 1, 0.1, 100, 0.005, 0.15);
  std::vector<float> x(96000, 0.05f);
  for (std::size_t n = 4800; n < 9600; ++n) x[n] = 1;
  compressor.process(x);
  EXPECT_EQ(x[4000], 0.05f);
  EXPECT_GT(x[4801], 0.9f);  // an attack passes
  EXPECT_NEAR(std::log(x[4800 + 240]), 0.99 * std::log(0.1) * (1 - std::exp(-1.0)), 0.02);
  EXPECT_NEAR(x[9500], std::pow(0.1, 0.99), 0.002);
  // 1 falls to 0.1 in 0.15 ln 10 s = 0.345 s; then it is as before.
  EXPECT_LT(x[9600 + 4800], 0.04f);
  EXPECT_NEAR(x[9600 + 19000], 0.05f, 1e-4);
}

TEST(Processing, IsNothingWhenNothingIsAskedForAndOfSilence) {
  const std::filesystem::path folder = std::filesystem::temp_directory_path();
  PressureSpool spool(folder, 48000, 2), silent(folder, 48000, 2);
  std::vector<float> x(2 * 48000);
  silent.append(x);
  for (std::size_t n = 0; n < x.size(); ++n) x[n] = n < x.size() / 2 ? 0.5f : 0.02f;
  spool.append(x);
  OutputSettings output;
  EXPECT_EQ(processed(spool, output, folder), nullptr);
  output.reverb.emplace();
  const auto room = processed(spool, output, folder);
  ASSERT_NE(room, nullptr);
  EXPECT_EQ(room->frames(), spool.frames());
  EXPECT_EQ(room->channels(), 2u);
  EXPECT_GT(room->rms(), 1.01 * spool.rms());
  output.reverb.reset(), output.compress.emplace();
  output.compress->threshold = -20, output.compress->release = 0.05;
  EXPECT_EQ(processed(silent, output, folder), nullptr);
  const auto held = processed(spool, output, folder);
  ASSERT_NE(held, nullptr);
  std::vector<float> y(x.size());
  ASSERT_EQ(held->read(0, y), 48000u);
  EXPECT_NEAR(y[2 * 20000], 0.05 * std::pow(10, 0.25), 1e-4);  // 20 dB above are 5
  EXPECT_NEAR(y[2 * 47000], 0.02, 1e-6);
}

}  // namespace
}  // namespace peal
