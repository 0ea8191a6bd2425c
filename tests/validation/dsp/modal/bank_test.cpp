// The bank against an independent double-precision evaluation of the same strikes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "dsp/modal/modal_bank.h"

namespace peal {
namespace {

constexpr double kRate = 48000;

// Runge-Kutta integration of q'' + 2 sigma q' + omega^2 q = Q(t): knows nothing of closed forms.
Complex<double> integrate(Complex<double> s, double impulse, double tau, double until) {
  const double sigma = -s.re, omega2 = norm_squared(s);
  const auto force = [&](double u) {
    return u <= tau ? kPi * impulse / (2 * tau) * std::sin(kPi * u / tau) : 0.0;
  };
  double q = 0, v = 0, t = 0;
  const auto run = [&](double end, int steps) {
    const double h = (end - t) / steps, start = t;
    for (int k = 0; k < steps; ++k) {
      const double u = start + k * h;
      const auto acc = [&](double x, double y, double w) {
        return force(w) - 2 * sigma * y - omega2 * x;
      };
      const double k1q = v, k1v = acc(q, v, u);
      const double k2q = v + h / 2 * k1v, k2v = acc(q + h / 2 * k1q, v + h / 2 * k1v, u + h / 2);
      const double k3q = v + h / 2 * k2v, k3v = acc(q + h / 2 * k2q, v + h / 2 * k2v, u + h / 2);
      const double k4q = v + h * k3v, k4v = acc(q + h * k3q, v + h * k3v, u + h);
      q += h / 6 * (k1q + 2 * k2q + 2 * k3q + k4q);
      v += h / 6 * (k1v + 2 * k2v + 2 * k3v + k4v);
    }
    t = end;
  };
  run(std::min(tau, until), 40000);
  if (until > tau) {  // start anew at the kink of the force
    const double end = until;
    const auto free_steps = 40000;
    run(end, free_steps);
  }
  // a = q' - conj(s) q
  return {v - s.re * q, s.im * q};
}

TEST(HalfSine, AgreesWithIntegrationBeforeAndAfterTheEnd) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> frequency(50, 20000), duration(2e-5, 1e-3), unit(0, 1);
  for (int trial = 0; trial < 12; ++trial) {
    const double tau = duration(random), sigma = 2000 * unit(random);
    // every third case sits at resonance, omega tau = pi, where the naive formula is 0/0
    const double omega = trial % 3 == 0 ? kPi / tau : 2 * kPi * frequency(random);
    const Complex<double> s{trial % 6 == 0 ? 0.0 : -sigma, omega};
    const HalfSinePush<double> push(s, 1.0, tau);
    const double u = tau * unit(random);
    const Complex<double> expected = integrate(s, 1.0, tau, u), got = push.during(u);
    EXPECT_NEAR(got.re, expected.re, 2e-12);
    EXPECT_NEAR(got.im, expected.im, 2e-12);
    const double later = 0.3 * tau;
    const Complex<double> after = exp(later * s) * push.at_end();
    const Complex<double> expected_after = integrate(s, 1.0, tau, tau + later);
    EXPECT_NEAR(after.re, expected_after.re, 2e-12);
    EXPECT_NEAR(after.im, expected_after.im, 2e-12);
  }
}

TEST(HalfSine, SpectrumOfThePulse) {
  // |A|/J = |cos(omega tau / 2)| / |1 - (omega tau / pi)^2| for an undamped mode.
  const double tau = 1e-4;
  for (double frequency : {500.0, 3000.0, 7000.0, 12000.0, 19000.0}) {
    const double omega = 2 * kPi * frequency, x = omega * tau / kPi;
    const Complex<double> a = HalfSinePush<double>({0, omega}, 1.0, tau).at_end();
    EXPECT_NEAR(std::sqrt(norm_squared(a)),
                std::abs(std::cos(omega * tau / 2)) / std::abs(1 - x * x), 1e-12);
  }
}

struct Strike {
  double time, tau, strength;
};

struct RandomBank {
  std::vector<Complex<double>> poles;
  std::vector<double> shape;
  std::vector<std::complex<double>> weights[2];

  explicit RandomBank(int modes) {
    std::mt19937_64 random(modes);
    std::uniform_real_distribution<double> unit(0, 1);
    for (int i = 0; i < modes; ++i) {
      poles.push_back({-(0.5 + 5 * unit(random)), 2 * kPi * (60 + 19900 * unit(random))});
      shape.push_back(unit(random) - 0.5);
      for (auto& ear : weights) ear.push_back({unit(random) - 0.5, unit(random) - 0.5});
    }
  }
  std::vector<double> impulses(double strength) const {
    std::vector<double> out(shape);
    for (double& x : out) x *= strength;
    return out;
  }
  // Direct evaluation of every strike at every sample, in double.
  double expected(const std::vector<Strike>& strikes, int ear, double t) const {
    double sum = 0;
    for (const Strike& strike : strikes)
      for (std::size_t i = 0; i < poles.size(); ++i) {
        const double u = t - strike.time;
        // the push itself, averaged over the sample's interval
        const auto phase = [&](double at) { return kPi * std::clamp(at / strike.tau, 0.0, 1.0); };
        const double mean_push =
            kRate * shape[i] * strike.strength / 2 *
            (std::cos(phase(u - 0.5 / kRate)) - std::cos(phase(u + 0.5 / kRate)));
        const std::complex<double> of_velocity =
            weights[ear][i] / std::complex<double>(1, -poles[i].re / poles[i].im);
        sum += of_velocity.imag() * mean_push / poles[i].im;
        // its rate of change, for modes that it is slow for
        const double slow = std::pow(poles[i].im * strike.tau / kPi, 4);
        const double mean_rate =
            kRate * shape[i] * strike.strength * kPi / (2 * strike.tau) *
            (std::sin(phase(u + 0.5 / kRate)) - std::sin(phase(u - 0.5 / kRate)));
        sum -= of_velocity.real() * mean_rate / (poles[i].im * poles[i].im) * slow / (1 + slow);
        if (u < 0) continue;
        const HalfSinePush<double> push(poles[i], shape[i] * strike.strength, strike.tau);
        const Complex<double> a =
            u < strike.tau ? push.during(u) : exp((u - strike.tau) * poles[i]) * push.at_end();
        sum += weights[ear][i].real() * a.re - weights[ear][i].imag() * a.im;
      }
    return sum;
  }
};

std::vector<float> render(const RandomBank& setup, const std::vector<Strike>& strikes, int samples,
                          const BankKernel& kernel, int ear) {
  ModalBank bank(setup.poles, kRate, 2, kernel);
  for (int e = 0; e < 2; ++e) bank.set_weights(e, setup.weights[e]);
  std::vector<float> out;
  std::size_t next = 0;
  for (int hop = 0; hop * kHop < samples; ++hop) {
    for (; next < strikes.size() && strikes[next].time * kRate < (hop + 1) * kHop; ++next)
      bank.push(strikes[next].time * kRate - hop * kHop, strikes[next].tau,
                setup.impulses(strikes[next].strength));
    float block[2][kHop] = {};
    bank.render(block);
    out.insert(out.end(), block[ear], block[ear] + kHop);
  }
  return out;
}

double error_db(const RandomBank& setup, const std::vector<Strike>& strikes,
                const std::vector<float>& got, int ear, int from, int to) {
  double error = 0, power = 0;
  for (int n = from; n < to; ++n) {
    const double expected = setup.expected(strikes, ear, n / kRate);
    error += (got[n] - expected) * (got[n] - expected);
    power += expected * expected;
  }
  return 10 * std::log10(error / power);
}

TEST(ModalBank, StrikesBetweenSamplesAreExactBelowMinus90dBForFiveSeconds) {
  const RandomBank setup(37);
  // two overlapping contacts, one much longer than a hop, begun anywhere between samples
  const std::vector<Strike> strikes{
      {0.00101234, 3.3e-5, 1.0}, {0.0010187, 2.1e-3, 0.7}, {2.5000077, 1.27e-4, 0.4}};
  const int samples = 5 * static_cast<int>(kRate);
  for (const BankKernel* kernel : {&kBankKernelPortable, &best_bank_kernel()})
    for (int ear : {0, 1}) {
      const std::vector<float> got = render(setup, strikes, samples, *kernel, ear);
      EXPECT_LT(error_db(setup, strikes, got, ear, 0, 600), -90) << kernel->name;
      EXPECT_LT(error_db(setup, strikes, got, ear, 120000, 120300), -90) << kernel->name;
      EXPECT_LT(error_db(setup, strikes, got, ear, samples - 500, samples), -90) << kernel->name;
      for (int n = 0; n < 48; ++n) EXPECT_EQ(got[n], 0) << "sound before the strike";
    }
}

TEST(ModalBank, MoreSimultaneousPushesThanSlotsKeepTheirEnergyAndPhase) {
  const std::vector<Complex<double>> poles{{-1.0, 2 * kPi * 440}};
  const std::complex<double> weight{1, 0};
  const double impulse = 1;
  const auto amplitude_after = [&](int pushes) {
    ModalBank bank(poles, kRate, 1);
    bank.set_weights(0, {&weight, 1});
    for (int k = 0; k < pushes; ++k) bank.push(3.5, 1e-3, {&impulse, 1});
    float block[kMaxEars][kHop] = {};
    bank.render(block);
    return bank.amplitude(0);
  };
  // Those without a slot ring undamped until the hop's start: 0.1 % in a millisecond.
  const int many = 2 * ModalBank::kMaxPushes;
  const std::complex<double> expected = static_cast<double>(many) * amplitude_after(1);
  EXPECT_GT(std::abs(expected), 0.5 * many);
  EXPECT_LT(std::abs(amplitude_after(many) - expected), 2e-3 * std::abs(expected));
}

TEST(ModalBank, RampedWeightsAreLinearInTime) {
  const std::vector<Complex<double>> poles{{0, 2 * kPi * 1000}, {-3, 2 * kPi * 3700}};
  ModalBank bank(poles, kRate, 1);
  const std::vector<std::complex<double>> from{{1, 0.5}, {0.2, -1}}, to{{-0.5, 0.25}, {1, 1}};
  bank.set_weights(0, from);
  const std::vector<double> impulse{1, 0.6};
  bank.push(0.0, 1e-6, impulse);
  constexpr int kHops = 4;
  bank.ramp_weights(0, to, kHops);
  for (int hop = 0; hop < kHops + 2; ++hop) {
    float block[kMaxEars][kHop] = {};
    bank.render(block);
    for (int j = 1; j < kHop; ++j) {
      const double n = hop * kHop + j, u = n / kRate;
      const double part = std::min(1.0, n / (kHops * kHop));
      double expected = 0;
      for (int i = 0; i < 2; ++i) {
        const Complex<double> a =
            exp((u - 1e-6) * poles[i]) * HalfSinePush<double>(poles[i], impulse[i], 1e-6).at_end();
        const std::complex<double> w = from[i] + part * (to[i] - from[i]);
        expected += w.real() * a.re - w.imag() * a.im;
      }
      // (the push itself is over after the first sample)
      EXPECT_NEAR(block[0][j], expected, 2e-6);
    }
  }
}

TEST(ModalBank, AStrikeDoesNotThumpBelowTheLowestMode) {
  // A weight that follows acceleration: the sound of the whole strike sums to zero, because the
  // velocity of the surface is the same before and after. Compare: the ringing alone sums to
  // J / omega_d.
  const std::vector<Complex<double>> poles{{-30, 2 * kPi * 2500}, {-40, 2 * kPi * 6100}};
  for (double tau : {2e-5, 4e-4, 3e-3}) {
    ModalBank bank(poles, kRate, 1);
    const std::vector<std::complex<double>> weights{{0, 1}, {0, 1}};
    bank.set_weights(0, weights);
    const std::vector<double> impulse{1, 0.5};
    bank.push(63.8, tau, impulse);
    double sum = 0;
    for (int hop = 0; hop < 800; ++hop) {
      float block[kMaxEars][kHop] = {};
      bank.render(block);
      for (int j = 0; j < kHop; ++j) sum += block[0][j] / kRate;
    }
    const double ringing_alone = impulse[0] / poles[0].im + impulse[1] / poles[1].im;
    EXPECT_LT(std::abs(sum), 0.01 * ringing_alone) << tau;
  }
}

TEST(ModalBank, StopsWhenInaudibleAndStartsAgain) {
  const std::vector<Complex<double>> poles{{-2000.0, 2 * kPi * 440}};
  ModalBank bank(poles, kRate, 1);
  const std::complex<double> weight{1, 0};
  bank.set_weights(0, {&weight, 1});
  EXPECT_TRUE(bank.silent());
  const double impulse = 1;
  bank.push(0.0, 1e-4, {&impulse, 1});
  EXPECT_FALSE(bank.silent());
  for (int hop = 0; hop < 30; ++hop) {
    float block[kMaxEars][kHop] = {};
    bank.render(block);
    if (bank.loudness_bound() < 1e-9) bank.stop();
  }
  EXPECT_TRUE(bank.silent());
  bank.push(0.0, 1e-4, {&impulse, 1});
  float block[kMaxEars][kHop] = {};
  bank.render(block);
  EXPECT_GT(std::abs(bank.amplitude(0)), 0.05);  // e^{-2000 * 1.3 ms} = 0.07
}

}  // namespace
}  // namespace peal
