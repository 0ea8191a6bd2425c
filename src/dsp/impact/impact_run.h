// Blows that begin together, followed at once to their end, with bounded work: for what must know
// the force before it is heard. Enters: a group (dsp/impact/impact_group.h) whose places are about
// to touch. Leaves: for each place its force, in eighths of samples at first and sample by sample
// later, and its contacts as pulses; the modes as the blows leave them. SI units. Real-time safe.
//
// Sub-steps are those of the contact time while bodies touch for the first time and until
// kStepsPerLevel of them are spent, then twice as long, and so on, from a quarter of a sample to
// whole ones: a chatter of thirty contact times costs ten times a short blow, not thirty times.
// Energy is kept at any length. Up to ImpactGroup::kRunPlaces places go in runs
// (dsp/modal/blow_kernel.h).
#pragma once
#include <span>

#include "dsp/impact/impact_group.h"
#include "dsp/modal/contact_pulse.h"
#include "dsp/modal/modal_bank.h"

namespace peal {

/// The force at one place, sample by sample from the one in which the run begins.
struct BlowForce {
  static constexpr int kFine = 128;      // samples that may come in eighths
  static constexpr int kLongest = 1024;  // samples that are followed
  static constexpr int kPulses = 8;      // the last one has all contacts after it

  int fine = 0;     // samples in eighths: while sub-steps are shorter than a sample
  int samples = 0;  // up to the last one with a force
  int contacts = 0;
  ForceMoments moments[kPulses];  // times from the begin of the run
  float force[kFine * kStrikeParts + kLongest];

  /// Becomes another; only what that one has used is copied.
  void become(const BlowForce& other) noexcept;
  int pulses() const noexcept { return contacts < kPulses ? contacts : kPulses; }
  double impulse() const noexcept;        // [N s]
  float mean(int sample) const noexcept;  // [N]
  const float* at(int sample) const noexcept { return force + index(sample); }
  float* at(int sample) noexcept { return force + index(sample); }

 private:
  int index(int sample) const noexcept {
    return sample < fine ? kStrikeParts * sample : kStrikeParts * fine + (sample - fine);
  }
};

/// @param group of at most ImpactGroup::kMostPlaces places, @param level of the first sub-steps,
/// @param most samples, at most BlowForce::kLongest.
/// @return sub-steps that it took; the modes are left as they are when all have parted.
int follow_blows(ImpactGroup& group, int level, double rate, int most,
                 std::span<BlowForce* const> forces) noexcept;

/// Adds what samples from .. force.samples leave in modes, at the end of the last of them.
/// @param re, im padded like the ladder's tables.
void add_blow(const BlowForce& force, int from, const ImpactLadder& ladder, const double* chi,
              double* re, double* im) noexcept;

}  // namespace peal
