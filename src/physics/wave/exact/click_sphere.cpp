#include "physics/wave/exact/click_sphere.h"

#include <algorithm>
#include <cmath>
#include <complex>

namespace peal {
namespace {

using Complex = std::complex<double>;

/// e^-x (c cos x + s sin x)
double damped(double x, double c, double s) noexcept {
  return std::exp(-x) * (c * std::cos(x) + s * std::sin(x));
}

/// phi_1 .. phi_4 of exponential integrators: phi_0 = e^z, phi_(k+1) = (phi_k - 1/k!) / z.
void phi_functions(const Complex& z, Complex (&phi)[5]) noexcept {
  if (std::norm(z) < 4) {  // the recurrence would lose digits: series for the last, then downward
    Complex sum = 0, term = 1.0 / 24;
    for (int n = 0; n < 32; ++n) {
      sum += term;
      term *= z / double(n + 5);
    }
    phi[4] = sum;
    phi[3] = z * phi[4] + 1.0 / 6;
    phi[2] = z * phi[3] + 0.5;
    phi[1] = z * phi[2] + 1.0;
    phi[0] = z * phi[1] + 1.0;
    return;
  }
  phi[0] = std::exp(z.real()) * Complex(std::cos(z.imag()), std::sin(z.imag()));
  phi[1] = (phi[0] - 1.0) / z;
  phi[2] = (phi[1] - 1.0) / z;
  phi[3] = (phi[2] - 0.5) / z;
  phi[4] = (phi[3] - 1.0 / 6) / z;
}

// psi between the knots -2, -1, 0, 1, 2: 18 psi = sum_k c_k s^k with s from the left knot.
constexpr double kPieces[4][4] = {
    {0, 0, -3, 5}, {2, 9, 18, -15}, {14, 0, -27, 15}, {2, -9, 12, -5}};
constexpr Complex kPole{-1, 1};

/// integral of e^{kPole (x - y)} a(y) dy with a the pulse, or its derivative.
Complex pulse_state(double x, double eta, bool derivative) noexcept {
  Complex u = 0;
  for (int piece = 0; piece < 4; ++piece) {
    const double left = (piece - 2) * eta;
    if (x <= left) break;
    const double length = std::min(x - left, eta), s = length / eta;
    Complex phi[5];
    phi_functions(kPole * length, phi);
    u *= phi[0];
    double power = length / 18;  // s^k k! length / 18
    for (int k = 0; k < 4; ++k) {
      const double c =
          derivative ? (k < 3 ? kPieces[piece][k + 1] * (k + 1) / eta : 0.0) : kPieces[piece][k];
      u += c * power * phi[k + 1];
      power *= s * (k + 1);
    }
  }
  if (x > 2 * eta) {
    const double rest = x - 2 * eta;
    u *= std::exp(-rest) * Complex(std::cos(rest), std::sin(rest));
  }
  return u;
}

}  // namespace

double sphere_kernel(double x, double q) noexcept { return x < 0 ? 0 : damped(x, q, 1 - q); }

HalfSineResponse::HalfSineResponse(double q, double beta) noexcept : beta_(beta), end_(kPi / beta) {
  const double square = beta * beta, d = 4 + square * square;
  cosine_ = beta * (q * (2 - square) - 2) / d;
  sine_ = (2 - square + 2 * q * square) / d;
  c_ = beta * (square * (1 - q) - 2 * q) / d;
}

double HalfSineResponse::at(double x) const noexcept {
  if (!(x > 0)) return 0;
  if (x <= end_)
    return cosine_ * std::cos(beta_ * x) + sine_ * std::sin(beta_ * x) + damped(x, -cosine_, c_);
  return damped(x, -cosine_, c_) + damped(x - end_, -cosine_, c_);
}

double HalfSineResponse::primitive(double x) const noexcept {
  const double decay = std::exp(-x), c = std::cos(x), s = std::sin(x);
  const double half = std::sin(beta_ * x / 2);
  return cosine_ * (std::sin(beta_ * x) / beta_ - (1 + decay * (s - c)) / 2) +
         sine_ * 2 * half * half / beta_ + c_ * (1 - decay * (s + c)) / 2;
}

double HalfSineResponse::tail(double x) const noexcept {
  // integral of e^-y cos y from x on: e^-x (cos x - sin x)/2; of e^-y sin y: e^-x (cos x + sin x)/2
  const double c = (c_ - cosine_) / 2, s = (c_ + cosine_) / 2;
  return damped(x, c, s) + damped(x - end_, c, s);
}

double HalfSineResponse::integral(double x0, double x1) const noexcept {
  double sum = 0;
  const double low = std::clamp(x0, 0.0, end_), high = std::clamp(x1, 0.0, end_);
  if (high > low) sum += primitive(high) - primitive(low);
  if (x1 > end_) sum += tail(std::max(x0, end_)) - tail(x1);
  return sum;
}

double TwoQuarterResponse::Part::lasting(double x) const noexcept {
  return cosine * std::cos(beta * x) + sine * std::sin(beta * x);
}
double TwoQuarterResponse::Part::decaying(double x) const noexcept {
  return damped(x, decay_cos, decay_sin);
}

TwoQuarterResponse::Part TwoQuarterResponse::from_sine(double q, double beta) noexcept {
  const double square = beta * beta, d = 4 + square * square;
  const double cosine = beta * (q * (2 - square) - 2) / d;
  return {beta, cosine, (2 - square + 2 * q * square) / d, -cosine,
          beta * (square * (1 - q) - 2 * q) / d};
}

TwoQuarterResponse::Part TwoQuarterResponse::from_cosine(double q, double beta) noexcept {
  const double square = beta * beta, d = 4 + square * square;
  const double cosine = (2 - square + 2 * q * square) / d, over_beta = (2 - q * (2 - square)) / d;
  return {beta, cosine, beta * over_beta, -cosine, q - square * over_beta - cosine};
}

TwoQuarterResponse::TwoQuarterResponse(double q, double beta1, double beta2) noexcept
    : up_(from_sine(q, beta1)),
      up_end_(from_cosine(q, beta1)),
      down_(from_cosine(q, beta2)),
      down_end_(from_sine(q, beta2)),
      peak_(kPi / (2 * beta1)),
      end_(peak_ + kPi / (2 * beta2)) {}

// What goes on of one part is stopped by the next: sin(b1 x) = cos(b1 (x - x1)) and so on. These
// pairs are left out, not subtracted.
double TwoQuarterResponse::at(double x) const noexcept {
  if (!(x > 0)) return 0;
  if (x <= peak_) return up_.lasting(x) + up_.decaying(x);
  const double since = x - peak_;
  const double rest = up_.decaying(x) - up_end_.decaying(since) + down_.decaying(since);
  if (x <= end_) return rest + down_.lasting(since);
  return rest + down_end_.decaying(x - end_);
}

double pulse_response(double x, double q, double eta) noexcept {
  const Complex u = pulse_state(x, eta, false);
  // w = Im u, w' = Re u - Im u. For a slow pulse w' is small beside w: then as the answer to psi'.
  const double slope = eta < 1 ? u.real() - u.imag() : pulse_state(x, eta, true).imag();
  return u.imag() + q * slope;
}

double ClickSphere::scale(double r, double cos_theta) const noexcept {
  return air.density * radius * (radius / r) * (radius / r) * cos_theta;
}

double ClickSphere::reduced(double r, double t) const noexcept {
  return (air.speed_of_sound * t - (r - radius)) / radius;
}

double ClickSphere::half_sine(double r, double cos_theta, double t,
                              double duration) const noexcept {
  const HalfSineResponse s(r / radius, kPi * radius / (air.speed_of_sound * duration));
  return scale(r, cos_theta) * s.at(reduced(r, t));
}

double ClickSphere::half_sine_mean(double r, double cos_theta, double t, double width,
                                   double duration) const noexcept {
  const HalfSineResponse s(r / radius, kPi * radius / (air.speed_of_sound * duration));
  const double middle = reduced(r, t), half = air.speed_of_sound * width / (2 * radius);
  return scale(r, cos_theta) * s.integral(middle - half, middle + half) / (2 * half);
}

double ClickSphere::two_quarters(double r, double cos_theta, double t, double t1,
                                 double t2) const noexcept {
  const double turn = kPi * radius / (2 * air.speed_of_sound);
  const TwoQuarterResponse s(r / radius, turn / t1, turn / t2);
  return scale(r, cos_theta) * s.at(reduced(r, t));
}

double ClickSphere::pulse(double r, double cos_theta, double t, double h) const noexcept {
  return scale(r, cos_theta) *
         pulse_response(reduced(r, t), r / radius, air.speed_of_sound * h / radius);
}

}  // namespace peal
