// A contact force as samples of its own shape, band-limited, whatever its length and wherever it
// begins between two samples. Quarter of a sine up, quarter of a cosine down:
//   f(t) = A sin(pi t / 2 rise),  0 <= t <= rise;   A cos(pi (t - rise) / 2 fall)  afterwards,
// with A = pi / (2 (rise + fall)), so that its integral is 1. A half-sine has rise = fall.
// The samples sum to 1 as well: they carry the impulse exactly. Times in samples.
#pragma once
#include "physics/contact/force_profile.h"
#include "physics/contact/hertz.h"

namespace peal {

struct ForceTimes {
  double delay = 0;           // from first touch
  double rise = 0, fall = 0;  // same unit as the contact time
  double length() const { return rise + fall; }
};

/// @param restitution used by the inelastic profile; moved into 0.05 .. 1.
ForceTimes force_times(ForceProfile profile, double contact_time, double restitution) noexcept;

/// Samples that a force of this length [samples] can touch.
int force_sample_count(double length) noexcept;

/// Fills out[0 .. force_sample_count(rise + fall)); out[0] is sample floor(begin) - kBandHalf + 1.
/// @return how many were filled; rise and fall > 0.
int sample_force(double begin, double rise, double fall, float* out) noexcept;

}  // namespace peal
