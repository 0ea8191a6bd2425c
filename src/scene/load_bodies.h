// Reads the mesh files that objects name and finds the geometry of every shape.
#pragma once
#include "io/schema/report.h"
#include "scene/scene.h"

namespace peal {

/// Errors go to the report, at the object's shape; then its geometry stays empty.
void load_bodies(Scene& scene, const Cursor& root);

}  // namespace peal
