// Forces of contacts that last, summed sample by sample, against integrals in closed form.
#include <gtest/gtest.h>

#include <complex>

#include "base/constants.h"
#include "dsp/modal/modal_hits.h"

namespace peal {
namespace {

constexpr double kDriveRate = 48000;
using Value = std::complex<double>;

/// One mode of shape 2 under a force [N] of time [s], each sample its mean: what it has after some
/// hops.
template <class Force>
Value driven_mode(const Complex<double>& pole, int hops, const Force& force,
                  const HitKernel& kernel = best_hit_kernel()) {
  ModalHits hits({&pole, 1}, kDriveRate, kernel);
  AlignedVector<float> shape(static_cast<std::size_t>(hits.padded()));
  shape[0] = 2;
  Value a = 0;
  for (int hop = 0; hop < hops; ++hop) {
    for (int n = 0; n < kHop; ++n)
      hits.drive(n, force((hop * kHop + n + 0.5) / kDriveRate), shape.data());
    double re = 0, im = 0;
    hits.render({}, &re, &im);
    a = a * std::exp(Value(pole.re, pole.im) * (kHop / kDriveRate)) + Value(re, im);
  }
  return a;
}

// a = 2 F (e^{st} - 1)/s
TEST(DrivenModes, AConstantForceBendsAsTheClosedFormSays) {
  for (const Complex<double>& pole : {Complex<double>{-5, 2 * kPi * 40},
                                      {-50, 2 * kPi * 1000},
                                      {-2, 2 * kPi * 18000},
                                      {-900, 2 * kPi * 200}})
    for (const int hops : {1, 7, 300}) {
      const Value s(pole.re, pole.im), t = hops * kHop / kDriveRate;
      const Value exact = 2 * 0.7 * (std::exp(s * t) - 1.0) / s;
      const double scale = 2 * 0.7 / std::abs(s);
      const Value got = driven_mode(pole, hops, [](double) { return 0.7; });
      EXPECT_LT(std::abs(got - exact), 1e-4 * scale) << pole.im << " " << hops;
    }
}

// a(t) = integral of e^{s (t - u)} 2 F sin(omega u): it grows with F t at resonance.
TEST(DrivenModes, ASineAtResonanceGrowsAsTheIntegralSays) {
  const Complex<double> pole{-3, 2 * kPi * 150};
  const double w = pole.im;
  for (const HitKernel* kernel : {&kHitKernelPortable, &best_hit_kernel()})
    for (const int hops : {75, 750}) {
      const double t = hops * kHop / kDriveRate;
      const Value s(pole.re, pole.im), i(0, 1);
      const auto wave = [&](double sign) {  // of e^{sign i w u} / (2 i)
        const Value d = sign * i * w - s;
        return sign * (std::exp(sign * i * w * t) - std::exp(s * t)) / d / (2.0 * i);
      };
      const Value exact = 2 * 0.3 * (wave(1) + wave(-1));
      const Value got = driven_mode(
          pole, hops, [&](double u) { return 0.3 * std::sin(w * u); }, *kernel);
      EXPECT_LT(std::abs(got - exact), 1e-4 * std::abs(exact)) << hops;
      EXPECT_NEAR(std::abs(exact), 0.3 * (1 - std::exp(-3 * t)) / 3, 0.01 * std::abs(exact));
    }
}

TEST(DrivenModes, AnyNumberOfContactsIsTheirSum) {
  std::vector<Complex<double>> poles;
  for (int i = 0; i < 37; ++i) poles.push_back({-4.0 - i, 2 * kPi * (90 + 431.0 * i)});
  ModalHits many(poles, kDriveRate), one(poles, kDriveRate);
  const auto row = static_cast<std::size_t>(many.padded());
  std::vector<double> sums(kHop * row);
  AlignedVector<float> shape(row);
  for (int c = 0; c < 1000; ++c) {
    for (int i = 0; i < 37; ++i) shape[i] = static_cast<float>(std::cos(0.01 * c * i));
    for (int n = 0; n < kHop; ++n) {
      const double force = std::sin(0.07 * n * (c % 13) + c);
      many.drive(n, force, shape.data());
      for (int i = 0; i < 37; ++i) sums[n * row + i] += force * double(shape[i]);
    }
  }
  for (int n = 0; n < kHop; ++n) {
    for (int i = 0; i < 37; ++i) shape[i] = static_cast<float>(sums[n * row + i]);
    one.drive(n, 1, shape.data());
  }
  std::vector<double> a(74), b(74);
  many.render({}, a.data(), a.data() + 37);
  one.render({}, b.data(), b.data() + 37);
  double error = 0, size = 0;
  for (int i = 0; i < 74; ++i) error += std::pow(a[i] - b[i], 2), size += b[i] * b[i];
  EXPECT_GT(size, 0);
  EXPECT_LT(std::sqrt(error / size), 1e-4);
  EXPECT_FALSE(many.any() && !one.any());
}

}  // namespace
}  // namespace peal
