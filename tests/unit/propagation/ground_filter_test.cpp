// The filter of a porous ground against the factor it stands for.
#include "propagation/ground_filter.h"

#include <gtest/gtest.h>

#include "base/constants.h"

namespace peal {
namespace {

std::complex<double> response(const GroundFilter::Taps& taps, double frequency, double rate) {
  std::complex<double> sum = 0;
  for (std::size_t k = 0; k < taps.size(); ++k)
    sum += static_cast<double>(taps[k]) *
           std::polar(1.0, -2 * kPi * frequency / rate * static_cast<double>(k));
  return sum;
}

TEST(GroundFilter, IsTheFactorOfThePointSource) {
  double worst = 0;
  for (const double rate : {48000.0, 96000.0})
    for (const PorousLayer& layer : {PorousLayer{0.006, 1e5}, {0.010, 3e4}, {0.015, 2e4}, {1, 2e5}})
      for (const double cosine : {1.0, 0.7, 0.34}) {  // near grazing it misses up to 0.2
        const GroundFilter filter({1, layer}, rate, 343.2);
        const auto taps = filter.taps({cosine, 2.0});
        for (const double f : {125., 250., 500., 1000., 2000., 4000., 8000., 16000., 20000.}) {
          const double k = 2 * kPi * f / 343.2;
          const auto q = point_reflection(admittance(layer, f, 343.2), cosine, 2 * k);
          const double off = std::abs(response(taps, f, rate) - std::conj(q));
          worst = std::max(worst, off);
          EXPECT_LT(off, 0.03) << rate << " " << layer.thickness << " " << cosine << " " << f;
        }
      }
  RecordProperty("worst", std::to_string(worst));
}

TEST(GroundFilter, OfAHardFloorIsOneNumber) {
  const GroundFilter filter({0.96, {}}, 48000, 343.2);
  EXPECT_TRUE(filter.constant());
  const auto taps = filter.taps({0.3, 1});
  ASSERT_EQ(taps.size(), 1u);
  EXPECT_FLOAT_EQ(taps[0], 0.96f);
}

}  // namespace
}  // namespace peal
