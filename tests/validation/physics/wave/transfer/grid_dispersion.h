// Waves on a grid travel too slowly, the shorter the slower, and not alike in every direction. What
// that does to a signal over a known way, taken back: the second-order scheme has plane waves with
//   sin^2(omega dt / 2) / (c dt)^2 = sum_i sin^2(k_i dx / 2) / dx^2,   k = k_grid n
// and a radial wave has turned by (k_grid - omega/c) r too far after a way r along n.
// Enters: samples [any unit] with their step. Leaves: the same samples as without a grid on the
// way.
#pragma once
#include <algorithm>
#include <cmath>
#include <complex>
#include <optional>
#include <span>
#include <vector>

#include "base/constants.h"
#include "base/fft.h"
#include "base/vec.h"

namespace peal::test {

struct GridWaves {
  double cell = 0, step = 0;      // [m], [s]
  double speed_of_sound = 343.2;  // [m/s]

  /// k_grid [1/m] along a unit vector; nothing above the frequency at which waves stop travelling.
  std::optional<double> wave_number(double omega, const Vec3& direction) const {
    const double s = cell * std::sin(omega * step / 2) / (speed_of_sound * step);
    double k = omega / speed_of_sound;
    for (int i = 0; i < 60; ++i) {  // Newton: the sum grows and is convex until it bends over
      double sum = -s * s, slope = 0;
      for (int a = 0; a < 3; ++a) {
        const double x = k * direction[a] * cell / 2;
        sum += std::sin(x) * std::sin(x);
        slope += std::sin(2 * x) * direction[a] * cell / 2;
      }
      if (k == 0) return 0;
      if (!(slope > 1e-6 * cell)) return {};
      k -= sum / slope;
      if (!(k > 0 && k * cell < 2 * kPi)) return {};
      if (std::abs(sum) < 1e-14) return k;
    }
    return {};
  }

  /// A signal after `way` [m] along a direction, freed of the grid's delay. Its last `faded`
  /// samples serve what comes later than it should and are not given back: faded, because the step
  /// at the end of a sound that still rings would be spread over all of it.
  std::vector<double> undelayed(std::span<const double> signal, const Vec3& direction, double way,
                                std::size_t faded) const {
    const RealFft fft(fft_length(2 * signal.size()));
    std::vector<double> out(fft.length());
    std::copy(signal.begin(), signal.end(), out.begin());
    const std::size_t whole = signal.size() - faded;
    for (std::size_t n = 0; n < faded; ++n)
      out[whole + n] *= 0.5 + 0.5 * std::cos(kPi * double(n + 1) / double(faded + 1));
    std::vector<std::complex<double>> spectrum(fft.bins());
    fft.forward(out, spectrum);
    for (std::size_t j = 0; j < spectrum.size(); ++j) {
      const double omega = 2 * kPi * double(j) / (double(fft.length()) * step);
      const auto k = wave_number(omega, normalized(direction));
      // base/fft.h: a wave going out is e^{-ikr}.
      if (k) spectrum[j] *= std::polar(1.0, (*k - omega / speed_of_sound) * way);
    }
    fft.inverse(spectrum, out);
    out.resize(whole);
    return out;
  }
};

}  // namespace peal::test
