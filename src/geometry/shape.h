// What a scene can ask for: generated shapes with true dimensions, in a body frame whose origin is
// the centre of mass.
#pragma once
#include <variant>

#include "base/vec.h"

namespace peal {

struct SphereShape {
  double radius = 0.05;  // [m]
};

/// Rectangular bar: edges along the body axes.
struct BarShape {
  Vec3 size{0.2, 0.01, 0.02};  // [m] along x, y, z
  double edge_radius =
      0.0005;  // [m] rounding of edges and corners felt by contacts; the mesh is sharp
};

using Shape = std::variant<SphereShape, BarShape>;

/// How fine a body is meshed. docs/theory/modes.md gives the measured error of each level.
enum class MeshLevel { normal, fine };

}  // namespace peal
