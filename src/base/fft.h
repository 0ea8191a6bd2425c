// Discrete Fourier transforms of doubles, length a power of two.
//   forward: X_k = sum_j x_j e^{-2 pi i jk / n},   inverse: x_j = 1/n sum_k X_k e^{+2 pi i jk / n}
// Forward is the transform with e^{+i omega t} waves: a response written for e^{-i omega t}
// (docs/conventions.md) is conjugated before it is multiplied with it.
// The tables are made once; afterwards no allocation, and one object serves several threads.
#pragma once
#include <complex>
#include <cstddef>
#include <span>
#include <vector>

namespace peal {

/// Smallest power of two that is not below n. @throws Error above 2^40.
std::size_t fft_length(std::size_t n);

class Fft {
 public:
  /// @throws Error when the length is no power of two from 1 to 2^30.
  explicit Fft(std::size_t length);
  std::size_t length() const { return length_; }

  /// In place; `values` holds length() numbers.
  void forward(std::span<std::complex<double>> values) const;
  void inverse(std::span<std::complex<double>> values) const;

 private:
  void transform(std::complex<double>* x) const;

  std::size_t length_ = 1;
  std::vector<std::complex<double>> turns_;  // e^{-2 pi i j / length}, j < length / 2
};

/// Real signals: length() samples and bins() = length() / 2 + 1 frequencies j / (length() * step).
/// The first and the last bin are real.
class RealFft {
 public:
  /// @throws Error when the length is no power of two from 2 to 2^31.
  explicit RealFft(std::size_t length);
  std::size_t length() const { return 2 * half_.length(); }
  std::size_t bins() const { return half_.length() + 1; }

  void forward(std::span<const double> samples, std::span<std::complex<double>> spectrum) const;
  /// Imaginary parts of the first and the last bin do not count. `spectrum` is used up.
  void inverse(std::span<std::complex<double>> spectrum, std::span<double> samples) const;

 private:
  Fft half_;
  std::vector<std::complex<double>> turns_;  // e^{-2 pi i j / length}, j <= length / 4
};

}  // namespace peal
