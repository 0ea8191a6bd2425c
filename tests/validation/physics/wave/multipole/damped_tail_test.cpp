// The rest of a record that still rings, against oscillations that are known.
#include "physics/wave/multipole/damped_tail.h"

#include <gtest/gtest.h>
#include <lapacke.h>

#include <array>
#include <cmath>

#include "physics/wave/multipole/ringing_tail.h"

namespace peal {
namespace {

using Complex = std::complex<double>;

constexpr std::array<Complex, 4> kRates{
    {{-0.0012, 0.06}, {-0.0009, 0.11}, {-0.0007, 0.118}, {-0.0015, 0.3}}};  // [1/sample]
constexpr std::size_t kMostCoefficients = 6;
constexpr int kEnd = 1500;  // [samples] recorded

Complex amplitude(std::size_t k, std::size_t coefficient) {
  return std::polar(
      1.0 / (1.0 + 0.5 * double(k)) * (1 + 0.3 * std::cos(double(coefficient * (k + 2)))),
      0.7 * double(coefficient) * double(k + 1));
}

double value(std::size_t coefficient, double n) {
  double sum = 0;
  for (std::size_t k = 0; k < kRates.size(); ++k)
    sum += std::real(amplitude(k, coefficient) * std::exp(kRates[k] * n));
  return sum;
}

/// Freedom 2 rings; DOF 4 is over long before the end.
PulseRecord ringing_record() {
  PulseRecord record;
  record.step = 1e-5, record.samples = kEnd;
  for (std::size_t c = 0; c < kMostCoefficients; ++c) {
    record.coefficients.push_back({2, static_cast<int>(c), 0});
    for (int n = 0; n < kEnd; ++n) record.values.push_back(static_cast<float>(value(c, n)));
  }
  record.coefficients.push_back({4, 1, 0});
  for (int n = 0; n < kEnd; ++n) record.values.push_back(n < 300 ? 0.5f : 0.0f);
  return record;
}

/// Amplitudes at sample 0 of the known oscillations, fitted to samples begin .. end of a
/// coefficient.
std::array<Complex, kRates.size()> amplitudes(const float* coefficient, int begin, int end) {
  constexpr lapack_int kColumns = 2 * static_cast<lapack_int>(kRates.size());
  std::vector<double> basis, values;  // row by row
  for (int n = begin; n < end; ++n) {
    values.push_back(static_cast<double>(coefficient[n]));
    for (const Complex& rate : kRates) {
      const Complex z = std::exp(rate * double(n));
      basis.insert(basis.end(), {z.real(), -z.imag()});
    }
  }
  EXPECT_EQ(LAPACKE_dgels(LAPACK_ROW_MAJOR, 'N', end - begin, kColumns, 1, basis.data(), kColumns,
                          values.data(), 1),
            0);
  std::array<Complex, kRates.size()> out;
  for (std::size_t k = 0; k < kRates.size(); ++k) out[k] = {values[2 * k], values[2 * k + 1]};
  return out;
}

TEST(DampedTail, FindsKnownOscillationsAndContinuesThem) {
  const std::complex<double> rates[] = {{-0.001, 0.1}, {-0.0005, 0.13}, {-0.004, 0.4}};
  constexpr std::size_t kKnown = 900, kAll = 3000;
  std::vector<double> values;
  for (std::size_t n = 0; n < kAll; ++n)
    for (std::size_t c = 0; c < kMostCoefficients; ++c) {
      double sum = 0;
      for (int k = 0; k < 3; ++k)
        sum += std::real(std::polar(1.0 + k, 0.7 * c * (k + 1)) * std::exp(rates[k] * double(n)));
      values.push_back(sum);
    }
  const DampedTail tail(std::span<const double>(values).first(kKnown * kMostCoefficients),
                        kMostCoefficients, 96);
  ASSERT_GE(tail.rates().size(), 3u);
  for (const auto& rate : rates) {
    double nearest = 1;
    for (const auto& found : tail.rates()) nearest = std::min(nearest, std::abs(found - rate));
    EXPECT_LT(nearest, 1e-6);
  }
  std::vector<double> told((kAll - kKnown) * kMostCoefficients);
  tail.evaluate(kKnown, told);
  for (std::size_t i = 0; i < told.size(); ++i)
    ASSERT_NEAR(told[i], values[kKnown * kMostCoefficients + i], 1e-5);
}

// Amplitudes and rates of what was added, from an early and a late part of it. A decay that is one
// part in a hundred too fast changes the late amplitudes by four.
TEST(RingingTail, ContinuesWithTheRatesAndAmplitudesOfTheOscillations) {
  PulseRecord record = ringing_record();
  const PulseRecord before = record;
  constexpr int kWindow = 200;
  double strongest = 0;
  for (std::size_t c = 0; c < kMostCoefficients; ++c)
    for (int n = 0; n < kWindow; ++n) strongest += std::pow(value(c, n), 2);
  const double tail = continue_ringing(record, {{2, 500, kEnd, 64, strongest, 1e-6 * strongest}},
                                       {kWindow, 1e-4, 20000});
  EXPECT_LE(tail, 1e-4);
  ASSERT_GT(record.samples, 5000);
  EXPECT_LT(record.samples, 9000);           // e^{-2 * 0.0007 n} = 1e-4 for n = 6600
  const int end = record.samples - kWindow;  // it fades from there
  for (std::size_t c = 0; c < kMostCoefficients; ++c) {
    for (int n = 0; n < end; ++n)
      ASSERT_NEAR(record.coefficient(c)[n], value(c, n), 1e-4 * std::exp(-0.0007 * n)) << n;
    constexpr int kPart = 800, kLate = 3200;
    const auto first = amplitudes(record.coefficient(c), kEnd, kEnd + kPart);
    const auto last = amplitudes(record.coefficient(c), kEnd + kLate, kEnd + kLate + kPart);
    for (std::size_t k = 0; k < kRates.size(); ++k) {
      const Complex expected = amplitude(k, c);
      EXPECT_LT(std::abs(first[k] - expected), 1e-3 * std::abs(expected)) << c << " " << k;
      const Complex off = std::log(last[k] / first[k]) / double(kLate);  // of the rate
      EXPECT_LT(std::abs(off), 1e-3 * std::abs(kRates[k].real())) << c << " " << k;
    }
  }
  for (int n = 0; n < record.samples; ++n)  // the other DOF
    ASSERT_EQ(record.coefficient(kMostCoefficients)[n],
              n < kEnd ? before.coefficient(kMostCoefficients)[n] : 0.0f);
}

// Noise is not foretold: it is faded at its end, and the bound is not reached.
TEST(RingingTail, WhatIsNoSumOfOscillationsIsNotContinued) {
  PulseRecord record = ringing_record();
  unsigned state = 1;
  for (std::size_t i = 0; i < kMostCoefficients * kEnd; ++i) {
    state = state * 1664525u + 1013904223u;
    record.values[i] = static_cast<float>(state >> 8) * 0x1p-23f - 1;
  }
  const double tail = continue_ringing(record, {{2, 500, kEnd, 64, 400, 0.1}}, {200, 1e-4, 20000});
  EXPECT_EQ(record.samples, kEnd);
  EXPECT_GT(tail, 0.1);
}

}  // namespace
}  // namespace peal
