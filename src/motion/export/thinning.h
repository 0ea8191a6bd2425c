// How much of what deforms is shown in a motion.glb. Rods and grains are on the tape at 60 frames
// per second, which a long pour makes gigabytes of; a file has an end.
#pragma once
#include <cstdint>
#include <vector>

#include "base/files/chunk_file.h"

namespace peal {

/// The defaults are what Blender opens in some seconds and the page of `peal view` at once: 64 MB,
/// and some 5000 nodes with those of other objects.
struct MovingLimits {
  std::size_t bytes = std::size_t{64} << 20;  // of places of rods and grains
  std::size_t bones = 3000;                   // points of all rods
  std::size_t frames = 1500;                  // of all crowds
};

/// Numbers of the chunks of a track in [begin, end] [s], no more of them than `fps` per second.
std::vector<std::int64_t> frames_between(const ChunkFile& tape, std::uint32_t track, double begin,
                                         double end, double fps);
/// The first, every so-manieth after it, and the last.
void keep_every(std::vector<std::int64_t>& frames, std::size_t stride);

/// Of crowds: every `stride`-th frame, `shown` particles of all.
struct CrowdThinning {
  std::size_t stride = 1, shown = 0;
};
inline constexpr std::size_t kGrainBytes = 8;  // of a place: three times 16 bits, aligned

/// Fewer frames first, down to `rate` / 3; then fewer particles, down to 20,000; then half the
/// frames again; then fewer particles.
CrowdThinning thin_crowds(std::size_t particles, std::size_t frames, std::size_t crowds,
                          std::size_t bytes, const MovingLimits& limits);

}  // namespace peal
