// Dynamic range compression: what is above a threshold is held back, all channels alike. The level
// is the largest channel's, at once up and slowly down; the gain follows it within the attack.
// In and out: interleaved pressure [Pa].
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

namespace peal {

class Compressor {
 public:
  /// @param threshold [Pa] > 0, @param ratio >= 1, @param attack, release [s].
  Compressor(double rate, std::size_t channels, double threshold, double ratio, double attack,
             double release)
      : channels_(channels),
        threshold_(threshold),
        slope_(1 - 1 / ratio),
        rise_(-std::expm1(-1 / (attack * rate))),
        fall_(std::exp(-1 / (release * rate))) {}

  void process(std::span<float> interleaved) {
    for (std::size_t first = 0; first + channels_ <= interleaved.size(); first += channels_) {
      const auto frame = interleaved.subspan(first, channels_);
      double largest = 0;
      for (const float sample : frame) largest = std::max(largest, std::abs(double{sample}));
      level_ = std::max(largest, fall_ * level_);
      const double wanted = level_ > threshold_ ? slope_ * std::log(threshold_ / level_) : 0;
      held_ += rise_ * (wanted - held_);
      if (held_ > -1e-9) continue;
      const double gain = std::exp(held_);
      for (float& sample : frame) sample = static_cast<float>(sample * gain);
    }
  }

 private:
  std::size_t channels_;
  double threshold_, slope_, rise_, fall_;
  double level_ = 0, held_ = 0;  // [Pa], logarithm of the gain
};

}  // namespace peal
