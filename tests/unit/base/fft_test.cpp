#include "base/fft.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/constants.h"
#include "base/error.h"

namespace peal {
namespace {

using Complex = std::complex<double>;

std::vector<double> noise(std::size_t n) {
  std::vector<double> x(n);
  for (std::size_t i = 0; i < n; ++i) x[i] = std::sin(1.3 * double(i * i) + 0.2);
  return x;
}

Complex direct(std::span<const double> x, std::size_t k) {
  Complex sum = 0;
  for (std::size_t j = 0; j < x.size(); ++j)
    sum += x[j] * std::polar(1.0, -2 * kPi * double(j * k % x.size()) / double(x.size()));
  return sum;
}

TEST(Fft, IsTheSumOfItsDefinition) {
  for (std::size_t n : {1, 2, 4, 8, 64, 256}) {
    const auto re = noise(n), im = noise(n + 3);
    const std::span<const double> imaginary(im.data() + 3, n);
    std::vector<Complex> x;
    for (std::size_t i = 0; i < n; ++i) x.emplace_back(re[i], imaginary[i]);
    const auto before = x;
    const Fft fft(n);
    fft.forward(x);
    for (std::size_t k = 0; k < n; ++k)
      EXPECT_LT(std::abs(x[k] - direct(re, k) - Complex(0, 1) * direct(imaginary, k)), 1e-12) << n;
    fft.inverse(x);
    for (std::size_t i = 0; i < n; ++i) EXPECT_LT(std::abs(x[i] - before[i]), 1e-14);
  }
}

TEST(RealFft, IsTheSumOfItsDefinition) {
  for (std::size_t n : {2, 4, 8, 16, 512}) {
    const auto x = noise(n);
    const RealFft fft(n);
    std::vector<Complex> spectrum(fft.bins());
    fft.forward(x, spectrum);
    for (std::size_t k = 0; k < spectrum.size(); ++k)
      EXPECT_LT(std::abs(spectrum[k] - direct(x, k)), 1e-12) << n << " " << k;
    std::vector<double> back(n);
    fft.inverse(spectrum, back);
    for (std::size_t i = 0; i < n; ++i) EXPECT_NEAR(back[i], x[i], 1e-14);
  }
}

TEST(RealFft, KeepsFourteenDigitsOverAMillionSamples) {
  const std::size_t n = 1 << 20;
  const auto x = noise(n);
  const RealFft fft(n);
  std::vector<Complex> spectrum(fft.bins());
  fft.forward(x, spectrum);
  std::vector<double> back(n);
  fft.inverse(spectrum, back);
  double worst = 0;
  for (std::size_t i = 0; i < n; ++i) worst = std::max(worst, std::abs(back[i] - x[i]));
  EXPECT_LT(worst, 1e-14);
}

TEST(Fft, RefusesOtherLengths) {
  EXPECT_THROW(Fft(12), Error);
  EXPECT_THROW(Fft(0), Error);
  EXPECT_THROW(RealFft(1), Error);
  EXPECT_THROW(fft_length(std::size_t(1) << 41), Error);
  EXPECT_EQ(fft_length(1), 1u);
  EXPECT_EQ(fft_length(1025), 2048u);
  std::vector<Complex> short_one(3);
  EXPECT_THROW(Fft(4).forward(short_one), Error);
}

}  // namespace
}  // namespace peal
