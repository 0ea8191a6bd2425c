// A coin that spins down is heard until it lies: it goes around with Omega = sqrt(4 g / (a sin
// alpha)) (a disc of its thickness a little slower), its sound ends with the motion, without a
// jump.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "support/rendered.h"

namespace peal {
namespace {

double level(const std::vector<double>& x, double rate, double from, double to) {
  double sum = 0;
  const auto begin = static_cast<std::size_t>(from * rate),
             end = static_cast<std::size_t>(to * rate);
  for (std::size_t i = begin; i < end; ++i) sum += x[i] * x[i];
  return std::sqrt(sum / static_cast<double>(end - begin));
}

}  // namespace

TEST(SpinDown, IsHeardUntilTheCoinLiesAndEndsWithoutAJump) {
  const double a = 0.01213, alpha = 0.05;
  const double omega = std::sqrt(4 * 9.81 / (a * std::sin(alpha)));
  const double height = a * std::sin(alpha) + 0.000875 * std::cos(alpha);
  const auto got = test::render_text(fmt::format(
      R"({{"peal": 1, "duration": 3, "quality": "draft",
      "listeners": [{{"name": "mic", "kind": "mono", "position": [0.1, 0.3, 0.2]}}],
      "objects": [{{"name": "coin", "shape": {{"kind": "coin"}}, "material": "cupronickel",
                    "position": [0, {}, 0], "rotation": {{"axis": [0, 0, 1], "angle": {}}},
                    "spin": [{}, {}, 0]}}],
      "motion": {{"floor": {{"material": "oak"}}}}, "sources": [{{"kind": "contact"}}]}})",
      height, -alpha * 180 / kPi, -omega * std::sin(alpha) * std::cos(alpha),
      omega * std::sin(alpha) * std::sin(alpha)));
  const std::vector<double>& x = got.sounds[0].channels[0];
  const double rate = got.sounds[0].rate;
  // 1.5 sqrt(alpha a / g) / 0.01
  const double theory = 1.5 * std::sqrt(alpha * a / 9.81) / 0.01;
  double last = 0;  // when it is louder than a hundredth of its mean for the last time
  const double mean = level(x, rate, 0.1, 0.7 * theory);
  ASSERT_GT(mean, 0);
  for (double t = 0; t + 0.01 < 3; t += 0.01)
    if (level(x, rate, t, t + 0.01) > 0.03 * mean) last = t + 0.01;
  fmt::print("coin: {:.3g} Pa until {:.3f} s, theory {:.3f} s\n", mean, last, theory);
  EXPECT_GT(last, 0.7 * theory);
  EXPECT_LT(last, 1.3 * theory);
  EXPECT_LT(level(x, rate, last + 0.2, 3), 1e-4 * mean);
  // No click at its end: nothing sticks out of what was there before.
  double before = 0, at_end = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    double& peak = static_cast<double>(i) / rate < 0.7 * theory ? before : at_end;
    peak = std::max(peak, std::abs(x[i]));
  }
  EXPECT_LT(at_end, before);
}

}  // namespace peal
