#include "emission/pole_glide.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/constants.h"
#include "support/error_of.h"

namespace peal {
namespace {

std::vector<Complex<double>> two_poles() { return {{-5, 2 * kPi * 1000}, {-9, 2 * kPi * 3000}}; }

TEST(PoleGlide, ReachesWhatWasAskedForByStepsThatNobodyHears) {
  PoleGlide glide(two_poles());
  glide.add({3, {{-500, 2 * kPi * 1200}, {-9, 2 * kPi * 3000}}}, 48000, "cup");
  int steps = 0;
  for (std::int64_t hop = 0; hop < 400; ++hop) {
    const Complex<double> before = glide.poles()[0], other = glide.poles()[1];
    const bool changed = glide.begin(hop);
    const Complex<double> after = glide.poles()[0];
    EXPECT_EQ(changed, after.re != before.re || after.im != before.im) << hop;
    EXPECT_EQ(hop < 3, steps == 0 && !changed);
    EXPECT_LE(std::abs(after.im - before.im), 1.0001 * PoleGlide::kMostOmega * before.im);
    EXPECT_LE(std::abs(after.re - before.re),
              1.0001 * PoleGlide::kMostSigma * std::hypot(before.re, before.im));
    EXPECT_EQ(glide.poles()[1].im, other.im);
    steps += changed;
  }
  EXPECT_EQ(glide.poles()[0].re, -500);
  EXPECT_EQ(glide.poles()[0].im, 2 * kPi * 1200);
  EXPECT_NEAR(steps, std::log(1.2) / std::log(1 + PoleGlide::kMostOmega), 2);
}

TEST(PoleGlide, RefusesWhatIsNoPoleWithASentence) {
  PoleGlide glide(two_poles());
  const auto refusal = [&](std::int64_t hop, std::vector<Complex<double>> poles) {
    return error_of([&] { glide.add({hop, std::move(poles)}, 48000, "cup"); });
  };
  const Complex<double> good{-5, 6000};
  const auto says = [](const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  };
  says(refusal(0, {good}), "'cup' has 2 modes and cannot be given 1");
  says(refusal(0, {good, {1, 6000}}), "mode 2 of 'cup'");
  says(refusal(0, {good, {1, 6000}}), "would grow");
  says(refusal(0, {{NAN, 6000}, good}), "mode 1 of 'cup'");
  says(refusal(0, {{-5, INFINITY}, good}), "not finite");
  says(refusal(0, {{-5, 2 * kPi * 25000}, good}), "25000 Hz lies above half of the rate, 24000 Hz");
  says(refusal(0, {{-5, 0}, good}), "would not swing");
  glide.begin(7);
  says(refusal(7, {good, good}), "has sounded until 0.0106667 s");
  glide.add({20, {good, good}}, 48000, "cup");
  says(refusal(19, {good, good}), "give them in order");
  EXPECT_FALSE(glide.begin(8));
}

}  // namespace
}  // namespace peal
