// Scene => RigidSetup: the bodies of a scene as a rigid simulation. What deforms is absent there.
#pragma once
#include "motion/motion.h"
#include "motion/rigid/rigid_setup.h"
#include "scene/scene.h"

namespace peal {

/// What two objects do to each other as the motion has it: materials, floor, pairs.
struct PairValues {
  double restitution = 0, friction = 0;
};
/// @param b index, or kFloor.
PairValues pair_values(const Scene& scene, int a, int b);

RigidSetup rigid_setup(const Scene& scene);

}  // namespace peal
