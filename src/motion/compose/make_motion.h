// Scene => Motion: the worlds that a scene needs, stepping side by side. The list of worlds is
// here.
#pragma once
#include <memory>

#include "motion/motion.h"
#include "motion/rigid/impact_law.h"
#include "scene/scene.h"

namespace peal {

/// Rigid bodies alone, or with rods and grains beside them. The scene must outlive it.
/// @param law of rebounds; none: what the materials say.
std::unique_ptr<Motion> make_motion(const Scene& scene, std::shared_ptr<ImpactLaw> law = {});

}  // namespace peal
