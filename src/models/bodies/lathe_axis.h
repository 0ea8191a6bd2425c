// Which way the axis of a turned body points. Enters: a shape and its frame. Leaves: a unit vector
// in the body frame; zero for bodies that look different from different sides. A mug is none: its
// handle stands out.
#pragma once
#include <type_traits>

#include "models/bodies/body_frame.h"
#include "physics/geometry/shape.h"

namespace peal {

inline Vec3 lathe_axis(const Shape& shape, const BodyFrame& frame) {
  const bool turned = std::visit(
      []<class S>(const S&) {
        return std::is_same_v<S, CoinShape> || std::is_same_v<S, RingShape> ||
               std::is_same_v<S, TubeShape> || std::is_same_v<S, BowlShape> ||
               std::is_same_v<S, CupShape> || std::is_same_v<S, WineglassShape> ||
               std::is_same_v<S, FunnelShape> || std::is_same_v<S, BellShape>;
      },
      shape);
  return turned ? frame.turn_to_body({0, 1, 0}) : Vec3{};
}

}  // namespace peal
