// One damped mode pushed by a half-sine force, in closed form.
//
// Mode: s = -sigma + i omega_d; its state a = dq/dt - conj(s) q obeys da/dt = s a + Q, so that
//   q = Im a / omega_d,   dq/dt = Re a - (sigma / omega_d) Im a.
// Push: Q(u) = (pi J / 2 tau) sin(pi u / tau), 0 <= u <= tau, which carries the impulse J exactly.
// With b = pi/tau and d = s - i b the solution from rest is
//   a(u) = (pi J / 2 tau) [ b e^{ibu} (e^{du} - 1)/d - sin bu ] / (2ib + d)      (while pushed)
//   a(u) = a(tau) e^{s (u - tau)}                                                (afterwards)
// which stays accurate at resonance, omega tau = pi, where the textbook form is 0/0.
#pragma once
#include "base/complex_kernel.h"
#include "base/constants.h"

namespace peal {

/// (e^{du} - 1)/d: u at d = 0, without cancellation anywhere.
template <class Real>
Complex<Real> exponential_difference(Complex<Real> d, Real u) noexcept {
  const Complex<Real> z = u * d;
  if (norm_squared(z) < Real(1e-2)) {
    // u (1 + z/2 (1 + z/3 (1 + ...))): the last term kept is z^11/12!
    Complex<Real> sum{1, 0};
    for (int k = 12; k >= 2; --k) sum = Complex<Real>{1, 0} + (Real(1) / k) * (z * sum);
    return u * sum;
  }
  return (exp(z) - Complex<Real>{1, 0}) / d;
}

template <class Real>
class HalfSinePush {
 public:
  HalfSinePush() = default;
  /// @param s pole [1/s], @param impulse J [N s kg^-1/2], @param tau duration [s] > 0
  HalfSinePush(Complex<Real> s, Real impulse, Real tau) noexcept
      : b_(Real(kPi) / tau), d_{s.re, s.im - b_} {
    const Real force = b_ * impulse / 2;
    scale_ = Complex<Real>{force, 0} / Complex<Real>{d_.re, d_.im + 2 * b_};
  }

  /// State after pushing for 0 <= u <= tau.
  Complex<Real> during(Real u) const noexcept {
    return during(u, std::cos(b_ * u), std::sin(b_ * u));
  }
  /// The same with c = cos(pi u / tau), n = sin(pi u / tau), which all modes of a body share.
  Complex<Real> during(Real u, Real c, Real n) const noexcept {
    const Complex<Real> grown = exponential_difference(d_, u);
    return scale_ * (b_ * (Complex<Real>{c, n} * grown) - Complex<Real>{n, 0});
  }

  /// Away from resonance, where |d| tau is no small number, the same state is
  ///   a(u) = ringing() (e^{su} - e^{ibu}) - forced() sin bu.
  bool splits() const noexcept { return norm_squared(d_) * Real(kPi * kPi) >= b_ * b_; }
  Complex<Real> ringing() const noexcept { return b_ * (scale_ / d_); }
  Complex<Real> forced() const noexcept { return scale_; }

  /// State at the end of the push: sin b tau = 0 and e^{i b tau} = -1 exactly.
  Complex<Real> at_end() const noexcept {
    return (-b_) * (scale_ * exponential_difference(d_, Real(kPi) / b_));
  }

 private:
  Real b_ = 1;
  Complex<Real> d_, scale_;
};

}  // namespace peal
