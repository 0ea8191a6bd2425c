// One listener's pressure at one internal rate: channels that sources add to ahead of time and that
// are taken away, finished, from the front. Sample n belongs to n / rate seconds. [Pa]
#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace peal {

class Bus {
 public:
  Bus(double rate, int channels) : rate_(rate), channels_(channels) {}

  double rate() const { return rate_; }
  int channels() const { return static_cast<int>(channels_.size()); }
  std::int64_t begin() const { return begin_; }

  /// The samples [first, first + count) of a channel, made to exist (as zeros) where they do not.
  /// What lies before begin() has been taken and is not here: callers clip to begin().
  std::span<float> window(int channel, std::int64_t first, std::size_t count);

  /// Moves the samples before `end` into out[channel] (appending) and forgets them.
  void take(std::int64_t end, std::vector<std::vector<float>>& out);

 private:
  double rate_;
  std::int64_t begin_ = 0;
  std::vector<std::vector<float>> channels_;
};

}  // namespace peal
