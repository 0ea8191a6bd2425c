#include "io/plot/ticks.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "base/error.h"
#include "base/rng.h"

namespace peal {
namespace {

std::string labels(const std::vector<Tick>& ticks) {
  std::string text;
  for (const Tick& tick : ticks)
    if (!tick.label.empty()) text += (text.empty() ? "" : " ") + tick.label;
  return text;
}

TEST(Ticks, Linear) {
  EXPECT_EQ(labels(linear_ticks(0, 1, 6)), "0.0 0.2 0.4 0.6 0.8 1.0");
  EXPECT_EQ(labels(linear_ticks(-521, 521, 5)), "−400 −200 0 200 400");
  EXPECT_EQ(labels(linear_ticks(0, 2.0000000001, 5)), "0.0 0.5 1.0 1.5 2.0");
  EXPECT_EQ(labels(linear_ticks(3, 7, 2)), "4 6");
  EXPECT_EQ(labels(linear_ticks(0, 3e-6, 4)), "0 10⁻⁶ 2·10⁻⁶ 3·10⁻⁶");
  EXPECT_EQ(labels(linear_ticks(1000000, 1000004, 5)),
            "10⁶ 1.000001·10⁶ 1.000002·10⁶ 1.000003·10⁶ 1.000004·10⁶");
  EXPECT_EQ(labels(linear_ticks(0.95, 1.05, 4)), "0.95 1.00 1.05");
}

TEST(Ticks, LinearAlwaysNiceInsideAndFewEnough) {
  KeyedRng rng(1, 0, 0);
  for (int i = 0; i < 5000; ++i) {
    const double low = rng.normal() * std::pow(10, rng.uniform(-6, 6));
    const double high = low + std::pow(10, rng.uniform(-3, 6)) * std::max(1e-9, std::abs(low));
    const int most = 2 + static_cast<int>(rng.uniform(0, 15));
    const auto ticks = linear_ticks(low, high, most);
    ASSERT_LE(static_cast<int>(ticks.size()), most) << low << " " << high;
    if (most >= 5) {  // steps grow by up to 2.5
      ASSERT_GE(ticks.size(), 2u) << low << " " << high << " " << most;
    }
    std::set<std::string> different;
    for (const Tick& tick : ticks) different.insert(tick.label);
    ASSERT_EQ(different.size(), ticks.size()) << labels(ticks);
    const double slack = 1e-6 * (high - low);
    for (const Tick& tick : ticks) {
      ASSERT_GE(tick.value, low - slack);
      ASSERT_LE(tick.value, high + slack);
    }
    if (ticks.size() < 2) continue;
    const double step = ticks[1].value - ticks[0].value;
    const double digits = step / std::pow(10, std::floor(std::log10(step) + 1e-4));
    const double nearest = std::round(digits);
    ASSERT_TRUE(nearest == 1 || nearest == 2 || nearest == 5) << step;
  }
}

TEST(Ticks, Logarithmic) {
  EXPECT_EQ(labels(log_ticks(50, 24000, 14)), "50 100 200 500 1000 2000 5000 10000 20000");
  EXPECT_EQ(labels(log_ticks(50, 24000, 5)), "100 1000 10000");
  EXPECT_EQ(labels(log_ticks(1e-5, 10, 8)), "10⁻⁵ 10⁻⁴ 10⁻³ 10⁻² 10⁻¹ 1 10");
  EXPECT_EQ(labels(log_ticks(1e-12, 1, 5)), "10⁻¹² 10⁻⁹ 10⁻⁶ 10⁻³ 1");
  EXPECT_EQ(labels(log_ticks(300, 700, 5)), "300 400 500 600 700");
  EXPECT_EQ(log_ticks(1, 100, 3).size(), 19u);  // minor marks between
}

TEST(Ticks, Clock) {
  EXPECT_EQ(labels(clock_ticks(0, 150, 6)), "0:00 0:30 1:00 1:30 2:00 2:30");
  EXPECT_EQ(labels(clock_ticks(0, 3600, 5)), "0:00:00 0:15:00 0:30:00 0:45:00 1:00:00");
  EXPECT_EQ(labels(clock_ticks(0, 36000, 6)), "0:00:00 2:00:00 4:00:00 6:00:00 8:00:00 10:00:00");
}

TEST(Ticks, Numbers) {
  EXPECT_EQ(format_number(0), "0");
  EXPECT_EQ(format_number(0.02), "0.02");
  EXPECT_EQ(format_number(0.001), "0.001");
  EXPECT_EQ(format_number(-1500), "−1500");
  EXPECT_EQ(format_number(3e-5), "3·10⁻⁵");
  EXPECT_EQ(format_number(1e6), "10⁶");
  EXPECT_EQ(format_number(-1e-4), "−10⁻⁴");
  EXPECT_EQ(format_thousands(500), "500");
  EXPECT_EQ(format_thousands(20000), "20k");
  EXPECT_EQ(format_thousands(12500), "12.5k");
}

TEST(Ticks, RefusesEmptyRanges) {
  EXPECT_THROW(linear_ticks(1, 1, 5), Error);
  EXPECT_THROW(linear_ticks(0, NAN, 5), Error);
  EXPECT_THROW(linear_ticks(0, 1, 1), Error);
  EXPECT_THROW(log_ticks(0, 10, 5), Error);
}

}  // namespace
}  // namespace peal
