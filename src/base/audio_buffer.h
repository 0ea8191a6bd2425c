// A stretch of sound: planar floats with their sample rate. The values are pascals until the single
// calibration step that turns them into samples of a file.
#pragma once
#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace peal {

class AudioBuffer {
 public:
  AudioBuffer() = default;
  /// `rate` in Hz; starts silent.
  AudioBuffer(double rate, std::size_t channels, std::size_t frames)
      : rate_(rate), channels_(channels), frames_(frames), samples_(channels * frames) {}

  double rate() const { return rate_; }
  std::size_t channels() const { return channels_; }
  std::size_t frames() const { return frames_; }
  double duration() const { return rate_ > 0 ? static_cast<double>(frames_) / rate_ : 0; }  // [s]

  std::span<float> channel(std::size_t index) {
    return std::span(samples_).subspan(index * frames_, frames_);
  }
  std::span<const float> channel(std::size_t index) const {
    return std::span(samples_).subspan(index * frames_, frames_);
  }
  void clear() { std::fill(samples_.begin(), samples_.end(), 0.0f); }

 private:
  double rate_ = 0;  // [Hz]
  std::size_t channels_ = 0, frames_ = 0;
  std::vector<float> samples_;  // channel after channel
};

}  // namespace peal
