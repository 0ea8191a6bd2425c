// A camera's poses => a listener.
#pragma once
#include <functional>
#include <nlohmann/json.hpp>

#include "tools/import/import_gltf.h"

namespace peal {

constexpr double kRinging = 1;  // [s] that an imported scene goes on after its last frame

/// Where the camera is and looks at time 0, and after it with as few keyframes as 0.1 mm and a
/// thousandth of a radian allow. The ears keep to the camera's left and right all the time; a
/// camera that rolls, or looks straight down, says so with `up`.
/// @param time of a pose [s]; grows
ListenerSpec listener_from(const GltfCamera& camera, const std::function<double(int)>& time);

nlohmann::ordered_json listener_json(const ListenerSpec& listener);

}  // namespace peal
