// Blows in the engine: what solving them needs of every body, and those whose force is going on.
// A blow is solved at once when it begins (dsp/impact/impact_run.h) and pushes on the modes hop by
// hop. Another one that begins meanwhile on the same body finds the modes as they will be when the
// first is over, turned back to now: its force then brings no more energy than its bodies have.
// SI units. After construction nothing allocates, locks or throws.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "dsp/impact/impact_run.h"
#include "engine/voice.h"

namespace peal {

/// One body's part of a blow that is going on.
struct BlowVoice {
  Voice* voice = nullptr;  // none: it does not ring, or nobody would hear it
  std::int64_t serial = 0;
  int body = -1;
  const double* chi = nullptr;  // [kg^-1/2] per mode, padded
};

class EngineBlows {
 public:
  static constexpr int kMostTogether = 8;  // places that are solved at once

  /// @param running blows that may go on at once.
  EngineBlows(std::span<const PlayBody> bodies, double rate, int running);
  /// What it takes for the bodies, and for blows that go on.
  static std::size_t bytes_of_bodies(std::span<const PlayBody> bodies);
  static std::size_t bytes_of_running(std::span<const PlayBody> bodies, int running);

  const ImpactLadder& ladder(int body) const noexcept { return ladders_[body]; }
  ImpactGroup& group() noexcept { return group_; }
  /// Shape at a side of one of the places, and its force: workspace.
  double* chi(int place, int side) noexcept { return chi_[2 * place + side].data(); }
  BlowForce& force(int place) noexcept { return forces_[place]; }
  /// The modes of a body that takes part: workspace number `k`, `offset` samples into the coming
  /// hop. @param voice that it rings with, or none.
  StruckBody modes(int k, int body, Voice* voice, std::int64_t hop_start, int offset) noexcept;

  /// Plays forces(place), from this sample on, on two voices.
  void play(int place, std::int64_t first, const BlowVoice (&voices)[2],
            std::int64_t hop_start) noexcept;
  /// Forces of the coming hop, given to the voices.
  void deliver(std::int64_t hop_start) noexcept;

 private:
  struct Running {
    BlowForce force;
    std::int64_t first = 0;  // sample; free when no voice is left
    BlowVoice side[2];
    AlignedVector<double> chi[2];
  };
  void add_rest(const BlowForce& force, std::int64_t first, const BlowVoice& side,
                std::int64_t hop_start, double* re, double* im) noexcept;

  std::vector<ImpactLadder> ladders_;
  ImpactGroup group_;
  AlignedVector<double> chi_[2 * kMostTogether];
  AlignedVector<double> re_[2 * kMostTogether], im_[2 * kMostTogether];
  AlignedVector<double> rest_re_, rest_im_, sum_re_, sum_im_;
  std::vector<BlowForce> forces_;
  std::vector<Running> running_;
};

}  // namespace peal
