// Travel time between things that move: the only place that knows retarded time.
//   emission time e and arrival time t of one wavefront:  t - e = |ear(t) - source(e)| / c
#pragma once
#include <optional>

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

/// The middle of a listener that hears in step with the picture, whatever the distance.
struct InStep {
  PoseTrack middle;
  double reach = 0;  // [m] from the middle to the ear: keeps what is nearer to it from being early
};

/// An ear on a track, for emitters. In step, only the difference between the ways to ear and middle
/// takes time, and Doppler shift goes with the rest:
///   t - e = (|ear(t) - source(t)| - |middle(t) - source(t)| + reach) / c,   0 to 2 reach / c
class TrackedEar final : public TimedEar {
 public:
  TrackedEar(PoseTrack track, double c) : track_(std::move(track)), c_(c) {}
  TrackedEar(PoseTrack track, double c, InStep in_step)
      : track_(std::move(track)), c_(c), in_step_(std::move(in_step)) {}

  Vec3 at_arrival(double emission, const Vec3& from) const override {
    return track_.position_at(arrival_of(emission, from));
  }
  double arrival_of(double emission, const Vec3& from) const override;
  Arrival arrival(double emission, const Vec3& from) const override {
    const double time = arrival_of(emission, from);
    return {time, track_.position_at(time)};
  }
  /// Of what arrives from a moving source.
  double emission_of(double arrival, const PoseTrack& source) const;
  /// d(emission)/d(arrival)
  double emission_rate_of(double emission, double arrival, const PoseTrack& source) const;
  /// d(arrival)/d(emission) of what leaves a place that moves.
  double arrival_rate_of(double arrival, const Vec3& from, const Vec3& velocity) const;

  /// Its image in a floor, a plane of constant y = height. In step, the image keeps the listener's
  /// own middle: a reflection comes as much later as its way is longer.
  TrackedEar mirrored(double height) const;

  const Vec3* still_place() const override {
    const bool still = !in_step_ && track_.knots().size() == 1;
    return still ? &track_.knots().front().pose.position : nullptr;
  }
  const PoseTrack& track() const { return track_; }
  double speed_of_sound() const { return c_; }

 private:
  double lag(double time, const Vec3& from) const;                             // [s]
  double lag_rate(double time, const Vec3& from, const Vec3& velocity) const;  // [1]

  PoseTrack track_;
  double c_;
  std::optional<InStep> in_step_;
};

}  // namespace peal
