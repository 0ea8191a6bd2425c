// Which method a body gets, and that its surface is the one outside air touches.
#include "models/bake/click_method.h"

#include <gtest/gtest.h>

#include <cmath>

#include "fixtures.h"
#include "physics/geometry/mass_properties.h"
#include "physics/geometry/surface_checks.h"

namespace peal::test {
namespace {

Material steel() {
  Material m;
  m.name = "steel", m.young = 200e9, m.poisson = 0.3, m.density = 7850;
  return m;
}

Material rubber() {
  Material m;
  m.name = "rubber", m.young = 5e6, m.poisson = 0.49, m.density = 1100;
  return m;
}

ClickChoice choice_of(const Shape& shape, const Material& material = steel(),
                      MeshLevel level = MeshLevel::normal) {
  return choose_click(shape, *body_geometry(shape), material, level, {});
}

TEST(ClickMethod, ABallHasAClosedFormAtEveryQuality) {
  for (const MeshLevel level : {MeshLevel::draft, MeshLevel::normal, MeshLevel::fine})
    EXPECT_EQ(choice_of(SphereShape{0.01}, steel(), level).method, ClickMethod::ball);
}

TEST(ClickMethod, EverythingIsAProxyInDraft) {
  EXPECT_EQ(choice_of(RingShape{}, steel(), MeshLevel::draft).method, ClickMethod::proxy);
  EXPECT_EQ(choice_of(RingShape{}).method, ClickMethod::field);
}

// The same die: small enough or not, hit softly or hard.
TEST(ClickMethod, ConvexBodiesAreProxiesWhileTheErrorIsSmall) {
  const auto splinter = [](double size) { return BoxShape{{size, 0.8 * size, 0.6 * size}}; };
  EXPECT_EQ(choice_of(splinter(0.002)).method, ClickMethod::proxy);
  EXPECT_LT(choice_of(splinter(0.002)).error, 0.1);
  EXPECT_EQ(choice_of(splinter(0.05)).method, ClickMethod::field);
  EXPECT_GT(choice_of(splinter(0.05)).error, 0.1);
  EXPECT_EQ(choice_of(splinter(0.05), rubber()).method, ClickMethod::proxy);
  EXPECT_NEAR(choice_of(splinter(0.05)).fullness, 1, 1e-9);
}

TEST(ClickMethod, HollowBodiesAreFieldsHoweverSmall) {
  RingShape ring;
  ring.radius = 0.0006, ring.wire_radius = 0.0001;
  const ClickChoice choice = choice_of(ring);
  EXPECT_LT(choice.fullness, 0.9);
  EXPECT_EQ(choice.method, ClickMethod::field);
}

// A part of the volume is the same part of the click.
TEST(ClickSurface, IsClosedAndHoldsTheVolume) {
  const Shape shapes[] = {CoinShape{}, RingShape{}, BowlShape{},
                          CupShape{},  DieShape{},  BarShape{{0.1, 0.01, 0.02}}};
  for (const Shape& shape : shapes) {
    const auto geometry = body_geometry(shape);
    const TriangleMesh surface = click_surface(shape, *geometry);
    EXPECT_TRUE(examine(surface).watertight());
    const MassProperties solid = mass_properties(surface, 1);
    EXPECT_NEAR(solid.volume / geometry->solid.volume, 1, 0.01) << shape.index();
    EXPECT_LT(norm(solid.centre), 1e-4) << shape.index();
  }
}

TEST(ClickRequest, FollowsTheQuality) {
  EXPECT_EQ(click_request({}, MeshLevel::normal).quality, PulseQuality::normal);
  EXPECT_EQ(click_request({}, MeshLevel::fine).quality, PulseQuality::fine);
  EXPECT_EQ(click_request({340, 1.3}, MeshLevel::fine).air.density, 1.3);
}

}  // namespace
}  // namespace peal::test
