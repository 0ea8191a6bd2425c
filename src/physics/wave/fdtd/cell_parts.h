// The 4 x 4 x 4 parts of a cell as 64 bits, to tell whether the air in a cut cell hangs together.
#pragma once
#include <bit>
#include <cstdint>

namespace peal {

inline constexpr int kCellParts = 4;

constexpr std::uint64_t part_bit(int x, int y, int z) {
  return 1ull << (x + kCellParts * (y + kCellParts * z));
}

/// All parts at one place along an axis.
constexpr std::uint64_t part_plane(int axis, int place) {
  std::uint64_t out = 0;
  for (int u = 0; u < kCellParts; ++u)
    for (int v = 0; v < kCellParts; ++v)
      out |= axis == 0   ? part_bit(place, u, v)
             : axis == 1 ? part_bit(u, place, v)
                         : part_bit(u, v, place);
  return out;
}

namespace cell_parts_detail {
inline constexpr int kShift[3] = {1, kCellParts, kCellParts* kCellParts};
}  // namespace cell_parts_detail

/// All parts that touch one of `from` through a face, within `air`.
constexpr std::uint64_t grow_parts(std::uint64_t from, std::uint64_t air) {
  std::uint64_t out = from;
  for (int axis = 0; axis < 3; ++axis) {
    const int shift = cell_parts_detail::kShift[axis];
    out |= (from & ~part_plane(axis, kCellParts - 1)) << shift;
    out |= (from & ~part_plane(axis, 0)) >> shift;
  }
  return out & air;
}

/// How far parts lie on the side that `outward` (signs, -1, 0 or 1 per axis) points to.
constexpr int parts_outward(std::uint64_t parts, const int (&outward)[3]) {
  int sum = 0;
  for (int axis = 0; axis < 3; ++axis)
    for (int place = 0; outward[axis] != 0 && place < kCellParts; ++place)
      sum += outward[axis] * (2 * place + 1 - kCellParts) *
             std::popcount(parts & part_plane(axis, place));
  return sum;
}

/// The connected piece of `air` with the most parts, of equals the one farther outward, which is
/// the mirrored one in a mirrored cell; 0 when there is none.
constexpr std::uint64_t largest_part(std::uint64_t air, const int (&outward)[3]) {
  std::uint64_t best = 0, left = air;
  while (left != 0) {
    std::uint64_t piece = left & (~left + 1);
    for (std::uint64_t next = grow_parts(piece, air); next != piece; next = grow_parts(piece, air))
      piece = next;
    const int more = std::popcount(piece) - std::popcount(best);
    if (more > 0 || (more == 0 && parts_outward(piece, outward) > parts_outward(best, outward)))
      best = piece;
    left &= ~piece;
  }
  return best;
}

/// How many of the 16 squares of the face between two cells have air on both sides.
constexpr int face_contacts(std::uint64_t low, std::uint64_t high, int axis) {
  const int shift = cell_parts_detail::kShift[axis] * (kCellParts - 1);
  const std::uint64_t near = low & part_plane(axis, kCellParts - 1);
  const std::uint64_t far = high & part_plane(axis, 0);
  return std::popcount((near >> shift) & far);
}

}  // namespace peal
