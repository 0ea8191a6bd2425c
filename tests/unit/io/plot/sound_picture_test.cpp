// What one must be able to see in the picture of a sound, and to compare between two of them.
#include "io/plot/sound_picture.h"

#include <gtest/gtest.h>

#include "base/constants.h"
#include "base/error.h"
#include "io/plot/line_plot.h"
#include "io/plot/picture_style.h"
#include "unit/io/plot/bodies/png_pixels.h"

namespace peal {
namespace {

class SoundPicture : public PngTest {
 protected:
  PngPixels draw(const std::vector<float>& samples, std::size_t channels,
                 const SoundPictureOptions& options) {
    write_sound_picture(stream_of(samples, channels, 48000), folder_ / "a.png", options);
    return PngPixels(folder_ / "a.png");
  }
};

std::vector<float> tone(double amplitude, double seconds) {
  std::vector<float> samples(static_cast<std::size_t>(std::lround(48000 * seconds)));
  for (std::size_t i = 0; i < samples.size(); ++i)
    samples[i] =
        static_cast<float>(amplitude * std::sin(2 * kPi * 1300 * static_cast<double>(i) / 48000));
  return samples;
}

// Lightness of the mean of 2 x 2 pixels: the picture at half its size, as pages show it.
double halved(const PngPixels& p, int x, int y) {
  Colour sum;
  for (int k = 0; k < 4; ++k) {
    const Colour c = p.at(x + k % 2, y + k / 2);
    sum.red += c.red / 4, sum.green += c.green / 4, sum.blue += c.blue / 4;
  }
  return to_oklab(sum).lightness;
}

// A click of 0.1 ms (5 samples, one way) in 5 s is far less than a pixel wide: its column must
// still be there, over its whole height, also at half the size of the picture.
TEST_F(SoundPicture, AClickOfATenthOfAMillisecondStandsAtFullHeight) {
  for (const int at : {120000, 120100, 131313}) {
    std::vector<float> samples(5 * 48000);
    for (int i = 0; i < 5; ++i) samples[static_cast<std::size_t>(at + i)] = 1;
    SoundPictureOptions options;
    options.kind = PictureKind::waveform;
    const PngPixels p = draw(samples, 1, options);
    const double half = (460 - style::kTop - style::kBottom) / 2.0, middle = style::kTop + half;
    const double x =
        style::kLeft + at / (5.0 * 48000) * (options.width - style::kLeft - style::kBarRoom);
    for (const double height : {0.05, 0.3, 0.6, 0.95}) {
      const int y = static_cast<int>(middle - height * half / 1.06);
      const int even = 2 * static_cast<int>(x / 2);
      double seen = 0;
      for (const int dx : {-2, 0, 2}) seen = std::max(seen, halved(p, even + dx, y));
      EXPECT_GT(seen, halved(p, even + 40, y) + 0.35) << at << " " << height;
    }
  }
}

// 1 Pa and 0.1 Pa: 20 dB apart. On one scale the colours are, too; each on its own they are equal.
TEST_F(SoundPicture, OneRangeMakesEqualColoursEqualLevels) {
  SoundPictureOptions options;
  options.kind = PictureKind::spectrogram;
  const auto brightest = [&](double amplitude) {
    const PngPixels p = draw(tone(amplitude, 1), 1, options);
    double most = 0;
    for (int y = style::kTop + 2; y < 460 - style::kBottom - 2; ++y)
      most = std::max(most, p.lightness(771, y));
    return most;
  };
  EXPECT_NEAR(brightest(1), brightest(0.1), 0.01);
  options.levels = LevelRange{10, 100};
  const double level = 20 * std::log10(std::sqrt(0.5) / 20e-6);
  const auto meant = [](double db) { return to_oklab(level_colour((db - 10) / 90)).lightness; };
  EXPECT_NEAR(brightest(1), meant(level), 0.02);
  EXPECT_NEAR(brightest(0.1), meant(level - 20), 0.02);
  EXPECT_GT(meant(level), meant(level - 20) + 0.1);
}

TEST_F(SoundPicture, OnePressureAxisShowsAQuietSoundSmall) {
  SoundPictureOptions options;
  options.kind = PictureKind::waveform;
  options.peak = 1.0;
  const PngPixels p = draw(tone(0.1, 1), 1, options);
  const double half = (460 - style::kTop - style::kBottom) / 2.0, middle = style::kTop + half;
  EXPECT_GT(p.lightness(771, static_cast<int>(middle - 0.05 * half)), 0.5);
  EXPECT_LT(p.lightness(771, static_cast<int>(middle - 0.2 * half)), 0.3);
}

TEST_F(SoundPicture, SaysTheScaleItWasDrawnWith) {
  const auto samples = tone(1, 0.5);
  const SoundScale scale = write_sound_picture(stream_of(samples, 1, 48000), folder_ / "a.png");
  EXPECT_NEAR(scale.peak, 1, 1e-3);
  EXPECT_EQ(scale.levels.high, 95);  // 90.97 dB SPL, up to the next multiple of 5
  EXPECT_EQ(scale.levels.low, 5);
}

TEST_F(SoundPicture, RefusesScalesThatCannotBeDrawn) {
  SoundPictureOptions options;
  options.levels = LevelRange{90, 0};
  EXPECT_THROW(draw(tone(1, 0.2), 1, options), Error);
  options.levels = LevelRange{0, NAN};
  EXPECT_THROW(draw(tone(1, 0.2), 1, options), Error);
  options = {};
  options.peak = 0.0;
  EXPECT_THROW(draw(tone(1, 0.2), 1, options), Error);
}

// Left 1 Pa, right 0.01 Pa. The heading has the number it is given and nothing else changes.
TEST_F(SoundPicture, TheHeadingHasTheRmsOfTheReport) {
  std::vector<float> both;
  for (const float v : tone(1, 0.5)) both.push_back(v), both.push_back(0.01f * v);
  SoundPictureOptions options;
  const PngPixels own = draw(both, 2, options);
  options.rms = std::sqrt((0.5 + 0.5e-4) / 2);
  const PngPixels same = draw(both, 2, options);
  options.rms = std::sqrt(0.5);
  const PngPixels loudest = draw(both, 2, options);
  EXPECT_TRUE(own.rgb == same.rgb);
  const auto first_below = [](const PngPixels& p) {
    return p.rgb.begin() + static_cast<std::ptrdiff_t>(style::kTop) * p.width;
  };
  EXPECT_FALSE(std::equal(own.rgb.begin(), first_below(own), loudest.rgb.begin()));
  EXPECT_TRUE(std::equal(first_below(own), own.rgb.end(), first_below(loudest)));
}

// Line plots of the program: ground, panel and places like those of a sound.
TEST_F(SoundPicture, LinePlotsOnTheScreenHaveTheSameLook) {
  SoundPictureOptions options;
  options.kind = PictureKind::waveform;
  options.width = 960, options.height = 560;
  const PngPixels sound = draw(std::vector<float>(48000), 1, options);
  LinePlot plot;
  plot.right = style::kBarRoom;
  plot.y_range = AxisRange{-1.06, 1.06}, plot.x_range = AxisRange{0, 1};
  plot.series.push_back({"", {0.4, 0.6}, {0, 0}, SeriesStyle::line});
  write_line_plot(plot, folder_ / "b.png", PlotTheme::screen);
  const PngPixels line(folder_ / "b.png");
  for (const auto& [x, y] : {std::pair{3, 3},
                             {style::kLeft + 5, style::kTop + 5},
                             {960 - style::kBarRoom - 5, 560 - style::kBottom - 5},
                             {style::kLeft - 4, 300},
                             {960 - style::kBarRoom + 4, 300}})
    EXPECT_NEAR(sound.lightness(x, y), line.lightness(x, y), 1e-6) << x << " " << y;
  // The frames stand in the same pixels.
  EXPECT_GT(line.lightness(style::kLeft - 1, 300), 0.3);
  EXPECT_GT(sound.lightness(style::kLeft - 1, 300), 0.3);
}

}  // namespace
}  // namespace peal
