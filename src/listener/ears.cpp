#include "listener/ears.h"

namespace peal {
namespace {

// Straight lines at constant speed: two knots wherever the velocity changes.
PoseTrack track_through(const ListenerSpec& listener, const Vec3& offset) {
  PoseTrack track;
  ListenerKeyframe last{0, listener.position};
  if (listener.path.empty()) return PoseTrack(Pose{last.position + offset, {}});
  for (const ListenerKeyframe& next : listener.path) {
    const Vec3 velocity = (next.position - last.position) / (next.time - last.time);
    track.append({last.time, {last.position + offset, {}}, velocity, {}});
    track.append({next.time, {next.position + offset, {}}, velocity, {}});
    last = next;
  }
  track.append({last.time, {last.position + offset, {}}, {}, {}});
  return track;
}

}  // namespace

std::vector<PoseTrack> ear_tracks(const ListenerSpec& listener) {
  if (listener.kind == ListenerKind::mono) return {track_through(listener, {})};
  const Vec3 right = normalized(cross(listener.look, {0, 1, 0}), {1, 0, 0});
  const Vec3 half = (listener.spacing / 2) * right;
  return {track_through(listener, -half), track_through(listener, half)};
}

}  // namespace peal
