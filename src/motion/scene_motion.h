// Scene => Motion: the bodies of a scene as a rigid simulation.
#pragma once
#include <memory>

#include "motion/motion.h"
#include "motion/rigid_setup.h"
#include "scene/scene.h"

namespace peal {

RigidSetup rigid_setup(const Scene& scene);
std::unique_ptr<Motion> make_motion(const Scene& scene);

}  // namespace peal
