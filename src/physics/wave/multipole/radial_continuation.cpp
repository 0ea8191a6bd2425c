#include "physics/wave/multipole/radial_continuation.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/fft.h"
#include "base/parallel.h"
#include "physics/wave/multipole/spherical_harmonics.h"

namespace peal {
namespace {

using Complex = std::complex<double>;

void check_radii(double k, double r1, double r2) {
  if (!(k >= 0 && r1 > 0 && r2 >= r1 && std::isfinite(k) && std::isfinite(r2)))
    fail("radial continuation: expected k >= 0 and 0 < r1 <= r2, got k {} 1/m, r1 {} m, r2 {} m", k,
         r1, r2);
}

/// rho_l = theta_l / theta_(l-1) for z = -ix: theta_l = (2l-1) theta_(l-1) + z^2 theta_(l-2). As
/// theta_l is what h_l is made of, upward is the stable direction; the quotient cannot overflow,
/// and it is never zero because theta_l has no zero on the imaginary axis.
class Quotient {
 public:
  explicit Quotient(double x) : x_(x) {}
  Complex next() {
    ++l_;
    if (l_ == 1) return value_ = {1, -x_};
    const double size = std::norm(value_), square = x_ * x_ / size;
    return value_ = {(2 * l_ - 1) - square * value_.real(), square * value_.imag()};
  }

 private:
  double x_ = 0;
  int l_ = 0;
  Complex value_;
};

/// Calls put(l, ratio) for l = 0 .. order.
template <class Put>
void walk(int order, double k, double r1, double r2, Put&& put) {
  check_radii(k, r1, r2);
  Quotient near(k * r1), far(k * r2);
  Complex ratio = r1 / r2;
  put(0, ratio);
  for (int l = 1; l <= order; ++l) put(l, ratio *= (r1 / r2) * (far.next() / near.next()));
}

template <class Put>
void walk_far(int order, double k, double r1, Put&& put) {
  check_radii(k, r1, r1);
  Quotient near(k * r1);
  Complex ratio = r1;
  put(0, ratio);
  for (int l = 1; l <= order; ++l) put(l, ratio *= Complex(0, -k * r1) / near.next());
}

void check_record(const PulseRecord& r) {
  if (!(r.radius > 0 && r.step > 0 && r.samples > 0 && r.air.speed_of_sound > 0) ||
      r.values.size() != r.coefficients.size() * std::size_t(r.samples))
    fail(
        "pulse record: radius {} m, step {} s, {} samples, {} coefficients and {} values do not "
        "fit",
        r.radius, r.step, r.samples, r.coefficients.size(), r.values.size());
  for (const PulseCoefficient& c : r.coefficients)
    if (c.l < 0 || c.l > kMaxHarmonicOrder || std::abs(c.m) > c.l)
      fail("pulse record: there is no harmonic l = {}, m = {}", c.l, c.m);
}

/// The slowest pole of all orders decays as e^{-c t / r1}: after this many r1/c nothing is left.
constexpr double kRinging = 20;

constexpr std::size_t kMaxRatios = 50'000'000;  // 0.8 GB

/// Ratios of one pair of radii at the bins of a transform with room for the ringing.
class Continuation {
 public:
  Continuation(const PulseRecord& record, double radius)
      : count_(count_of(record, radius)), fft_(std::max<std::size_t>(2, fft_length(2 * count_))) {
    const double r1 = record.radius, c = record.air.speed_of_sound;
    delay_ = (std::max(radius, r1) - r1) / c;
    int order = 0;
    for (const PulseCoefficient& coefficient : record.coefficients)
      order = std::max(order, coefficient.l);
    orders_ = order + 1;
    if (orders_ * fft_.bins() > kMaxRatios)
      fail(
          "pulse record: {} samples with harmonics up to order {} are too many to continue; "
          "shorten the record",
          record.samples, order);
    ratios_.resize(orders_ * fft_.bins());
    const double bin = 2 * kPi / (double(fft_.length()) * record.step * c);
    parallel_for(fft_.bins(), [&](std::size_t j) {
      const std::span<Complex> at(&ratios_[j * orders_], orders_);
      radial_ratios(double(j) * bin, r1, std::max(radius, r1), at);
      for (Complex& ratio : at) ratio = std::conj(ratio);  // base/fft.h turns the other way
    });
  }

  std::size_t count() const { return count_; }  // samples of the result
  std::size_t length() const { return fft_.length(); }
  std::size_t bins() const { return fft_.bins(); }
  double begin(const PulseRecord& record) const { return record.begin + delay_; }

  /// Adds the continued spectrum of a series of length() samples, zeros at its end.
  void add(int l, std::span<const double> series, std::span<Complex> total) const {
    std::vector<Complex> spectrum(bins());
    fft_.forward(series, spectrum);
    for (std::size_t j = 0; j < spectrum.size(); ++j)
      total[j] += spectrum[j] * ratios_[j * orders_ + l];
  }
  void to_time(std::span<Complex> total, std::span<double> series) const {
    fft_.inverse(total, series);
  }

 private:
  static std::size_t count_of(const PulseRecord& record, double radius) {
    if (!(radius >= record.radius * (1 - 1e-9)) || !std::isfinite(radius))
      fail(
          "pulse record: {} m from the centre is inside the sphere of {} m; continuation goes "
          "outward only",
          radius, record.radius);
    const double ringing = kRinging * record.radius / (record.air.speed_of_sound * record.step);
    if (!(ringing < 1e7 && record.samples < 10'000'000))
      fail("pulse record: a step of {} s does not fit a sphere of {} m and {} samples", record.step,
           record.radius, record.samples);
    return std::size_t(record.samples) + std::size_t(ringing) + 1;
  }

  std::size_t count_ = 0, orders_ = 1;
  RealFft fft_;
  double delay_ = 0;
  std::vector<Complex> ratios_;  // [bin][l]
};

}  // namespace

Complex radial_ratio(int l, double k, double r1, double r2) {
  Complex last;
  walk(l, k, r1, r2, [&](int, const Complex& ratio) { last = ratio; });
  return last;
}

Complex far_ratio(int l, double k, double r1) {
  Complex last;
  walk_far(l, k, r1, [&](int, const Complex& ratio) { last = ratio; });
  return last;
}

void radial_ratios(double k, double r1, double r2, std::span<Complex> out) {
  if (out.empty()) return;
  walk(int(out.size()) - 1, k, r1, r2, [&](int l, const Complex& ratio) { out[l] = ratio; });
}

void far_ratios(double k, double r1, std::span<Complex> out) {
  if (out.empty()) return;
  walk_far(int(out.size()) - 1, k, r1, [&](int l, const Complex& ratio) { out[l] = ratio; });
}

PressureSeries pressure_beyond(const PulseRecord& record, int dof, const Vec3& point_body) {
  check_record(record);
  if (dof < 0 || dof >= kRigidDofs)
    fail("pulse record: expected a freedom from 0 to {}, got {}", kRigidDofs - 1, dof);
  const Vec3 offset = point_body - record.centre;
  const double distance = norm(offset);
  const Continuation outward(record, distance);
  PressureSeries out{outward.begin(record), record.step, {}};
  out.values.assign(outward.count(), 0);
  int order = -1;
  for (const PulseCoefficient& coefficient : record.coefficients)
    if (coefficient.dof == dof) order = std::max(order, coefficient.l);
  if (order < 0) return out;

  std::vector<double> y(harmonic_count(order)), sum(outward.length());
  real_harmonics(order, record.to_harmonic_axes(offset / distance), y);
  std::vector<Complex> total(outward.bins());
  // All m of an l share their ratio: added up first.
  for (int l = 0; l <= order; ++l) {
    std::fill(sum.begin(), sum.end(), 0);
    bool any = false;
    for (std::size_t i = 0; i < record.coefficients.size(); ++i) {
      const PulseCoefficient& coefficient = record.coefficients[i];
      if (coefficient.dof != dof || coefficient.l != l) continue;
      any = true;
      const float* samples = record.coefficient(i);
      const double weight = y[harmonic_index(l, coefficient.m)];
      for (int n = 0; n < record.samples; ++n) sum[n] += weight * double(samples[n]);
    }
    if (any) outward.add(l, sum, total);
  }
  outward.to_time(total, sum);
  std::copy_n(sum.begin(), out.values.size(), out.values.begin());
  return out;
}

PulseRecord moved_outward(const PulseRecord& record, double radius) {
  check_record(record);
  const Continuation outward(record, radius);
  PulseRecord out = record;
  out.radius = std::max(radius, record.radius);
  out.begin = outward.begin(record);
  out.samples = int(outward.count());
  out.values.assign(record.coefficients.size() * outward.count(), 0);
  parallel_for(record.coefficients.size(), [&](std::size_t i) {
    std::vector<double> series(outward.length());
    std::copy_n(record.coefficient(i), record.samples, series.begin());
    std::vector<Complex> spectrum(outward.bins());
    outward.add(record.coefficients[i].l, series, spectrum);
    outward.to_time(spectrum, series);
    std::copy_n(series.begin(), out.samples, out.values.begin() + long(i) * out.samples);
  });
  return out;
}

}  // namespace peal
