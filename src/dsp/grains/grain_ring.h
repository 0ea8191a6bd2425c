// A ball that rings after a collision: its spheroidal modes, each turned with its pole to the place
// of the blow, so that P_l about the blow is all there is of a degree.
// Enters: modes (physics/elastic/ball_modes.h), impulses as half-sines. Leaves: pressure at an ear,
//   p = Re[T (1 + i s/w) E(t')] J / m_s,   t' = t - (r - a)/c
//   E: the force folded with e^{(-s + iw) t}
//   T = i rho c P_l h_l(kr) / h_l'(ka) e^{ik(r - a)}, h_l outgoing
// T is that of the mode while the blow lasts too: what is forced then has other frequencies, and
// the air needs some a / c to ring up; both are left out.
// SI. Adding neither allocates nor throws.
#pragma once
#include <complex>
#include <span>
#include <vector>

#include "base/constants.h"
#include "base/vec.h"

namespace peal {

struct GrainRingMode {
  int degree = 2;
  double omega = 0, sigma = 0;  // [rad/s], [1/s]
  double surface_mass = 1;      // [kg] impulse over velocity where it strikes
};

/// What strikes: a half-sine.
struct GrainRingBlow {
  double time = 0;      // [s] of first touch
  Vec3 centre, pole;    // [m] of the ball; unit, from there to the place of the blow
  double impulse = 0;   // [N s] against the pole
  double duration = 0;  // [s]
};

class GrainRing {
 public:
  static constexpr int kHighestDegree = 12;

  /// Modes of higher degree are left out.
  GrainRing(double radius, std::span<const GrainRingMode> modes, const Air& air, double rate);

  bool silent() const { return modes_.empty(); }
  /// Sample 0 of the span is `first`. A sample gets the same bits whichever part of them is given.
  void add(const GrainRingBlow& blow, const Vec3& ear, std::int64_t first,
           std::span<float> samples) const noexcept;
  /// [Pa] no sample is larger at this distance from the centre [m].
  double bound(double impulse, double duration, double distance) const noexcept;
  /// [samples] from the arrival of the first touch on, until it is 80 dB down.
  int after(double duration) const noexcept;

 private:
  struct Mode {
    int degree;
    std::complex<double> pole;      // [1/s] -sigma + i omega
    std::complex<double> strength;  // all of T but P_l and the outgoing wave, over m_s
    double wavenumber;              // [1/m]
  };
  std::complex<double> excited(const Mode& mode, double duration) const noexcept;

  double radius_, speed_, rate_;
  double rings_ = 0;  // [s]
  std::vector<Mode> modes_;
};

}  // namespace peal
