// Blows solved with the modes of both bodies as they ring: forces for the modes, clicks for the
// air. SI units.
#include <algorithm>
#include <cmath>

#include "dsp/modal/push_energy.h"
#include "engine/engine_side.h"

namespace peal {
namespace {

constexpr double kPeriods = 1.5;      // of the lowest mode: no rebound comes later
constexpr double kContactTimes = 20;  // of rigid bodies
constexpr double kSameSpeed = 0.02;   // relative

}  // namespace

/// Objects with modes that take part in blows of one instant, and their states.
struct StruckObjects {
  int slot[ImpactGroup::kMostBodies];
  StruckBody body[ImpactGroup::kMostBodies];
  int count = 0;
  double before = 0;  // [J] in the modes when the blows begin
  double energy() const noexcept {
    double sum = 0;
    for (int k = 0; k < count; ++k)
      for (int i = 0; i < body[k].ladder->modes(); ++i)
        sum += (body[k].re[i] * body[k].re[i] + body[k].im[i] * body[k].im[i]) / 2;
    return sum;
  }
  int find(int of) const noexcept {
    int k = 0;
    while (k < count && slot[k] != of) ++k;
    return k;
  }
};

// The rigid bodies' part: how the approach at one place changes by a force at another.
double EngineCore::mobility_between(const Blow& c, const Blow& d) const noexcept {
  double sum = 0;
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) {
      const Side &x = c.side[i], &y = d.side[j];
      if (x.slot < 0 || x.slot != y.slot || objects_[x.slot].held) continue;
      const Vec3 a = cross(x.arm, x.normal), b = cross(y.arm, y.normal), inertia = x.body->inertia;
      const double through = dot(x.normal, y.normal) / x.body->mass + a.x * b.x / inertia.x +
                             a.y * b.y / inertia.y + a.z * b.z / inertia.z;
      sum += (i == j ? 1 : -1) * through;
    }
  return sum;
}

void EngineCore::follow(std::span<Blow* const> island, StruckObjects& struck,
                        std::int64_t first) noexcept {
  const std::int64_t start = hop_ * kHop;
  const double rate = limits_->rate;
  ImpactGroup& group = blows_.group();
  group.clear();
  struck.count = 0;
  BlowForce* forces[kMostImpacts];
  int level = 0;
  double longest = 0;
  for (std::size_t c = 0; c < island.size(); ++c) {
    const Blow& blow = *island[c];
    const double ahead = std::max(0.0, blow.sample - static_cast<double>(first)) / rate;
    StruckPlace place{blow.spring, -blow.speed * ahead, blow.speed, blow.yield, {}};
    for (int s = 0; s < 2; ++s) {
      const Side& side = blow.side[s];
      if (!side.chi) continue;
      const int k = struck.find(side.slot);
      if (k == struck.count) {
        struck.slot[k] = side.slot;
        struck.body[k] = blows_.modes(k, objects_[side.slot].body, sounding(side.slot), start,
                                      static_cast<int>(first - start));
        group.add(struck.body[k]);
        ++struck.count;
        longest = std::max(longest, kPeriods * 2 * kPi / struck.body[k].ladder->omega()[0]);
      }
      place.side[s] = {k, side.chi};
    }
    group.add(place);
    for (std::size_t d = 0; d < c; ++d)
      group.set_rigid(static_cast<int>(c), static_cast<int>(d), mobility_between(blow, *island[d]));
    group.set_rigid(static_cast<int>(c), static_cast<int>(c), blow.mobility);
    forces[c] = &blows_.force(blow.place);
    level = std::max({level, impact_level(blow.contact_time, rate), kLeastImpactLevel});
    longest = std::max(longest, kContactTimes * blow.contact_time);
  }
  if (island.size() > 1) struck.before = struck.energy();
  const auto most = static_cast<int>(
      std::min(std::ceil(longest * rate), static_cast<double>(BlowForce::kLongest)));
  const int steps = follow_blows(group, level, rate, most, {forces, island.size()});
  constexpr std::int64_t kOfSpring = 500;  // solving one once costs as much as this many modes
  std::int64_t work = 0;
  for (const Blow* blow : island)
    for (const Side& side : blow->side)
      if (side.chi) work += side.body->felt_modes();
  solving_left_ -= steps * work + group.springs_solved() * kOfSpring;
}

void EngineCore::solve(std::span<Blow* const> island) noexcept {
  const auto first = static_cast<std::int64_t>(std::floor(island[0]->sample));
  StruckObjects struck;
  follow(island, struck, first);
  // Where the game knows the impulse alone, the speed is the one that brings it: J is nearly
  // proportional to it.
  bool again = false;
  for (Blow* blow : island) {
    const double given = blow->impulse, solved = blows_.force(blow->place).impulse();
    if (blow->speed_told || !(solved > 0)) continue;
    const double ratio = std::clamp(given / solved, 0.5, 2.0);
    if (std::abs(ratio - 1) < kSameSpeed) continue;
    blow->speed = std::min(ratio * blow->speed, kHertzMaxSpeed);
    blow->spring.loss = rolling_loss(blow->restitution, blow->speed);
    again = true;
  }
  if (again) follow(island, struck, first);
  // Speeds that no rigid body can have at all its places at once would bring more than they say:
  // then one place is struck after the other.
  double brought = 0;
  for (const Blow* blow : island) brought += 0.5 * blow->speed * blow->speed / blow->mobility;
  if (island.size() > 1 && struck.energy() - struck.before > brought) {
    for (Blow* const& blow : island) solve({&blow, 1});
    return;
  }

  Voice* voices[ImpactGroup::kMostBodies] = {};
  for (int k = 0; k < struck.count; ++k) {
    const StruckBody& body = struck.body[k];
    const int heard = world_->bodies[objects_[struck.slot[k]].body].modes();
    for (int i = 0; i < heard; ++i) amplitude_[i] = {body.re[i], body.im[i]};
    const double loudness = loudness_of(struck.slot[k]);
    if (loudness > limits_->inaudible) voices[k] = voice_of(struck.slot[k], loudness);
    if (voices[k]) voices[k]->expect(loudness);
  }
  for (const Blow* blow : island) {
    BlowVoice ringing[2];
    bool heard = false;
    for (int s = 0; s < 2; ++s) {
      const Side& side = blow->side[s];
      Voice* voice = side.chi ? voices[struck.find(side.slot)] : nullptr;
      if (!voice) continue;
      ringing[s] = {voice, voice->serial(), objects_[side.slot].body, side.chi};
      heard = true;
    }
    if (heard) blows_.play(blow->place, first, ringing, hop_ * kHop);
    const BlowForce& force = blows_.force(blow->place);
    const double solved = force.impulse(), late = (blow->sample - static_cast<double>(first));
    ClickForce clicks[BlowForce::kPulses];
    for (int k = 0; k < force.pulses(); ++k) {
      const ContactPulse pulse = force.moments[k].pulse();
      ForceTimes times = pulse.times();
      times.delay -= late / limits_->rate;
      clicks[k] = {pulse.impulse / solved, times};
    }
    // The motion is the game's: bodies jump by the impulse that it gave them.
    heard |= click_all(*blow, {clicks, static_cast<std::size_t>(force.pulses())},
                       blow->impulse >= 0 ? blow->impulse : solved);
    ++(heard ? counts_.impacts : counts_.unheard);
  }
}

// Softer and heavier than anything that rings by it, or too late to be solved: rigid bodies, a
// half-sine, and no more energy than they bring. Those that stop a body together share what one of
// them alone would need, and push in step: each has 1 / together of its impulse.
bool EngineCore::press(Blow& blow, std::ptrdiff_t together) noexcept {
  const double mass = 1 / blow.mobility, part = 1 / static_cast<double>(together);
  const double impulse =
      blow.impulse >= 0 ? blow.impulse : part * (1 + blow.restitution) * mass * blow.speed;
  const double speed = (blow.speed_told ? part : 1) * blow.speed;
  bool heard = false;
  for (Side& side : blow.side) {
    if (!side.chi) continue;
    const int modes = side.body->modes();
    for (int i = 0; i < modes; ++i) side.chi[i] *= impulse;
    std::fill_n(amplitude_.begin(), modes, Complex<double>{});
    add_push_amplitudes(side.body->poles, side.chi, blow.contact_time, 0, amplitude_.data());
    const double scale =
        push_scale(modal_energy({amplitude_.data(), static_cast<std::size_t>(modes)}),
                   0.5 * mass * speed * speed);
    for (int i = 0; i < modes; ++i) side.chi[i] *= scale;
    const double loudness = scale * loudness_of(side.slot);
    if (!(loudness > limits_->inaudible)) continue;
    Voice* voice = voice_of(side.slot, loudness);
    if (!voice) continue;
    voice->push(blow.sample - static_cast<double>(hop_ * kHop), blow.contact_time, side.chi,
                loudness);
    heard = true;
  }
  ClickForce force{1, force_times(ForceProfile::half_sine, blow.contact_time, 1)};
  return click_all(blow, {&force, 1}, impulse) || heard;
}

}  // namespace peal
