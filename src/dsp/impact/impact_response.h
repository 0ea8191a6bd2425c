// What one impact of two bodies at rest in themselves comes to: solved from first touch until they
// have parted for good (dsp/impact/impact_group.h). SI units. Real-time safe.
#pragma once
#include "dsp/impact/impact_group.h"
#include "dsp/modal/contact_pulse.h"

namespace peal {

/// Two bodies about to touch. The states of their modes are workspace: cleared, then left as they
/// are when the bodies have parted.
struct ImpactPair {
  StruckBody body[2];         // ladder null: it has no modes
  const double* chi[2] = {};  // [kg^-1/2] padded, signed as in StruckSide
  double mobility = 0;        // [1/kg] of both rigid bodies along the normal
  double yield = 0;           // [m/s/N] as in StruckPlace
  HertzSpring spring;         // stiffness, loss
  double speed = 0;           // [m/s] closing
  double rate = 48000;        // [Hz] used where neither side has modes
};

struct ImpactResponse {
  double impulse = 0;      // [N s] of all contacts
  double restitution = 0;  // J / (m v) - 1, 0 .. 1
  int contacts = 0;
  static constexpr int kPulses = 8;  // the last one has all contacts after it
  ContactPulse pulse[kPulses];
  int pulses() const noexcept { return contacts < kPulses ? contacts : kPulses; }
  double duration = 0;   // [s] first touch to last parting
  double peak = 0;       // [N]
  double centroid = 0;   // [s] of the force
  double width = 0;      // [s] its rms width
  double kinetic = 0;    // [J] m v^2 / 2 before
  double rebound = 0;    // [J] after
  double modes[2] = {};  // [J] left in each side's modes
  double beyond = 0;     // [J] in modes above those that are here (dsp/impact/modal_tail.h)
  double heat = 0;       // [J] the rest
  double followed = 0;   // [s] from first touch to the state that the modes are left in
};

/// @param group workspace. @param longest [s] after which the bodies are let go, whatever they do.
ImpactResponse impact_response(ImpactGroup& group, const ImpactPair& pair, double longest) noexcept;

/// Part of the lowest mode's period after which no rebound comes any more: `longest` of bodies.
double longest_impact(const ImpactPair& pair) noexcept;

}  // namespace peal
