// Restitution and friction of whoever made the poses, from impacts that stand alone.
#pragma once
#include <vector>

#include "motion/rigid/rigid_setup.h"
#include "tools/import/events/interval_fit.h"

namespace peal {

/// The setup with restitution and friction as the clean impacts show them, of all bodies that the
/// setup gave the same restitution together. False when they agree already or tell too little.
bool learn_rebounds(RigidSetup& setup, const std::vector<IntervalResult::Rebound>& rebounds);

}  // namespace peal
