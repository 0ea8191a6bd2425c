#include "engine/listener_path.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "engine/listener_kernel.h"

namespace peal {
namespace {

static_assert(kListenerTaps == SincTable::kTaps && kListenerPhases == SincTable::kPhases);

}  // namespace

ListenerPath::ListenerPath(int most_delay)
    : mask_(static_cast<int>(std::bit_ceil(static_cast<unsigned>(most_delay + 4 * kHop))) - 1),
      past_(static_cast<std::size_t>(mask_) + 1) {}

void ListenerPath::feed(const float* samples) noexcept {
  std::copy_n(samples, kHop, past_.data() + (end_ & mask_));  // hops do not wrap around
  end_ += kHop;
  if (std::any_of(samples, samples + kHop, [](float x) { return x != 0; })) last_sound_ = end_ - 1;
}

// Emission [from, from + count); zeros where nothing was fed.
void ListenerPath::copy(std::int64_t from, int count, float* out) const noexcept {
  const std::int64_t begin = std::clamp(begin_, from, from + count);
  const std::int64_t end = std::clamp(end_, begin, from + count);
  std::fill(out, out + (begin - from), 0.0f);
  for (std::int64_t at = begin; at < end;) {
    const std::int64_t part = std::min(end - at, mask_ + 1 - (at & mask_));
    std::copy_n(past_.data() + (at & mask_), part, out + (at - from));
    at += part;
  }
  std::fill(out + (end - from), out + count, 0.0f);
}

void ListenerPath::add(std::int64_t first, double from, double to, float gain_from, float gain_to,
                       float* out) const noexcept {
  // With kJump at most this many samples are between the first and the last place.
  constexpr int kWindow = kHop + static_cast<int>(kJump) + SincTable::kTaps + 4;
  const double step = (to - from) / kHop;
  const double begin = static_cast<double>(first) - from;
  const double lowest = std::floor(begin);
  const std::int64_t window_first = static_cast<std::int64_t>(lowest) - SincTable::kHalf + 1;
  float window[kWindow], value[kHop];
  copy(window_first, kWindow, window);
  const SincTable& table = SincTable::instance();
  const ListenerKernel& kernel = best_listener_kernel();
  if (step == 0) {
    float taps[SincTable::kTaps];
    table.taps(begin - lowest, taps);
    kernel.still(window, taps, value);
  } else {
    kernel.moving(window, table.row(0), begin - lowest, 1 - step, value);
  }
  const float slope = (gain_to - gain_from) / kHop;
  for (int n = 0; n < kHop; ++n) out[n] += (gain_from + slope * static_cast<float>(n)) * value[n];
}

void ListenerPath::gather(std::int64_t first, double from, double to, float gain_from,
                          float gain_to, float* out) noexcept {
  if (std::abs(to - from) <= kJump) {
    add(first, from, to, gain_from, gain_to, out);
  } else {
    add(first, from, from, gain_from, 0, out);
    add(first, to, to, 0, gain_to, out);
  }
}

}  // namespace peal
