#include "propagation/retarded_time.h"

#include <cmath>

namespace peal {
namespace {
// Each pass gains a factor of the Mach number; 1e-13 s is a millionth of a sample at any rate.
constexpr int kMaxPasses = 50;
constexpr double kTimeTolerance = 1e-13;
}  // namespace

double emission_time(double arrival, const PoseTrack& source, const PoseTrack& ear, double c) {
  const Vec3 at = ear.position_at(arrival);
  double emission = arrival;
  for (int pass = 0; pass < kMaxPasses; ++pass) {
    const double next = arrival - norm(at - source.position_at(emission)) / c;
    const bool done = std::abs(next - emission) < kTimeTolerance;
    emission = next;
    if (done) break;
  }
  return emission;
}

double arrival_time(double emission, const Vec3& from, const PoseTrack& ear, double c) {
  if (ear.knots().size() == 1)  // it never moves
    return emission + norm(ear.knots().front().pose.position - from) / c;
  double arrival = emission;
  for (int pass = 0; pass < kMaxPasses; ++pass) {
    const double next = emission + norm(ear.position_at(arrival) - from) / c;
    const bool done = std::abs(next - arrival) < kTimeTolerance;
    arrival = next;
    if (done) break;
  }
  return arrival;
}

double emission_rate(double emission, double arrival, const PoseTrack& source,
                     const PoseTrack& ear, double c) {
  const Vec3 along =
      normalized(ear.position_at(arrival) - source.position_at(emission));
  return (1 - dot(ear.velocity_at(arrival), along) / c) /
         (1 - dot(source.velocity_at(emission), along) / c);
}

}  // namespace peal
