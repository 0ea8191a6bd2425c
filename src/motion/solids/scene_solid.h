// Objects with `body` solid as sheets of triangles. Enters: an object of a scene. Leaves: its mesh
// at rest in world axes, node i + (nx + 1) j; cell i + nx j is made of triangles 2 (i + nx j) and
// the next. SI units.
#pragma once
#include "physics/solids/explicit_body.h"
#include "scene/scene.h"

namespace peal {

struct SceneSheet {
  SheetDesign design;     // normals along the y axis of the shape's frame
  std::vector<Vec3> own;  // [m] points in the shape's frame
};

/// As the object says where it is at the start.
SceneSheet scene_sheet(const Scene& scene, const ObjectSpec& object);
/// [s] beta of Kelvin-Voigt on bending: as the object says, or from the material's loss factor.
double bending_viscosity_of(const Scene& scene, const ObjectSpec& object);

}  // namespace peal
