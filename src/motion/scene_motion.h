// Scene => Motion: the bodies of a scene as a rigid simulation.
#pragma once
#include <memory>

#include "motion/motion.h"
#include "scene/scene.h"

namespace peal {

std::unique_ptr<Motion> make_motion(const Scene& scene);

}  // namespace peal
