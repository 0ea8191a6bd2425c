// What may have happened between two frames: the rigid solver runs from the state at the first one.
// Enters: some bodies of a setup with their states. Leaves: the impacts it sees and where the
// bodies arrive. Only a guess: restitution and friction of whoever made the poses may be others.
#pragma once
#include <optional>
#include <vector>

#include "motion/motion.h"
#include "motion/rigid/rigid_arc.h"
#include "motion/rigid/rigid_setup.h"

namespace peal {

struct GuessBody {
  int body = 0;  // index into the setup
  bool moves = false;
  RigidState start;
  std::optional<Pose> end;  // animated: it goes there, whatever hits it
};

struct Guess {
  bool ran = false;               // false: the solver refused (deep overlap, say)
  std::vector<Impact> impacts;    // bodies: of the setup; times from the start of the interval [s]
  std::vector<PoseTrack> tracks;  // one per GuessBody, times from the start of the interval
  std::vector<RigidState> ends;   // one per GuessBody; no angular momentum
};

/// @param restitution of all pairs, instead of the setup's
Guess guess_impacts(const RigidSetup& setup, const std::vector<GuessBody>& bodies, double duration,
                    std::optional<double> restitution = {});

/// The bodies alone, with their start poses: a setup for the solver or the touch finder.
RigidSetup part_of(const RigidSetup& setup, const std::vector<GuessBody>& bodies, double duration);

}  // namespace peal
