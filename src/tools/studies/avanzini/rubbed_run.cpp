#include "tools/studies/avanzini/rubbed_run.h"

#include <algorithm>
#include <cmath>
#include <complex>

#include "base/constants.h"
#include "base/fft.h"
#include "base/rng.h"

namespace peal::avanzini2005 {
namespace {

std::size_t sample(const RubbedRun& run, double time) {
  const auto n = static_cast<std::size_t>(std::max(time * run.rate, 0.0));
  return std::min(n, run.resonator.size());
}

double mean_of(const std::vector<double>& x, std::size_t first, std::size_t last) {
  double sum = 0;
  for (std::size_t n = first; n < last; ++n) sum += x[n];
  return last > first ? sum / static_cast<double>(last - first) : 0;
}

double rms_of(const std::vector<double>& x, std::size_t first, std::size_t last) {
  const double mean = mean_of(x, first, last);
  double sum = 0;
  for (std::size_t n = first; n < last; ++n) sum += (x[n] - mean) * (x[n] - mean);
  return last > first ? std::sqrt(sum / static_cast<double>(last - first)) : 0;
}

/// Autocorrelation over lags of 100 to 2000 Hz, 1 at most.
std::vector<double> repetition(const RubbedRun& run, std::size_t first, std::size_t last) {
  const auto longest = static_cast<std::size_t>(run.rate / 100);
  std::vector<double> out(longest + 2);
  if (last <= first + longest + 2) return out;
  const double mean = mean_of(run.resonator, first, last);
  for (std::size_t lag = 1; lag < out.size(); ++lag) {
    double ab = 0, aa = 0, bb = 0;
    for (std::size_t n = first; n + longest + 1 < last; ++n) {
      const double a = run.resonator[n] - mean, b = run.resonator[n + lag] - mean;
      ab += a * b, aa += a * a, bb += b * b;
    }
    out[lag] = ab / std::sqrt(aa * bb + 1e-300);
  }
  return out;
}

}  // namespace

RubbedCase wineglass() {
  return {"wineglass",
          {1e4, 1, 0.2, 0, 0.6, 0.25, 0.1, 0.7},
          {{0, 200, 0.05}},
          {{548, 6.9, 0.01}, {1370, 11.5, 0.01}},
          3,
          [](double t) { return 1.5 * std::min(1.0, t / 0.1); },
          [](double) { return 1.0; }};
}

RubbedCase brake() {
  return {"brake",
          {1e6, 1, 0.2, 0, 0.5, 0.3, 0.4, 0.7},
          {{0, 0, 15, 1, 0, 2}},
          {{950, 40, 0.02}, {1843, 60, 0.03, 0.8}, {3125, 90, 0.03, -0.6}},
          2.6,
          [](double) { return 0.0; },
          [](double t) { return 40 * std::min(1.0, t / 0.02); }};
}

RubbedCase door() {
  return {"door",
          {1e6, 0.2, 0.05, 0, 0.6, 0.25, 0.005, 0.7},
          {{0, 400, 1}},
          {{500, 2000, 0.01}, {1205, 200, 0.02, 0.4}, {2650, 300, 0.02, 0.3}},
          3,
          [](double t) {
            return 0.88 * std::exp(std::log(2.9) * std::pow(std::sin(kPi * t / 3), 2)) + 0.425;
          },
          [](double) { return 1.0; }};
}

RubbedRun run(const RubbedCase& of, FrictionPair::Scheme scheme, double rate, double start) {
  std::vector<FrictionMode> resonator = of.resonator;
  resonator[0].velocity = start;
  FrictionPair pair(of.law, of.exciter, resonator, rate, scheme);
  pair.set_external(of.external(0));
  RubbedRun out;
  out.rate = rate;
  const auto count = static_cast<int>(of.duration * rate + 0.5);
  const bool at_end = scheme == FrictionPair::Scheme::bilinear;
  for (int n = 1; n <= count; ++n) {
    const double t = (at_end ? n : n - 0.5) / rate;
    const double noise =
        of.law.roughness > 0 ? KeyedRng(2005, 1, static_cast<std::uint64_t>(n)).normal() : 0;
    pair.step(of.external(t), of.normal_force(t), noise);
    out.resonator.push_back(pair.resonator_velocity());
    out.exciter.push_back(pair.exciter_velocity());
    out.slip.push_back(pair.slip());
    out.position.push_back(pair.resonator_position());
    out.force.push_back(pair.force());
  }
  return out;
}

Heard heard(const RubbedRun& run, double from, double to) {
  const std::size_t first = sample(run, from), last = sample(run, to);
  Heard out;
  out.rms = rms_of(run.resonator, first, last);
  const std::vector<double> r = repetition(run, first, last);
  const auto is_peak = [&](std::size_t k) { return r[k] >= r[k - 1] && r[k] > r[k + 1]; };
  const auto shortest = static_cast<std::size_t>(run.rate / 2000);
  double highest = 0;
  for (std::size_t k = shortest; k + 1 < r.size(); ++k)
    if (is_peak(k)) highest = std::max(highest, r[k]);
  for (std::size_t k = shortest; k + 1 < r.size() && out.pitch == 0; ++k)
    if (highest > 0 && is_peak(k) && r[k] >= 0.97 * highest) {
      const double bow = r[k - 1] - 2 * r[k] + r[k + 1];
      out.pitch = run.rate / (static_cast<double>(k) + 0.5 * (r[k - 1] - r[k + 1]) / bow);
    }
  out.roughness = std::max(1 - highest, 0.0);
  const Spectrum s = spectrum(run, from, to);
  double sum = 0, weighted = 0;
  for (std::size_t k = 0; k < s.frequency.size(); ++k)
    if (s.frequency[k] > 100 && s.frequency[k] < 16000)
      sum += s.amplitude[k], weighted += s.amplitude[k] * s.frequency[k];
  out.centroid = sum > 0 ? weighted / sum : 0;
  return out;
}

double time_to_reach(const RubbedRun& run, double part) {
  const std::size_t all = run.resonator.size(), piece = sample(run, 0.01);
  const double end = rms_of(run.resonator, all - all / 10, all);
  for (std::size_t n = 0; n + piece < all; n += piece / 4)
    if (rms_of(run.resonator, n, n + piece) >= part * end)
      return static_cast<double>(n + piece / 2) / run.rate;
  return static_cast<double>(all) / run.rate;
}

Spectrum spectrum(const RubbedRun& run, double from, double to) {
  const std::size_t first = sample(run, from), count = sample(run, to) - first;
  const double mean = mean_of(run.resonator, first, first + count);
  std::vector<double> x(fft_length(std::max<std::size_t>(count, 2)));
  for (std::size_t n = 0; n < count; ++n)
    x[n] = (run.resonator[first + n] - mean) *
           (0.5 -
            0.5 * std::cos(2 * kPi * (static_cast<double>(n) + 0.5) / static_cast<double>(count)));
  const RealFft fft(x.size());
  std::vector<std::complex<double>> bins(fft.bins());
  fft.forward(x, bins);
  Spectrum out;
  for (std::size_t k = 0; k < bins.size(); ++k) {
    out.frequency.push_back(static_cast<double>(k) * run.rate / static_cast<double>(x.size()));
    out.amplitude.push_back(4 * std::abs(bins[k]) / static_cast<double>(count));
  }
  return out;
}

}  // namespace peal::avanzini2005
