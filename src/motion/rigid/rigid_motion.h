// Motion of rigid bodies as a stream: setup in, poses and impacts out (motion.h).
// The simulation runs in whole steps of its own, at least as far as asked; an impact is delivered
// in the block that holds its instant. Blocks of any length give the same impacts and knots.
#pragma once
#include <memory>
#include <vector>

#include "motion/motion.h"
#include "motion/rigid/rigid_setup.h"

namespace peal {

class RigidWorld;

class RigidMotion : public Motion {
 public:
  /// Throws an Error that names the body when the setup cannot be simulated.
  explicit RigidMotion(RigidSetup setup);
  ~RigidMotion() override;
  RigidMotion(const RigidMotion&) = delete;
  RigidMotion& operator=(const RigidMotion&) = delete;

  const MotionBlock& step(double until) override;
  const std::vector<PoseTrack>& tracks() const override { return tracks_; }
  void forget_before(double time) override;
  void save(StateWriter& out) const override;
  void load(StateReader& in) override;

  /// For worlds beside it, which see and push its bodies between two steps: it stands at
  /// world().time(), and step(coming()) goes one step of the simulation on.
  RigidWorld& world() { return *world_; }
  /// Theirs are kept with the others: they append knots to those of their objects (absent here).
  std::vector<PoseTrack>& tracks_of_worlds() { return tracks_; }
  double coming() const { return setup_.begin + static_cast<double>(steps_ + 1) * setup_.step; }

 private:
  template <class Self, class Archive>
  static void walk(Self& self, Archive& archive);

  const RigidSetup setup_;
  std::unique_ptr<RigidWorld> world_;
  long steps_ = 0;
  std::vector<PoseTrack> tracks_;
  MotionBlock waiting_;  // found, but not before the end of the last block
  MotionBlock block_;
  bool usable_ = true;  // false after a load that failed
};

}  // namespace peal
