// Modes of strings and bars in closed form.
#include "emission/given/given_modes.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/error_of.h"

namespace peal {
namespace {

TEST(GivenModes, AStringHasWholeNumberHarmonics) {
  // An A string of a violin: 440 Hz.
  const auto modes = string_modes(0.325, 4 * 0.325 * 0.325 * 440 * 440 * 6e-4, 6e-4, 0.25, 3, 5000);
  ASSERT_EQ(modes.size(), 11u);
  for (std::size_t n = 0; n < modes.size(); ++n)
    EXPECT_NEAR(modes[n].frequency, 440.0 * double(n + 1), 1e-9);
  EXPECT_NEAR(modes[0].mass, 6e-4 * 0.325 / 2, 1e-15);
  EXPECT_NEAR(modes[3].shape, 0, 1e-12);  // a node of the fourth
}

TEST(GivenModes, BarsBendAtEulersFrequencies) {
  // cos b cosh b = 1: 4.73004, 7.85320, 10.99561; = -1: 1.87510, 4.69409, 7.85476.
  const double length = 0.4, bending = 12, density = 0.8;
  const double unit = std::sqrt(bending / density) / (2 * kPi * length * length);
  const auto free_bar = bar_modes(BarEnds::free, length, bending, density, 0, 1, 1e5);
  const auto clamped = bar_modes(BarEnds::clamped, length, bending, density, 1, 1, 1e5);
  const double b_free[] = {4.730040745, 7.853204624, 10.99560784};
  const double b_clamped[] = {1.875104069, 4.694091133, 7.854757438};
  ASSERT_GT(free_bar.size(), 30u);
  for (int n = 0; n < 3; ++n) {
    EXPECT_NEAR(free_bar[n].frequency / (unit * b_free[n] * b_free[n]), 1, 1e-8);
    EXPECT_NEAR(clamped[n].frequency / (unit * b_clamped[n] * b_clamped[n]), 1, 1e-8);
  }
  // With a mean square of 1 free ends move by 2, in every mode.
  for (const GivenMode& mode : free_bar) EXPECT_NEAR(std::abs(mode.shape), 2, 1e-9);
  for (const GivenMode& mode : clamped) EXPECT_NEAR(std::abs(mode.shape), 2, 1e-9);
  for (const GivenMode& mode : bar_modes(BarEnds::clamped, length, bending, density, 0, 1, 1e5))
    EXPECT_NEAR(mode.shape, 0, 1e-9);
}

TEST(GivenModes, BarShapesHaveUnitMeanSquare) {
  for (const BarEnds ends : {BarEnds::free, BarEnds::clamped}) {
    std::vector<double> sum(40);
    const int points = 4000;
    for (int i = 0; i < points; ++i) {
      const auto modes = bar_modes(ends, 1, 1, 1, (i + 0.5) / points, 1, 2400);
      for (std::size_t n = 0; n < modes.size(); ++n) sum[n] += modes[n].shape * modes[n].shape;
    }
    for (const std::size_t n : {0u, 1u, 5u, 20u}) EXPECT_NEAR(sum[n] / points, 1, 1e-3) << n;
  }
}

TEST(GivenModes, RadiateAsASmallSource) {
  const Air air;
  const GivenModes body({{200, 10, 0.02, 1}}, 0.01, air);
  std::vector<std::complex<double>> near, far;
  body.weights({0, 0, 0.5}, near), body.weights({3, 0, 4}, far);
  // Unit modal velocity is 1/sqrt(m) m/s: p = rho A omega v / (4 pi r).
  const double omega = body.poles()[0].im;
  EXPECT_NEAR(std::abs(far[0]) / (air.density * 0.01 * omega / std::sqrt(0.02) / (4 * kPi * 5)), 1,
              1e-4);
  EXPECT_NEAR(std::abs(near[0] / far[0]), 10, 1e-9);
  std::vector<double> pushed;
  body.project({}, {3, 0, 0}, pushed);
  EXPECT_NEAR(pushed[0], 3 / std::sqrt(0.02), 1e-12);
}

TEST(GivenModes, ModesThatDoNotOscillateAreRefused) {
  EXPECT_NE(error_of([] {
              GivenModes({{10, 1000, 1, 1}}, 0.01, Air{});
            }).find("does not oscillate"),
            std::string::npos);
}

}  // namespace
}  // namespace peal
