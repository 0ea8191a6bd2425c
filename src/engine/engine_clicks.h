// Clicks of bodies that are made to jump, written into the future of the channels they are heard
// on. Enters: tables (dsp/radiation/click_tables.h), the velocity jump, the force, the ears.
// Leaves: pressure [Pa], hop after hop. What a click is depends on the body's pose at the first
// touch alone. After construction nothing allocates, locks or throws.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "dsp/modal/bank_kernel.h"
#include "dsp/modal/force_samples.h"
#include "dsp/radiation/click_tables.h"

namespace peal {

/// One click at one channel.
struct ClickArrival {
  int channel = 0;
  Vec3 ear;           // [m] body frame
  double sample = 0;  // when the channel hears the first touch, as sent out by the body's centre
  double gain = 1;
};

/// One contact of a blow: its part of the velocity jump, and when.
struct ClickForce {
  double part = 1;
  ForceTimes times;
};

class EngineClicks {
 public:
  struct Size {
    int channels = 0;
    int most_delay = 0;    // [samples]
    int most_samples = 0;  // of any table
    int most_rows = 0;
    double rate = 0;  // [Hz]
  };
  explicit EngineClicks(const Size& size);
  static std::size_t bytes(const Size& size);

  /// A contact longer than this is no click. [s]
  static constexpr double kLongestForce = 0.02;

  /// @param arrivals at most kMaxEars; what should have been heard before the coming hop is not.
  /// @return false when nothing of it can be heard: forces too long or without length, or no
  /// sound within what the channels hold.
  bool add(const PlayClick& click, const VelocityJump& velocity_jump,
           std::span<const ClickForce> forces, const ClickArrival* arrivals, int count) noexcept;
  /// Adds the coming hop of a channel to out.
  void take(int channel, float* out) noexcept;
  int channels() const noexcept { return static_cast<int>(sounding_until_.size()); }
  /// After all channels were taken.
  void next_hop() noexcept { ++hop_; }

 private:
  bool deliver(const PlayClick& click, const ClickForce& force, const ClickArrival& arrival,
               double delay, const float* sums) noexcept;

  static int ring_length(const Size& size);

  double rate_;
  int mask_, margin_;
  std::int64_t hop_ = 0;
  std::vector<float> ring_;                   // [channel][mask_ + 1]
  std::vector<std::int64_t> sounding_until_;  // per channel: zeros from this sample on
  std::vector<float> weights_[kMaxEars], sums_[kMaxEars], force_, whole_;
};

}  // namespace peal
