// Rotations from matrices and between rotations.
#pragma once
#include "base/vec.h"

namespace peal {

/// The unit quaternion of an orthonormal right-handed matrix.
Quat rotation_of(const Mat3& matrix);
/// On the shorter great circle from a to b; u in [0, 1].
Quat slerp(const Quat& a, const Quat& b, double u);

}  // namespace peal
