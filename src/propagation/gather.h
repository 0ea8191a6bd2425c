// Gathering: an ear asks at each of its own instants what a point emitter sent one travel time
// earlier. Doppler shift, approach and departure come out of the changing travel time alone.
#pragma once
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "emission/emitter.h"
#include "propagation/retarded_time.h"

namespace peal {

/// Delay of a path at one instant of arrival time.
struct PathKnot {
  double arrival = 0;   // [s]
  double emission = 0;  // [s]
  double rate = 1;      // d emission / d arrival: the Doppler factor
};

/// The way from one point emitter to one ear. Emission samples go in at one end, in order; arrival
/// samples come out at the other. Keeps just as much of the past as is on its way. Where nothing
/// was emitted there is nothing to interpolate and no travel time to solve: silence costs nothing.
class GatherPath {
 public:
  GatherPath(const PoseTrack& source, const TrackedEar& ear, double rate);

  /// How far emission must run ahead of arrival, whatever the distance. [samples]
  static int lookahead();
  /// Appends emission samples; the first one ever is sample `first` of emission time.
  void feed(std::int64_t first, std::span<const float> samples);
  /// Adds arrival samples [first, first + out.size()) to out.
  void gather(std::int64_t first, std::span<float> out);
  /// Earliest emission time that may still be asked for [s].
  double oldest_needed() const { return oldest_; }

 private:
  /// Emission samples [begin, end) that are not all 0.
  struct Run {
    std::int64_t begin = 0, end = 0;
  };
  void note_runs(std::int64_t first, std::span<const float> samples);
  /// The first run that interpolation at or after an emission sample can touch; none: null.
  const Run* run_after(double emission_sample) const;
  /// The knot at or after `at` from which on a run may be heard.
  std::int64_t knot_before(const Run& run, const PathKnot& from, std::int64_t at) const;
  PathKnot knot_at(std::int64_t sample) const;
  double delay_at(std::int64_t sample) const;  // [s]
  float value_at(double emission_sample) const;

  const PoseTrack* source_;
  const TrackedEar* ear_;
  double rate_;
  double oldest_ = -1e300;
  std::int64_t begin_ = 0;
  std::vector<float> past_;
  std::deque<Run> runs_;  // in order, with long silences between them
};

}  // namespace peal
