#include "tools/compare/comparison_picture.h"

#include <gtest/gtest.h>

#include "base/constants.h"
#include "io/plot/picture_style.h"
#include "unit/io/plot/bodies/png_pixels.h"

namespace peal {
namespace {

class ComparisonPicture : public PngTest {
 protected:
  PngPixels draw(double gain, double seconds, const std::string& unit = "Pa") {
    std::vector<double> a, b;
    for (int i = 0; i < 48000 * seconds; ++i) {
      a.push_back(std::sin(2 * kPi * 1300 * i / 48000.0));
      b.push_back(gain * a.back());
    }
    const double step = 1 / 48000.0;
    write_comparison_picture(folder_ / "a.png", compare_signals({0, step, a}, {0, step, b}),
                             {"tone", "a", "b", unit});
    return PngPixels(folder_ / "a.png");
  }
};

// b is 30 dB below a: one range of colours shows it darker. With a range for each the two would
// look the same.
TEST_F(ComparisonPicture, BothSpectrogramsShareOneRange) {
  for (const std::string unit : {"Pa", "1"}) {
    const PngPixels p = draw(std::pow(10, -30 / 20.0), 1, unit);
    const int panel = style::kTop + 240 + style::kBottom, top = p.height - 2 * panel;
    const auto brightest = [&](int from) {
      double most = 0;
      for (int y = from + style::kTop + 2; y < from + panel - style::kBottom - 2; ++y)
        most = std::max(most, p.lightness(533, y));
      return most;
    };
    // Of a tone of amplitude 1, 90.97 dB re 20 µPa or -3.01 dB re 1; the scale ends at the next
    // multiple of 5.
    const double below = unit == "Pa" ? 95 - 90.97 : 3.01;
    const auto meant = [](double db_below) {
      return to_oklab(level_colour(1 - db_below / 90)).lightness;
    };
    EXPECT_NEAR(brightest(top), meant(below), 0.02) << unit;
    EXPECT_NEAR(brightest(top + panel), meant(below + 30), 0.02) << unit;
  }
}

TEST_F(ComparisonPicture, LooksLikeThePictureOfARender) {
  const PngPixels p = draw(0.5, 0.2);
  EXPECT_NEAR(p.at(2, 2).red, style::kPaper.red, 0.003);
  EXPECT_NEAR(p.at(style::kLeft + 4, style::kTop + 4).blue, style::kPanel.blue, 0.003);
}

TEST_F(ComparisonPicture, AVeryShortCourseHasNoSpectrogram) {
  EXPECT_LT(draw(0.5, 0.05).height, draw(0.5, 0.2).height - 600);
}

}  // namespace
}  // namespace peal
