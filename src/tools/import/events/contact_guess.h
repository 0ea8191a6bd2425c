// Where bodies touch that changed their velocity, when the solver has no explanation: shapes of
// other programs have margins, so the bodies are moved against the change until they meet
// something.
#pragma once
#include <vector>

#include "motion/motion.h"
#include "motion/rigid/rigid_setup.h"

namespace peal {

/// Points where the bodies of `part` at `poses` (nearly) touch such that the normal agrees with the
/// change of velocity `jumps` [m/s] of the body that it pushes. Impulses are not set.
std::vector<Impact> contacts_near(const RigidSetup& part, const std::vector<Pose>& poses,
                                  const std::vector<Vec3>& jumps);

}  // namespace peal
