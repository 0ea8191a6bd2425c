// Copies differ as much as they are told to, and always in the same way.
#include "dsp/modal/varied_poles.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/rng.h"

namespace peal {
namespace {

using Poles = std::vector<Complex<double>>;

constexpr int kCopies = 1000;
constexpr ManufactureSpread kSpread{0.006, 0.001, 0.0005, 0.15};
constexpr double kNoLimit = 1e9;

// A single mode, then a pair that only the mesh splits (1e-4), then one that is far away.
const Poles kNominal{{-2, 1000}, {-4, 3000}, {-4, 3000.3}, {-10, 9000}};
const std::vector<double> kOwn{1.5, 4, 4, 2};

Poles copy(std::uint32_t number, std::uint64_t seed = 1, const ManufactureSpread& spread = kSpread,
           double limit = kNoLimit) {
  Poles out(kNominal.size());
  vary_poles(kNominal, kOwn, {spread, seed, source_number("coin"), number}, limit, out);
  return out;
}

struct Statistics {
  double sum = 0, squares = 0;
  void add(double x) { sum += x, squares += x * x; }
  double mean() const { return sum / kCopies; }
  double deviation() const { return std::sqrt(squares / kCopies - mean() * mean()); }
};

bool equal(const Poles& a, const Poles& b) {
  for (std::size_t i = 0; i < a.size(); ++i)
    if (a[i].re != b[i].re || a[i].im != b[i].im) return false;
  return true;
}

TEST(VariedPoles, TheFirstCopyIsAsComputed) {
  EXPECT_TRUE(equal(copy(0), kNominal));
  EXPECT_TRUE(equal(copy(5, 1, {}), kNominal));
}

TEST(VariedPoles, TheSameSeedGivesTheSamePoles) {
  EXPECT_TRUE(equal(copy(7), copy(7)));
  EXPECT_FALSE(equal(copy(7), copy(8)));
  EXPECT_FALSE(equal(copy(7), copy(7, 2)));
  // What lies above a mode does not count for it.
  Poles fewer(1);
  vary_poles(std::span(kNominal).first(1), kOwn, {kSpread, 1, source_number("coin"), 7}, kNoLimit,
             fewer);
  EXPECT_EQ(fewer[0].im, copy(7)[0].im);
  EXPECT_EQ(fewer[0].re, copy(7)[0].re);
}

TEST(VariedPoles, SpreadsAreThoseAskedFor) {
  Statistics pitch, mode, splitting, damping, radiated;
  for (std::uint32_t number = 1; number <= kCopies; ++number) {
    const Poles poles = copy(number);
    const auto shift = [&](std::size_t i) { return std::log(poles[i].im / kNominal[i].im); };
    pitch.add(shift(0));
    mode.add(shift(3) - shift(0));  // of two modes: sqrt(2)
    splitting.add(shift(2) - shift(1));
    damping.add(std::log(poles[1].re / kNominal[1].re));
    // 0.5 of 2 and 8 of 10 are the air's, in every copy.
    radiated.add((-poles[0].re - 0.5) / 1.5 - (-poles[3].re - 8) / 2);
  }
  const double sum = std::hypot(kSpread.pitch, kSpread.mode);
  EXPECT_NEAR(pitch.deviation() / sum, 1, 0.1);
  EXPECT_NEAR(mode.deviation() / (std::sqrt(2.0) * kSpread.mode), 1, 0.1);
  EXPECT_NEAR(splitting.deviation() / kSpread.splitting, 1, 0.1);
  EXPECT_NEAR(damping.deviation() / kSpread.damping, 1, 0.1);
  for (const Statistics* s : {&pitch, &mode, &splitting, &damping})  // four standard errors
    EXPECT_LT(std::abs(s->mean()), 4 * s->deviation() / std::sqrt(1.0 * kCopies));
  EXPECT_NEAR(radiated.squares, 0, 1e-20);
}

TEST(VariedPoles, NoModeLeavesTheBand) {
  const ManufactureSpread wide{0.5, 0, 0, 0};
  bool reached = false;
  for (std::uint32_t number = 1; number < 100; ++number) {
    const Poles poles = copy(number, 1, wide, 9500);
    for (const auto& pole : poles) EXPECT_LE(pole.im, 9500);
    reached = reached || poles[3].im == 9500;
    EXPECT_LE(copy(number, 1, wide, 5000)[3].im, 9000);  // nor is one that lies above it raised
  }
  EXPECT_TRUE(reached);
}

}  // namespace
}  // namespace peal
