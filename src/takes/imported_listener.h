// A camera's poses => a listener.
#pragma once
#include <functional>
#include <nlohmann/json.hpp>

#include "takes/import_gltf.h"

namespace peal {

/// Where the camera is at time 0, and after it with as few keyframes as 0.1 mm allow. The ears keep
/// to the camera's left and right; a listener looks one way all the time: `turn` [rad] says how far
/// the camera turns away from it.
/// @param time of a pose [s]; grows
ListenerSpec listener_from(const GltfCamera& camera, const std::function<double(int)>& time,
                           double& turn);

/// The `listeners` of a scene, one per camera. Adds a note where a camera turns.
nlohmann::ordered_json listeners_json(const std::vector<GltfCamera>& cameras,
                                      const std::function<double(int)>& time,
                                      const std::string& file, std::vector<std::string>& notes);
nlohmann::ordered_json listener_json(const ListenerSpec& listener);

}  // namespace peal
