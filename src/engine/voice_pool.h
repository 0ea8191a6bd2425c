// Voices for the objects that ring: who gets one, who gives way, and how many modes each may
// render.
//
// Stealing: when all voices ring, the quietest fades out within two hops and a spare one takes
// the new sound, if that is louder. Culling: when the modes of all voices together exceed the
// budget, one threshold [Pa] is found for all; each voice keeps the modes up to the first from
// which on the rest stays below it. Bodies list their modes by frequency, and high modes die first.
// After construction nothing allocates, locks or throws.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "engine/voice.h"

namespace peal {

/// A contact takes a voice from what is quieter than this. [Pa]
inline constexpr double kContactLoudness = 1e-3;

class VoicePool {
 public:
  VoicePool(std::span<const PlayBody> bodies, const VoiceSpace& space, int voices, int most_modes);

  /// A free voice; else that of the quietest, if it is quieter than `loudness` [Pa]; else none.
  /// start() must be called on it.
  Voice* take(double loudness) noexcept;
  void start(Voice& voice, int body, int object, const Pose& pose, std::int64_t hop) noexcept;
  /// [Pa] at 1 m that amplitudes of this size add at most.
  double loudness_at_metre(int body, const Complex<double>* amplitude) const noexcept;

  /// Keeps the modes within the budget; once per hop, before voices render.
  void keep_budget() noexcept;

  std::span<Voice> voices() noexcept { return voices_; }
  int ringing() const noexcept;
  bool silent() const noexcept;  // nothing rings, and nothing is on its way to an ear
  /// Work of weights that voices in motion want, see WeightBudget.
  std::int64_t wanted_work() const noexcept;
  int modes() const noexcept;
  int stolen() const noexcept { return stolen_; }

  static constexpr int kSpare = 8;  // voices that may fade out while others begin

 private:
  int modes_above(double threshold, bool cull) noexcept;

  std::span<const PlayBody> bodies_;
  std::vector<ModalBank> prototypes_;              // one per body
  std::vector<std::vector<float>> gain_at_metre_;  // per body and mode
  std::vector<Voice> voices_;                      // reserved: never moved
  int most_voices_, most_modes_, stolen_ = 0;
  int wait_ = 0;  // hops until the budget is looked at again
};

}  // namespace peal
