// The last samples of what rubs, for pictures: a ring that is written hop by hop and read by
// whoever draws. Real-time safe.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>

#include "dsp/modal/bank_kernel.h"

namespace peal {

class RubTrace {
 public:
  enum Row {
    kVelocity,
    kBend,
    kFriction,
    kResonatorVelocity,
    kResonatorPosition,
    kExciterVelocity,
    kExciterPosition,
    kRows
  };
  static constexpr int kMost = 4096;

  float* hop(Row row) noexcept { return rows_[row].data() + written_ % kLength; }
  void next_hop() noexcept { written_ += kHop; }
  void clear() noexcept { written_ = 0; }  // zeros before the first

  /// The last `count` samples before the last `ahead`. Null: not wanted.
  void copy(Row row, int count, int ahead, float* out) const noexcept {
    if (!out) return;
    const std::int64_t first = written_ - ahead - count;
    for (int n = 0; n < count; ++n) out[n] = first + n < 0 ? 0 : rows_[row][(first + n) % kLength];
  }

 private:
  static constexpr int kLength = 2 * kMost;  // whole hops
  std::array<std::array<float, kLength>, kRows> rows_{};
  std::int64_t written_ = 0;
};

}  // namespace peal
