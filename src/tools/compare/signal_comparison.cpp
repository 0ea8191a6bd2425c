#include "tools/compare/signal_comparison.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>

#include "base/constants.h"
#include "base/error.h"
#include "base/fft.h"

namespace peal {
namespace {

using Complex = std::complex<double>;
constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr std::size_t kLongest = std::size_t{1} << 27;  // samples

double peak(std::span<const double> x) {
  double most = 0;
  for (const double v : x) most = std::max(most, std::abs(v));
  return most;
}

/// sqrt(part / whole); nothing of nothing is 0.
double relative(double part, double whole) {
  return whole > 0 ? std::sqrt(std::max(0.0, part) / whole) : part > 0 ? kInfinite : 0;
}

/// Of a from b times a factor.
double distance(std::span<const double> a, std::span<const double> b, double factor = 1) {
  double sum = 0;
  for (std::size_t n = 0; n < a.size(); ++n) sum += (factor * b[n] - a[n]) * (factor * b[n] - a[n]);
  return sum;
}

std::vector<Complex> spectrum(std::span<const double> x, std::size_t length) {
  std::vector<double> padded(length, 0.0);
  std::copy(x.begin(), x.end(), padded.begin());
  const RealFft fft(length);
  std::vector<Complex> out(fft.bins());
  fft.forward(padded, out);
  return out;
}

/// C(tau) = sum_t a(t) b(t + tau), from the two spectra; exact for any tau in samples.
double correlation(const std::vector<Complex>& cross, double tau, std::size_t length) {
  double sum = 0;
  Complex turn = 1;
  const Complex step = std::polar(1.0, 2 * kPi * tau / static_cast<double>(length));
  for (std::size_t k = 0; k < cross.size(); ++k) {
    if (k % 256 == 0)
      turn = std::polar(1.0, 2 * kPi * tau * static_cast<double>(k) / static_cast<double>(length));
    const double twice = k == 0 || k + 1 == cross.size() ? 1 : 2;
    sum += twice * (cross[k] * turn).real();
    turn *= step;
  }
  return sum / static_cast<double>(length);
}

/// Largest |C| within one sample of `start`: golden section.
double refine(const std::vector<Complex>& cross, double start, std::size_t length) {
  const double golden = (std::sqrt(5.0) - 1) / 2;
  const double sign = correlation(cross, start, length) < 0 ? -1 : 1;
  const auto height = [&](double tau) { return sign * correlation(cross, tau, length); };
  double low = start - 1, high = start + 1;
  double x1 = high - golden * (high - low), x2 = low + golden * (high - low);
  double y1 = height(x1), y2 = height(x2);
  while (high - low > 1e-4) {
    if (y1 > y2) {
      high = x2, x2 = x1, y2 = y1, x1 = high - golden * (high - low), y1 = height(x1);
    } else {
      low = x1, x1 = x2, y1 = y2, x2 = low + golden * (high - low), y2 = height(x2);
    }
  }
  return (low + high) / 2;
}

/// [samples]
double best_delay(const std::vector<Complex>& a, const std::vector<Complex>& b, std::size_t length,
                  double longest) {
  std::vector<Complex> cross(a.size());
  for (std::size_t k = 0; k < a.size(); ++k) cross[k] = std::conj(a[k]) * b[k];
  std::vector<double> lags(length);
  std::vector<Complex> used = cross;
  RealFft(length).inverse(used, lags);
  const auto most = static_cast<std::size_t>(
      std::clamp(std::floor(longest), 0.0, static_cast<double>(length / 2 - 1)));
  double best = std::abs(lags[0]), at = 0;
  // The nearest of equals.
  for (std::size_t m = 1; m <= most; ++m) {
    if (std::abs(lags[m]) > best) best = std::abs(lags[m]), at = static_cast<double>(m);
    if (std::abs(lags[length - m]) > best)
      best = std::abs(lags[length - m]), at = -static_cast<double>(m);
  }
  if (best == 0) return 0;
  const double fine = refine(cross, at, length);
  // Equal signals have no delay at all, not one of 1e-5 samples.
  return std::abs(correlation(cross, fine, length)) >
                 std::abs(correlation(cross, at, length)) * (1 + 1e-12)
             ? fine
             : at;
}

/// Energy from f0 to f1 [bins]; the ends count by their parts.
double band_energy(const std::vector<Complex>& x, double f0, double f1) {
  double sum = 0;
  const double last = static_cast<double>(x.size()) - 1;
  for (double k = std::max(0.0, std::round(f0)); k <= std::min(last, std::round(f1)); ++k) {
    const double part = std::min(f1, k + 0.5) - std::max(f0, k - 0.5);
    sum += 2 * std::max(0.0, part) * std::norm(x[static_cast<std::size_t>(k)]);
  }
  return sum;
}

void find_bands(SignalComparison& out, const std::vector<Complex>& a, const std::vector<Complex>& b,
                std::size_t length, double floor_db) {
  const double bin = 1 / (static_cast<double>(length) * out.step);
  const double nyquist = 0.5 / out.step,
               lowest = 1 / (static_cast<double>(out.a.size()) * out.step);
  const double all_a = band_energy(a, 0, nyquist / bin), all_b = band_energy(b, 0, nyquist / bin);
  const double whole = all_a > 0 ? all_a : all_b, floor = std::pow(10, floor_db / 10);
  if (!(whole > 0)) return;
  const double edge = std::pow(10, 0.05);
  for (int k = static_cast<int>(std::ceil(10 * std::log10(lowest)));; ++k) {
    const double middle = std::pow(10, k / 10.0);
    if (middle * edge > nyquist) return;
    const double in_a = band_energy(a, middle / edge / bin, middle * edge / bin);
    const double in_b = band_energy(b, middle / edge / bin, middle * edge / bin);
    if (in_a < floor * all_a && in_b < floor * all_b) continue;
    if (in_a == 0 && in_b == 0) continue;
    const double level_a = 10 * std::log10(in_a / whole), level_b = 10 * std::log10(in_b / whole);
    out.bands.push_back({middle, level_a, level_b, level_b - level_a});
  }
}

/// Part of the energy outside a time.
double left_out(const SampledSignal& x, double begin, double end) {
  double inside = 0, all = 0;
  for (std::size_t n = 0; n < x.values.size(); ++n) {
    const double t = x.begin + static_cast<double>(n) * x.step, e = x.values[n] * x.values[n];
    all += e;
    if (t > begin - 0.5 * x.step && t < end - 0.5 * x.step) inside += e;
  }
  return all > 0 ? std::max(0.0, 1 - inside / all) : 0;
}

/// What is left when b is heard `delay` earlier.
struct Aligned {
  double delay = 0;           // [s]
  std::vector<double> moved;  // b(t + delay)
  double gain = 0;            // <a, moved> / <a, a>
  double plain = kInfinite;   // |moved - a| / |a|
  double scaled = kInfinite;  // the least |s moved - a| / |a| of all s; s = 1 is one of them
};

Aligned aligned(const SampledSignal& b, const SignalComparison& common, double delay) {
  Aligned out;
  out.delay = delay;
  const std::size_t samples = common.a.size();
  const auto count = static_cast<double>(samples);
  // Taken from all of b; where b has nothing any more, neither counts.
  out.moved = delay == 0 ? common.b : resampled(b, common.begin + delay, common.step, samples);
  const double from = std::ceil((b.begin - common.begin - delay) / common.step - 1e-6);
  const double to = std::floor((b.end() - common.begin - delay) / common.step + 1e-6);
  const auto first = static_cast<std::size_t>(std::clamp(from, 0.0, count));
  const auto last = static_cast<std::size_t>(std::clamp(to, static_cast<double>(first), count));
  const auto part = [&](const std::vector<double>& x) {
    return std::span(x).subspan(first, last - first);
  };
  const std::span<const double> here = part(common.a), there = part(out.moved);
  const double in_a = signal_energy(here), in_b = signal_energy(there);
  double product = 0;
  for (std::size_t n = 0; n < here.size(); ++n) product += here[n] * there[n];
  if (!(in_a > 0)) return out;
  out.gain = product / in_a;
  out.plain = relative(distance(here, there), in_a);
  out.scaled =
      std::min(out.plain, in_b > 0 ? relative(distance(here, there, product / in_b), in_a) : 1.0);
  return out;
}

}  // namespace

double signal_energy(std::span<const double> x) {
  double sum = 0;
  for (const double v : x) sum += v * v;
  return sum;
}

SignalComparison compare_signals(const SampledSignal& a, const SampledSignal& b,
                                 const ComparisonOptions& options) {
  SignalComparison out;
  out.step = std::max(a.step, b.step);
  if (std::abs(a.step - b.step) < 1e-9 * out.step) out.step = a.step;
  // Two that begin within a rounding of each other keep a's samples.
  out.begin = b.begin > a.begin + 1e-6 * out.step ? b.begin : a.begin;
  const double end = std::min(a.end(), b.end());
  const double count = std::floor((end - out.begin) / out.step + 1e-6);
  if (!(count >= 2))
    fail("the two have no time in common: {:.6g} to {:.6g} s, and {:.6g} to {:.6g} s", a.begin,
         a.end(), b.begin, b.end());
  if (count > static_cast<double>(kLongest))
    fail("{:.3g} samples are too many to be compared at once", count);
  const auto samples = static_cast<std::size_t>(count);
  out.a = resampled(a, out.begin, out.step, samples);
  out.b = resampled(b, out.begin, out.step, samples);
  out.left_out_a = left_out(a, out.begin, end), out.left_out_b = left_out(b, out.begin, end);

  const double in_a = signal_energy(out.a), in_b = signal_energy(out.b);
  out.peak_a = peak(out.a), out.peak_b = peak(out.b);
  out.peak_ratio = out.peak_a > 0 ? out.peak_b / out.peak_a : out.peak_b > 0 ? kInfinite : 1;
  out.l2 = relative(distance(out.a, out.b), in_a);
  out.l2_aligned = out.l2_scaled = out.l2;
  if (in_a == 0 || in_b == 0) {
    out.gain = in_a == 0 ? (in_b == 0 ? 1 : kInfinite) : 0;
  }
  const std::size_t length = fft_length(2 * samples);
  const std::vector<Complex> sa = spectrum(out.a, length), sb = spectrum(out.b, length);
  find_bands(out, sa, sb, length, options.band_floor_db);
  if (in_a == 0 || in_b == 0) return out;

  const double longest = options.longest_delay > 0 ? options.longest_delay / out.step : 0.5 * count;
  const Aligned still = aligned(b, out, 0);
  Aligned found = aligned(b, out, best_delay(sa, sb, length, longest) * out.step);
  // A delay moves sound over the ends, where only one of the two has any and neither counts. One
  // that does not bring them nearer is none; of an inverted b only the scaled rest can say that.
  if (found.scaled > still.scaled || (found.gain > 0 && found.plain > still.plain)) found = still;
  out.delay = found.delay, out.gain = found.gain, out.moved = std::move(found.moved);
  out.l2_aligned = found.plain, out.l2_scaled = found.scaled;
  return out;
}

}  // namespace peal
