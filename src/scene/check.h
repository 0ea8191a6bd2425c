// Rules between the parts of a scene: what no single field can know.
#pragma once
#include "io/schema/report.h"
#include "scene/scene.h"

namespace peal {

/// Reports errors (faster than sound) and warnings (listener inside an object, nothing to hear).
void check_scene(const Scene& scene, const Cursor& at);

}  // namespace peal
