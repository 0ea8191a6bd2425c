// Gathering: an ear asks at each of its own instants what a point emitter sent one travel time
// earlier. Doppler shift, approach and departure come out of the changing travel time alone.
#pragma once
#include <cstdint>
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
/// samples come out at the other. Keeps just as much of the past as is on its way.
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
  PathKnot knot_at(std::int64_t sample) const;
  double delay_at(std::int64_t sample) const;  // [s]
  float value_at(double emission_sample) const;

  const PoseTrack* source_;
  const TrackedEar* ear_;
  double rate_;
  double oldest_ = -1e300;
  std::int64_t begin_ = 0;
  std::vector<float> past_;
};

}  // namespace peal
