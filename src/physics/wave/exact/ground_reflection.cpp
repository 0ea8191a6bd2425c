#include "physics/wave/exact/ground_reflection.h"

#include <array>
#include <cmath>

#include "base/constants.h"

namespace peal {
namespace {

using Complex = std::complex<double>;
constexpr Complex kI{0, 1};

// Weideman 1994, "Computation of the complex error function": w is a series in
// Z = (L + i z) / (L - i z), whose coefficients are those of a Fourier series.
constexpr int kTerms = 36;

struct Weideman {
  double scale = std::sqrt(kTerms / std::sqrt(2.0));  // L
  std::array<double, kTerms> coefficient{};           // of Z^n

  Weideman() {
    constexpr int points = 4 * kTerms;
    for (int n = 0; n < kTerms; ++n) {
      double sum = 0;
      for (int k = 1 - points / 2; k < points / 2; ++k) {
        const double theta = 2 * kPi * k / points, t = scale * std::tan(theta / 2);
        sum += std::exp(-t * t) * (scale * scale + t * t) * std::cos((n + 1) * theta);
      }
      coefficient[static_cast<std::size_t>(n)] = sum / points;
    }
  }
};

}  // namespace

Complex faddeeva(Complex z) {
  if (z.imag() < 0) return 2.0 * std::exp(-z * z) - faddeeva(-z);
  static const Weideman table;
  const Complex away = table.scale - kI * z, ratio = (table.scale + kI * z) / away;
  Complex sum = 0;
  for (int n = kTerms - 1; n >= 0; --n)
    sum = sum * ratio + table.coefficient[static_cast<std::size_t>(n)];
  return 2.0 * sum / (away * away) + 1 / std::sqrt(kPi) / away;
}

Complex admittance(const PorousLayer& layer, double frequency, double speed_of_sound) {
  const double x = frequency / layer.flow_resistivity;
  const double z = std::pow(x, -0.632), q = std::pow(x, -0.618);
  const Complex impedance = 1 + 0.070 * z + 0.107 * kI * z;
  const Complex phase =
      2 * kPi * frequency / speed_of_sound * layer.thickness * (1 + 0.109 * q + 0.160 * kI * q);
  // 1 / (i Z cot): tan(phase) = i (1 - e^{2i phase}) / (1 + e^{2i phase}), never large numbers
  const Complex turn = std::exp(2.0 * kI * phase);
  return (1.0 - turn) / ((1.0 + turn) * impedance);
}

Complex plane_reflection(Complex admittance, double cosine) {
  return (cosine - admittance) / (cosine + admittance);
}

Complex point_reflection(Complex admittance, double cosine, double kr) {
  const Complex w = std::sqrt(kI * (kr / 2)) * (cosine + admittance);
  Complex f;
  if (std::norm(w) < 400) {
    f = 1.0 + kI * std::sqrt(kPi) * w * faddeeva(w);
  } else {  // the difference of two near numbers: its series, and what runs along the surface
    const Complex inverse = 1.0 / (w * w);
    f = -inverse * (0.5 + inverse * (0.75 + inverse * 1.875));
    if (w.imag() < 0) f += 2.0 * kI * std::sqrt(kPi) * w * std::exp(-w * w);
  }
  const Complex r = plane_reflection(admittance, cosine);
  return r + (1.0 - r) * f;
}

}  // namespace peal
