#include "engine/voice_pool.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace peal {
namespace {

constexpr int kBudgetHops = 8;  // how often an exceeded budget is looked at again

}  // namespace

VoicePool::VoicePool(std::span<const PlayBody> bodies, const VoiceSpace& space, int voices,
                     int most_modes)
    : bodies_(bodies), most_voices_(voices), most_modes_(most_modes) {
  const ModalBank* largest = nullptr;
  for (const PlayBody& body : bodies) {
    prototypes_.emplace_back(body.poles, space.rate, space.channels());
    std::vector<std::complex<double>> weights(body.modes());
    const double distance = std::max(1.0, 2 * body.bounding_radius);
    mode_weights(body, distance * normalized(Vec3{0.3, 0.8, 0.5}), weights.data());
    auto& gains = gain_at_metre_.emplace_back();
    for (const auto& w : weights) gains.push_back(static_cast<float>(distance * std::abs(w)));
  }
  for (const ModalBank& bank : prototypes_)
    if (!largest || bank.modes() > largest->modes()) largest = &bank;
  voices_.reserve(voices + kSpare);
  for (int v = 0; largest && v < voices + kSpare; ++v) voices_.emplace_back(*largest, space);
}

Voice* VoicePool::take(double loudness) noexcept {
  Voice *free = nullptr, *quietest = nullptr;
  int taken = 0;
  for (Voice& voice : voices_) {
    if (voice.state() == VoiceState::free) {
      if (!free) free = &voice;
      continue;
    }
    if (voice.state() == VoiceState::fading) continue;
    ++taken;
    const bool quieter = !quietest || voice.loudness() < quietest->loudness();
    // Contacts do not take voices from one another: they would do so in every hop.
    const bool kept = voice.fresh() || (voice.driven() && loudness <= kContactLoudness);
    if (quieter && !kept) quietest = &voice;
  }
  if (!free) return nullptr;
  if (taken < most_voices_) return free;
  if (!quietest || !(quietest->loudness() < loudness)) return nullptr;
  quietest->fade_out();
  ++stolen_;
  return free;
}

void VoicePool::start(Voice& voice, int body, int object, const Pose& pose,
                      std::int64_t hop) noexcept {
  voice.start(prototypes_[body], bodies_[body], object, pose, hop);
}

double VoicePool::loudness_at_metre(int body, const Complex<double>* amplitude) const noexcept {
  double sum = 0;
  for (std::size_t i = 0; i < gain_at_metre_[body].size(); ++i)
    sum += static_cast<double>(gain_at_metre_[body][i]) * std::sqrt(norm_squared(amplitude[i]));
  return sum;
}

int VoicePool::ringing() const noexcept {
  return static_cast<int>(std::count_if(voices_.begin(), voices_.end(), [](const Voice& voice) {
    return voice.state() == VoiceState::ringing;
  }));
}

bool VoicePool::silent() const noexcept {
  return std::all_of(voices_.begin(), voices_.end(),
                     [](const Voice& voice) { return voice.state() == VoiceState::free; });
}

std::int64_t VoicePool::wanted_work() const noexcept {
  std::int64_t sum = 0;
  for (const Voice& voice : voices_) sum += voice.wanted_work();
  return sum;
}

int VoicePool::modes() const noexcept {
  int sum = 0;
  for (const Voice& voice : voices_) sum += voice.modes();
  return sum;
}

// How many modes would be left; fresh pushes are not in the amplitudes yet and keep all.
int VoicePool::modes_above(double threshold, bool cull) noexcept {
  int sum = 0;
  for (Voice& voice : voices_) {
    if (voice.state() != VoiceState::ringing) continue;
    const int modes = voice.modes();
    int kept = modes;
    if (!voice.fresh() && !voice.driven()) {
      const float* tail = voice.tail();
      const auto least = static_cast<float>(threshold);
      while (kept > 0 && tail[kept - 1] < least) --kept;
      kept = std::min(modes, (kept + kLane - 1) / kLane * kLane);
    }
    if (cull) voice.cull(kept);
    sum += kept;
  }
  return sum;
}

void VoicePool::keep_budget() noexcept {
  if (wait_ > 0) --wait_;
  if (wait_ > 0 || modes() <= most_modes_) return;
  wait_ = kBudgetHops;
  for (Voice& voice : voices_)
    if (voice.state() == VoiceState::ringing) voice.look();
  // Bisection over the logarithm: 1e-9 .. 1e5 Pa, to half a decibel.
  double low = std::log(1e-9), high = std::log(1e5);
  for (int k = 0; k < 10; ++k) {
    const double middle = 0.5 * (low + high);
    (modes_above(std::exp(middle), false) > most_modes_ ? low : high) = middle;
  }
  modes_above(std::exp(high), true);
}

}  // namespace peal
