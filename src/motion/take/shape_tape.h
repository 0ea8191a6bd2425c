// How what deforms looks, at frame rate, on the tape of a take: rods as points with the direction
// of their sections, crowds as points. Quantised to 16 bits of the box around a frame.
#pragma once
#include <memory>
#include <vector>

#include "motion/tape_writer.h"

namespace peal {

struct ShapeFrame {
  double time = 0;           // [s]
  std::vector<Vec3> points;  // [m]; not finite: not there
  std::vector<Vec3> d1;      // unit, of rods; empty for grains
};

class ShapeTapeWriter final : public TapeWriter {
 public:
  void record(const MotionBlock& block, ChunkFile& tape) override;
};

/// One frame of a track; `first` as ChunkFile::chunks_of() gives it.
ShapeFrame read_shape_frame(const ChunkFile& tape, std::uint32_t track, std::int64_t first);
/// All frames of an object's (a crowd's) track, in order.
std::vector<ShapeFrame> read_shape_frames(const ChunkFile& tape, std::uint32_t track);
/// How many, without reading places: it decides what can be shown.
std::size_t shape_frame_count(const ChunkFile& tape, std::uint32_t track);

}  // namespace peal
