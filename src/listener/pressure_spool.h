// Rendered pressure on its way to a file: interleaved floats [Pa] in a temporary file, appended
// block by block, so that a long render needs no memory. Peak and rms are kept while the blocks
// pass.
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <vector>

#include "base/audio_buffer.h"

namespace peal {

class PressureSpool {
 public:
  /// The temporary file lies in `folder` (the output's folder: room there is needed anyway). It is
  /// unlinked as soon as it is open, so even a killed program leaves nothing behind.
  PressureSpool(const std::filesystem::path& folder, double rate, std::size_t channels);
  ~PressureSpool();
  PressureSpool(const PressureSpool&) = delete;
  PressureSpool& operator=(const PressureSpool&) = delete;

  /// Throws when a value is not finite (naming channel and time) and when the disk is full.
  void append(std::span<const float> interleaved);
  void append(const AudioBuffer& block);

  /// Fills `interleaved` with frames from `first` on; returns how many there were.
  std::size_t read(std::int64_t first, std::span<float> interleaved) const;
  /// Sequential reading from the start: each call fills the span and returns the number of frames,
  /// 0 at the end. Valid as long as the spool; several may be under way at once.
  std::function<std::size_t(std::span<float>)> reader() const;

  double rate() const { return rate_; }
  std::size_t channels() const { return channels_.size(); }
  std::int64_t frames() const { return frames_; }
  double duration() const { return static_cast<double>(frames_) / rate_; }       // [s]
  double peak(std::size_t channel) const { return channels_.at(channel).peak; }  // [Pa]
  double rms(std::size_t channel) const;                                         // [Pa]
  double peak() const;  // [Pa] largest of all channels
  double rms() const;   // [Pa] over all samples of all channels

 private:
  struct Channel {
    double peak = 0, sum_of_squares = 0;
  };
  void check_and_measure(std::span<const float> interleaved);

  std::filesystem::path folder_;
  double rate_;
  int file_ = -1;
  std::int64_t frames_ = 0;
  std::vector<Channel> channels_;
};

}  // namespace peal
