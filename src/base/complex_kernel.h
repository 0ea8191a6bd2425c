// A complex number for real-time kernels: std::complex without its NaN bookkeeping in products.
#pragma once
#include <cmath>

namespace peal {

template <class Real>
struct Complex {
  Real re = 0, im = 0;

  Complex& operator+=(const Complex& b) {
    re += b.re, im += b.im;
    return *this;
  }
  Complex& operator*=(const Complex& b) {
    return *this = {re * b.re - im * b.im, re * b.im + im * b.re};
  }
};

template <class Real>
Complex<Real> operator+(Complex<Real> a, Complex<Real> b) {
  return {a.re + b.re, a.im + b.im};
}
template <class Real>
Complex<Real> operator-(Complex<Real> a, Complex<Real> b) {
  return {a.re - b.re, a.im - b.im};
}
template <class Real>
Complex<Real> operator*(Complex<Real> a, Complex<Real> b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
template <class Real>
Complex<Real> operator*(Real s, Complex<Real> a) {
  return {s * a.re, s * a.im};
}
template <class Real>
Complex<Real> operator/(Complex<Real> a, Complex<Real> b) {
  const Real d = b.re * b.re + b.im * b.im;
  return {(a.re * b.re + a.im * b.im) / d, (a.im * b.re - a.re * b.im) / d};
}
template <class Real>
Real norm_squared(Complex<Real> a) {
  return a.re * a.re + a.im * a.im;
}
template <class Real>
Complex<Real> exp(Complex<Real> z) {
  const Real size = std::exp(z.re);
  return {size * std::cos(z.im), size * std::sin(z.im)};
}

}  // namespace peal
