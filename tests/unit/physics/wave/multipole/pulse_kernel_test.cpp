#include "physics/wave/multipole/pulse_kernel.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "support/csv_rows.h"

namespace peal {
namespace {

TEST(PulseKernel, MatchesTheTable) {
  const auto rows = csv_rows("wave/mn_kernel.csv");
  EXPECT_GT(rows.size(), 100u);
  for (const CsvRow& r : rows)
    EXPECT_NEAR(pulse_kernel(r["t_over_h"] * 3e-6, 3e-6), r["psi_PAN_B2_3_C1_6"], 1e-14);
}

TEST(PulseKernel, ShiftedCopiesAddUpToOneAndToTheStraightLine) {
  const double h = 2.5;
  for (double t = -1.3; t < 1.3; t += 0.037) {
    double one = 0, line = 0;
    for (int k = -4; k <= 4; ++k) {
      one += pulse_kernel(t - k * h, h);
      line += k * h * pulse_kernel(t - k * h, h);
    }
    EXPECT_NEAR(one, 1, 1e-14);
    EXPECT_NEAR(line, t, 1e-14);
  }
}

TEST(PulseSpectrum, IsTheTransformOfTheKernel) {
  const double h = 7e-6;
  for (double fh :
       {0.0, 1e-7, 1e-3, 0.02, 0.0596, 0.0598, 0.11, 0.1194, 0.238, 0.24, 0.4, 1.3, 3.7}) {
    double sum = 0;  // 2 times the integral over 0 .. 2h, Simpson on both pieces
    const int n = 2000;
    for (int i = 0; i <= 2 * n; ++i) {
      const double u = 2.0 * i / (2 * n);
      double weight = i == 0 || i == 2 * n ? 1 : i % 2 ? 4 : 2;
      sum += weight * pulse_kernel(u * h, h) * std::cos(2 * kPi * fh * u) * 2 * (1.0 / n) / 3;
    }
    EXPECT_NEAR(pulse_spectrum(fh / h, h), sum, 1e-11) << fh;
    EXPECT_EQ(pulse_spectrum(fh / h, h), pulse_spectrum(-fh / h, h));
  }
  EXPECT_NEAR(pulse_spectrum(0, h), 1, 1e-15);
  // Second moment 2/9 h^2: 1 - (2 pi f h)^2 / 9.
  EXPECT_NEAR(1 - pulse_spectrum(0.001 / h, h), std::pow(0.002 * kPi, 2) / 9, 1e-10);
}

TEST(PulseWidth, OfThePapersBallBearing) {
  const double volume = 4 * kPi / 3 * std::pow(0.0075, 3);
  const double h = pulse_width(volume, 8940, 123.4e9, 0.34);
  EXPECT_NEAR(h, 7.33978e-6, 1e-11);
  EXPECT_NEAR(h / 7.3264e-6, 1, 0.003);  // printed; its ball is a mesh
  EXPECT_NEAR(pulse_width(8 * volume, 8940, 123.4e9, 0.34), 2 * h, 1e-18);
  EXPECT_THROW(pulse_width(volume, 0, 123.4e9, 0.34), Error);
  EXPECT_THROW(pulse_width(volume, 8940, 123.4e9, 0.7), Error);
}

}  // namespace
}  // namespace peal
