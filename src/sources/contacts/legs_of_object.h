// What a scene says about the legs of an object => resistances at points of its body.
#pragma once
#include <memory>

#include "emission/legs.h"
#include "scene/scene.h"

namespace peal {

/// None for what does not stand on legs.
std::shared_ptr<const Legs> legs_of(const Scene& scene, const ObjectSpec& object);

}  // namespace peal
