// A take that is too large to be kept: the motion is simulated as far as it is heard, recorded and
// played as any take, so that the sound is the same to the byte; strengths that have been heard
// leave the tape. In: a simulation that stopped at its limit. Out: blocks of motion.
#pragma once
#include "motion/take/simulation.h"
#include "motion/take/take_motion.h"

namespace peal {

class LiveMotion final : public TakeMotion {
 public:
  explicit LiveMotion(std::unique_ptr<Simulation> simulation);

  const MotionBlock& step(double until) override;
  void forget_before(double time) override;
  std::shared_ptr<const ChunkFile> tape() const { return simulation_->tape(); }
  /// All of it, to the end of the scene; its tape lacks what has been heard. Nothing is played
  /// afterwards.
  Take finish();

 private:
  void advance(double time);

  std::unique_ptr<Simulation> simulation_;
  std::vector<std::size_t> taken_;  // knots of each object
};

}  // namespace peal
