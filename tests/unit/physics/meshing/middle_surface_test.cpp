#include "physics/meshing/middle_surface.h"

#include <gtest/gtest.h>

#include "support/closed_meshes.h"
#include "validation/physics/wave/bem/revolved.h"

namespace peal {
namespace {

TEST(MiddleSurface, TheMiddleOfAThinWallIsFoundAndALumpHasNone) {
  const TriangleMesh disc = test::thin_disc(0.1, 0.002, 0.01);
  const auto middle = middle_surface(disc, 0.005);
  ASSERT_TRUE(middle);
  double area = 0;
  for (std::size_t t = 0; t < middle->triangles.size(); ++t) {
    area += norm(middle->area_vector(t));
    EXPECT_NEAR(middle->centroid(t).z, disc.centroid(0).z, 1.01e-3);
  }
  EXPECT_NEAR(area / (kPi * 0.01), 1, 0.03);
  EXPECT_FALSE(middle_surface(disc, 0.001)) << "its wall is thicker";
  EXPECT_FALSE(middle_surface(test::icosphere(0.1, 2), 0.005));
}

}  // namespace
}  // namespace peal
