// Modes whose poles change from hop to hop: what theory says of displacement, velocity, energy and
// of the spectrum of a tone that glides.
#include <gtest/gtest.h>

#include <complex>
#include <numeric>

#include "base/constants.h"
#include "dsp/modal/modal_bank.h"

namespace peal {
namespace {

constexpr double kGlideRate = 48000;
using Poles = std::vector<Complex<double>>;

/// [m kg^1/2], [m/s kg^1/2]
struct Swing {
  double q = 0, velocity = 0;
};
Swing swing_of(const ModalBank& bank, int mode) {
  const std::complex<double> a = bank.amplitude(mode);
  const Complex<double> s = bank.poles()[static_cast<std::size_t>(mode)];
  const double q = a.imag() / s.im;
  return {q, a.real() + s.re * q};
}
double energy_of_swing(const ModalBank& bank, int mode) {
  const Swing x = swing_of(bank, mode);
  const Complex<double> s = bank.poles()[static_cast<std::size_t>(mode)];
  return 0.5 * (x.velocity * x.velocity + norm_squared(s) * x.q * x.q);
}

/// A second of tones that glide up by 20 %, heard by their acceleration. @param every hops.
std::vector<double> gliding(ModalBank& bank, int every = 1) {
  const Poles from(bank.poles().begin(), bank.poles().end());
  const std::vector<std::complex<double>> weights(from.size(), {0.3, 1});
  bank.set_weights(0, weights);
  for (int i = 0; i < bank.modes(); ++i) bank.set_amplitude(i, {1, 0});
  std::vector<double> out;
  for (int hop = 0; hop < 750; ++hop) {
    Poles now = from;
    for (Complex<double>& s : now) s.im *= 1 + 0.2 * (hop / every * every) / 750.0;
    bank.retune(now);
    float samples[1][kHop] = {};
    bank.render(samples);
    out.insert(out.end(), samples[0], samples[0] + kHop);
  }
  return out;
}

/// Largest value of the Hann-windowed spectrum in a band, every 5 Hz.
double loudest(const std::vector<double>& x, double low, double high) {
  double most = 0;
  for (double f = low; f <= high; f += 5) {
    std::complex<double> sum = 0, turn = 1;
    const std::complex<double> step = std::polar(1.0, -2 * kPi * f / kGlideRate);
    for (std::size_t n = 0; n < x.size(); ++n, turn *= step)
      sum += x[n] * (0.5 - 0.5 * std::cos(2 * kPi * (n + 0.5) / double(x.size()))) * turn;
    most = std::max(most, std::abs(sum));
  }
  return most;
}

TEST(RetunedModes, GlideWithoutClicks) {
  ModalBank bank(Poles{{-0.5, 2 * kPi * 1000}, {-0.5, 2 * kPi * 4000}}, kGlideRate, 1);
  const std::vector<double> x = gliding(bank);
  const double tone = loudest(x, 1000, 1200);
  for (const auto& [low, high] : {std::pair{1300, 3900}, {4950, 6500}, {200, 900}})
    EXPECT_LT(20 * std::log10(loudest(x, low, high) / tone), -60) << low;
  // Steps of 1 %, as if poles changed twenty times a second, are heard.
  ModalBank coarse(Poles{{-0.5, 2 * kPi * 1000}, {-0.5, 2 * kPi * 4000}}, kGlideRate, 1);
  const std::vector<double> y = gliding(coarse, 37);
  EXPECT_GT(20 * std::log10(loudest(y, 1300, 3900) / loudest(y, 1000, 1200)), -60);
}

TEST(RetunedModes, SoundAtTheFrequencyTheyAreGiven) {
  ModalBank bank(Poles{{-0.5, 2 * kPi * 1000}}, kGlideRate, 1);
  const std::vector<double> x = gliding(bank);
  for (const double from : {0.1, 0.45, 0.9}) {
    std::vector<double> crossings;
    for (auto n = static_cast<std::size_t>(from * kGlideRate); n < (from + 0.05) * kGlideRate; ++n)
      if (x[n - 1] < 0 && x[n] >= 0)
        crossings.push_back((n - x[n] / (x[n] - x[n - 1])) / kGlideRate);
    const double heard = (double(crossings.size()) - 1) / (crossings.back() - crossings.front());
    const double middle = 0.5 * (crossings.back() + crossings.front());
    EXPECT_NEAR(heard / (1000 * (1 + 0.2 * middle)), 1, 1e-3) << from;
  }
}

// A spring that is tightened slowly: energy over frequency stays (adiabatic invariant). Steps at
// borders of hops pump a little where they meet the swing in phase, here at 1125 Hz: each by 3e-4,
// some twenty of them before the glide has left that frequency, in all directions of phase.
TEST(RetunedModes, EnergyGrowsAsTheFrequencyOfASpringThatIsTightened) {
  ModalBank bank(Poles{{0, 2 * kPi * 1000}}, kGlideRate, 1);
  bank.set_amplitude(0, {1, 0});
  const double before = energy_of_swing(bank, 0);
  gliding(bank);
  const double ratio = bank.poles()[0].im / (2 * kPi * 1000);
  EXPECT_NEAR(energy_of_swing(bank, 0) / before / ratio, 1, 6e-3);
}

TEST(RetunedModes, NeverGainEnergyWhenDampingIsRaised) {
  constexpr int kCount = 20;
  Poles poles;
  for (int i = 0; i < kCount; ++i) poles.push_back({-2, 2 * kPi * 110 * std::pow(1.25, i)});
  ModalBank bank(poles, kGlideRate, 1);
  for (int i = 0; i < kCount; ++i) bank.set_amplitude(i, std::polar(1.0, 1.7 * i));
  std::vector<double> energy(kCount);
  for (int i = 0; i < kCount; ++i) energy[i] = energy_of_swing(bank, i);
  for (int hop = 0; hop < 200; ++hop) {
    Poles next(bank.poles().begin(), bank.poles().end());
    for (Complex<double>& s : next) {  // the spring stays: omega^2 = sigma^2 + omega_d^2
      const double sigma = -s.re * 1.02;
      s = {-sigma, std::sqrt(norm_squared(s) - sigma * sigma)};
    }
    const Swing before = swing_of(bank, 7);
    bank.retune(next);
    EXPECT_NEAR(swing_of(bank, 7).q, before.q, 1e-14 * std::abs(before.q) + 1e-30);
    EXPECT_NEAR(swing_of(bank, 7).velocity, before.velocity, 1e-10 * std::abs(before.velocity));
    for (int i = 0; i < kCount; ++i)
      EXPECT_NEAR(energy_of_swing(bank, i) / energy[i], 1, 1e-12) << i;  // the change itself
    float samples[1][kHop] = {};
    bank.render(samples);
    for (int i = 0; i < kCount; ++i) {
      const double now = energy_of_swing(bank, i);
      EXPECT_LT(now, energy[i] * (1 + 1e-12)) << i;
      energy[i] = now;
    }
  }
}

TEST(RetunedModes, PushesUnderWayGoOnWithoutAStep) {
  const Poles poles{{-20, 2 * kPi * 300}, {-20, 2 * kPi * 5000}};
  ModalBank bank(poles, kGlideRate, 1);
  const double impulse[] = {1e-3, 1e-3}, shape[] = {1, 1};
  bank.push(13.3, 0.006, impulse);
  for (int hop = 0; hop < 8; ++hop) {  // the push ends within the fifth
    float samples[1][kHop] = {};
    bank.render(samples);
    Poles next(bank.poles().begin(), bank.poles().end());
    for (Complex<double>& s : next) s.re *= 1.05, s.im *= 1.001;
    double before[kHop + 1] = {}, after[kHop + 1] = {};
    bank.add_displacement(shape, before);
    bank.retune(next);
    bank.add_displacement(shape, after);
    EXPECT_NEAR(after[0], before[0], 1e-11 * std::abs(before[0])) << hop;
    // The forces that the change makes begin with it: q moves on as before, to second order.
    const double change = (after[1] - after[0]) - (before[1] - before[0]);
    const double bend = 2e-3 * std::pow(2 * kPi * 5000 / kGlideRate, 2) * 1e-3 / (2 * kPi * 300);
    EXPECT_LT(std::abs(change), bend) << hop;
  }
}

}  // namespace
}  // namespace peal
