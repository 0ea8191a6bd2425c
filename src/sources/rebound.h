// How far the bodies of a scene rebound when they give way where they are struck: the coupled blow
// of both, rigid and modal, at that place and speed (dsp/impact/impact_response.h). The loss of the
// materials is part of the contact; what goes into vibrations is part of the bodies. Modes are
// those of draft meshes up to 20 kHz without damping: neither quality nor damping nor what is heard
// of a body decides how it moves.
#pragma once
#include <functional>
#include <memory>

#include "models/bodies/body_modes.h"
#include "motion/rigid/impact_law.h"
#include "scene/scene.h"

namespace peal {

/// None when the scene wants the materials' restitution, or no object of it rings. Both must
/// outlive it. The modes of all bodies are computed here, side by side; a body whose modes cannot
/// be computed stops the motion when it is struck, not before.
/// @param tell told the part of the time that has passed.
std::shared_ptr<ImpactLaw> rebound_of_bodies(const Scene& scene, ModesLibrary& library,
                                             const std::function<void(double)>& tell = {});

}  // namespace peal
