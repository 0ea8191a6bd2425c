// Impacts: from what the game knows (point, normal, impulse or speed) to pushes on the modes of
// both bodies and to their clicks. Impulse (1 + e) m v, Hertz' duration, and the energy that the
// rebound has lost as bound for the modes (dsp/modal/push_energy.h), as sources/impact.h does
// offline.
#include <algorithm>
#include <cmath>

#include "dsp/modal/push_energy.h"
#include "engine/engine_side.h"
#include "physics/contact/hertz.h"

namespace peal {
namespace {

constexpr double kMostImpulse = 1e4;   // [N s]
constexpr double kLeastImpact = 1e-3;  // [m/s] slower ones are contacts, not impacts

}  // namespace

// A place on an object is where the object is now.
void EngineCore::place_in_world(EngineEvent& event) const noexcept {
  if (!event.local) return;
  const Pose& pose = objects_[event.object >= 0 ? event.object : event.other].follower.latest();
  event.point = to_world(pose, event.point);
  event.normal = rotate(pose.rotation, event.normal);
}

double EngineCore::closing_speed(const EngineEvent& event) const noexcept {
  const auto velocity = [&](int slot) {
    if (slot < 0) return Vec3{};
    const EnginePoseFollower& f = objects_[slot].follower;
    return f.velocity() + cross(f.spin(), event.point - f.latest().position);
  };
  return std::max(0.0, dot(velocity(event.other) - velocity(event.object), event.normal));
}

int EngineCore::modes_of(int slot) const noexcept {
  return slot >= 0 && objects_[slot].body >= 0 ? world_->bodies[objects_[slot].body].modes() : 0;
}

void EngineCore::strike_due() noexcept {
  if (pending_.count() == 0) return;
  const double start = static_cast<double>(hop_ * kHop);
  Blow blows[kMostImpacts];
  int count = 0, modes = 0;
  for (int tried = 0; tried < kMostImpacts; ++tried) {
    const PendingImpact* pending = pending_.next(hop_);
    if (!pending) break;
    modes += modes_of(pending->event.object) + modes_of(pending->event.other);
    if (tried > 0 && modes > kMostStruck) break;
    pending_.drop();
    blows[count] = {};
    blows[count].sample = std::max(start, pending->sample);
    if (prepare(*pending, blows[count], impulse_ + 2 * count))
      ++count;
    else
      ++counts_.unheard;
  }
  share_energy({blows, static_cast<std::size_t>(count)});
  for (int i = 0; i < count; ++i) ++(strike(blows[i]) ? counts_.impacts : counts_.unheard);
}

bool EngineCore::prepare(const PendingImpact& pending, Blow& blow,
                         std::vector<double>* impulses) noexcept {
  EngineEvent event = pending.event;
  if (gone(event.object, pending.life[0]) || gone(event.other, pending.life[1])) return false;
  place_in_world(event);
  const Side a = blow.side[0] = side(event.object, event.point, event.normal);
  const Side b = blow.side[1] = side(event.other, event.point, event.normal);
  const double mass = std::min(effective_mass(a.mobility, b.mobility), kHertzMaxMass);
  const double rebound = std::min(a.restitution, b.restitution);
  double speed = event.speed, impulse = event.impulse;
  if (speed < 0) speed = impulse >= 0 ? impulse / ((1 + rebound) * mass) : closing_speed(event);
  if (impulse < 0) impulse = (1 + rebound) * mass * speed;
  if (speed < kLeastImpact || !(impulse > 0)) return false;
  speed = std::min(speed, kHertzMaxSpeed), impulse = std::min(impulse, kMostImpulse);
  // A game may rebound harder than the materials do, or have other masses: bodies ring all the
  // same.
  blow.restitution = std::clamp(impulse / (mass * speed) - 1, 0.0, rebound);
  const HertzPair pair{reduced(a.radius, b.radius), mass, reduced(a.modulus, b.modulus)};
  blow.duration = hertz_contact(pair, speed).duration;
  blow.lost = 0.5 * impulse * speed * (1 - blow.restitution);
  blow.impulse = impulse;
  for (int s = 0; s < 2; ++s) {
    Side& side = blow.side[s];
    if (!side.body || side.body->modes() == 0 || !side.found) continue;
    side.impulse = impulses[s].data();
    project(*side.body, side.place, (s == 0 ? impulse : -impulse) * side.normal, side.impulse);
  }
  return true;
}

// Impacts of one instant that share an object push on the same modes together: they share what was
// lost (a bar that lands flat).
void EngineCore::share_energy(std::span<Blow> blows) noexcept {
  const int count = static_cast<int>(blows.size());
  int group[kMostImpacts];
  const auto share = [&](const Blow& x, const Blow& y) {
    if (x.sample != y.sample) return false;
    for (const Side& of_x : x.side)
      for (const Side& of_y : y.side)
        if (of_x.slot >= 0 && of_x.slot == of_y.slot) return true;
    return false;
  };
  for (int i = 0; i < count; ++i) {
    group[i] = i;
    for (int j = 0; j < i; ++j) {
      if (group[j] == group[i] || !share(blows[i], blows[j])) continue;
      const int from = group[i], to = group[j];
      for (int k = 0; k <= i; ++k)
        if (group[k] == from) group[k] = to;
    }
  }
  for (int g = 0; g < count; ++g) {
    double lost = 0, taken = 0;
    for (int i = 0; i < count; ++i) {
      if (group[i] != g) continue;
      lost += blows[i].lost;
      for (const Side& side : blows[i].side)
        if (side.impulse) taken += energy_taken(blows, group, i, side);
    }
    for (int i = 0; i < count; ++i)
      if (group[i] == g) blows[i].scale = push_scale(taken, lost);
  }
}

// What all pushes of a group leave in the modes of an object; 0 unless blow `i` is its first.
double EngineCore::energy_taken(std::span<const Blow> blows, const int* group, int i,
                                const Side& of) noexcept {
  double longest = 0;
  const auto each = [&](const auto& visit) {
    for (int k = 0; k < static_cast<int>(blows.size()); ++k)
      for (const Side& side : blows[k].side)
        if (group[k] == group[i] && side.impulse && side.slot == of.slot) visit(k, side);
  };
  int first = i;
  each([&](int k, const Side&) {
    first = std::min(first, k), longest = std::max(longest, blows[k].duration);
  });
  if (first != i) return 0;
  const auto modes = static_cast<std::size_t>(of.body->modes());
  std::fill_n(amplitude_.begin(), modes, Complex<double>{});
  each([&](int k, const Side& side) {
    add_push_amplitudes(of.body->poles, side.impulse, blows[k].duration,
                        longest - blows[k].duration, amplitude_.data());
  });
  return modal_energy({amplitude_.data(), modes});
}

bool EngineCore::strike(Blow& blow) noexcept {
  const ForceTimes force = force_times(ForceProfile::half_sine, blow.duration, blow.restitution);
  bool heard = false;
  for (int s = 0; s < 2; ++s) {
    Side& side = blow.side[s];
    if (!side.body) continue;
    const double impulse = s == 0 ? blow.impulse : -blow.impulse;
    if (side.impulse) {
      if (blow.scale != 1)
        project(*side.body, side.place, blow.scale * (impulse * side.normal), side.impulse);
      heard |= ring(side, blow.sample, blow.duration);
    }
    if (side.body->click && !objects_[side.slot].held) {
      heard |= click(side, impulse, blow.sample, force);
    }
  }
  return heard;
}

/// True when one more push may be rendered exactly; it is over at sample `end`.
bool EngineCore::exact_push(double end) noexcept {
  const double start = static_cast<double>(hop_ * kHop);
  for (double& other : push_ends_)
    if (other < start) {
      other = end;
      return true;
    }
  return false;
}

Voice* EngineCore::voice_of(int slot, double loudness) noexcept {
  EngineObject& object = objects_[slot];
  Voice* voice = object.voice;
  if (voice && voice->object() == slot &&
      (voice->state() == VoiceState::ringing || voice->state() == VoiceState::draining))
    return voice;
  const Pose& pose = object.follower.pose();
  voice = pool_.take(loudness);
  if (voice) pool_.start(*voice, object.body, slot, pose, hop_);
  return object.voice = voice;
}

bool EngineCore::ring(Side& side, double sample, double tau) noexcept {
  const int body = objects_[side.slot].body;
  std::fill_n(amplitude_.begin(), side.body->modes(), Complex<double>{});
  add_push_amplitudes(side.body->poles, side.impulse, tau, 0, amplitude_.data());
  const Vec3 way =
      side.pose->position - 0.5 * (space_.ear[0] + space_.ear[space_.ears == 1 ? 0 : 1]);
  const double distance =
      space_.ears > 0 ? std::max(norm(way), 0.1 + side.body->bounding_radius) : 1;
  const double loudness = pool_.loudness_at_metre(body, amplitude_.data()) / distance;
  if (!(loudness > limits_->inaudible)) return false;
  Voice* voice = voice_of(side.slot, loudness);
  if (!voice) return false;
  // Too many at once: this one rings from the start of the hop, as after its end.
  const double offset = sample - static_cast<double>(hop_ * kHop), length = tau * limits_->rate;
  voice->push(exact_push(sample + length) ? offset : -length, tau, side.impulse, loudness);
  return true;
}

bool EngineCore::click(const Side& side, double impulse, double sample,
                       const ForceTimes& force) noexcept {
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
    return clicks_.add(*body.click, velocity_jump, force, arrivals, 1);
  }
  for (int ear = 0; ear < space_.ears; ++ear) {
    const double delay = std::min(norm(space_.ear[ear] - pose.position) * space_.samples_per_metre,
                                  static_cast<double>(space_.most_delay));
    arrivals[ear] = {ear, to_body(pose, space_.ear[ear]), sample + delay + kEngineLatency, 1};
  }
  return clicks_.add(*body.click, velocity_jump, force, arrivals, space_.ears);
}

}  // namespace peal
