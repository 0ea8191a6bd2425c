// The floor as a mirror: what an ear hears by way of it is what an ear at the mirrored place would
// hear, filtered by what the ground leaves of it. Directivity, distance, travel time and Doppler
// shift of the reflection are those of the mirrored ear, so that emitters need know nothing of it.
// Only what is above the floor is mirrored: a listener under the floor, or a body whose centre is,
// has no reflection (and is heard as if there were no floor).
#pragma once
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "propagation/ground_filter.h"
#include "propagation/retarded_time.h"

namespace peal {

struct FloorPlane {
  double height = 0;  // [m] its y coordinate
  Ground ground;
};

/// The reflected sound of one emitter on its way to one ear. Samples of the mirrored ear go in, in
/// order and without gaps; what the ground leaves of them is added to those of the ear. The filter
/// follows the geometry at multiples of kGrid samples, so that nothing depends on how time is cut.
class FloorPath {
 public:
  static constexpr int kGrid = 512;

  /// All must outlive it. @param mirrored the ear's image.
  FloorPath(const PoseTrack& source, const TrackedEar& mirrored, double height, double rate,
            const GroundFilter& filter);

  /// @param first sample of arrival time; both spans have the same length.
  void add(std::int64_t first, std::span<const float> reflected, std::span<float> out);
  /// Whether the filter still holds something that was not 0.
  bool rings_on() const { return quiet_ < filter_->size() - 1; }
  /// Earliest emission time that may still be asked for [s].
  double oldest_needed() const { return oldest_; }

 private:
  struct State {
    bool there = false;  // whether source and ear are above the floor
    GroundWay way;
    bool operator==(const State&) const = default;
  };
  struct Known {
    State state;
    bool computed = false;
    GroundFilter::Taps taps{};
  };
  State state_at(std::int64_t sample);
  const GroundFilter::Taps& taps_of(Known& known) const;
  void pass_grid(std::int64_t sample);
  void filter(std::span<const float> in, double from, std::span<float> out);

  const PoseTrack* source_;
  const TrackedEar* mirrored_;
  double height_, rate_;
  double oldest_ = -1e300;
  const GroundFilter* filter_;
  Known before_, now_;  // at the last two points of the grid
  bool started_ = false;
  std::vector<float> past_;  // as many samples as the filter reaches back, and room for a call
  int quiet_;                // how many of the last samples were 0
};

}  // namespace peal
