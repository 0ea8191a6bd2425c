#include "engine/voice.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace peal {
namespace {

constexpr int kFreshHops = 2;

}  // namespace

Voice::Voice(const ModalBank& largest, const VoiceSpace& space)
    : space_(&space),
      bank_(largest),
      weights_(largest.modes()),
      gain_(largest.modes()),
      tail_(largest.modes() + 1),
      places_(space.most_delay) {
  for (int ear = 0; space.ears > 0 && ear < space.channels(); ++ear)
    paths_.emplace_back(space.most_delay);
  ports_ = std::make_unique<BankPorts>(std::span<ModalBank>(&bank_, 1), kPorts);
}

std::size_t Voice::bytes(int modes, const VoiceSpace& space) {
  const std::size_t per_mode = ModalBank::bytes_per_mode(ModalBank::kMaxDrives, space.channels()) +
                               sizeof(std::complex<double>) + 2 * sizeof(float) +
                               3 * kPorts * sizeof(double);
  const auto hops = static_cast<unsigned>(space.most_delay / kHop + 4);
  return sizeof(Voice) + static_cast<std::size_t>(modes) * per_mode +
         static_cast<std::size_t>(space.ears * (1 + space.images)) *
             ListenerPath::bytes(space.most_delay) +
         sizeof(Vec3) * std::bit_ceil(hops);
}

void Voice::start(const ModalBank& prototype, const PlayBody& body, int object, const Pose& pose,
                  std::int64_t hop) noexcept {
  bank_.become(prototype);  // within what the largest body has reserved
  body_ = &body;
  object_ = row_ = object;
  pose_ = pose;
  hop_ = hop;
  state_ = VoiceState::ringing;
  kept_ = body.modes(), culling_ = -1;
  fresh_ = kFreshHops, fade_left_ = 0, loudness_ = 0, healthy_ = true,
  driven_ = was_driven_ = false;
  std::fill_n(claimed_, kPorts, false);
  ++serial_;
  wavenumber_ =
      body.modes() > 0 ? body.poles.back().im * space_->samples_per_metre / space_->rate : 0;
  places_.start(hop, pose.position);
  for (ListenerPath& path : paths_) path.start(hop * kHop);
  const double arrival = static_cast<double>(hop * kHop - kEngineLatency);
  for (int ear = 0; space_->ears > 0 && ear < space_->channels(); ++ear) {
    delay_[ear] =
        places_.delay(arrival, space_->ear[ear], space_->samples_per_metre, space_->most_delay);
    gain_of_[ear] = space_->gain(ear, pose.position);
  }
  std::fill_n(held_back_, kEngineLatency, 0.0f);
  weights_from_ = 0;
  rough_ = weights_wanted_ = false;
  weight_work_ = space_->channels() * transfer_work(body.transfer);
  update_weights();
}

// All modes again, after culling or silence.
void Voice::expand() noexcept {
  if (kept_ < body_->modes()) {
    weights_from_ = std::min(weights_from_, kept_);
    kept_ = body_->modes(), culling_ = -1;
    bank_.limit_modes(kept_);
  }
  if (state_ == VoiceState::draining) state_ = VoiceState::ringing, weights_from_ = 0;
}

void Voice::drive() noexcept {
  // A contact begins with all modes, whatever an earlier shortage has left of them.
  if (state_ == VoiceState::draining || !was_driven_) expand();
  driven_ = true;
}

int Voice::free_ports() const noexcept {
  return static_cast<int>(std::count(claimed_, claimed_ + kPorts, false));
}

int Voice::claim_port() noexcept {
  for (int port = 0; port < kPorts; ++port)
    if (!claimed_[port]) {
      claimed_[port] = true;
      return port;
    }
  return -1;
}

void Voice::release_port(int port) noexcept {
  if (port >= 0 && port < kPorts) claimed_[port] = false;
}

void Voice::push(double offset, double tau, const double* impulse, double loudness) noexcept {
  expand();
  bank_.push(offset, tau, {impulse, static_cast<std::size_t>(body_->modes())});
  fresh_ = kFreshHops;
  loudness_ += loudness;
}

void Voice::strike(const BankStrike& strike) noexcept {
  expand();
  bank_.strike(strike);
  fresh_ = kFreshHops;
}

void Voice::ring(const double* re, const double* im) noexcept {
  expand();
  for (int i = 0; i < body_->modes(); ++i)
    bank_.set_amplitude(i, bank_.amplitude(i) + std::complex<double>(re[i], im[i]));
  fresh_ = kFreshHops;
}

void Voice::fade_out() noexcept {
  if (state_ == VoiceState::free || state_ == VoiceState::fading) return;
  state_ = VoiceState::fading;
  fade_left_ = kFadeHops;
}

void Voice::cull(int modes) noexcept {
  const int whole = std::min((modes + kLane - 1) / kLane * kLane, body_->modes());
  if (whole >= kept_ || state_ != VoiceState::ringing) return;
  kept_ = whole;
  culling_ = whole;
}

void Voice::look() noexcept {
  float sum = 0;
  for (int i = body_->modes(); i >= 0; --i) {
    if (i < kept_) sum += gain_[i] * static_cast<float>(std::sqrt(std::norm(bank_.amplitude(i))));
    tail_[i] = sum;
  }
}

bool Voice::healthy() noexcept {
  const bool was = healthy_;
  healthy_ = true;
  return was;
}

void Voice::render(float* const* out) noexcept {
  alignas(32) float hop[kMaxEars][kHop] = {};
  if (state_ != VoiceState::draining && (driven_ || !bank_.silent())) {
    const bool cut = culling_ >= 0;
    update_weights();
    if (cut) bank_.fade_weights(culling_);
    bank_.render(hop);
    if (cut) bank_.limit_modes(culling_), culling_ = -1;
    for (int channel = 0; channel < space_->channels(); ++channel) {
      float sum = 0;
      for (float x : hop[channel]) sum += std::abs(x);
      if (!std::isfinite(sum)) healthy_ = false;
      // Of a driven voice nobody knows what is to come: it is as loud as it just was.
      if (driven_) loudness_ = std::max(0.99 * loudness_, 2.0 * static_cast<double>(sum) / kHop);
    }
    if (!healthy_) {
      bank_.stop();
      for (auto& row : hop) std::fill_n(row, kHop, 0.0f);
    }
  }
  const bool heard_out = carry(hop, out);
  ++hop_;
  if (fresh_ > 0) --fresh_;
  finish_hop();
  was_driven_ = driven_, driven_ = false;
  if (state_ == VoiceState::draining && heard_out) state_ = VoiceState::free;
  if (state_ == VoiceState::fading && --fade_left_ == 0) {
    bank_.stop();
    state_ = VoiceState::free;
  }
}

// Adds what arrives in this hop; true when nothing was left to arrive.
bool Voice::carry(const float (*hop)[kHop], float* const* out) noexcept {
  const auto fade = [&](int left) {
    return state_ == VoiceState::fading ? static_cast<float>(left) / kFadeHops : 1.0f;
  };
  const float gain_from = fade(fade_left_), gain_to = fade(fade_left_ - 1);
  bool heard_out = true;
  if (space_->ears == 0) {
    constexpr int kNew = kHop - kEngineLatency;
    for (int n = 0; n < kHop; ++n) {
      const float u = static_cast<float>(n) / kHop;
      const float x = n < kEngineLatency ? held_back_[n] : hop[0][n - kEngineLatency];
      heard_out = heard_out && x == 0;
      out[0][n] +=
          gain_from == gain_to ? gain_from * x : (gain_from + u * (gain_to - gain_from)) * x;
    }
    std::copy(hop[0] + kNew, hop[0] + kHop, held_back_);
    return heard_out;
  }
  places_.append(pose_.position);
  const std::int64_t arrival = hop_ * kHop - kEngineLatency;
  for (int ear = 0; ear < space_->channels(); ++ear) {
    paths_[ear].feed(hop[ear]);
    const double delay = places_.delay(static_cast<double>(arrival + kHop), space_->ear[ear],
                                       space_->samples_per_metre, space_->most_delay);
    const double gain = space_->gain(ear, pose_.position);
    if (!paths_[ear].heard_out(arrival, std::max(delay, delay_[ear]))) {
      paths_[ear].gather(arrival, delay_[ear], delay, gain_from * static_cast<float>(gain_of_[ear]),
                         gain_to * static_cast<float>(gain), out[ear % space_->ears]);
      heard_out = false;
    }
    delay_[ear] = delay, gain_of_[ear] = gain;
  }
  return heard_out;
}

void Voice::finish_hop() noexcept {
  if (state_ != VoiceState::ringing) return;
  if (hop_ % kLookEvery == 0 && !driven_ && !fresh()) {
    const double bound = bank_.loudness_bound();
    if (std::isfinite(bound)) loudness_ = bound;
    if (bound < space_->inaudible) bank_.stop();
  }
  if (bank_.silent() && !driven_) state_ = VoiceState::draining;
}

}  // namespace peal
