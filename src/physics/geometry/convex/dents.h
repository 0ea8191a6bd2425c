// Whether a body is convex but for dents: the relief of a coin, the tread of a sole. [m].
#pragma once
#include "physics/geometry/triangle_mesh.h"

namespace peal {

/// No point of the closed surface lies deeper than `depth` under a face of its hull that is not
/// behind it, and along the three axes the body looks like its hull. The second is needed for thin
/// bodies: the wall of a hole through a sheet lies close under the faces of the hull as well.
bool only_dents(const TriangleMesh& closed, double depth);

}  // namespace peal
