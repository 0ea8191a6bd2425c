// On which side of a plane a point lies, without rounding error.
// Enters: four points. Leaves: a sign that is right for the doubles given (unless products of three
// coordinate differences over- or underflow).
#pragma once
#include "base/vec.h"

namespace peal {

/// +1 when d lies on the side from which a b c turn counter-clockwise, i.e. when
/// (b - a) x (c - a) . (d - a) > 0; -1 on the other side; 0 in the plane.
int orientation(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

}  // namespace peal
