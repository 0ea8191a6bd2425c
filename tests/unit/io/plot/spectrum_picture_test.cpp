#include "io/plot/spectrum_picture.h"

#include <gtest/gtest.h>

#include <limits>

#include "base/constants.h"
#include "base/error.h"
#include "io/plot/label_places.h"
#include "unit/io/plot/bodies/png_pixels.h"

namespace peal {
namespace {

// Panel of the default size with a short heading: 96 .. 1468 and 62 .. 574; the strongest line
// stands 16 % below the upper edge.
constexpr double kLeftEdge = 96, kWidth = 1600 - 96 - 132, kTopEdge = 62, kHeight = 640 - 62 - 66;

SpectrumPictureOptions whole_axis() {
  SpectrumPictureOptions options;
  options.min_hz = 20, options.max_hz = 20000;
  options.labels = 0, options.resonances = false;
  return options;
}
double x_of(double hz) { return kLeftEdge + kWidth * std::log(hz / 20) / std::log(1000.0); }
double y_below_strongest(double decibels, double range = 70) {
  return kTopEdge + kHeight * (0.16 + 0.84 * decibels / range);
}

class SpectrumPicture : public PngTest {
 protected:
  PngPixels draw(const std::vector<SpectrumLine>& lines, const SpectrumPictureOptions& options) {
    write_spectrum_picture(folder_ / "a.png", "bar", "struck", lines, options);
    return PngPixels(folder_ / "a.png");
  }
  std::string error(const std::vector<SpectrumLine>& lines,
                    const SpectrumPictureOptions& options = {}) {
    try {
      write_spectrum_picture(folder_ / "a.png", "bar", "struck", lines, options);
    } catch (const Error& e) {
      EXPECT_FALSE(std::filesystem::exists(folder_ / "a.png"));
      return e.what();
    }
    return "no error";
  }
};

TEST_F(SpectrumPicture, StemsStandAtTheirFrequencyWithTheirLevel) {
  const PngPixels p = draw({{130, 80, 1}, {1300, 60, 1}, {7000, 40, 1}}, whole_axis());
  ASSERT_EQ(p.width, 1600);
  ASSERT_EQ(p.height, 640);
  const struct { double hz, below; } expected[] = {{130, 0}, {1300, 20}, {7000, 40}};
  for (const auto& [hz, below] : expected) {
    const int x = static_cast<int>(x_of(hz)), y = static_cast<int>(y_below_strongest(below));
    EXPECT_GT(p.lightness(x, y), 0.4) << hz;  // the dot
    EXPECT_GT(p.lightness(x + 3, y), 0.4) << hz;
    EXPECT_GT(p.lightness(x, 560), 0.3) << hz;          // the stem
    EXPECT_LT(p.lightness(x, y - 12), 0.3) << hz;       // nothing above it
    EXPECT_LT(p.lightness(x + 12, y + 20), 0.3) << hz;  // nothing beside it
  }
}

TEST_F(SpectrumPicture, LongerDecayIsLighter) {
  const PngPixels p = draw({{130, 80, 0.1}, {1300, 80, 1}, {7000, 80, 10}}, whole_axis());
  const int y = static_cast<int>(y_below_strongest(0));
  const double low = p.lightness(static_cast<int>(x_of(130)), y),
               middle = p.lightness(static_cast<int>(x_of(1300)), y),
               high = p.lightness(static_cast<int>(x_of(7000)), y);
  EXPECT_GT(middle, low + 0.1);
  EXPECT_GT(high, middle + 0.1);
  // They are the colours of the bar's lower end, middle and upper end.
  const int bar = 1472 + 18 + 10;
  EXPECT_NEAR(p.lightness(bar, 640 - 66 - 2), low, 0.02);
  EXPECT_NEAR(p.lightness(bar, static_cast<int>(kTopEdge + kHeight / 2)), middle, 0.02);
  EXPECT_NEAR(p.lightness(bar, 64), high, 0.02);
}

TEST_F(SpectrumPicture, WeakAndOutsideLinesAreLeftOut) {
  const double silent = -std::numeric_limits<double>::infinity();
  const PngPixels with =
      draw({{130, 80, 1}, {1300, 9, 1}, {3000, silent, 1}, {50000, 70, 1}}, whole_axis());
  const PngPixels without = draw({{130, 80, 1}}, whole_axis());
  for (int y = 62; y < 574; ++y)
    for (int x = 97; x < 1470; ++x)
      ASSERT_EQ(with.lightness(x, y), without.lightness(x, y)) << x << " " << y;
  // ... and the heading says so.
  bool differs = false;
  for (int y = 0; y < 60; ++y)
    for (int x = 97; x < 1470; ++x) differs |= with.lightness(x, y) != without.lightness(x, y);
  EXPECT_TRUE(differs);
}

// Beside a line the curve falls as the resonance formula says.
TEST_F(SpectrumPicture, CurveIsTheResonance) {
  SpectrumPictureOptions options = whole_axis();
  options.resonances = true;
  const double decay = 0.01, sigma = 3 * std::log(10.0) / decay;
  const PngPixels p = draw({{1000, 80, decay}}, options);
  for (const double hz : {700.0, 880.0, 1130.0, 1470.0}) {
    const double detuning = 2 * kPi * (hz - 1000) / sigma;
    const double wanted = y_below_strongest(10 * std::log10(1 + detuning * detuning));
    const int x = static_cast<int>(x_of(hz));
    int y = 120;
    while (y < 573 && p.lightness(x, y) < 0.35) ++y;
    EXPECT_NEAR(y, wanted, 3) << hz;
  }
}

TEST_F(SpectrumPicture, SameBytesTwiceAndForAnyOrder) {
  const std::vector<SpectrumLine> lines = {{130, 80, 0.1}, {1300, 80, 1}, {7000, 60, 10}};
  draw(lines, {});
  const std::string first = file_bytes(folder_ / "a.png");
  draw(lines, {});
  EXPECT_TRUE(file_bytes(folder_ / "a.png") == first);
  draw({lines[2], lines[1], lines[0]}, {});
  EXPECT_TRUE(file_bytes(folder_ / "a.png") == first);
}

TEST_F(SpectrumPicture, ExtremeLinesAreDrawn) {
  EXPECT_EQ(draw({{1e-3, 0, 1e6}}, {}).width, 1600);
  EXPECT_EQ(draw({{1e9, -400, 1e-9}, {1e9, -400, 1e-9}}, {}).width, 1600);
  std::vector<SpectrumLine> many;
  for (int i = 0; i < 2000; ++i) many.push_back({20 + 9.0 * i, 60 - 0.01 * i, 0.5});
  EXPECT_EQ(draw(many, {}).height, 640);
}

TEST_F(SpectrumPicture, BadLinesAreRefusedWithTheirPlace) {
  const double inf = std::numeric_limits<double>::infinity();
  EXPECT_NE(error({}).find("no line"), std::string::npos);
  EXPECT_NE(error({{1, 1, 1}, {0, 1, 1}}).find("line 1: frequency"), std::string::npos);
  EXPECT_NE(error({{1, 1, 1}, {NAN, 1, 1}}).find("line 1: frequency"), std::string::npos);
  EXPECT_NE(error({{440, NAN, 1}}).find("line 0 (440 Hz): level"), std::string::npos);
  EXPECT_NE(error({{440, inf, 1}}).find("level"), std::string::npos);
  EXPECT_NE(error({{440, 1, 0}}).find("T60"), std::string::npos);
  EXPECT_NE(error({{440, 1, inf}}).find("T60"), std::string::npos);
  EXPECT_NE(error({{440, -inf, 1}}).find("no line is excited"), std::string::npos);
  SpectrumPictureOptions options;
  options.min_hz = 500, options.max_hz = 400;
  EXPECT_NE(error({{440, 1, 1}}, options).find("500 to 400 Hz"), std::string::npos);
  options = {};
  options.dynamic_range = -3;
  EXPECT_NE(error({{440, 1, 1}}, options).find("dynamic range"), std::string::npos);
}

TEST(LabelPlaces, NoLabelCoversAnotherOrAMark) {
  const Box room{0, 0, 400, 300};
  LabelPlaces places(room);
  std::vector<Box> taken;
  for (int i = 0; i < 12; ++i) {
    taken.push_back({20.0 + 30 * i, 100.0 + 7 * (i % 5), 3, 200});
    places.block(taken.back());
  }
  int found = 0;
  for (int i = 0; i < 12; ++i) {
    const auto label = places.place({21.5 + 30 * i, 100.0 + 7 * (i % 5)}, 60, 18);
    if (!label) continue;
    ++found;
    const Box box{label->middle.x - 30, label->middle.y - 9, 60, 18};
    EXPECT_GE(box.x, 0);
    EXPECT_GE(box.y, 0);
    EXPECT_LE(box.right(), 400);
    for (const Box& b : taken)
      EXPECT_FALSE(box.x < b.right() && b.x < box.right() && box.y < b.bottom() &&
                   b.y < box.bottom());
    taken.push_back(box);
  }
  EXPECT_GE(found, 6);
  EXPECT_LT(found, 13);
  EXPECT_FALSE(LabelPlaces({0, 0, 50, 300}).place({25, 150}, 60, 18).has_value());
}

}  // namespace
}  // namespace peal
