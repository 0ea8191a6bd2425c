#include "emission/fields/click_spectra.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "dsp/radiation/band_limit.h"
#include "physics/wave/multipole/pulse_kernel.h"

namespace peal {
namespace {

constexpr double kFlat = 0.42;     // of the rate: the band that must be right
constexpr double kWeakest = 0.05;  // of the pulse's spectrum: nothing is raised more than 20-fold
constexpr double kRinging = 14;    // [r1/c] the continuation has died out by 120 dB
constexpr int kGuard = 32;         // [samples] before the first: the pulse is taken out of both
                                   // sides of time
constexpr double kMostSamples = 4e6;  // of a table; 5 s at 768 kHz

void check(const PulseRecord& record, double rate) {
  const bool sound =
      record.radius > 0 && record.pulse > 0 && record.step > 0 && record.samples > 0 &&
      record.max_frequency > 0 && record.air.speed_of_sound > 0 && std::isfinite(record.begin) &&
      record.polar_axis >= 0 && record.polar_axis <= 2 &&
      record.values.size() == record.coefficients.size() * static_cast<std::size_t>(record.samples);
  if (!sound || record.samples * record.step * rate > kMostSamples)
    fail(
        "a field of acceleration pulses makes no sense ({} samples of {:.3g} s, sphere of {:.3g} "
        "m); remove it from the cache and bake again",
        record.samples, record.step, record.radius);
}

// 1 up to the largest trusted frequency, 0 from 1.2 times it on; 1 where the band ends before.
double trust(double frequency, double max_frequency, double rate) {
  if (max_frequency >= kFlat * rate) return 1;
  const double x = (frequency / max_frequency - 1) / 0.2;
  return x <= 0 ? 1 : x >= 1 ? 0 : 0.5 + 0.5 * std::cos(kPi * x);
}

// Row n: weights of the record's samples from `from` on for sample n of the new rate.
struct Resampling {
  struct Row {
    int from = 0;
    std::vector<double> weights;
  };
  std::vector<Row> rows;

  Resampling(const PulseRecord& record, double rate, int first, int count) {
    const double origin = record.begin - record.radius / record.air.speed_of_sound;
    const double scale = record.step * rate;  // [new samples] between two old ones
    for (int n = 0; n < count; ++n) {
      const double place = (first + n) - origin * rate;  // of the new sample, from the old first
      Row row;
      row.from =
          std::clamp(static_cast<int>(std::ceil((place - kBandHalf) / scale)), 0, record.samples);
      const int to = std::clamp(static_cast<int>(std::floor((place + kBandHalf) / scale)), -1,
                                record.samples - 1);
      for (int j = row.from; j <= to; ++j)
        row.weights.push_back(scale * band_limit(place - j * scale));
      rows.push_back(std::move(row));
    }
  }
};

}  // namespace

double ClickSpectra::wavenumber(std::size_t bin, const Air& air) const {
  return 2 * kPi * static_cast<double>(bin) * rate / static_cast<double>(fft.length()) /
         air.speed_of_sound;
}

ClickSpectra click_spectra(const PulseRecord& record, double rate) {
  check(record, rate);
  ClickSpectra out;
  out.rate = rate;
  const double travel = record.radius / record.air.speed_of_sound;
  const double begin = (record.begin - travel) * rate;
  const double end = begin + record.samples * record.step * rate;
  out.first = static_cast<int>(std::floor(begin)) - kBandHalf - kGuard;
  const int filled = static_cast<int>(std::ceil(end)) + kBandHalf - out.first;
  out.samples = filled + static_cast<int>(std::ceil(kRinging * travel * rate)) + kGuard;
  out.fft = RealFft(fft_length(static_cast<std::size_t>(out.samples)));

  const Resampling resampling(record, rate, out.first, filled);
  std::vector<double> inverse_pulse(out.fft.bins());
  for (std::size_t j = 0; j < inverse_pulse.size(); ++j) {
    const double frequency = static_cast<double>(j) * rate / static_cast<double>(out.fft.length());
    inverse_pulse[j] = trust(frequency, record.max_frequency, rate) /
                       (record.pulse * std::max(kWeakest, pulse_spectrum(frequency, record.pulse)));
  }
  std::vector<double> signal(out.fft.length());
  for (std::size_t i = 0; i < record.coefficients.size(); ++i) {
    const float* values = record.coefficient(i);
    for (int n = 0; n < filled; ++n) {
      const Resampling::Row& row = resampling.rows[n];
      double sum = 0;
      for (std::size_t j = 0; j < row.weights.size(); ++j)
        sum += row.weights[j] * static_cast<double>(values[row.from + static_cast<int>(j)]);
      signal[n] = sum;
    }
    std::fill(signal.begin() + filled, signal.end(), 0.0);
    std::vector<std::complex<double>> spectrum(out.fft.bins());
    out.fft.forward(signal, spectrum);
    for (std::size_t j = 0; j < spectrum.size(); ++j) spectrum[j] *= inverse_pulse[j];
    out.coefficients.push_back(std::move(spectrum));
  }
  return out;
}

}  // namespace peal
