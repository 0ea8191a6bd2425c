// Where the microphones of a listener are over time, and when they hear.
#pragma once
#include <vector>

#include "propagation/retarded_time.h"
#include "scene/scene.h"

namespace peal {

/// One ear for a mono listener; left and right for a stereo one, `spacing` apart on the line across
/// the direction of looking. A listener without travel time has ears in step with its middle.
std::vector<TrackedEar> ears_of(const ListenerSpec& listener, double speed_of_sound);

}  // namespace peal
