// A scene's motion as it is simulated: the take so far, its tape, checkpoints. Whole at once, or as
// far as somebody who listens needs it (live_motion.h).
#pragma once
#include <functional>
#include <future>
#include <memory>
#include <optional>

#include "motion/motion.h"
#include "motion/rigid/impact_law.h"
#include "motion/take/recording.h"
#include "motion/take/take_recorder.h"
#include "scene/scene.h"

namespace peal {

class Simulation {
 public:
  Simulation(const Scene& scene, std::shared_ptr<ImpactLaw> law, Recording recording);

  /// @param done called with the part [0, 1] that is simulated.
  /// @return false when the tape became longer than the recording allows: the rest is left, and a
  /// checkpoint is written.
  bool run(const std::function<void(double)>& done);
  /// As far as poses and events before `time` [s] are those of the whole take, or to the end.
  void advance(double time);
  /// Strengths before `time` [s] have been heard: what is on the tape of them since run() goes.
  void forget_before(double time);
  /// At the end.
  Take take();

  const Scene& scene() const { return scene_; }
  const TakeRecorder& recorder() const { return *recorder_; }
  std::shared_ptr<const ChunkFile> tape() const { return tape_; }

 private:
  void begin_anew();
  bool go_on();
  void one_block();
  bool settled(double time) const;
  void write(const MotionBlock& happened);
  void wait();
  void keep();

  const Scene& scene_;
  double begin_, end_, length_;
  long blocks_, next_ = 0;
  Recording recording_;
  std::shared_ptr<ImpactLaw> law_;
  std::unique_ptr<Motion> motion_;
  std::optional<TakeRecorder> recorder_;
  std::shared_ptr<ChunkFile> tape_;
  std::uint64_t written_ = 0;  // bytes of the tape before the block that is written now
  std::uint64_t kept_ = 0;     // bytes of it that the checkpoint at run()'s early end counts on
  MotionBlock writing_block_;
  std::future<void> writing_;  // the last member: it is waited for before the others go
};

}  // namespace peal
