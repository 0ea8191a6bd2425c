// Exact sound of a rigid sphere that is accelerated: Laplace transform of the dipole with the two
// poles (-1 +- i) c/a. The yardstick of every other click, and the sound of small round bodies.
//   p(r, theta, t) = rho a^3 cos(theta) / r^2 * S(x),   x = c (t - (r - a)/c) / a,  q = r / a
//   w'' + 2 w' + 2 w = acceleration(x),  S = w + q w'
// Positive pressure on the side the sphere accelerates towards; turning is silent.
// Koss and Alfredson 1973 as in Chadwick, Zheng & James 2012; docs/theory/acceleration-noise.md
// Nothing here allocates or throws; every exponential decays, so every argument is safe.
#pragma once
#include "base/constants.h"

namespace peal {

/// Answer S to a unit impulse at x = 0: e^-x (q cos x + (1 - q) sin x).
double sphere_kernel(double x, double q) noexcept;

/// Answer to sin(beta x), 0 < beta x < pi: a half-sine of duration d has beta = pi a / (c d).
class HalfSineResponse {
 public:
  HalfSineResponse(double q, double beta) noexcept;
  double at(double x) const noexcept;
  /// Integral from x0 to x1 > x0: over the width of a sample, it samples without aliasing.
  double integral(double x0, double x1) const noexcept;

 private:
  double primitive(double x) const noexcept;  // 0 <= x <= end_
  double tail(double x) const noexcept;       // integral from x >= end_ to infinity

  double beta_ = 1, end_ = 0;             // end_: x at which the acceleration ends
  double cosine_ = 0, sine_ = 0, c_ = 0;  // A, B, C
};

/// Inelastic impact: quarter of a sine up while beta1 x < pi/2, quarter of a cosine down after it.
class TwoQuarterResponse {
 public:
  TwoQuarterResponse(double q, double beta1, double beta2) noexcept;
  double at(double x) const noexcept;

 private:
  /// Answer to sin(beta x) or cos(beta x) from x = 0 on: a part that goes on and one that decays.
  struct Part {
    double beta, cosine, sine;    // goes on: cosine cos(beta x) + sine sin(beta x)
    double decay_cos, decay_sin;  // decays: e^-x (decay_cos cos x + decay_sin sin x)
    double lasting(double x) const noexcept;
    double decaying(double x) const noexcept;
  };
  static Part from_sine(double q, double beta) noexcept;
  static Part from_cosine(double q, double beta) noexcept;

  Part up_, up_end_, down_, down_end_;
  double peak_ = 0, end_ = 0;  // x
};

/// Answer to the pulse psi (physics/wave/multipole/pulse_kernel.h) around x = 0 with width eta = c
/// h / a. Every cubic piece is stepped exactly, for wide and narrow pulses alike.
double pulse_response(double x, double q, double eta) noexcept;

/// The same in seconds and metres: pressure [Pa] per m/s^2 of peak acceleration at distance r >= a
/// [m] from the centre and at time t [s] of the listener, travel time from the surface included.
struct ClickSphere {
  double radius = 0.01;  // [m] a
  Air air;

  /// Half-sine from t = 0 to `duration`.
  double half_sine(double r, double cos_theta, double t, double duration) const noexcept;
  /// The mean of it over t - width/2 .. t + width/2.
  double half_sine_mean(double r, double cos_theta, double t, double width,
                        double duration) const noexcept;
  /// Rise from 0 to t1, fall until t1 + t2.
  double two_quarters(double r, double cos_theta, double t, double t1, double t2) const noexcept;
  /// psi(t; h), its middle at t = 0.
  double pulse(double r, double cos_theta, double t, double h) const noexcept;

 private:
  double scale(double r, double cos_theta) const noexcept;
  double reduced(double r, double t) const noexcept;  // x
};

}  // namespace peal
