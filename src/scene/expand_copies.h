// An object with `copies` => that many objects, placed and turned by the scene's random numbers.
#pragma once
#include "scene/scene.h"

namespace peal {

void expand_copies(Scene& scene);

/// Random numbers of copy `index` of an object are keyed by the scene's seed and the object's name.
ObjectSpec copy_of(const ObjectSpec& object, int index, std::uint64_t seed);

}  // namespace peal
