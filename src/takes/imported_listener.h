// A camera's poses => a listener.
#pragma once
#include "takes/import_gltf.h"

namespace peal {

/// Where the camera is at time 0, and after it with as few keyframes as 0.1 mm allow. The ears keep
/// to the camera's left and right; a listener looks one way all the time: `turn` [rad] says how far
/// the camera turns away from it.
ListenerSpec listener_from(const GltfCamera& camera, const GltfImport& import, double& turn);

}  // namespace peal
