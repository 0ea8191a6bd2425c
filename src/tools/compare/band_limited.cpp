#include "tools/compare/band_limited.h"

#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "base/parallel.h"

namespace peal {
namespace {

constexpr double kZeros = 32;     // of the sinc, to each side
constexpr double kBeta = 10;      // of the Kaiser window: side lobes below -100 dB
constexpr double kCutoff = 0.95;  // of the lower Nyquist frequency, when the rate falls
constexpr int kTable = 512;       // entries between two zeros; read linearly
constexpr std::size_t kBlock = 4096;

double bessel_i0(double x) {
  double sum = 1, term = 1;
  for (int k = 1; k < 60; ++k) term *= (x / 2 / k) * (x / 2 / k), sum += term;
  return sum;
}

/// sinc(u) under the window, for 0 <= u < kZeros.
const std::vector<double>& kernel() {
  static const std::vector<double> table = [] {
    std::vector<double> out;
    for (int i = 0; i <= kTable * static_cast<int>(kZeros) + 1; ++i) {
      const double u = static_cast<double>(i) / kTable, part = std::min(1.0, u / kZeros);
      const double sinc = i == 0 ? 1 : std::sin(kPi * u) / (kPi * u);
      out.push_back(sinc * bessel_i0(kBeta * std::sqrt(1 - part * part)) / bessel_i0(kBeta));
    }
    return out;
  }();
  return table;
}

}  // namespace

std::vector<double> resampled(const SampledSignal& signal, double begin, double step,
                              std::size_t count) {
  const bool lower = step > signal.step * (1 + 1e-9);
  const double scale = lower ? kCutoff * signal.step / step : 1;  // zeros per sample
  const auto size = static_cast<double>(signal.values.size());
  std::vector<double> out(count);
  const std::vector<double>& table = kernel();
  parallel_for((count + kBlock - 1) / kBlock, [&](std::size_t block) {
    for (std::size_t n = block * kBlock; n < std::min(count, (block + 1) * kBlock); ++n) {
      const double at = (begin - signal.begin + static_cast<double>(n) * step) / signal.step;
      const double nearest = std::round(at);
      if (!lower && std::abs(at - nearest) < 1e-6) {  // on a sample
        if (nearest >= 0 && nearest < size)
          out[n] = signal.values[static_cast<std::size_t>(nearest)];
        continue;
      }
      const double from = std::max(0.0, std::ceil(at - kZeros / scale));
      const double to = std::min(size - 1, std::floor(at + kZeros / scale));
      double sum = 0;
      for (double m = from; m <= to; ++m) {
        const double place = std::abs(at - m) * scale * kTable;
        const auto i = static_cast<std::size_t>(place);
        if (i + 1 >= table.size()) continue;
        const double part = place - static_cast<double>(i);
        sum += signal.values[static_cast<std::size_t>(m)] *
               (table[i] + part * (table[i + 1] - table[i]));
      }
      out[n] = scale * sum;
    }
  });
  return out;
}

}  // namespace peal
