#include "engine/engine_blows.h"

#include <algorithm>
#include <cmath>

namespace peal {
namespace {

int most_padded(std::span<const PlayBody> bodies) {
  int most = 0;
  for (const PlayBody& body : bodies) most = std::max(most, body.felt_modes());
  return (most + kLane - 1) / kLane * kLane;
}

/// Turns modes back by whole samples, without the growth that would undo their decay.
void turn_back(const ImpactLadder& ladder, std::int64_t samples, double* re, double* im) noexcept {
  const ModalTurn turn = ladder.level(0);
  for (int i = 0; i < ladder.modes(); ++i) {
    const Complex<double> z{turn.turn_re[i], -turn.turn_im[i]};
    const double size = std::sqrt(norm_squared(z));
    if (!(size > 0)) continue;
    Complex<double> power{z.re / size, z.im / size}, a{re[i], im[i]};
    for (std::int64_t n = samples; n > 0; n >>= 1) {
      if (n & 1) a *= power;
      power *= power;
    }
    re[i] = a.re, im[i] = a.im;
  }
}

bool listens(const BlowVoice& side) noexcept {
  return side.voice && side.voice->serial() == side.serial &&
         (side.voice->state() == VoiceState::ringing ||
          side.voice->state() == VoiceState::draining);
}

}  // namespace

std::size_t EngineBlows::bytes_of_bodies(std::span<const PlayBody> bodies) {
  std::size_t bytes =
      sizeof(EngineBlows) + kMostTogether * sizeof(BlowForce) +
      sizeof(double) * static_cast<std::size_t>(most_padded(bodies)) * (3 * 2 * kMostTogether + 4);
  for (const PlayBody& body : bodies) bytes += ImpactLadder::bytes(body.felt_modes());
  return bytes;
}

std::size_t EngineBlows::bytes_of_running(std::span<const PlayBody> bodies, int running) {
  return static_cast<std::size_t>(running) *
         (sizeof(Running) + 2 * sizeof(double) * static_cast<std::size_t>(most_padded(bodies)));
}

EngineBlows::EngineBlows(std::span<const PlayBody> bodies, double rate, int running)
    : forces_(kMostTogether), running_(running) {
  ladders_.reserve(bodies.size());
  for (const PlayBody& body : bodies) {
    std::vector<Complex<double>> poles(body.poles.begin(), body.poles.end());
    poles.insert(poles.end(), body.contact_poles.begin(), body.contact_poles.end());
    ladders_.emplace_back(poles, rate, true);
  }
  const auto most = static_cast<std::size_t>(most_padded(bodies));
  for (auto* arrays : {chi_, re_, im_})
    for (int k = 0; k < 2 * kMostTogether; ++k) arrays[k].resize(most);
  for (auto* array : {&rest_re_, &rest_im_, &sum_re_, &sum_im_}) array->resize(most);
  for (Running& blow : running_)
    for (auto& chi : blow.chi) chi.resize(most);
}

// What the rest of a force, from the start of this hop on, leaves in the modes, as if it were over.
void EngineBlows::add_rest(const BlowForce& force, std::int64_t first, const BlowVoice& side,
                           std::int64_t hop_start, double* re, double* im) noexcept {
  const ImpactLadder& ladder = ladders_[side.body];
  const auto from = static_cast<int>(std::max<std::int64_t>(0, hop_start - first));
  if (from >= force.samples) return;
  std::fill_n(rest_re_.begin(), ladder.padded(), 0.0);
  std::fill_n(rest_im_.begin(), ladder.padded(), 0.0);
  add_blow(force, from, ladder, side.chi, rest_re_.data(), rest_im_.data());
  turn_back(ladder, first + force.samples - hop_start, rest_re_.data(), rest_im_.data());
  for (int i = 0; i < ladder.modes(); ++i) re[i] += rest_re_[i], im[i] += rest_im_[i];
}

StruckBody EngineBlows::modes(int k, int body, Voice* voice, std::int64_t hop_start,
                              int offset) noexcept {
  const ImpactLadder& ladder = ladders_[body];
  double *re = re_[k].data(), *im = im_[k].data();
  std::fill_n(re, ladder.padded(), 0.0);
  std::fill_n(im, ladder.padded(), 0.0);
  if (voice) {
    // What nobody hears is at rest by now, unless another blow goes on.
    for (int i = 0; i < voice->body().modes(); ++i) {
      const std::complex<double> a = voice->bank().amplitude(i);
      re[i] = a.real(), im[i] = a.imag();
    }
    for (const Running& blow : running_)
      for (const BlowVoice& side : blow.side)
        if (side.voice == voice && listens(side))
          add_rest(blow.force, blow.first, side, hop_start, re, im);
    ladder.ring(offset, re, im);
  }
  return {&ladder, re, im};
}

void EngineBlows::play(int place, std::int64_t first, const BlowVoice (&voices)[2],
                       std::int64_t hop_start) noexcept {
  const BlowForce& force = forces_[place];
  for (Running& blow : running_) {
    if (blow.side[0].voice || blow.side[1].voice) continue;
    blow.force.become(force);
    blow.first = first;
    for (int s = 0; s < 2; ++s) {
      blow.side[s] = voices[s];
      if (!voices[s].voice) continue;
      std::copy_n(voices[s].chi, ladders_[voices[s].body].padded(), blow.chi[s].begin());
      blow.side[s].chi = blow.chi[s].data();
    }
    return;
  }
  // Too many go on: this one rings from the start of the hop, as after its end.
  for (const BlowVoice& side : voices) {
    if (!side.voice) continue;
    const int modes = ladders_[side.body].modes();
    std::fill_n(sum_re_.begin(), modes, 0.0);
    std::fill_n(sum_im_.begin(), modes, 0.0);
    add_rest(force, first, side, hop_start, sum_re_.data(), sum_im_.data());
    side.voice->ring(sum_re_.data(), sum_im_.data());
  }
}

void EngineBlows::deliver(std::int64_t hop_start) noexcept {
  for (Running& blow : running_) {
    const BlowForce& force = blow.force;
    const auto from = static_cast<int>(std::max<std::int64_t>(0, hop_start - blow.first));
    const auto until =
        static_cast<int>(std::min<std::int64_t>(force.samples, hop_start + kHop - blow.first));
    const auto at = static_cast<int>(blow.first - hop_start);  // of sample 0 in this hop
    const int turn = std::clamp(force.fine, from, std::max(from, until));
    for (BlowVoice& side : blow.side) {
      if (!side.voice) continue;
      if (!listens(side) || until <= from) {
        side.voice = nullptr;
        continue;
      }
      const float before = from > 0 ? force.mean(from - 1) : 0.0f;
      if (turn > from)
        side.voice->strike(
            {side.chi, force.at(from), at + from, turn - from, kStrikeParts, before});
      // Within a hop the strike before has been heard out, its last sample included.
      if (until > turn)
        side.voice->strike(
            {side.chi, force.at(turn), at + turn, until - turn, 1, turn > from ? 0.0f : before});
    }
  }
}

}  // namespace peal
