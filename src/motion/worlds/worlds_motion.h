// The motion of a scene in which more than rigid bodies moves: worlds step side by side, in whole
// steps of the rigid bodies, exchange impulses at contacts, and publish one stream (motion.h).
//   each rigid step [t0, t1]:
//   1. every other world goes to t1 by its own steps or events; it sees rigid bodies as they will
//      be if nothing but the pushes given so far acts on them, and pushes them at its own instants
//   2. the rigid bodies go to t1 with these pushes
// What happens does not depend on how time is cut into blocks.
#pragma once
#include <memory>
#include <vector>

#include "motion/rigid/rigid_motion.h"
#include "motion/worlds/world.h"

namespace peal {

class WorldsMotion final : public Motion {
 public:
  WorldsMotion(RigidSetup rigid, std::vector<std::unique_ptr<World>> worlds);

  const MotionBlock& step(double until) override;
  const std::vector<PoseTrack>& tracks() const override { return rigid_.tracks(); }
  void forget_before(double time) override { rigid_.forget_before(time); }
  std::vector<std::string> warnings() const override;
  MotionCounts counts() const override;
  void save(StateWriter& out) const override;
  void load(StateReader& in) override;

 private:
  void collect_shapes();
  void hand_out(double until);
  template <class Self, class Archive>
  static void walk(Self& self, Archive& archive);

  RigidMotion rigid_;
  std::vector<std::unique_ptr<World>> worlds_;
  MotionBlock waiting_;  // found by the worlds, but not before the end of the last block
  std::vector<std::vector<ShapeSamples>> pieces_;  // of each shape, within a step()
  MotionBlock block_;
};

}  // namespace peal
