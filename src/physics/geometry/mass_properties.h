// Mass, centre of mass and inertia of a solid of uniform density.
// Enters: a solid mesh or closed surface [m] and its density [kg/m^3]. Leaves: SI, in the axes of
// the mesh.
#pragma once
#include "base/vec.h"
#include "physics/geometry/solid_mesh.h"
#include "physics/geometry/triangle_mesh.h"

namespace peal {

struct MassProperties {
  double volume = 0;  // [m^3]
  double mass = 0;    // [kg]
  Vec3 centre;        // [m]
  Mat3 inertia;       // [kg m^2] about the centre
};

/// Exact for curved quadratic tetrahedra (all integrands are polynomials of degree <= 7) and for
/// straight wedges and hexahedra.
MassProperties mass_properties(const SolidMesh& mesh, double density);

/// Divergence theorem over signed tetrahedra to the first vertex. Stops when the surface is not
/// closed or is inside out.
MassProperties mass_properties(const TriangleMesh& mesh, double density);

}  // namespace peal
