// Contacts solved together with modes: exact answers of single modes and masses, energy, and the
// same motion however the contacts are grouped.
#include "dsp/modal/coupling.h"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>

#include "dsp/modal/bank_ports.h"
#include "dsp/modal/mass_body.h"

namespace peal {
namespace {

constexpr double kCoupledRate = 48000;

std::vector<Complex<double>> some_poles(int count) {
  std::vector<Complex<double>> poles;
  for (int i = 0; i < count; ++i) poles.push_back({-5.0 - 3 * i, 2 * kPi * (310.0 + 457 * i)});
  return poles;
}

std::vector<double> some_shape(int count, double phase) {
  std::vector<double> shape;
  for (int i = 0; i < count; ++i) shape.push_back(9 * std::cos(phase + 1.7 * i));
  return shape;
}

double energy(const ModalBank& bank, const std::vector<Complex<double>>& poles) {
  double sum = 0;
  for (int i = 0; i < bank.modes(); ++i) {
    const std::complex<double> a = bank.amplitude(i);
    const double q = a.imag() / poles[i].im, v = a.real() + poles[i].re * q;
    sum += v * v / 2 + (norm_squared(poles[i])) * q * q / 2;
  }
  return sum;
}

// A dashpot: f = c v, with v = free - m f. Keeps what it has taken out of the bodies.
class Dashpot final : public ContactLaw {
 public:
  explicit Dashpot(double c) : c_(c) {}
  double force(int, double free, double mobility) noexcept override {
    force_ = c_ * free / (1 + c_ * mobility);
    velocity_ = free - mobility * force_;
    return force_;
  }
  void accept(int) noexcept override { taken_ += force_ * velocity_ / kCoupledRate; }
  double taken() const { return taken_; }

 private:
  double c_, force_ = 0, velocity_ = 0, taken_ = 0;
};

class Constant final : public ContactLaw {
 public:
  explicit Constant(double force) : force_(force) {}
  double force(int, double, double) noexcept override { return force_; }
  void accept(int) noexcept override {}

 private:
  double force_;
};

void render(ModalBank& bank) {
  float out[kMaxEars][kHop] = {};
  bank.render(out);
}

TEST(Coupling, AConstantForceBendsAModeExactly) {
  const std::vector<Complex<double>> poles{{-40, 2 * kPi * 700}};
  std::vector<ModalBank> banks;
  banks.emplace_back(poles, kCoupledRate, 1);
  BankPorts body(banks, 1);
  const double t = 3, f = -2;
  body.set_shape(0, {&t, 1});
  Constant law(-f);  // acts on a as -f
  Coupling coupling(1);
  ASSERT_TRUE(coupling.add({&body, 0, nullptr, 0, &law}));
  for (int hop = 0; hop < 20; ++hop) {
    coupling.solve();
    for (int n = 0; n < kHop; n += 13) {
      // q = (t f / w^2) (1 - e^{-sigma u}(cos w_d u + (sigma/w_d) sin w_d u)) from rest
      const auto q = [&](double u) {
        const double w2 = norm_squared(poles[0]), s = -poles[0].re, wd = poles[0].im;
        return t * f / w2 * (1 - std::exp(-s * u) * (std::cos(wd * u) + s / wd * std::sin(wd * u)));
      };
      const double at = (hop * kHop + n) / kCoupledRate;
      EXPECT_NEAR(coupling.velocity(0)[n], t * kCoupledRate * (q(at + 1 / kCoupledRate) - q(at)),
                  1e-10);
    }
    render(banks[0]);
  }
}

TEST(Coupling, AMassFallsWithDragExactly) {
  MassBody mass(0.3, 50, kCoupledRate);
  Constant law(0);
  Coupling coupling(1);
  ASSERT_TRUE(coupling.add({&mass, 0, nullptr, 0, &law}));
  std::fill_n(mass.external(), kHop, 0.6);
  for (int hop = 0; hop < 100; ++hop) coupling.solve();
  const double u = 100 * kHop / kCoupledRate;
  EXPECT_NEAR(mass.velocity(), 0.6 / 0.3 / 50 * (1 - std::exp(-50 * u)), 1e-12);
  EXPECT_NEAR(mass.position(), 0.04 * (u - (1 - std::exp(-50 * u)) / 50), 1e-12);
}

TEST(Coupling, WhatADashpotTakesIsMissingInTheModes) {
  // Undamped modes: every joule is in the modes or was taken by one of the two dashpots, which lie
  // between two bodies and between one of them and the ground.
  const int modes = 11;
  std::vector<Complex<double>> poles = some_poles(modes);
  for (Complex<double>& pole : poles) pole.re = 0;
  std::vector<ModalBank> first, second;
  first.emplace_back(poles, kCoupledRate, 1), second.emplace_back(poles, kCoupledRate, 1);
  BankPorts a(first, 2), b(second, 1);
  a.set_shape(0, some_shape(modes, 0.3)), a.set_shape(1, some_shape(modes, 1.1));
  b.set_shape(0, some_shape(modes, 2.0));
  const std::vector<double> blow(modes, 0.02);
  first[0].push(3.25, 5e-4, blow);
  Dashpot between(20), ground(3);
  Coupling coupling(2);
  ASSERT_TRUE(coupling.add({&a, 0, &b, 0, &between}));
  ASSERT_TRUE(coupling.add({&a, 1, nullptr, 0, &ground}));
  double start = 0;
  for (int hop = 0; hop < 200; ++hop) {
    coupling.solve();
    render(first[0]), render(second[0]);
    const double now = energy(first[0], poles) + energy(second[0], poles);
    // The blow is over after the first hop; until then it brings energy.
    if (hop == 0) start = now + between.taken() + ground.taken();
    EXPECT_NEAR(now + between.taken() + ground.taken(), start, 1e-9 * start) << hop;
  }
  EXPECT_GT(between.taken() + ground.taken(), 0.5 * start);
  EXPECT_GT(energy(second[0], poles), 0);
}

TEST(Coupling, DrivenModesSoundAsTheirStateSays) {
  // Velocity (Re w) heard sample by sample against the state stepped by hand.
  const int modes = 9;
  const std::vector<Complex<double>> poles = some_poles(modes);
  const std::vector<double> shape = some_shape(modes, 0.4);
  std::vector<ModalBank> banks;
  banks.emplace_back(poles, kCoupledRate, 1);
  BankPorts body(banks, 1);
  body.set_shape(0, shape);
  // The weight of the velocity dq/dt = Re[(1 + i sigma/omega_d) a].
  std::vector<std::complex<double>> weights;
  for (const Complex<double>& pole : poles) weights.emplace_back(1, -pole.re / pole.im);
  banks[0].set_weights(0, weights);
  std::vector<std::complex<double>> state(modes);
  double force[kHop];
  for (int hop = 0; hop < 8; ++hop) {
    for (int n = 0; n < kHop; ++n) force[n] = std::sin(0.05 * (hop * kHop + n)) * (n % 7);
    body.drive(0, 1, force);
    float out[kMaxEars][kHop] = {};
    banks[0].render(out);
    for (int n = 0; n < kHop; ++n) {
      double heard = 0, size = 0;
      for (int i = 0; i < modes; ++i) {
        heard += (weights[i] * state[i]).real(), size += std::abs(state[i]);
        const std::complex<double> s(poles[i].re, poles[i].im), z = std::exp(s / kCoupledRate);
        state[i] = z * state[i] + (z - 1.0) / s * shape[i] * force[n];
      }
      EXPECT_NEAR(out[0][n], heard, 2e-6 * size + 1e-12) << hop << " " << n;
    }
  }
}

TEST(Coupling, AForceThatGrowsSlowlyIsNotHeard) {
  // A body that only gives way is silent: the acceleration's weight hears q'', not the force.
  const std::vector<Complex<double>> poles{{-100, 2 * kPi * 5000}};
  std::vector<ModalBank> banks;
  banks.emplace_back(poles, kCoupledRate, 1);
  BankPorts body(banks, 1);
  const double t = 10;
  body.set_shape(0, {&t, 1});
  const std::complex<double> weight =
      std::complex<double>(0, 1) * std::complex<double>(1, -poles[0].re / poles[0].im);
  banks[0].set_weights(0, {&weight, 1});
  double force[kHop], loudest = 0;
  for (int hop = 0; hop < 75; ++hop) {
    for (int n = 0; n < kHop; ++n) {
      const double u = (hop * kHop + n) / (75.0 * kHop);
      force[n] = 0.5 - 0.5 * std::cos(kPi * u);
    }
    body.drive(0, 1, force);
    float out[kMaxEars][kHop] = {};
    banks[0].render(out);
    for (float sample : out[0]) loudest = std::max(loudest, std::abs(double(sample)));
  }
  EXPECT_LT(loudest, 1e-4 * t / poles[0].im);
}

TEST(Coupling, NoMoreContactsThanThereIsRoomFor) {
  MassBody mass(1, 0, kCoupledRate);
  Constant law(0);
  Coupling coupling(1);
  EXPECT_TRUE(coupling.add({&mass, 0, nullptr, 0, &law}));
  EXPECT_FALSE(coupling.add({&mass, 0, nullptr, 0, &law}));
  coupling.clear();
  EXPECT_TRUE(coupling.add({&mass, 0, nullptr, 0, &law}));
}

}  // namespace
}  // namespace peal
