// A body as the convex pieces in which others meet it, with what is asked of them all together.
// Cutting takes longer than a simulation of some steps, so it is done once per shape. Body frame,
// SI units.
#pragma once
#include <memory>
#include <vector>

#include "motion/rigid/convex_piece.h"

namespace peal {

struct BodyPieces {
  std::vector<ConvexPiece> pieces;
  Bounds box;
  double bounding_radius = 0;  // [m] of the surface from the centre of mass
  double box_radius = 0;       // [m] of the box
  double margin = 0;           // [m] least of the pieces
};

std::shared_ptr<const BodyPieces> cut(const CollisionShape& shape);

}  // namespace peal
