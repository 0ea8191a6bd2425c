#include "listener/ears.h"

#include "scene/listener_track.h"

namespace peal {

std::vector<TrackedEar> ears_of(const ListenerSpec& listener, double speed_of_sound) {
  const bool mono = listener.kind == ListenerKind::mono;
  const double half = mono ? 0 : listener.spacing / 2;  // [m]
  const auto ear = [&](double aside) {
    PoseTrack track = track_beside(listener, aside);
    if (listener.travel_time) return TrackedEar(std::move(track), speed_of_sound);
    return TrackedEar(std::move(track), speed_of_sound, {track_beside(listener, 0), half});
  };
  if (mono) return {ear(0)};
  return {ear(-half), ear(half)};
}

}  // namespace peal
