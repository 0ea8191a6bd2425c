// An object with `copies` => that many objects, placed and turned by the scene's random numbers.
#pragma once
#include "scene/scene.h"

namespace peal {

void expand_copies(Scene& scene);

/// Random numbers of copy `index` of an object are keyed by the scene's seed and the object's name.
ObjectSpec copy_of(const ObjectSpec& object, int index, std::uint64_t seed);

/// Which of its kind the object is, and how much they differ. Keyed by the scene's seed and the
/// name without its number.
ManufacturedCopy manufactured_copy(const Scene& scene, const ObjectSpec& object);

}  // namespace peal
