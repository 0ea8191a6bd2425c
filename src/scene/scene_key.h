// Scene => the key of what is kept of it, made from what its fields say they decide
// (io/schema/decides.h): meshes and other files count by their content, materials where they are
// used.
#pragma once
#include "base/hash.h"
#include "io/schema/decides.h"
#include "scene/scene.h"

namespace peal {

/// Of a loaded scene: copies are objects, meshes are read. Fields of sources are not in it: what
/// they decide is heard, or is asked of a body (emission/body_sound.h, emission/click_body.h).
Hash128 scene_key(const Scene& scene, Decides what);

}  // namespace peal
