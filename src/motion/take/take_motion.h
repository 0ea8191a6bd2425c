// A recorded take as a stream of motion: what render() hears instead of a simulation.
#pragma once
#include <memory>
#include <optional>

#include "motion/take/event_tape.h"
#include "motion/take/take.h"

namespace peal {

class TakeMotion : public Motion {
 public:
  /// @param body_of for each object of the scene the body of the take, or -1: it stays at still[i].
  /// @param crowds how many the scene has
  TakeMotion(std::shared_ptr<const Take> take, const std::vector<int>& body_of,
             const std::vector<Pose>& still, int crowds = 0);

  const MotionBlock& step(double until) override;
  const std::vector<PoseTrack>& tracks() const override { return tracks_; }
  void forget_before(double time) override;
  void save(StateWriter& out) const override;
  void load(StateReader& in) override;

 protected:
  /// Of a take of the scene itself that grows: whoever makes it adds to the tracks.
  TakeMotion(std::shared_ptr<const Take> take, std::shared_ptr<const ChunkFile> tape, int crowds);
  std::vector<PoseTrack>& own_tracks() { return tracks_; }

 private:
  int object(int body) const { return body == kFloor ? kFloor : object_of_[body]; }

  std::shared_ptr<const Take> take_;
  std::vector<int> object_of_;  // by body; -2: no such object in the scene
  std::vector<PoseTrack> tracks_;
  std::size_t next_impact_ = 0, next_contact_ = 0, next_summary_ = 0;
  std::optional<EventTapeReader> events_;  // of the tape
  MotionBlock block_;
};

}  // namespace peal
