#include "io/plot/sound_analysis.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "base/error.h"
#include "base/rng.h"
#include "io/plot/picture_text.h"

namespace peal {
namespace {

// Tone of 1 Pa rms: 93.98 dB SPL.
std::vector<float> analysed_tone(double frequency, double rate, double seconds, double rms = 1) {
  std::vector<float> samples(static_cast<std::size_t>(std::lround(rate * seconds)));
  for (std::size_t i = 0; i < samples.size(); ++i)
    samples[i] = static_cast<float>(rms * std::sqrt(2.0) *
                                    std::sin(2 * kPi * frequency * static_cast<double>(i) / rate));
  return samples;
}
const double kOnePascal = 20 * std::log10(1 / 20e-6);

int loudest_row(const Spectrogram& s, int column) {
  int best = 0;
  for (int r = 0; r < s.rows; ++r)
    if (s.at(column, r) > s.at(column, best)) best = r;
  return best;
}

TEST(SoundAnalysis, ToneReadsItsLevelInItsRow) {
  for (const double rate : {8000.0, 44100.0, 48000.0, 192000.0, 384000.0})
    for (const double frequency : {300.0, 440.0, 1000.0, 1013.7, 3456.0, 12345.6})
      for (const bool log : {true, false}) {
        if (frequency > 0.45 * rate) continue;
        const auto samples = analysed_tone(frequency, rate, 0.5);
        AnalysisOptions options;
        options.columns = 100;
        options.log_frequency = log;
        const SoundAnalysis sound = analyse_sound(stream_of(samples, 1, rate), options);
        const Spectrogram& s = sound.spectrogram;
        for (const int column : {20, 50, 77}) {
          const int row = loudest_row(s, column);
          EXPECT_NEAR(s.at(column, row), kOnePascal, 0.05) << frequency << " Hz at " << rate;
          // Rows may be narrower than the line can be placed: allow 2 % of a band.
          const double slack = 0.02 * s.bandwidth;
          EXPECT_LE(s.edges[static_cast<std::size_t>(row)], frequency + slack) << rate;
          EXPECT_GE(s.edges[static_cast<std::size_t>(row) + 1], frequency - slack) << rate;
        }
      }
}

// White noise of variance v has the level of v bandwidth / Nyquist in each band; time averaging
// makes it steady.
TEST(SoundAnalysis, NoiseReadsItsLevelPerBand) {
  KeyedRng rng(3, 0, 0);
  std::vector<float> samples(48000 * 10);
  for (float& v : samples) v = static_cast<float>(rng.normal());
  AnalysisOptions options;
  options.columns = 1;
  options.rows = 2000;  // narrow rows: one or no bin each
  options.log_frequency = false;
  const Spectrogram s = analyse_sound(stream_of(samples, 1, 48000), options).spectrogram;
  EXPECT_NEAR(s.bandwidth, 1.5 * 48000 / 2048, 0.01);
  double mean = 0;
  for (int r = 100; r < 1900; ++r) mean += s.at(0, r) / 1800;
  EXPECT_NEAR(mean, kOnePascal + 10 * std::log10(s.bandwidth / 24000), 0.5);
}

TEST(SoundAnalysis, OnsetAppearsInItsColumn) {
  std::vector<float> samples(96000);
  samples[60000] = 1;
  AnalysisOptions options;
  options.columns = 1000;
  const SoundAnalysis sound = analyse_sound(stream_of(samples, 1, 48000), options);
  std::size_t peak = 0;
  for (std::size_t c = 0; c < 1000; ++c)
    if (sound.envelope.high[c] > sound.envelope.high[peak]) peak = c;
  EXPECT_EQ(peak, 625u);
  int loudest = 0;
  for (int c = 0; c < 1000; ++c)
    if (sound.spectrogram.at(c, 200) > sound.spectrogram.at(loudest, 200)) loudest = c;
  EXPECT_NEAR(loudest, 625, 1);
  EXPECT_EQ(sound.spectrogram.at(500, 200), kSilenceLevel);
}

TEST(SoundAnalysis, EnvelopeOfASquareWave) {
  std::vector<float> samples(10000);
  for (std::size_t i = 0; i < samples.size(); ++i) samples[i] = i % 2 == 0 ? 0.5f : -0.25f;
  AnalysisOptions options;
  options.columns = 100;
  options.rows = 0;
  const SoundAnalysis sound = analyse_sound(stream_of(samples, 1, 48000), options);
  const double rms = std::sqrt((0.25 + 0.0625) / 2);
  for (std::size_t c = 0; c < 100; ++c) {
    EXPECT_EQ(sound.envelope.high[c], 0.5f);
    EXPECT_EQ(sound.envelope.low[c], -0.25f);
    EXPECT_NEAR(sound.envelope.rms[c], rms, 1e-6);
  }
  EXPECT_EQ(sound.envelope.peak, 0.5);
  EXPECT_NEAR(sound.envelope.rms_all, rms, 1e-9);
  EXPECT_TRUE(sound.spectrogram.level.empty());
  EXPECT_TRUE(sound.envelope.samples.empty());
}

// Opposite channels must not cancel; a chosen channel is shown alone.
TEST(SoundAnalysis, Channels) {
  const auto left = analysed_tone(1000, 48000, 0.5), right = analysed_tone(1000, 48000, 0.5, -0.5);
  std::vector<float> both;
  for (std::size_t i = 0; i < left.size(); ++i) both.push_back(left[i]), both.push_back(right[i]);
  AnalysisOptions options;
  options.columns = 20;
  const auto level = [&](int channel) {
    options.channel = channel;
    const Spectrogram s = analyse_sound(stream_of(both, 2, 48000), options).spectrogram;
    return s.at(10, loudest_row(s, 10));
  };
  EXPECT_NEAR(level(0), kOnePascal, 0.05);
  EXPECT_NEAR(level(1), kOnePascal - 6.02, 0.05);
  EXPECT_NEAR(level(kAllChannels), kOnePascal + 10 * std::log10((1 + 0.25) / 2), 0.05);
  EXPECT_THROW(level(2), Error);
}

// The pieces in which a reader hands over its frames leave no trace.
TEST(SoundAnalysis, PieceSizesDoNotMatter) {
  const auto samples = analysed_tone(1234, 48000, 0.7);
  AnalysisOptions options;
  options.columns = 50;
  const auto whole = analyse_sound(stream_of(samples, 1, 48000), options);
  SoundStream stream = stream_of(samples, 1, 48000);
  stream.read = [inner = stream.read, n = std::size_t{0}](std::span<float> target) mutable {
    return inner(target.first(std::min(target.size(), ++n % 997)));
  };
  stream.read = [inner = stream.read](std::span<float> target) mutable {
    std::size_t got = 0;
    for (int tries = 0; got == 0 && tries < 3; ++tries) got = inner(target);
    return got;
  };
  const auto pieces = analyse_sound(stream, options);
  EXPECT_EQ(whole.spectrogram.level, pieces.spectrogram.level);
  EXPECT_EQ(whole.envelope.rms, pieces.envelope.rms);
}

TEST(SoundAnalysis, ShortSoundsAndSilence) {
  for (const double rate : {8000.0, 48000.0, 384000.0})
    for (const std::int64_t frames : {1, 2, 3, 80, 480, 3840}) {
      const std::vector<float> silence(static_cast<std::size_t>(frames));
      const SoundAnalysis sound = analyse_sound(stream_of(silence, 1, rate));
      EXPECT_EQ(*std::ranges::max_element(sound.spectrogram.level), kSilenceLevel);
      EXPECT_EQ(sound.envelope.peak, 0);
      EXPECT_NEAR(sound.duration, static_cast<double>(frames) / rate, 1e-15);
    }
  const auto samples = analysed_tone(4000, 48000, 0.01);
  const SoundAnalysis sound = analyse_sound(stream_of(samples, 1, 48000));
  ASSERT_EQ(sound.envelope.samples.size(), 1u);
  EXPECT_EQ(sound.envelope.samples[0], samples);
  EXPECT_NEAR(sound.spectrogram.at(700, loudest_row(sound.spectrogram, 700)), kOnePascal, 0.3);
}

TEST(SoundAnalysis, FiguresInTheTitle) {
  std::vector<float> square(96000);
  for (std::size_t i = 0; i < square.size(); ++i) square[i] = i / 2 % 2 == 0 ? 0.02f : -0.02f;
  AnalysisOptions options;
  options.rows = 0;
  EXPECT_EQ(sound_figures(analyse_sound(stream_of(square, 2, 48000), options), kAllChannels),
            "1 s  ·  48000 Hz  ·  2 channels  ·  peak 20 mPa = 60.0 dB SPL  ·  rms 60.0 dB SPL");
  EXPECT_TRUE(sound_figures(analyse_sound(stream_of(square, 2, 48000), options), 1)
                  .starts_with("1 s  ·  48000 Hz  ·  channel 1 of 2  ·  peak"));
  const std::vector<float> silence(480);
  EXPECT_EQ(sound_figures(analyse_sound(stream_of(silence, 1, 48000), options), kAllChannels),
            "10 ms  ·  48000 Hz  ·  silent");
  EXPECT_STREQ(pressure_unit(2e-5).name, "µPa");
}

TEST(SoundAnalysis, RefusesBadInput) {
  std::vector<float> samples(100);
  EXPECT_THROW(analyse_sound(stream_of({}, 1, 48000)), Error);
  EXPECT_THROW(analyse_sound(stream_of(samples, 1, 0)), Error);
  EXPECT_THROW(stream_of(samples, 3, 48000), Error);
  SoundStream longer = stream_of(samples, 1, 48000);
  longer.frames = 200;
  EXPECT_THROW(analyse_sound(longer), Error);
  AnalysisOptions options;
  options.max_hz = 30000;
  EXPECT_THROW(analyse_sound(stream_of(samples, 1, 48000), options), Error);
  samples[50] = NAN;
  EXPECT_THROW(analyse_sound(stream_of(samples, 1, 48000)), Error);
}

}  // namespace
}  // namespace peal
