// What goes from a simulation onto its tape (base/files/chunk_file.h) while it runs, block by
// block: events and places by motion/take, strengths of what deforms by the source kinds.
#pragma once
#include <cstdint>

#include "base/files/chunk_file.h"
#include "motion/motion.h"

namespace peal {

/// Tracks of the tape. Emission tracks are numbered by their objects, from 0 on.
inline constexpr std::uint32_t kPushTrack = 0x10000000;   // ShapePush
inline constexpr std::uint32_t kHitTrack = 0x20000000;    // GrainHit, plus the crowd
inline constexpr std::uint32_t kShapeTrack = 0x30000000;  // frames of a rod, plus its object
inline constexpr std::uint32_t kCrowdTrack = 0x40000000;  // frames of grains, plus the crowd

class TapeWriter {
 public:
  virtual ~TapeWriter() = default;
  /// Blocks come in order, without gaps.
  virtual void record(const MotionBlock& block, ChunkFile& tape) = 0;
  /// After the last block.
  virtual void finish(ChunkFile& tape) { (void)tape; }
  /// Between two blocks: what is not on the tape yet.
  virtual void save(StateWriter& out) const { (void)out; }
  virtual void load(StateReader& in) { (void)in; }
};

}  // namespace peal
