#include "physics/wave/transfer/mode_chords.h"

#include <algorithm>
#include <cmath>

#include "base/constants.h"

namespace peal {

double burst_window(double t, double duration) {
  if (!(t > 0 && t < duration)) return 0;
  const double x = 2 * kPi * t / duration;
  return 0.35875 - 0.48829 * std::cos(x) + 0.14128 * std::cos(2 * x) - 0.01168 * std::cos(3 * x);
}

double least_gap(double duration) { return 4 / duration; }

std::vector<std::vector<int>> chords(std::span<const double> frequencies, double duration) {
  const double gap = least_gap(duration);
  std::vector<std::vector<int>> out;
  for (int i = 0; i < static_cast<int>(frequencies.size()); ++i) {
    const double f = frequencies[i];
    const auto fits = [&](const std::vector<int>& chord) {
      return f - frequencies[chord.back()] >= gap && f + frequencies[chord.front()] >= gap;
    };
    const auto place = std::find_if(out.begin(), out.end(), fits);
    if (place != out.end())
      place->push_back(i);
    else
      out.push_back({i});
  }
  return out;
}

double grid_omega(double omega, double speed_of_sound, double cell, double step) {
  // The mean over directions of sum_i f(d_i) is three times the mean of f(cos) over cos in 0 .. 1:
  //   3 * 4/dx^2 * mean sin^2(k x dx / 2) = (6/dx^2) (1 - sin(k dx) / (k dx)).
  const double z = omega / speed_of_sound * cell;
  const double mean = z < 1e-3 ? z * z / 6 * (1 - z * z / 20) : 1 - std::sin(z) / z;
  const double k_squared = 6 / (cell * cell) * mean;
  const double s = 0.5 * speed_of_sound * step * std::sqrt(k_squared);
  return 2 / step * std::asin(std::min(1.0, s));
}

}  // namespace peal
