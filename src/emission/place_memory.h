// Places of surfaces that were searched for lately. One blow asks for the same place several times:
// when it is solved, when it rubs, and again when the modes of the twin and of what is heard are
// pushed, from other threads. What is kept is what a search would find: nobody can tell.
#pragma once
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <mutex>

#include "dsp/play_surface.h"

namespace peal {

/// The place of a grid next to a point [m] of the body's frame, finer than any mode's wave: for
/// what hits the same places by the hundred thousand.
inline Vec3 on_place_grid(const Vec3& point) {
  constexpr double kGrid = 1e-4;  // [m]
  return {kGrid * std::round(point.x / kGrid), kGrid * std::round(point.y / kGrid),
          kGrid * std::round(point.z / kGrid)};
}

class PlaceMemory {
 public:
  /// @param body number of the body that the surface is of, not 0; @param search called when the
  /// place is not known.
  template <class Search>
  SurfacePlace place(std::uint64_t body, const Vec3& point, const Search& search) {
    const std::size_t slot = slot_of(body, point);
    Known& known = known_[slot];
    std::mutex& lock = locks_[slot % kLocks];
    {
      const std::lock_guard guard(lock);
      if (known.body == body && known.point == point) return known.place;
    }
    SurfacePlace found;
    search(point, found);
    const std::lock_guard guard(lock);
    known = {body, point, found};
    return found;
  }

 private:
  static constexpr std::size_t kSlots = 65536, kLocks = 64;
  struct Known {
    std::uint64_t body = 0;
    Vec3 point;
    SurfacePlace place;
  };

  static std::size_t slot_of(std::uint64_t body, const Vec3& point) {
    std::uint64_t hash = body;
    for (const double x : {point.x, point.y, point.z})
      hash = (hash ^ std::bit_cast<std::uint64_t>(x)) * 0x9e3779b97f4a7c15u;
    return static_cast<std::size_t>(hash >> 40) % kSlots;
  }

  std::array<Known, kSlots> known_;
  std::array<std::mutex, kLocks> locks_;
};

}  // namespace peal
