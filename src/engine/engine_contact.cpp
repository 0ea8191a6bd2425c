#include "engine/engine_contact.h"

#include <algorithm>
#include <cmath>

#include "physics/contact/hertz.h"

namespace peal {
namespace {

constexpr double kLost = 0.25;       // [s] without an update: it has ended
constexpr int kMostRamp = 50;        // [hops] 67 ms
constexpr double kSameShape = 1e-3;  // relative change that is worth a move

}  // namespace

EngineContactSound::EngineContactSound(double rate, int most_modes) : rate_(rate), sound_(rate) {
  for (Side& side : side_)
    for (int d : {kNormal, kSlip})
      side.shape[d].resize(most_modes), side.step[d].resize(most_modes);
}

void EngineContactSound::begin(int a, int b, const std::int64_t (&life)[2]) noexcept {
  life_[0] = life[0], life_[1] = life[1];
  open_ = true, known_ = ended_ = false, slides_ = rolls_ = {};
  slot_[0] = a, slot_[1] = b;
  force_ = slip_ = roll_ = {};
  since_update_ = 0, told_anew_ = false;
  for (Side& side : side_) {
    side.voice = nullptr, side.serial = -1, side.left = 0, side.modes = 0;
    side.missed = false;
  }
}

bool EngineContactSound::missed(int side) noexcept {
  const bool before = side_[side].missed;
  side_[side].missed = side_[side].modes > 0 && !side_[side].voice;
  return side_[side].missed && !before;
}

EngineContactState EngineContactSound::state() const noexcept {
  if (!open_ || !known_ || ended_) return EngineContactState::none;
  return slides_  ? EngineContactState::slide
         : rolls_ ? EngineContactState::roll
                  : EngineContactState::rest;
}

Vec3 EngineContactSound::along(const Vec3& slip) const noexcept {
  const double speed = norm(slip);
  if (speed < 1e-4) return along_;
  // When the slip reverses, the speed changes its sign instead.
  return dot(slip, along_) < 0 && known_ ? slip / -speed : slip / speed;
}

void EngineContactSound::update(const EngineEvent& event, const double* const (*shape)[2],
                                const int* modes) noexcept {
  const int ramp = known_ ? std::clamp(since_update_, 1, kMostRamp) : 1;
  along_ = along(event.slip);
  force_.aim(event.force, ramp);
  slip_.aim(dot(event.slip, along_), ramp);
  roll_.aim(norm(event.roll), ramp);
  for (int s = 0; s < 2; ++s) {
    Side& side = side_[s];
    const bool fresh = !known_ || side.modes != modes[s];
    side.modes = modes[s];
    double change = 0, size = 0;
    for (int d : {kNormal, kSlip})
      for (int i = 0; i < side.modes; ++i) {
        const double difference = shape[s][d][i] - side.shape[d][i];
        change += difference * difference, size += shape[s][d][i] * shape[s][d][i];
        if (fresh) side.shape[d][i] = shape[s][d][i];
        side.step[d][i] = fresh ? 0 : difference / ramp;
      }
    // Shapes that stay save the mobilities, which are the dearest part of a contact.
    side.left = fresh || change < kSameShape * kSameShape * size ? 0 : ramp;
    side.fresh = side.fresh || fresh;
  }
  known_ = true;
  since_update_ = 0;
}

bool EngineContactSound::prepare() noexcept {
  if (!open_) return false;
  if (++since_update_ * kHop > kLost * rate_) force_.aim(0, 1);
  force_.advance(), slip_.advance(), roll_.advance();
  slides_.update(std::abs(slip_.value)), rolls_.update(roll_.value);
  const bool moves = known_ && !ended_ && (slides_ || rolls_);
  normal_at_ = -1;
  if (sound_.prepare(moves ? force_.value : 0, slip_.value, roll_.value)) return true;
  if (ended_) open_ = false;
  return false;
}

void EngineContactSound::move_shapes(Side& side) noexcept {
  const bool moves = side.left > 0;
  if (moves) --side.left;
  for (int d : {kNormal, kSlip}) {
    if (moves)
      for (int i = 0; i < side.modes; ++i) side.shape[d][i] += side.step[d][i];
    if (side.fresh)
      side.voice->ports().set_shape(side.port[d], side.shape[d]);
    else if (moves)
      side.voice->ports().move_shape(side.port[d], side.shape[d]);
  }
  side.fresh = false;
}

bool EngineContactSound::connect(Voice* a, Voice* b) noexcept {
  Voice* voices[2] = {a, b};
  bool rings = false;
  for (int s = 0; s < 2; ++s) {
    Side& side = side_[s];
    Voice* voice = voices[s];
    if (voice != side.voice || (voice && side.serial != voice->serial())) {
      if (side.voice && side.serial == side.voice->serial())
        for (int d : {kNormal, kSlip}) side.voice->release_port(side.port[d]);
      side.voice = nullptr, side.serial = -1;
      if (voice && voice->body().modes() == side.modes && voice->free_ports() >= 2) {
        side.voice = voice, side.serial = voice->serial(), side.fresh = true;
        for (int d : {kNormal, kSlip}) side.port[d] = voice->claim_port();
      }
    }
    if (!side.voice) continue;
    move_shapes(side);
    rings = true;
  }
  return rings;
}

void EngineContactSound::disconnect() noexcept {
  for (Side& side : side_) {
    if (side.voice && side.serial == side.voice->serial())
      for (int d : {kNormal, kSlip}) side.voice->release_port(side.port[d]);
    side.voice = nullptr, side.serial = -1;
  }
}

void EngineContactSound::add_to(Coupling& coupling) noexcept {
  const auto contact = [&](Direction d, ContactLaw& law, CoupledBody* extra) {
    CoupledContact out;
    if (Voice* voice = side_[0].voice) out.a = &voice->ports(), out.port_a = side_[0].port[d];
    if (Voice* voice = side_[1].voice) out.b = &voice->ports(), out.port_b = side_[1].port[d];
    out.law = &law, out.extra = extra;
    return out;
  };
  if (!coupling.add(contact(kNormal, sound_.normal(), &sound_.mass()))) return;
  normal_at_ = coupling.contacts() - 1;
  if (sound_.drags() && coupling.add(contact(kSlip, sound_.slide(), nullptr)))
    std::copy_n(sound_.slip(), kHop, coupling.slip(coupling.contacts() - 1));
}

void EngineContactSound::finish(const Coupling& coupling) noexcept {
  if (normal_at_ >= 0) sound_.pressed(coupling.force(normal_at_));
}

}  // namespace peal
