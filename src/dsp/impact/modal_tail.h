// Modes above those that a body has here, as a contact feels them: all together. Where modes lie
// close, a place answers on the mean like a resistance, v = G F, and what is missing above omega_c
// gives way like a spring with that resistance beside it:
//   x' = G F - r x,    G = pi/2 sum phi^2 / (omega_c/2) over the highest octave,    r = pi/2
//   omega_c
// So 1/G is 8 sqrt(D rho h) inside a thin plate, a quarter of that at its edge, and x = F G/r at
// rest, the static sum of the missing modes. Force [N], x [m]. Real-time safe.
#pragma once
#include <cmath>

#include "base/constants.h"
#include "dsp/impact/impact_ladder.h"

namespace peal {

struct ModalTail {
  double mobility = 0;  // [m/s/N] G
  double rate = 0;      // [1/s] r

  /// Of both sides of a place: mobilities add up, and so do static compliances.
  ModalTail& operator+=(const ModalTail& other) noexcept {
    const double give = compliance() + other.compliance();
    mobility += other.mobility;
    rate = give > 0 ? mobility / give : 0;
    return *this;
  }
  double compliance() const noexcept { return rate > 0 ? mobility / rate : 0; }  // [m/N]
};

inline ModalTail modal_tail(const ImpactLadder& ladder, const double* chi) noexcept {
  const double end = ladder.ends_at();
  if (!(end > 0)) return {};
  double sum = 0;
  const double* omega = ladder.omega();
  for (int i = 0; i < ladder.modes(); ++i) sum += omega[i] > end / 2 ? chi[i] * chi[i] : 0;
  return {kPi * sum / end, kPi / 2 * end};
}

/// x through steps of one length.
struct TailStep {
  double keep = 1, gain = 0;  // x <- keep x + gain F

  TailStep() = default;
  TailStep(const ModalTail& tail, double h) noexcept
      : keep(std::exp(-tail.rate * h)), gain(-tail.compliance() * std::expm1(-tail.rate * h)) {}
};

}  // namespace peal
