// Plates that bend by more than their thickness, in modes: pitch against amplitude against an
// independent solution of von Karman's equations (and so against triangles under large deformation,
// which meet it within 0.11 %), and the energy that the steps keep.
#include <gtest/gtest.h>

#include <cmath>

#include "base/constants.h"
#include "physics/elastic/von_karman_modes.h"
#include "physics/elastic/von_karman_stepper.h"
#include "support/csv_rows.h"

namespace peal {
namespace {

struct Plate {
  explicit Plate(int bending, int stress, double at)
      : modes(von_karman_modes({}, bending, stress)), rate(at) {
    for (const auto& mode : modes.bending) omega.push_back(mode.omega);
  }
  VonKarmanStepper stepper() const {
    return VonKarmanStepper({omega, {}, modes.stress, modes.coupling}, rate);
  }
  /// In its first mode, so fast [m/s] in the middle.
  void strike(VonKarmanStepper& steps, double speed) const {
    std::vector<double> now(omega.size(), 0.0), before(omega.size(), 0.0);
    before[0] = -speed / shape() * std::sin(omega[0] / rate) / omega[0];
    steps.set(now, before);
  }
  double shape() const { return modes.shape(0, 0.125, 0.125); }
  VonKarmanModes modes;
  double rate;
  std::vector<double> omega;
};

TEST(VonKarman, OneModeIsDuffings) {
  const Plate plate(1, 36, 96000);
  double cubic = 0;
  for (std::size_t k = 0; k < plate.modes.stress.size(); ++k)
    cubic += plate.modes.stress[k] * plate.modes.coupling[k] * plate.modes.coupling[k];
  // q'' + w^2 (q + c q^3/h^2), q in metres in the middle
  const double c = cubic / std::pow(plate.omega[0] * plate.shape(), 2) * 1e-6;
  std::printf("  c = %.4f, f = %.3f Hz\n", c, plate.omega[0] / (2 * kPi));
  EXPECT_NEAR(c, 0.177, 0.0015);
  EXPECT_NEAR(plate.omega[0] / (2 * kPi), 76.78, 0.02);
}

TEST(VonKarman, PitchRisesWithAmplitude) {
  const Plate plate(49, 36, 96000);
  for (const CsvRow& row : csv_rows("solids/von_karman_frequency.csv")) {
    VonKarmanStepper steps = plate.stepper();
    plate.strike(steps, row["v0_over_omega1_h"] * plate.omega[0] * 1e-3);
    double peak = 0, before = 0, first = -1, last = -1;
    int periods = -1;
    for (int n = 1; periods < 3 && n < 20000; ++n) {
      steps.advance();
      const double now = plate.shape() * steps.amplitudes()[0];
      peak = std::max(peak, std::abs(now));
      if (before < 0 && now >= 0) {
        last = (n - now / (now - before)) / plate.rate;
        if (periods++ < 0) first = last;
      }
      before = now;
    }
    const double pitch = periods / (last - first), exact = row["f_vonKarman_64_modes_Hz"];
    std::printf("  speed %g: peak %.3f h (%.3f), %.3f Hz (%.3f, %+.2f %%)\n",
                row["v0_over_omega1_h"], 1e3 * peak, row["peak_over_h"], pitch, exact,
                100 * (pitch / exact - 1));
    EXPECT_NEAR(pitch / exact, 1, 5e-4);
    EXPECT_NEAR(1e3 * peak / row["peak_over_h"], 1, 2e-3);
  }
}

TEST(VonKarman, EnergyStaysAtAnyAmplitude) {
  const Plate plate(36, 24, 44100);
  for (const double times : {0.1, 3.0, 30.0}) {
    VonKarmanStepper steps = plate.stepper();
    plate.strike(steps, times * plate.omega[0] * 1e-3);
    const auto energy = [&] {
      double sum = steps.stored();
      for (std::size_t s = 0; s < plate.omega.size(); ++s) {
        const double q = steps.amplitudes()[s], p = steps.earlier()[s];
        sum += 0.5 * plate.rate * plate.rate *
               (q * q + p * p - 2 * std::cos(plate.omega[s] / plate.rate) * q * p);
      }
      return sum;
    };
    const double begin = energy();
    double worst = 0;
    for (int n = 0; n < 10000; ++n) {
      steps.advance();
      worst = std::max(worst, std::abs(energy() / begin - 1));
    }
    std::printf("  %g h w: energy within %.1e\n", times, worst);
    EXPECT_LT(worst, 1e-9) << times;
  }
}

}  // namespace
}  // namespace peal
