#include "base/fft.h"

#include <bit>
#include <cmath>
#include <utility>

#include "base/constants.h"
#include "base/error.h"

namespace peal {
namespace {

using Complex = std::complex<double>;

// std::complex's product checks for infinities; these do not.
inline Complex times(const Complex& a, const Complex& b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}
inline Complex times_i(const Complex& a) { return {-a.imag(), a.real()}; }

std::size_t checked(std::size_t length, std::size_t least, std::size_t most) {
  if (length < least || length > most || !std::has_single_bit(length))
    fail("Fourier transform: expected a power of two from {} to {} as length, got {}", least, most,
         length);
  return length;
}

Complex turn(std::size_t j, std::size_t n) {
  const double angle = -2 * kPi * double(j) / double(n);
  return {std::cos(angle), std::sin(angle)};
}

}  // namespace

std::size_t fft_length(std::size_t n) {
  if (n > std::size_t(1) << 40) fail("Fourier transform: {} samples are too many", n);
  return std::bit_ceil(n);
}

Fft::Fft(std::size_t length) : length_(checked(length, 1, std::size_t(1) << 30)) {
  turns_.reserve(length_ / 2);
  for (std::size_t j = 0; j < length_ / 2; ++j) turns_.push_back(turn(j, length_));
}

void Fft::transform(Complex* x) const {
  const std::size_t n = length_;
  for (std::size_t i = 1, j = 0; i < n; ++i) {  // bit-reversed order
    std::size_t bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) std::swap(x[i], x[j]);
  }
  for (std::size_t half = 1; half < n; half *= 2) {
    const std::size_t stride = n / (2 * half);
    for (std::size_t start = 0; start < n; start += 2 * half) {
      Complex *low = x + start, *high = low + half;
      for (std::size_t j = 0; j < half; ++j) {
        const Complex b = times(high[j], turns_[j * stride]);
        high[j] = low[j] - b;
        low[j] += b;
      }
    }
  }
}

void Fft::forward(std::span<Complex> values) const {
  if (values.size() != length_)
    fail("Fourier transform of length {}: got {} values", length_, values.size());
  transform(values.data());
}

void Fft::inverse(std::span<Complex> values) const {
  if (values.size() != length_)
    fail("Fourier transform of length {}: got {} values", length_, values.size());
  for (Complex& v : values) v = std::conj(v);
  transform(values.data());
  const double scale = 1 / double(length_);
  for (Complex& v : values) v = std::conj(v) * scale;
}

RealFft::RealFft(std::size_t length) : half_(checked(length, 2, std::size_t(1) << 31) / 2) {
  turns_.reserve(length / 4 + 1);
  for (std::size_t j = 0; j <= length / 4; ++j) turns_.push_back(turn(j, length));
}

// Even samples are the real, odd samples the imaginary parts of a transform of half the length:
// Z_k = E_k + i O_k with X_k = E_k + e^{-2 pi i k/n} O_k, and E, O are hermitian.
void RealFft::forward(std::span<const double> samples, std::span<Complex> spectrum) const {
  const std::size_t m = half_.length();
  if (samples.size() != 2 * m || spectrum.size() != m + 1)
    fail("real Fourier transform of length {}: got {} samples and {} bins", 2 * m, samples.size(),
         spectrum.size());
  for (std::size_t j = 0; j < m; ++j) spectrum[j] = {samples[2 * j], samples[2 * j + 1]};
  half_.forward(spectrum.first(m));
  const Complex first = spectrum[0];
  spectrum[0] = first.real() + first.imag();
  spectrum[m] = first.real() - first.imag();
  for (std::size_t k = 1; k <= m / 2; ++k) {
    const Complex a = spectrum[k], b = std::conj(spectrum[m - k]);
    const Complex even = 0.5 * (a + b), odd = times(turns_[k], -0.5 * times_i(a - b));
    spectrum[k] = even + odd;
    spectrum[m - k] = std::conj(even - odd);
  }
}

void RealFft::inverse(std::span<Complex> spectrum, std::span<double> samples) const {
  const std::size_t m = half_.length();
  if (samples.size() != 2 * m || spectrum.size() != m + 1)
    fail("real Fourier transform of length {}: got {} samples and {} bins", 2 * m, samples.size(),
         spectrum.size());
  const double first = spectrum[0].real(), last = spectrum[m].real();
  spectrum[0] = {0.5 * (first + last), 0.5 * (first - last)};
  for (std::size_t k = 1; k <= m / 2; ++k) {
    const Complex a = spectrum[k], b = std::conj(spectrum[m - k]);
    const Complex even = 0.5 * (a + b), odd = times(std::conj(turns_[k]), 0.5 * (a - b));
    spectrum[k] = even + times_i(odd);
    spectrum[m - k] = std::conj(even - times_i(odd));
  }
  half_.inverse(spectrum.first(m));
  for (std::size_t j = 0; j < m; ++j) {
    samples[2 * j] = spectrum[j].real();
    samples[2 * j + 1] = spectrum[j].imag();
  }
}

}  // namespace peal
