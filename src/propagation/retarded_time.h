// Travel time between things that move: the only place that knows retarded time.
//   emission time e and arrival time t of one wavefront:  t - e = |ear(t) - source(e)| / c
#pragma once
#include "base/pose_track.h"
#include "emission/emitter.h"

namespace peal {

/// e for given t. Valid for sources slower than sound.
double emission_time(double arrival, const PoseTrack& source, const PoseTrack& ear, double c);

/// t for given e and place of emission. Valid for ears slower than sound.
double arrival_time(double emission, const Vec3& from, const PoseTrack& ear, double c);

/// d(emission)/d(arrival) = (1 - ear's speed of receding / c) / (1 - source's speed of approach /
/// c).
double emission_rate(double emission, double arrival, const PoseTrack& source, const PoseTrack& ear,
                     double c);

/// An ear on a track, for emitters.
class TrackedEar final : public TimedEar {
 public:
  TrackedEar(PoseTrack track, double c) : track_(std::move(track)), c_(c) {}
  Vec3 at_arrival(double emission, const Vec3& from) const override {
    return track_.position_at(arrival_time(emission, from, track_, c_));
  }
  double arrival_of(double emission, const Vec3& from) const override {
    return arrival_time(emission, from, track_, c_);
  }
  const PoseTrack& track() const { return track_; }
  double speed_of_sound() const { return c_; }

 private:
  PoseTrack track_;
  double c_;
};

}  // namespace peal
