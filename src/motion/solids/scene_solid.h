// Objects with `body` solid as bodies that deform. Enters: an object of a scene. Leaves: its body
// at rest where the object is, its surface, and where nodes are in the frame of the shape. SI
// units.
#pragma once
#include <memory>

#include "motion/solids/solid_surface.h"
#include "physics/solids/explicit_body.h"
#include "scene/scene.h"

namespace peal {

struct SceneSolid {
  std::unique_ptr<ExplicitBody> body;
  std::vector<Vec3> own;  // [m] nodes in the shape's frame
  SolidSurface surface;
  std::vector<int> nodes;  // of the body, one for each point of the surface
};

/// As the object says where it is at the start. Errors name the object.
SceneSolid scene_solid(const Scene& scene, const ObjectSpec& object);
/// The same without the body.
SolidSurface scene_solid_surface(const Scene& scene, const ObjectSpec& object);
/// [s] beta of Kelvin-Voigt: as the object says, or from the material's loss factor.
double viscosity_of(const Scene& scene, const ObjectSpec& object);

}  // namespace peal
