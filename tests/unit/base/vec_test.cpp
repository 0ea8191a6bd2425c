#include "base/vec.h"

#include <gtest/gtest.h>

namespace peal {

TEST(Vec, RotationMatrixAgreesWithQuaternion) {
  const Quat q = normalized(Quat{0.3, -0.4, 0.5, 0.7});
  const Vec3 v{1.5, -2.5, 0.25};
  EXPECT_NEAR(norm(rotation_matrix(q) * v - rotate(q, v)), 0, 1e-14);
  EXPECT_NEAR(norm(rotate_back(q, rotate(q, v)) - v), 0, 1e-14);
}

TEST(Vec, QuarterTurnAboutYTakesZToX) {
  const Vec3 turned = rotate(Quat::from_axis_angle({0, 1, 0}, std::acos(-1.0) / 2), {0, 0, 1});
  EXPECT_NEAR(norm(turned - Vec3{1, 0, 0}), 0, 1e-15);
}

TEST(Vec, InverseOfAMatrix) {
  const Mat3 a{{Vec3{2, 1, 0}, Vec3{-1, 3, 0.5}, Vec3{0.2, 0, 1}}};
  const Mat3 unit = a * inverse(a);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) EXPECT_NEAR(unit(i, j), i == j, 1e-15);
}

}  // namespace peal
