// The chain of O'Brien, Cook & Essl (2001) is as it is told: numbers that follow from its formulas.
#include "tools/studies/solids/paper_chain.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/constants.h"
#include "support/closed_meshes.h"

namespace peal::obrien2001 {
namespace {

double decibels(double x) { return 20 * std::log10(x); }

TEST(PaperChain, FiltersHaveTheGainsOfTheirFormulas) {
  EXPECT_NEAR(decibels(paper_blocker_gain(739) / paper_blocker_gain(22050)), -3.0, 0.05);
  EXPECT_NEAR(decibels(paper_blocker_gain(100)), -17.4, 0.4);
  EXPECT_NEAR(decibels(paper_low_pass_gain(22050, 1e-6)), -6.0, 0.1);
  EXPECT_NEAR(decibels(paper_low_pass_gain(24100, 1e-6)), -12.5, 0.5);
  EXPECT_NEAR(decibels(paper_low_pass_gain(18000, 1e-6)), -0.6, 0.2);
  EXPECT_NEAR(paper_low_pass_gain(0, 1e-6), 1, 1e-12);
}

// At low ka, far away: the integral of cos(theta) over the visible half is pi a^2, of which (1/2 pi
// c) d/dt is half the monopole; that of its square 2 pi a^2/3, 2/(3 ka) of the dipole.
TEST(PaperChain, ASphereIsHalfAsLoudOrFarTooLoud) {
  const double a = 0.1, r = 10;
  const TriangleMesh sphere = test::icosphere(a, 2);
  for (const int l : {0, 1}) {
    const MovingSurface moving{sphere, [&](double t, std::vector<Vec3>& x, std::vector<Vec3>& v) {
                                 const double now =
                                     1e-3 * std::sin(2 * kPi * 54.6 * t);  // ka = 0.1
                                 x = sphere.vertices;
                                 for (std::size_t i = 0; i < v.size(); ++i)
                                   v[i] = now * (l == 0 ? normalized(x[i]) : Vec3{0, 0, 1});
                               }};
    PaperSettings settings;
    settings.step = 1e-5, settings.blocker = false, settings.seconds = 0.03;
    const std::vector<double> sound = paper_sound(moving, {0, 0, r}, settings);
    double peak = 0;
    for (const double x : sound) peak = std::max(peak, std::abs(x));
    const double k = 0.1 / a, level = peak * k / (2 * kPi);  // the derivative restored
    const double exact = 1e-3 * 415 * k * a * a / r * (l == 0 ? 1 : 0.5 * k * a);
    std::printf("  l %d: %+.1f dB\n", l, decibels(level / exact));
    EXPECT_NEAR(decibels(level / exact), l == 0 ? -6.0 : 16.5, 0.5);
  }
}

TEST(PaperChain, SplatsKeepTheSum) {
  for (const double at : {10.0, 10.3, 10.5, 10.9}) {
    std::vector<double> buffer(24, 0.0);
    splat(buffer, at, 2.5, Splat::gaussian);
    double sum = 0, first = 0;
    for (std::size_t n = 0; n < buffer.size(); ++n)
      sum += buffer[n], first += static_cast<double>(n) * buffer[n];
    EXPECT_NEAR(sum, 2.5, 1e-12);
    EXPECT_NEAR(first / sum, at, 0.03);
  }
}

}  // namespace
}  // namespace peal::obrien2001
