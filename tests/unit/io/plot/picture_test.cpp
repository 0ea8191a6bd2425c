#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/constants.h"
#include "base/error.h"
#include "io/plot/canvas.h"
#include "io/plot/line_plot.h"
#include "io/plot/sound_picture.h"
#include "unit/io/plot/bodies/png_pixels.h"

namespace peal {
namespace {

class PictureTest : public PngTest {};

std::vector<float> pictured_tone(double frequency, double rate, double seconds) {
  std::vector<float> samples(static_cast<std::size_t>(std::lround(rate * seconds)));
  for (std::size_t i = 0; i < samples.size(); ++i)
    samples[i] = static_cast<float>(std::sin(2 * kPi * frequency * static_cast<double>(i) / rate));
  return samples;
}

// The brightest pixel of a column of the spectrogram panel stands at the tone's place on the
// logarithmic axis from 50 Hz to 24 kHz: panel 62 .. 394 of a picture 460 high.
TEST_F(PictureTest, ToneIsBrightAtItsFrequency) {
  const auto samples = pictured_tone(1000, 48000, 1);
  SoundPictureOptions options;
  options.kind = PictureKind::spectrogram;
  write_sound_picture(stream_of(samples, 1, 48000), folder_ / "a.png", options);
  const PngPixels pixels(folder_ / "a.png");
  ASSERT_EQ(pixels.width, 1600);
  ASSERT_EQ(pixels.height, 460);
  const int top = 62, bottom = 460 - 66;
  const double part = std::log(1000 / 50.0) / std::log(24000 / 50.0);
  int brightest = top + 2;
  const int x = 771;  // between the lines of the grid
  for (int y = top + 2; y < bottom - 2; ++y)
    if (pixels.lightness(x, y) > pixels.lightness(x, brightest)) brightest = y;
  EXPECT_NEAR(brightest, bottom - part * (bottom - top), 2);
  // 1 Pa amplitude is 90.97 dB SPL; the scale ends at the next multiple of 5, 95 dB.
  const OkLab shown = to_oklab(pixels.at(x, brightest));
  const OkLab meant = to_oklab(level_colour((20 * std::log10(std::sqrt(0.5) / 20e-6) - 5) / 90));
  EXPECT_NEAR(shown.lightness, meant.lightness, 0.02);
}

// Full scale square at the left half only: its columns are painted, the right half is not.
TEST_F(PictureTest, WaveformIsPaintedWhereThereIsSound) {
  std::vector<float> samples(48000);
  for (std::size_t i = 0; i < 24000; ++i) samples[i] = i % 2 == 0 ? 1.0f : -1.0f;
  SoundPictureOptions options;
  options.kind = PictureKind::waveform;
  write_sound_picture(stream_of(samples, 1, 48000), folder_ / "a.png", options);
  const PngPixels pixels(folder_ / "a.png");
  const double half = (460 - 62 - 66) / 2.0, middle = 62 + half;
  for (const double height : {-0.9, -0.5, 0.5, 0.9}) {
    const int y = static_cast<int>(middle - height * half / 1.06);
    EXPECT_GT(pixels.lightness(300, y), 0.4) << height;
    EXPECT_LT(pixels.lightness(1100, y), 0.3) << height;
  }
  EXPECT_LT(pixels.lightness(300, static_cast<int>(middle - half + 3)), 0.3);  // above the peak
}

TEST_F(PictureTest, AllRatesAndLengths) {
  for (const double rate : {8000.0, 48000.0, 384000.0})
    for (const double seconds : {0.01, 0.7}) {
      const auto samples = pictured_tone(700, rate, seconds);
      write_sound_picture(stream_of(samples, 1, rate), folder_ / "a.png");
      const PngPixels pixels(folder_ / "a.png");
      EXPECT_EQ(pixels.width, 1600);
      EXPECT_EQ(pixels.height, 860);
    }
  const std::vector<float> silence(4800), click{1.0f};
  write_sound_picture(stream_of(silence, 2, 48000), folder_ / "a.png");
  write_sound_picture(stream_of(click, 1, 48000), folder_ / "a.png");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_),
                          std::filesystem::directory_iterator()),
            1);
}

TEST_F(PictureTest, SameSoundSameBytes) {
  const auto samples = pictured_tone(700, 48000, 0.3);
  write_sound_picture(stream_of(samples, 1, 48000), folder_ / "a.png");
  write_sound_picture(stream_of(samples, 1, 48000), folder_ / "b.png");
  EXPECT_TRUE(file_bytes(folder_ / "a.png") == file_bytes(folder_ / "b.png"));
}

TEST_F(PictureTest, RefusesBadOptions) {
  const auto samples = pictured_tone(700, 48000, 0.3);
  SoundPictureOptions options;
  options.width = 200;
  EXPECT_THROW(write_sound_picture(stream_of(samples, 1, 48000), folder_ / "a.png", options),
               Error);
  options = {};
  options.dynamic_range = 0;
  EXPECT_THROW(write_sound_picture(stream_of(samples, 1, 48000), folder_ / "a.png", options),
               Error);
  EXPECT_THROW(write_sound_picture(stream_of(samples, 1, 48000), folder_ / "none" / "a.png"),
               Error);
}

// A horizontal line at 3 on a fixed axis from 0 to 4: its pixels have the colour of the series.
TEST_F(PictureTest, LinePlotPutsPointsInTheirPlaces) {
  LinePlot plot;
  plot.title = "level";
  plot.y_range = AxisRange{0, 4};
  plot.series.push_back({"", {0, 10}, {3, 3}, SeriesStyle::line});
  write_line_plot(plot, folder_ / "a.png");
  const PngPixels pixels(folder_ / "a.png");
  const double top = 62, bottom = 560 - 66;
  const int y = static_cast<int>(std::lround(bottom - 0.75 * (bottom - top)));
  const OkLab blue = to_oklab(line_colour(0));
  for (const int x : {150, 500, 900}) {
    double nearest = 1;
    for (int dy = -2; dy <= 2; ++dy) {
      const OkLab found = to_oklab(pixels.at(x, y + dy));
      nearest = std::min(nearest, std::hypot(found.lightness - blue.lightness, found.a - blue.a,
                                             found.b - blue.b));
    }
    EXPECT_LT(nearest, 0.02) << x;
    EXPECT_GT(pixels.lightness(x, y + 30), 0.85);
  }
}

// Three panels in two columns: the third is below the first, in the colour it asks for.
TEST_F(PictureTest, PanelsOfLinePlotsStandSideBySide) {
  LinePlot plot;
  plot.width = 400, plot.height = 300;
  plot.y_range = AxisRange{0, 4};
  plot.series.push_back({"", {0, 10}, {3, 3}, SeriesStyle::line, Colour{1, 0, 0}});
  std::vector<LinePlot> panels(3, plot);
  panels[1].width = 500;
  write_line_plots(panels, 2, folder_ / "a.png");
  const PngPixels pixels(folder_ / "a.png");
  const int y = static_cast<int>(std::lround(300 - 66 - 0.75 * (300 - 66 - 62)));
  const auto red_near = [&](int x, int row) {
    for (int dy = -2; dy <= 2; ++dy)
      if (pixels.at(x, row + dy).red > 0.9 && pixels.at(x, row + dy).green < 0.2) return true;
    return false;
  };
  EXPECT_TRUE(red_near(200, y) && red_near(400 + 300, y) && red_near(200, 300 + y));
  EXPECT_FALSE(red_near(400 + 300, 300 + y));
  EXPECT_THROW(write_line_plots({}, 2, folder_ / "a.png"), Error);
}

TEST_F(PictureTest, LinePlotWritesSvgAndRefusesNonsense) {
  LinePlot plot;
  plot.log_x = plot.log_y = true;
  plot.series.push_back({"a", {1, 10, 100}, {1e-5, NAN, 1e-3}, SeriesStyle::line_and_points});
  plot.series.push_back({"b", {1, 10, 100}, {2e-5, 1e-4, 1e-3}, SeriesStyle::dashed});
  write_line_plot(plot, folder_ / "a.svg");
  const std::string svg = file_bytes(folder_ / "a.svg");
  EXPECT_NE(svg.find("<svg"), std::string::npos);
  EXPECT_NE(svg.find("</svg>"), std::string::npos);
  EXPECT_THROW(write_line_plot(plot, folder_ / "a.jpg"), Error);
  plot.series[1].y[0] = 0;
  EXPECT_THROW(write_line_plot(plot, folder_ / "a.svg"), Error);
  plot.log_y = false;
  EXPECT_NO_THROW(write_line_plot(plot, folder_ / "a.svg"));
  plot.series[1].y.pop_back();
  EXPECT_THROW(write_line_plot(plot, folder_ / "a.svg"), Error);
  plot.series.clear();
  EXPECT_THROW(write_line_plot(plot, folder_ / "a.svg"), Error);
  plot.series.push_back({"one", {5}, {7}, SeriesStyle::line});  // a single point has a range too
  EXPECT_NO_THROW(write_line_plot(plot, folder_ / "a.png"));
}

}  // namespace
}  // namespace peal
