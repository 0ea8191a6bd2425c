// What motion, contacts, checks and radiation need to know of a shape before any mode is computed.
// Enters: a Shape. Leaves: mass properties, surface, hull and curvature in the body frame
// (models/bodies/body_frame.h), [m].
#pragma once
#include <memory>
#include <vector>

#include "models/bodies/body_frame.h"
#include "physics/geometry/shape.h"
#include "physics/geometry/solid_mesh.h"
#include "physics/geometry/triangle_tree.h"

namespace peal {

struct BodyGeometry {
  BodyFrame frame;
  /// For density 1: mass is the volume. Volume 0 for an open surface, which has no inside.
  MassProperties solid;
  Vec3 low, high;                            // [m] corners of the box around it, own frame
  TriangleMesh surface;                      // body frame
  std::shared_ptr<const TriangleTree> tree;  // of the surface
  std::vector<double> curvature;  // [1/m] mean curvature at every vertex, positive where convex
  std::vector<std::array<Vec3, 2>> sharp_edges;  // convex, more than 40 degrees; body frame
  std::vector<Vec3> hull;  // corners of the convex hull, body frame; none for sphere and bar

  bool has_volume() const { return solid.volume > 0; }
};

/// Equal shapes share one result. Stops when the shape cannot be meshed.
std::shared_ptr<const BodyGeometry> body_geometry(const Shape& shape);

/// The volume mesh of a shape for its modes, in its own frame: generated shapes structurally,
/// closed surfaces by tetrahedra, sheets by wedges; a solid from a file is taken as it is.
SolidMesh body_mesh(const Shape& shape, MeshLevel level);

}  // namespace peal
