// Outgoing sound from one sphere to another, harmonic by harmonic and exact. e^{-i omega t}, as in
// the rest of src/physics/wave: a wave going out is e^{ikr}.
//   ratio = h_l(k r2) / h_l(k r1) e^{-ik(r2 - r1)} = (r1/r2)^(l+1) theta_l(-ik r2) / theta_l(-ik
//   r1)
// theta_l: reverse Bessel polynomial. The travel time (r2 - r1)/c is taken out: whoever uses the
// ratio shifts the time axis by it. |ratio| <= r1/r2 for every l and k: noise never grows.
#pragma once
#include <complex>
#include <span>
#include <vector>

#include "base/vec.h"
#include "physics/wave/multipole/pulse_record.h"

namespace peal {

/// k >= 0 [1/m], 0 < r1 <= r2 [m], l >= 0. Finite for every k: (r1/r2)^(l+1) at k = 0, r1/r2 for
/// k -> infinity.
std::complex<double> radial_ratio(int l, double k, double r1, double r2);
/// Limit of r2 * radial_ratio for r2 -> infinity [m]: 0 at k = 0 unless l = 0, r1 for k ->
/// infinity.
std::complex<double> far_ratio(int l, double k, double r1);

/// The same for l = 0 .. out.size() - 1 at the price of the last one. No allocation.
void radial_ratios(double k, double r1, double r2, std::span<std::complex<double>> out);
void far_ratios(double k, double r1, std::span<std::complex<double>> out);

struct PressureSeries {
  double begin = 0;  // [s] of sample 0, on the time axis of the record: 0 is the pulse's middle
  double step = 0;   // [s]
  std::vector<double> values;  // [Pa per m/s^2] or [Pa per rad/s^2]
};

/// Response to one DOF's pulse at a point outside the record's sphere, full bandwidth: Fourier
/// transform with zeros appended, one ratio per bin and l. `begin` holds the exact travel time from
/// sphere to point; the series is longer than the record by the ringing of the ratios.
/// @throws Error for a point inside the sphere or a record that makes no sense.
PressureSeries pressure_beyond(const PulseRecord& record, int dof, const Vec3& point_body);

/// The record on a larger sphere around the same centre: every coefficient continued, `begin` later
/// by the travel time. For many points at one distance, as pictures need them.
/// @throws Error for a radius below the record's or a record that makes no sense.
PulseRecord moved_outward(const PulseRecord& record, double radius);

}  // namespace peal
