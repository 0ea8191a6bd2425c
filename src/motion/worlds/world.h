// A world that moves beside the rigid bodies: rods, grains, solids. It sees them as they will be
// within the coming rigid step, pushes on them, and tells what it did.
#pragma once
#include <string>
#include <vector>

#include "base/pose_track.h"
#include "motion/motion.h"
#include "motion/rigid/rigid_world.h"

namespace peal {

/// Of whom a world may ask while it advances.
struct Surroundings {
  RigidWorld& rigid;               // stands at the beginning of the step
  std::vector<PoseTrack>& tracks;  // one per object; a world appends to those of its own
};

class World {
 public:
  virtual ~World() = default;
  /// Goes on to `until` [s], the end of a rigid step, in whole steps of its own, none of which ends
  /// later. Appends what happens to `happened`, each kind in order of time.
  virtual void advance(double until, const Surroundings& around, MotionBlock& happened) = 0;

  virtual std::vector<std::string> warnings() const { return {}; }
  virtual MotionCounts counts() const { return {}; }
  virtual void save(StateWriter& out) const = 0;
  virtual void load(StateReader& in) = 0;
};

}  // namespace peal
