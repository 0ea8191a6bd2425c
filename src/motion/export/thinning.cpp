#include "motion/export/thinning.h"

#include <algorithm>
#include <cmath>

#include "motion/motion.h"

namespace peal {
namespace {

constexpr std::size_t kCoarse = 3, kCoarsest = 6;  // frames of the tape for one that is shown
constexpr std::size_t kFew = 20'000;               // particles that still look like a crowd

}  // namespace

std::vector<std::int64_t> frames_between(const ChunkFile& tape, std::uint32_t track, double begin,
                                         double end, double fps) {
  constexpr double kMicro = 1e6;  // chunks are numbered by microseconds
  std::vector<std::int64_t> out;
  for (const std::int64_t first : tape.chunks_of(track))
    if (static_cast<double>(first) >= begin * kMicro - 1 &&
        static_cast<double>(first) <= end * kMicro + 1)
      out.push_back(first);
  if (fps < CrowdFrame::kFrameRate)
    keep_every(out, static_cast<std::size_t>(std::floor(CrowdFrame::kFrameRate / fps + 1e-6)));
  return out;
}

void keep_every(std::vector<std::int64_t>& frames, std::size_t stride) {
  std::vector<std::int64_t> out;
  for (std::size_t k = 0; k < frames.size(); ++k)
    if (k % std::max<std::size_t>(stride, 1) == 0 || k + 1 == frames.size())
      out.push_back(frames[k]);
  frames = std::move(out);
}

CrowdThinning thin_crowds(std::size_t particles, std::size_t frames, std::size_t crowds,
                          std::size_t bytes, const MovingLimits& limits) {
  CrowdThinning out{1, particles};
  const auto room = [&] {  // particles that fit
    return bytes / kGrainBytes / (frames / out.stride + 2);
  };
  const auto nodes = [&] { return (frames / out.stride + 2) * crowds; };
  while (nodes() > limits.frames && out.stride < frames) ++out.stride;
  const auto coarsen = [&](std::size_t most) {
    while (room() < out.shown && out.stride < most) ++out.stride;
  };
  coarsen(kCoarse);
  out.shown = std::min(out.shown, std::max(room(), kFew));
  coarsen(kCoarsest);
  out.shown = std::min(out.shown, room());
  return out;
}

}  // namespace peal
