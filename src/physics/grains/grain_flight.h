// A grain's flight: what its neighbours read to find out whether they meet. One cache line.
#pragma once
#include <cstdint>

#include "base/vec.h"

namespace peal {

enum class GrainState : std::uint8_t { flies, rests, gone };

struct alignas(64) GrainFlight {
  Vec3 x, v;               // [m], [m/s]
  double t = 0;            // [s] of x and v
  std::int32_t next = -1;  // of those that find no place in the cell itself
  std::uint16_t kind = 0;
  GrainState state = GrainState::flies;
  std::uint8_t door = 0;  // of the cell: axis * 2 + (upward); bit 3: look at all cells behind it
};
static_assert(sizeof(GrainFlight) == 64);

/// The grain that looks around, at the time t.
struct GrainView {
  std::int32_t self = -1;
  Vec3 x, v, gravity;
  double t = 0;
  double reach = 0;    // [m] sum of its radius and the largest
  double earlier = 0;  // [s] from now: later meetings do not matter
};

/// Keeps those of near[0 .. count) that could be the first to meet the grain, and those that do not
/// fly, in their order; a few others stay as well. @return how many are left.
/// @param equal all grains have one radius: then meetings after the first are left out.
int meeting_grains(const GrainFlight* flights, const GrainView& view, std::int32_t* near, int count,
                   bool equal) noexcept;
int meeting_grains_avx2(const GrainFlight* flights, const GrainView& view, std::int32_t* near,
                        int count, bool equal) noexcept;

}  // namespace peal
