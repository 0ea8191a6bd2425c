// Surface of a solid => the part of it that outside air touches. Walls of enclosed cavities move
// air that nobody hears; as a radiating surface they make the problem singular.
#pragma once
#include "physics/geometry/solid_mesh.h"

namespace peal {

/// Takes away the triangles of closed parts that face inwards (negative enclosed volume). Nodes
/// keep their numbers; those no longer used stay in the list.
void remove_cavities(QuadraticSurface& surface);

}  // namespace peal
