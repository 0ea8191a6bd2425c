// Where the microphones of a listener are over time.
#pragma once
#include <vector>

#include "base/pose_track.h"
#include "scene/scene.h"

namespace peal {

/// One track for a mono listener; left and right for a stereo one, `spacing` apart on the
/// horizontal line across the direction of looking.
std::vector<PoseTrack> ear_tracks(const ListenerSpec& listener);

}  // namespace peal
