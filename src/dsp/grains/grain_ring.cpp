#include "dsp/grains/grain_ring.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/constants.h"

namespace peal {
namespace {

using Complex = std::complex<double>;

constexpr int kSegment = 128;           // samples that are counted from one exponential
constexpr double kQuiet = 9.210340372;  // ln 10^4: 80 dB
constexpr double kLongest = 2;          // [s] of ringing

/// Outgoing spherical Hankel functions of the second kind (e^{i w t}) times e^{ix}, degrees 0 ..
using Waves = std::array<Complex, GrainRing::kHighestDegree + 2>;
Waves outgoing(double x, int highest) noexcept {
  Waves h;
  h[0] = Complex(0, 1 / x), h[1] = Complex(-1 / x, 1 / (x * x));
  for (int l = 1; l < highest; ++l) h[l + 1] = (2 * l + 1) / x * h[l] - h[l - 1];
  return h;
}

double legendre(int degree, double x) noexcept {
  double before = 1, now = x;
  if (degree == 0) return 1;
  for (int l = 1; l < degree; ++l) {
    const double next = ((2 * l + 1) * x * now - l * before) / (l + 1);
    before = now, now = next;
  }
  return now;
}

}  // namespace

GrainRing::GrainRing(double radius, std::span<const GrainRingMode> modes, const Air& air,
                     double rate)
    : radius_(radius), speed_(air.speed_of_sound), rate_(rate) {
  for (const GrainRingMode& m : modes) {
    if (m.degree > kHighestDegree || !(m.sigma > 0)) continue;
    const double k = m.omega / speed_, x = k * radius;
    const Waves h = outgoing(x, std::max(1, m.degree));
    const Complex slope =
        m.degree == 0 ? -h[1] : h[m.degree - 1] - (m.degree + 1) / x * h[m.degree];
    // The blow pushes the surface inward: hence the second minus.
    const Complex wave = -Complex(0, air.density * speed_) / slope;
    modes_.push_back(
        {m.degree, {-m.sigma, m.omega}, -wave * Complex(1, m.sigma / m.omega) / m.surface_mass, k});
    rings_ = std::max(rings_, std::min(kLongest, kQuiet / m.sigma));
  }
}

/// What the whole half-sine of unit impulse leaves, as if it had been struck at first touch.
std::complex<double> GrainRing::excited(const Mode& mode, double duration) const noexcept {
  const double b = kPi / std::max(duration, 1e-9);
  return 0.5 * b * b * (1.0 + std::exp(-mode.pole * duration)) / (mode.pole * mode.pole + b * b);
}

void GrainRing::add(const GrainRingBlow& blow, const Vec3& ear, std::int64_t first,
                    std::span<float> samples) const noexcept {
  const Vec3 way = ear - blow.centre;
  const double r = std::max(norm(way), radius_);
  const double cosine = std::clamp(dot(way, blow.pole) / r, -1.0, 1.0);
  const double arrival = (blow.time + (r - radius_) / speed_) * rate_;  // [samples]
  const auto begin = static_cast<std::int64_t>(std::ceil(arrival));
  const auto end = begin + after(blow.duration), size = static_cast<std::int64_t>(samples.size());
  if (end <= first || begin >= first + size) return;
  const double b = kPi / std::max(blow.duration, 1e-9);
  const auto skipped = std::max<std::int64_t>(0, first - begin) / kSegment;
  for (std::int64_t at = begin + skipped * kSegment; at < std::min(end, first + size);
       at += kSegment) {
    double sum[kSegment] = {};
    for (const Mode& mode : modes_) {
      const Waves h = outgoing(mode.wavenumber * r, std::max(1, mode.degree));
      const Complex loud =
          blow.impulse * legendre(mode.degree, cosine) * mode.strength * h[mode.degree];
      const Complex turn = std::exp(mode.pole / rate_);
      const double t0 = (static_cast<double>(at) - arrival) / rate_;
      Complex rings = loud * excited(mode, blow.duration) * std::exp(mode.pole * t0);
      const Complex scale = loud * (0.5 * b) / (mode.pole * mode.pole + b * b);
      for (int n = 0; n < kSegment; ++n, rings *= turn) {
        const double t = t0 + n / rate_;
        sum[n] += t < blow.duration
                      ? std::real(scale * (b * std::exp(mode.pole * t) - b * std::cos(b * t) -
                                           mode.pole * std::sin(b * t)))
                      : std::real(rings);
      }
    }
    const auto from = std::max<std::int64_t>(0, first - at),
               to = std::min<std::int64_t>({kSegment, first + size - at, end - at});
    for (std::int64_t n = from; n < to; ++n) samples[at + n - first] += static_cast<float>(sum[n]);
  }
}

double GrainRing::bound(double impulse, double duration, double distance) const noexcept {
  double sum = 0;
  const double r = std::max(distance, radius_), b = kPi / std::max(duration, 1e-9);
  for (const Mode& mode : modes_) {
    // While it lasts no response is larger than both of its parts together.
    const double most =
        0.5 * b * (2 * b + std::abs(mode.pole)) / std::abs(mode.pole * mode.pole + b * b);
    sum += std::abs(impulse) * most * std::abs(mode.strength) *
           std::abs(outgoing(mode.wavenumber * r, std::max(1, mode.degree))[mode.degree]);
  }
  return sum;
}

int GrainRing::after(double duration) const noexcept {
  return modes_.empty() ? 0 : static_cast<int>(std::ceil((rings_ + duration) * rate_)) + 1;
}

}  // namespace peal
