// A finger on a ringing body: decay sigma = phi^2 R / 2, and two bodies that touch keep their
// momentum.
#include <gtest/gtest.h>

#include <cmath>

#include "base/constants.h"
#include "dsp/modal/bank_ports.h"
#include "dsp/modal/rigid_ports.h"
#include "dsp/resting_contact.h"
#include "dsp/touch_contact.h"
#include "physics/contact/rest_contact.h"

namespace peal {
namespace {

constexpr double kSamples = 48000;  // [Hz]

double t60_of_touched(double frequency, double phi, double resistance) {
  const double omega = 2 * kPi * frequency;
  std::vector<ModalBank> bank;
  bank.emplace_back(std::vector<Complex<double>>{{0, omega}}, kSamples, 0);
  BankPorts ports(bank, 1);
  ports.set_shape(0, std::vector<double>{phi * sampled_dashpot_gain(omega, kSamples)});
  TouchContact finger(0, kSamples);
  finger.set_resistance(resistance), finger.set_resistance(resistance);
  bank[0].set_amplitude(0, 1.0);
  Coupling coupling(1);
  constexpr int kHops = 15;
  for (int h = 0; h < kHops; ++h) {
    coupling.clear();
    coupling.add({&ports, 0, nullptr, 0, &finger});
    coupling.solve();
    bank[0].render(nullptr);
  }
  return -std::log(1000.0) * kHops * kHop / kSamples / std::log(std::abs(bank[0].amplitude(0)));
}

TEST(Finger, OnTheRimOfAWineGlassSilencesItInSeventyMilliseconds) {
  // phi^2 = 40 /kg, 5 N s/m: sigma = 100 /s. First order; the next is sigma/omega squared.
  EXPECT_NEAR(t60_of_touched(600, std::sqrt(40.0), 5), std::log(1000.0) / 100, 0.02 * 0.069);
  // As much at a frequency where samples are coarse.
  EXPECT_NEAR(t60_of_touched(15000, std::sqrt(40.0), 5), std::log(1000.0) / 100, 0.02 * 0.069);
}

TEST(RestingBodies, GiveEachOtherTheirMomentum) {
  RigidPorts upper(0.3, {1e-3, 2e-3, 1e-3}, kSamples, 1),
      lower(0.5, {1e-3, 2e-3, 1e-3}, kSamples, 1);
  upper.set_port(0, {}, {0, -1, 0}), lower.set_port(0, {}, {0, -1, 0});
  RestingContact law(rest_spring(1e9, 3, 0.02, 0), 3, 0.6, 2 * kPi * 500, kSamples);
  upper.push(0, 0.3 * 0.01);  // 10 mm/s towards the lower one
  Coupling coupling(1);
  const auto momentum = [&] { return 0.3 * upper.speed(0) + 0.5 * lower.speed(0); };
  const auto energy = [&] { return upper.energy() + lower.energy() + law.energy(); };
  const double before = momentum();
  double most = energy();
  for (int h = 0; h < 40; ++h) {
    coupling.clear();
    coupling.add({nullptr, 0, nullptr, 0, &law, &upper, 0, &lower, 0});
    coupling.solve();
    EXPECT_NEAR(momentum(), before, 1e-12);
    EXPECT_LE(energy(), most * (1 + 1e-9));
    most = energy();
  }
  EXPECT_GT(lower.energy(), 0);
}

}  // namespace
}  // namespace peal
