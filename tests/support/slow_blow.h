// A blow solved again, plainly: a mass with a Hertz spring and its loss against modes that move
// exactly as their differential equations say, Runge-Kutta of fourth order in steps of a fraction
// of the shortest time there is. Shares no code with src/dsp/impact. SI units.
//   F = K d^1.5 (1 + L d')_+,   d' = u - sum phi q' - x',   u' = -F/m
//   q'' + 2 sigma q' + s^2 q = phi F,   x' = G F - r x
// x: modes above the highest of them, of thin bodies (add_tail).
#pragma once
#include <algorithm>
#include <cmath>
#include <vector>

#include "base/constants.h"

namespace peal::test {

struct SlowMode {
  double omega = 0, sigma = 0;  // [rad/s] |s|, [1/s]
  double phi = 0;               // [kg^-1/2]
};

struct SlowBlow {
  double mass = 0, stiffness = 0, loss = 0, speed = 0;
  std::vector<SlowMode> modes;     // upwards
  double tail = 0, tail_rate = 0;  // [m/s/N] G, [1/s] r

  /// As many modes per hertz as in the highest octave go on without end.
  void add_tail() {
    const double top = modes.back().omega;
    double sum = 0;
    for (const SlowMode& m : modes)
      if (m.omega > top / 2) sum += m.phi * m.phi;
    tail = kPi / 2 * sum / (top / 2), tail_rate = kPi / 2 * top;
  }
};

struct SlowAnswer {
  std::vector<double> energy;  // [J] per mode at the end, its own decay since first touch undone
  double restitution = 0;      // J/(m v) - 1
  double last = 0;             // [s] end of the last contact
  int contacts = 0;
  double beyond = 0;  // [J] that went into the modes above the highest
};

/// @param until [s] after first touch. @param step [s]
inline SlowAnswer solve_slowly(const SlowBlow& blow, double until, double step) {
  const std::size_t n = blow.modes.size();
  // State: compression, approach, then q and q' of each mode, then x.
  std::vector<double> x(3 + 2 * n), k(x.size()), trial(x.size()), sum(x.size());
  x[1] = blow.speed;
  const auto force = [&](const std::vector<double>& at) {
    if (!(at[0] > 0)) return 0.0;
    double closing = at[1] + blow.tail_rate * at.back();  // and -G F
    for (std::size_t j = 0; j < n; ++j) closing -= blow.modes[j].phi * at[2 + n + j];
    const double elastic = blow.stiffness * at[0] * std::sqrt(at[0]);
    return elastic * std::max(1 + blow.loss * closing, 0.0) / (1 + elastic * blow.loss * blow.tail);
  };
  const auto slope = [&](const std::vector<double>& at) {
    const double f = force(at);
    k.back() = blow.tail * f - blow.tail_rate * at.back();
    k[0] = at[1] - k.back(), k[1] = -f / blow.mass;
    for (std::size_t j = 0; j < n; ++j) {
      const SlowMode& m = blow.modes[j];
      const double q = at[2 + j], p = at[2 + n + j];
      k[0] -= m.phi * p;
      k[2 + j] = p, k[2 + n + j] = m.phi * f - 2 * m.sigma * p - m.omega * m.omega * q;
    }
  };
  SlowAnswer out;
  bool touching = false;
  const auto steps = static_cast<long>(std::ceil(until / step));
  const double weight[4] = {1. / 6, 1. / 3, 1. / 3, 1. / 6}, way[3] = {0.5, 0.5, 1};
  for (long s = 0; s < steps; ++s) {
    sum = x;
    trial = x;
    for (int stage = 0; stage < 4; ++stage) {
      slope(trial);
      for (std::size_t i = 0; i < x.size(); ++i) {
        sum[i] += step * weight[stage] * k[i];
        if (stage < 3) trial[i] = x[i] + step * way[stage] * k[i];
      }
    }
    out.beyond += (force(x) + force(sum)) / 2 * (sum.back() - x.back());
    x = sum;
    const bool now = x[0] > 0;
    if (now && !touching) ++out.contacts;
    if (touching && !now) out.last = static_cast<double>(s + 1) * step;
    touching = now;
  }
  out.restitution = (blow.speed - x[1]) / blow.speed - 1;
  const double time = static_cast<double>(steps) * step;
  for (std::size_t j = 0; j < n; ++j) {
    const SlowMode& m = blow.modes[j];
    // Energy of a damped mode as the banks count it: |a|^2 / 2 with a = q' + sigma q + i omega_d q.
    const double q = x[2 + j], p = x[2 + n + j] + m.sigma * q;
    const double squared = m.omega * m.omega - m.sigma * m.sigma;
    out.energy.push_back(0.5 * (p * p + squared * q * q) * std::exp(2 * m.sigma * time));
  }
  return out;
}

/// L of Hunt and Crossley for a restitution e at speed v: y = L v solves y - ln(1 + y) = -e y -
/// ln(1 - e y), by halving.
inline double slow_loss(double restitution, double speed) {
  if (restitution >= 1) return 0;
  double low = 1e-9, high = (1 - 1e-12) / restitution;
  for (int i = 0; i < 200; ++i) {
    const double y = (low + high) / 2;
    (y - std::log1p(y) + restitution * y + std::log1p(-restitution * y) > 0 ? low : high) = y;
  }
  return (low + high) / 2 / speed;
}

/// Number of the third octave, 0 that around 1 kHz.
inline int third_octave(double frequency) {
  return static_cast<int>(std::lround(10 * std::log10(frequency / 1000)));
}

}  // namespace peal::test
