// Hits of grains and pushes of rods on the tape of a take: too many for memory. One chunk per block
// of the simulation, found by its number.
#pragma once
#include <deque>
#include <memory>

#include "motion/tape_writer.h"

namespace peal {

class EventTapeWriter final : public TapeWriter {
 public:
  void record(const MotionBlock& block, ChunkFile& tape) override;
  void save(StateWriter& out) const override;
  void load(StateReader& in) override;

 private:
  std::int64_t number_ = 0;  // of the next block
};

/// Gives them back in order of time.
class EventTapeReader {
 public:
  /// @param crowds of the scene
  EventTapeReader(std::shared_ptr<const ChunkFile> tape, int crowds);
  /// Appends what happens before `until` [s] to the block.
  void read_until(double until, MotionBlock& block);

  void save(StateWriter& out) const;
  void load(StateReader& in);

 private:
  bool load_next();

  std::shared_ptr<const ChunkFile> tape_;
  int crowds_;
  std::int64_t number_ = 0;  // of the next chunk
  double known_ = -1e300;    // [s] everything before is in the lists
  std::deque<ShapePush> pushes_;
  std::vector<std::deque<GrainHit>> hits_;
};

}  // namespace peal
