#include "physics/wave/pulses/pulse_coefficients.h"

#include <algorithm>
#include <cmath>
#include <complex>

#include "base/fft.h"
#include "base/parallel.h"
#include "physics/wave/multipole/radial_continuation.h"
#include "physics/wave/multipole/spherical_harmonics.h"

namespace peal {
namespace {

constexpr double kDroppedEnergy = 1e-5;
constexpr double kSilentCoefficients = 1e-6;

/// Energy of every coefficient at eight radii below the highest frequency.
std::vector<double> far_energy(const SphereCoefficients& coefficients, const PulsePlan& plan,
                               double step, std::size_t harmonics) {
  const std::size_t samples = coefficients.values.size() / harmonics;
  const RealFft fft(fft_length(2 * samples));
  std::vector<double> energy(harmonics, 0.0);
  const double width = 1 / (step * static_cast<double>(fft.length()));  // [Hz] of a bin
  const auto bins =
      std::min<std::size_t>(fft.bins(), static_cast<std::size_t>(plan.max_frequency / width) + 1);
  const int orders = plan.order + 1;
  std::vector<std::complex<double>> ratios(bins * orders);
  for (std::size_t b = 0; b < bins; ++b)
    radial_ratios(2 * kPi * width * static_cast<double>(b) / plan.request.air.speed_of_sound,
                  plan.radius, 8 * plan.radius, {ratios.data() + b * orders, std::size_t(orders)});
  parallel_for(static_cast<std::size_t>(orders), [&](std::size_t l) {
    std::vector<double> signal(fft.length());
    std::vector<std::complex<double>> spectrum(fft.bins());
    for (std::size_t h = l * l; h < (l + 1) * (l + 1); ++h) {
      for (std::size_t n = 0; n < samples; ++n) signal[n] = coefficients.values[n * harmonics + h];
      fft.forward(signal, spectrum);
      for (std::size_t b = 0; b < bins; ++b)
        energy[h] += std::norm(spectrum[b] * ratios[b * orders + l]);
    }
  });
  return energy;
}

/// Harmonics to keep: the strongest, until what is left out is inaudible.
std::vector<std::size_t> audible(const std::vector<double>& energy) {
  std::vector<std::size_t> order(energy.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return energy[a] < energy[b]; });
  double sum = 0, dropped = 0;
  for (const double e : energy) sum += e;
  std::size_t first = 0;
  while (first < order.size() && dropped + energy[order[first]] <= kDroppedEnergy * sum)
    dropped += energy[order[first++]];
  std::vector<std::size_t> kept(order.begin() + static_cast<std::ptrdiff_t>(first), order.end());
  std::sort(kept.begin(), kept.end());
  return kept;
}

double total(const std::vector<double>& values) {
  double sum = 0;
  for (const double v : values) sum += v;
  return sum;
}

}  // namespace

SphereCoefficients quarter_rotated(const SphereCoefficients& coefficients, int dof, int order) {
  SphereCoefficients out{dof, coefficients.values};
  const std::size_t harmonics = harmonic_count(order);
  constexpr int kCosine[4] = {1, 0, -1, 0}, kSine[4] = {0, 1, 0, -1};
  for (std::size_t at = 0; at < out.values.size(); at += harmonics)
    for (int l = 0; l <= order; ++l)
      for (int m = 1; m <= l; ++m) {
        double& a = out.values[at + harmonic_index(l, m)];
        double& b = out.values[at + harmonic_index(l, -m)];
        const double turned = a * kCosine[m % 4] - b * kSine[m % 4];
        b = a * kSine[m % 4] + b * kCosine[m % 4];
        a = turned;
      }
  return out;
}

void keep_audible_coefficients(const std::vector<SphereCoefficients>& all, const PulsePlan& plan,
                               PulseRecord& record) {
  const std::size_t harmonics = harmonic_count(plan.order);
  record.samples = static_cast<int>(all[0].values.size() / harmonics);
  std::vector<std::vector<double>> energy;
  std::vector<double> loudness;  // rotations as the acceleration of the rim
  for (const SphereCoefficients& coefficients : all) {
    energy.push_back(far_energy(coefficients, plan, record.step, harmonics));
    loudness.push_back(total(energy.back()) / (coefficients.dof < 3 ? 1 : plan.bound * plan.bound));
  }
  const double loudest = *std::max_element(loudness.begin(), loudness.end());
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (loudness[i] < kSilentCoefficients * loudest) continue;
    for (const std::size_t coefficient : audible(energy[i])) {
      const int l = static_cast<int>(std::sqrt(static_cast<double>(coefficient)));
      record.coefficients.push_back({all[i].dof, l, static_cast<int>(coefficient) - l * l - l});
      for (int n = 0; n < record.samples; ++n)
        record.values.push_back(static_cast<float>(
            all[i].values[static_cast<std::size_t>(n) * harmonics + coefficient]));
    }
  }
}

}  // namespace peal
