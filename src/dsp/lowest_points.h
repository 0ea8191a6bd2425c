// Where a body that lies on something touches it: up to three points of its surface that lie
// farthest along a direction, far from each other. Round bodies have one. Lengths in metres.
// Nothing allocates or throws.
#pragma once
#include <span>

#include "base/vec.h"

namespace peal {

inline constexpr int kRestPoints = 3;

/// Three of a ring lie a third of a turn apart: one as far out as any, and the two that leave the
/// shortest distance between the three as long as they can. Two at right angles to the first would
/// all be nodes of the same modes.
/// @param down unit vector, @param size [m] of the body. @return how many, none of no points.
int lowest_points(std::span<const Vec3> points, const Vec3& down, double size,
                  Vec3 (&out)[kRestPoints]) noexcept;

}  // namespace peal
