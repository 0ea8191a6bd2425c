// Modes that ring when they are struck or pushed at one point (peal/instruments_c.h).
// In: half-sine pushes that begin at any instant, forces [N] per sample. Out: pressure [Pa] at an
// ear. SI units. After construction only set_modes() allocates; nothing locks or throws.
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <span>

#include "engine/instruments/ringing_modes.h"

namespace peal {

inline constexpr int kMostStruckModes = 4096;

class Striking {
 public:
  /// Checked before (ringing_modes.h).
  Striking(double rate, std::span<const peal_mode> modes, double area, double distance);

  double rate() const noexcept { return rate_; }
  void set_modes(std::span<const peal_mode> modes);
  /// False, and a refusal, when a number makes no sense or too many wait.
  bool strike(double impulse, double duration, double delay) noexcept;
  void render(const float* force, float* out, int frames) noexcept;
  void stop() noexcept;
  double position() const noexcept { return ringing_->position(); }

 private:
  static constexpr int kMostWaiting = 64;
  struct Blow {
    double sample = 0;  // [samples] since the start
    double impulse = 0, duration = 0;
  };
  void render_hop(const float* force) noexcept;
  void push_due() noexcept;

  double rate_, area_, distance_;
  std::unique_ptr<RingingModes> ringing_;
  std::array<Blow, kMostWaiting> waiting_;
  int waiting_count_ = 0;
  std::int64_t computed_ = 0;  // samples
  float ready_[1][kHop] = {};
  int used_ = kHop;          // samples of ready_ already handed out
  float coming_[kHop] = {};  // forces that wait for their hop to be whole
  bool late_ = false;        // forces are heard one hop late
  double before_ = 0;        // [N] force of the last sample
};

}  // namespace peal
