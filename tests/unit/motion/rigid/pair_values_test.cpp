// Friction and restitution of two objects as sources hear them: those of the motion.
#include <gtest/gtest.h>

#include <cmath>

#include "motion/rigid/scene_motion.h"

namespace peal {
namespace {

Scene two_bodies() {
  Scene scene;
  Material steel, oak;
  steel.restitution = 0.6, steel.friction = 0.4;
  oak.restitution = 0.5, oak.friction = 0.9;
  scene.materials = {{"steel", steel}, {"oak", oak}, {"concrete", oak}};
  for (const char* name : {"mug", "table"}) {
    ObjectSpec object;
    object.name = name;
    object.material = name[0] == 'm' ? "steel" : "oak";
    scene.objects.push_back(object);
  }
  return scene;
}

TEST(PairValues, AreTheMaterialsUnlessThePairSaysOtherwise) {
  Scene scene = two_bodies();
  EXPECT_DOUBLE_EQ(pair_values(scene, 0, 1).friction, 0.6);  // sqrt(0.4 0.9)
  EXPECT_DOUBLE_EQ(pair_values(scene, 1, 0).restitution, 0.5);
  PairSpec pair;
  pair.a = "table", pair.b = "mug", pair.friction = 0.12;
  scene.motion.pairs.push_back(pair);
  EXPECT_DOUBLE_EQ(pair_values(scene, 0, 1).friction, 0.12);
  EXPECT_DOUBLE_EQ(pair_values(scene, 0, 1).restitution, 0.5);
}

TEST(PairValues, TheFloorHasItsOwn) {
  Scene scene = two_bodies();
  scene.motion.floor = FloorSpec();
  EXPECT_DOUBLE_EQ(pair_values(scene, 0, kFloor).friction, 0.6);
  scene.motion.floor->friction = 0.1;
  scene.motion.floor->restitution = 0.2;
  EXPECT_DOUBLE_EQ(pair_values(scene, 0, kFloor).friction, std::sqrt(0.4 * 0.1));
  EXPECT_DOUBLE_EQ(pair_values(scene, 0, kFloor).restitution, 0.2);
}

}  // namespace
}  // namespace peal
