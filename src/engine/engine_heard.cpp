// How blows are heard: the voices that objects ring with, and their clicks. SI units.
#include <algorithm>
#include <cmath>

#include "engine/engine_side.h"

namespace peal {

bool EngineCore::click_all(const Blow& blow, std::span<ClickForce> forces,
                           double impulse) noexcept {
  bool heard = false;
  for (int s = 0; s < 2; ++s) {
    const Side& side = blow.side[s];
    if (side.body && side.body->click && !objects_[side.slot].held)
      heard |= click(side, s == 0 ? impulse : -impulse, blow.sample, forces);
  }
  return heard;
}

/// The voice that an object rings with now.
Voice* EngineCore::sounding(int slot) const noexcept {
  Voice* voice = objects_[slot].voice;
  const bool its_own =
      voice && voice->object() == slot &&
      (voice->state() == VoiceState::ringing || voice->state() == VoiceState::draining);
  return its_own ? voice : nullptr;
}

Voice* EngineCore::voice_of(int slot, double loudness) noexcept {
  if (Voice* voice = sounding(slot)) return voice;
  EngineObject& object = objects_[slot];
  const Pose& pose = object.follower.pose();
  Voice* voice = pool_.take(loudness);
  if (voice) pool_.start(*voice, object.body, slot, pose, hop_);
  return object.voice = voice;
}

/// [Pa] at the ears, of amplitude_.
double EngineCore::loudness_of(int slot) const noexcept {
  const int body = objects_[slot].body;
  const Vec3 way = objects_[slot].follower.latest().position -
                   0.5 * (space_.ear[0] + space_.ear[space_.ears == 1 ? 0 : 1]);
  const double distance =
      space_.ears > 0 ? std::max(norm(way), 0.1 + world_->bodies[body].bounding_radius) : 1;
  return pool_.loudness_at_metre(body, amplitude_.data()) / distance;
}

bool EngineCore::click(const Side& side, double impulse, double sample,
                       std::span<const ClickForce> forces) noexcept {
  const PlayBody& body = *side.body;
  const Vec3 j = impulse * side.normal, moment = cross(side.arm, j);
  const VelocityJump velocity_jump{
      j / body.mass,
      {moment.x / body.inertia.x, moment.y / body.inertia.y, moment.z / body.inertia.z}};
  if (!is_finite(velocity_jump.velocity) || !is_finite(velocity_jump.spin)) return false;
  const Pose& pose = objects_[side.slot].follower.pose();
  ClickArrival arrivals[kMaxEars];
  if (space_.ears == 0) {
    const Vec3 middle = to_body(pose, 0.5 * (space_.ear[0] + space_.ear[1]));
    const double distance = std::max(1.0, 2 * body.bounding_radius);
    arrivals[0] = {side.slot, distance * normalized(middle, {0, 1, 0}), sample + kEngineLatency,
                   distance};
    return clicks_.add(*body.click, velocity_jump, forces, arrivals, 1);
  }
  int count = 0;
  for (int ear = 0; ear < space_.channels(); ++ear) {
    const double gain = space_.gain(ear, pose.position);
    if (!(gain > 0)) continue;
    const double delay = std::min(norm(space_.ear[ear] - pose.position) * space_.samples_per_metre,
                                  static_cast<double>(space_.most_delay));
    arrivals[count++] = {ear % space_.ears, to_body(pose, space_.ear[ear]),
                         sample + delay + kEngineLatency, gain};
  }
  return clicks_.add(*body.click, velocity_jump, forces, arrivals, count);
}

}  // namespace peal
