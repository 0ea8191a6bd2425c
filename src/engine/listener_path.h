// The way from one voice to one ear: emission goes in hop after hop, arrivals come out one
// travel time later, interpolated between samples (dsp/radiation/sinc_kernel.h). Doppler shift
// comes out of the changing delay alone. Where the delay jumps (somebody was moved elsewhere) the
// old and the new place are cross-faded within one hop instead of racing through what lies
// between. Delays in samples. No allocation after construction.
#pragma once
#include <bit>
#include <cstdint>
#include <vector>

#include "dsp/modal/bank_kernel.h"
#include "dsp/radiation/sinc_kernel.h"

namespace peal {

class ListenerPath {
 public:
  /// @param most_delay [samples] that gather() is asked for.
  explicit ListenerPath(int most_delay);

  static std::size_t bytes(int most_delay) {
    return sizeof(float) * std::bit_ceil(static_cast<unsigned>(most_delay + 4 * kHop));
  }

  /// Forgets everything; emission begins with sample `first`.
  void start(std::int64_t first) noexcept { begin_ = end_ = first, last_sound_ = first - kFar; }
  /// The next kHop samples of emission.
  void feed(const float* samples) noexcept;
  /// Adds arrivals first .. first + kHop - 1, with the delay going from `from` to `to` in a
  /// straight line, times a gain going from gain_from to gain_to.
  void gather(std::int64_t first, double from, double to, float gain_from, float gain_to,
              float* out) noexcept;
  /// True when nothing that was fed can be heard from arrival `first` on.
  bool heard_out(std::int64_t first, double delay) const noexcept {
    return static_cast<double>(last_sound_ + SincTable::kHalf) < static_cast<double>(first) - delay;
  }

 private:
  static constexpr std::int64_t kFar = std::int64_t{1} << 40;
  static constexpr double kJump = 24;  // [samples] per hop: 0.4 of the speed of sound

  void copy(std::int64_t from, int count, float* out) const noexcept;
  void add(std::int64_t first, double from, double to, float gain_from, float gain_to,
           float* out) const noexcept;

  int mask_;
  std::vector<float> past_;  // a ring
  std::int64_t begin_ = 0, end_ = 0, last_sound_ = -kFar;
};

}  // namespace peal
