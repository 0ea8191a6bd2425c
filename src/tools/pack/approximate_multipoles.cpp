#include "tools/pack/approximate_multipoles.h"

#include <algorithm>
#include <cmath>

#include "base/interrupt.h"
#include "base/parallel.h"
#include "physics/wave/multipole/radial_continuation.h"

namespace peal {
namespace {

using std::complex;

constexpr double kFitRadius = 1.5;  // [r1] where pressures are taken
constexpr int kMostOrder = 60;
constexpr double kLeftOut = 1e-5;  // of the energy on the sphere: the highest orders

/// Order that carries waves of a source within a sphere of k r1.
int order_of(double size) {
  return std::min(kMostOrder, static_cast<int>(std::ceil(size + 3 * std::cbrt(size) + 6)));
}

/// Transfers T of all modes at many places: [place][mode].
std::vector<complex<double>> transfers(const BodySound& body, const std::vector<Vec3>& places) {
  const auto modes = static_cast<std::size_t>(body.modes());
  std::vector<complex<double>> out(places.size() * modes);
  parallel_for(places.size(), [&](std::size_t p) {
    throw_if_interrupted();
    std::vector<complex<double>> weights;
    body.weights(places[p], weights);
    for (std::size_t i = 0; i < modes; ++i) {
      const Complex<double>& s = body.poles()[i];
      out[p * modes + i] = std::conj(weights[i] / complex<double>(1, -s.re / s.im));
    }
  });
  return out;
}

ModeTransfer fitted(const ShellQuadrature& shell, std::span<const complex<double>> pressures,
                    double k, double r1) {
  const std::size_t count = harmonic_count(shell.order());
  std::vector<double> part(pressures.size()), re(count), im(count);
  std::transform(pressures.begin(), pressures.end(), part.begin(), [](auto p) { return p.real(); });
  shell.project(std::span<const double>(part), re);
  std::transform(pressures.begin(), pressures.end(), part.begin(), [](auto p) { return p.imag(); });
  shell.project(std::span<const double>(part), im);
  const auto energy = [&](int l) {
    double sum = 0;
    for (int m = -l; m <= l; ++m) {
      const std::size_t i = harmonic_index(l, m);
      sum += re[i] * re[i] + im[i] * im[i];
    }
    return sum;
  };
  double all = 0, high = 0;
  for (int l = 0; l <= shell.order(); ++l) all += energy(l);
  ModeTransfer mode;
  mode.order = std::min(shell.order(), order_of(k * r1));
  while (mode.order > 0 && (high += energy(mode.order)) <= kLeftOut * all) --mode.order;
  // The ratios leave out the travel time between the spheres.
  std::vector<complex<double>> ratios(static_cast<std::size_t>(mode.order) + 1);
  radial_ratios(k, r1, kFitRadius * r1, ratios);
  const complex<double> way = std::polar(1.0, -k * (kFitRadius - 1) * r1);
  for (int l = 0; l <= mode.order; ++l)
    for (int m = -l; m <= l; ++m) {
      const std::size_t i = harmonic_index(l, m);
      mode.coefficients.emplace_back(complex<double>(re[i], im[i]) * way /
                                     ratios[static_cast<std::size_t>(l)]);
    }
  return mode;
}

}  // namespace

ApproximateMultipoles approximate_multipoles(const BodySound& body, int first, int last,
                                             const Vec3& centre, double radius) {
  ApproximateMultipoles out;
  TransferRecord& record = out.record;
  record.air = body.request().air;
  record.centre = centre, record.radius = radius;
  const double speed = record.air.speed_of_sound;
  const auto modes = static_cast<std::size_t>(body.modes());
  double highest = 0;
  for (int i = first; i < last; ++i)
    highest = std::max(highest, body.poles()[static_cast<std::size_t>(i)].im / speed);

  const ShellQuadrature shell(order_of(highest * radius));
  std::vector<Vec3> places;
  for (const Vec3& n : shell.directions()) places.push_back(centre + kFitRadius * radius * n);
  const std::vector<complex<double>> on_sphere = transfers(body, places);
  record.modes.resize(static_cast<std::size_t>(last - first));
  parallel_for(record.modes.size(), [&](std::size_t n) {
    const std::size_t i = static_cast<std::size_t>(first) + n;
    const double k = body.poles()[i].im / speed;
    std::vector<complex<double>> pressures(places.size());
    for (std::size_t p = 0; p < places.size(); ++p)
      pressures[p] = on_sphere[p * modes + i] * std::polar(1.0, k * norm(places[p]));
    record.modes[n] = fitted(shell, pressures, k, radius);
    record.modes[n].omega = k * speed;
  });

  places.clear();
  const ShellQuadrature few(4);
  for (const double far : {2.0, 5.0})
    for (const Vec3& n : few.directions()) places.push_back(centre + far * radius * n);
  const std::vector<complex<double>> wanted = transfers(body, places);
  const TransferField field(record);
  std::vector<complex<double>> given(record.modes.size());
  std::vector<double> missed(given.size()), all(given.size());
  for (std::size_t p = 0; p < places.size(); ++p) {
    field.weights(places[p], given);
    for (std::size_t n = 0; n < given.size(); ++n) {
      const complex<double> exact = wanted[p * modes + static_cast<std::size_t>(first) + n];
      missed[n] += std::norm(given[n] - exact), all[n] += std::norm(exact);
    }
  }
  double off = 0, whole = 0;
  for (std::size_t n = 0; n < given.size(); ++n) {
    off += missed[n], whole += all[n];
    if (all[n] > 0) record.modes[n].error = std::sqrt(missed[n] / all[n]);
  }
  if (whole > 0) out.error = std::sqrt(off / whole);
  return out;
}

}  // namespace peal
