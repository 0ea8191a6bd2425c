#include "propagation/retarded_time.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace peal {
namespace {

// Newton's rule for a function whose slope lies between 1 - M and 1 + M: two to four passes, where
// the fixed point e = t - |x - s(e)|/c gains only a factor M each time.
constexpr int kMaxPasses = 50;
// [s] A millionth of a sample at any rate; late in a long scene times themselves are no finer.
double tolerance(double time) { return 1e-13 + 1e-15 * std::abs(time); }

[[noreturn]] void too_fast(const char* what, double time) {
  fail(
      "the way of its sound cannot be followed at {:.4g} s, because {} moves faster than sound; "
      "slow it down or end the scene earlier",
      time, what);
}

}  // namespace

double emission_time(double arrival, const PoseTrack& source, const PoseTrack& ear, double c) {
  const Vec3 at = ear.position_at(arrival);
  double emission = arrival;
  for (int pass = 0; pass < kMaxPasses; ++pass) {
    const PoseTrack::Way way = source.way_at(emission);
    const Vec3 ray = at - way.position;
    const double r = norm(ray), late = emission + r / c - arrival;
    const double slope = 1 - (r > 0 ? dot(way.velocity, ray) / (r * c) : 0);
    if (!(slope > 0)) too_fast("it", emission);
    emission -= late / slope;
    if (std::abs(late) < tolerance(arrival)) return emission;
  }
  too_fast("it", arrival);
}

double arrival_time(double emission, const Vec3& from, const PoseTrack& ear, double c) {
  if (ear.knots().size() == 1)  // it never moves
    return emission + norm(ear.knots().front().pose.position - from) / c;
  double arrival = emission;
  for (int pass = 0; pass < kMaxPasses; ++pass) {
    const PoseTrack::Way way = ear.way_at(arrival);
    const Vec3 ray = way.position - from;
    const double r = norm(ray), early = emission + r / c - arrival;
    const double slope = 1 - (r > 0 ? dot(way.velocity, ray) / (r * c) : 0);
    if (!(slope > 0)) too_fast("a listener", arrival);
    arrival += early / slope;
    if (std::abs(early) < tolerance(emission)) return arrival;
  }
  too_fast("a listener", emission);
}

double emission_rate(double emission, double arrival, const PoseTrack& source, const PoseTrack& ear,
                     double c) {
  const PoseTrack::Way to = ear.way_at(arrival), from = source.way_at(emission);
  const Vec3 along = normalized(to.position - from.position);
  return (1 - dot(to.velocity, along) / c) / (1 - dot(from.velocity, along) / c);
}

TrackedEar TrackedEar::mirrored(double height) const {
  TrackedEar image = *this;
  image.track_ = PoseTrack();
  for (PoseKnot knot : track_.knots()) {
    knot.pose.position.y = 2 * height - knot.pose.position.y;
    knot.velocity.y = -knot.velocity.y;
    image.track_.append(knot);
  }
  return image;
}

double TrackedEar::lag(double time, const Vec3& from) const {
  return (norm(track_.position_at(time) - from) - norm(in_step_->middle.position_at(time) - from) +
          in_step_->reach) /
         c_;
}

double TrackedEar::lag_rate(double time, const Vec3& from, const Vec3& velocity) const {
  const auto recession = [&](const PoseTrack& track) {
    return dot(track.velocity_at(time) - velocity, normalized(track.position_at(time) - from));
  };
  return (recession(track_) - recession(in_step_->middle)) / c_;
}

double TrackedEar::arrival_of(double emission, const Vec3& from) const {
  return in_step_ ? emission + lag(emission, from) : arrival_time(emission, from, track_, c_);
}

double TrackedEar::emission_of(double arrival, const PoseTrack& source) const {
  return in_step_ ? arrival - lag(arrival, source.position_at(arrival))
                  : emission_time(arrival, source, track_, c_);
}

double TrackedEar::emission_rate_of(double emission, double arrival,
                                    const PoseTrack& source) const {
  if (!in_step_) return emission_rate(emission, arrival, source, track_, c_);
  return 1 - lag_rate(arrival, source.position_at(arrival), source.velocity_at(arrival));
}

double TrackedEar::arrival_rate_of(double arrival, const Vec3& from, const Vec3& velocity) const {
  if (in_step_) return 1 + lag_rate(arrival, from, velocity);
  const Vec3 n = (track_.position_at(arrival) - from) /
                 std::max(norm(track_.position_at(arrival) - from), 1e-4);
  return (1 - dot(velocity, n) / c_) / (1 - dot(track_.velocity_at(arrival), n) / c_);
}

}  // namespace peal
