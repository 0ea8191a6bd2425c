#include "motion/rigid/body_pieces.h"

#include <algorithm>
#include <cmath>

namespace peal {

std::shared_ptr<const BodyPieces> cut(const CollisionShape& shape) {
  auto body = std::make_shared<BodyPieces>();
  body->pieces = pieces_of(shape);
  body->bounding_radius = outer_radius(shape);
  body->margin = body->pieces.front().margin();
  for (const ConvexPiece& piece : body->pieces) {
    for (int axis = 0; axis < 3; ++axis) {
      Vec3 direction;
      direction[axis] = 1;
      const double high = piece.extent(direction), low = -piece.extent(-direction);
      body->box.max[axis] = std::max(body->box.max[axis], high);
      body->box.min[axis] = std::min(body->box.min[axis], low);
    }
    body->margin = std::min(body->margin, piece.margin());
  }
  Vec3 corner;
  for (int axis = 0; axis < 3; ++axis)
    corner[axis] = std::max(std::abs(body->box.min[axis]), std::abs(body->box.max[axis]));
  body->box_radius = norm(corner);
  return body;
}

}  // namespace peal
