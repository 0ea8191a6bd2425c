// Impacts: from what the game knows (point, normal, impulse or speed) to blows on both bodies.
// Each is solved together with the modes as they ring (dsp/impact/impact_group.h); those of one
// instant that share an object are solved together (a bar that lands flat).
#include <algorithm>
#include <cmath>

#include "engine/engine_side.h"

namespace peal {
namespace {

constexpr double kMostImpulse = 1e4;   // [N s]
constexpr double kLeastImpact = 1e-3;  // [m/s] slower ones are contacts, not impacts
constexpr double kLongestBlow = BlowForce::kLongest / 2;  // [samples] contact time

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
  return slot >= 0 && objects_[slot].body >= 0 ? world_->bodies[objects_[slot].body].felt_modes()
                                               : 0;
}

void EngineCore::strike_due() noexcept {
  solving_left_ = std::min(solving_left_ + kSolvedPerHop, kSolvedPerHop);
  const bool may_solve = solving_left_ > 0;
  const double start = static_cast<double>(hop_ * kHop);
  Blow blows[kMostImpacts];
  int count = 0, modes = 0;
  for (int tried = 0; tried < kMostImpacts; ++tried) {
    const PendingImpact* pending = pending_.next(hop_);
    if (!pending || (!may_solve && hop_ - pending->hop <= kMostWait)) break;
    // An object that is struck in several places is stepped once.
    for (const int slot : {pending->event.object, pending->event.other})
      if (std::none_of(blows, blows + count, [&](const Blow& blow) {
            return blow.side[0].slot == slot || blow.side[1].slot == slot;
          }))
        modes += modes_of(slot);
    if (tried > 0 && modes > kMostStruck) break;
    pending_.drop();
    Blow& blow = blows[count];
    blow = {};
    blow.place = count;
    blow.late = !may_solve;
    blow.sample = std::max(start, pending->sample);
    if (prepare(*pending, blow))
      ++count;
    else
      ++counts_.unheard;
  }
  strike_together({blows, static_cast<std::size_t>(count)});
}

bool EngineCore::prepare(const PendingImpact& pending, Blow& blow) noexcept {
  EngineEvent event = pending.event;
  if (gone(event.object, pending.life[0]) || gone(event.other, pending.life[1])) return false;
  place_in_world(event);
  const Side a = blow.side[0] = side(event.object, event.point, event.normal);
  const Side b = blow.side[1] = side(event.other, event.point, event.normal);
  blow.mobility = std::max(a.mobility + b.mobility, 1 / kHertzMaxMass);
  blow.restitution = std::min(a.restitution, b.restitution);
  blow.impulse = std::min(event.impulse, kMostImpulse);
  blow.speed = event.speed;
  blow.speed_told = event.speed >= 0 || event.impulse < 0;
  if (blow.speed < 0)
    blow.speed = blow.impulse >= 0 ? blow.impulse * blow.mobility / (1 + blow.restitution)
                                   : closing_speed(event);
  if (blow.speed < kLeastImpact || blow.impulse == 0) return false;
  blow.speed = std::min({blow.speed, kHertzMaxSpeed, kMostImpulse * blow.mobility});
  const HertzPair pair{reduced(a.radius, b.radius), 1 / blow.mobility,
                       reduced(a.modulus, b.modulus)};
  const HertzContact hertz = hertz_contact(pair, blow.speed);
  blow.contact_time = hertz.duration;
  blow.yield = a.yield + b.yield;
  blow.spring = {hertz.stiffness, rolling_loss(blow.restitution, blow.speed)};
  for (int s = 0; s < 2; ++s) {
    Side& side = blow.side[s];
    if (!side.body || side.body->felt_modes() == 0 || !side.found) continue;
    side.chi = blows_.chi(blow.place, s);
    project_felt(*side.body, side.place, s == 0 ? side.normal : -side.normal, side.chi);
    const int modes = side.body->felt_modes();
    std::fill(side.chi + modes, side.chi + (modes + kLane - 1) / kLane * kLane, 0.0);
  }
  return true;
}

// In order of time: a later blow of the same hop finds the modes as an earlier one leaves them.
void EngineCore::strike_together(std::span<Blow> blows) noexcept {
  const int count = static_cast<int>(blows.size());
  Blow* ordered[kMostImpacts];
  for (int i = 0; i < count; ++i) {
    int k = i;
    for (; k > 0 && ordered[k - 1]->sample > blows[i].sample; --k) ordered[k] = ordered[k - 1];
    ordered[k] = &blows[i];
  }
  const auto share = [](const Blow& x, const Blow& y) {
    if (x.sample != y.sample) return false;
    for (const Side& of_x : x.side)
      for (const Side& of_y : y.side)
        if (of_x.slot >= 0 && of_x.slot == of_y.slot) return true;
    return false;
  };
  int group[kMostImpacts];
  for (int i = 0; i < count; ++i) {
    group[i] = i;
    for (int j = 0; j < i; ++j) {
      if (group[j] == group[i] || !share(*ordered[i], *ordered[j])) continue;
      const int from = std::max(group[i], group[j]), to = std::min(group[i], group[j]);
      for (int k = 0; k <= i; ++k)
        if (group[k] == from) group[k] = to;
    }
  }
  for (int g = 0; g < count; ++g) {
    Blow* island[kMostImpacts];
    std::size_t members = 0;
    for (int i = g; i < count; ++i) {
      if (group[i] != g) continue;
      // What presses longer than a blow is followed is no blow.
      if (ordered[i]->late)
        ++(press(*ordered[i], std::count(group, group + count, g)) ? counts_.impacts
                                                                   : counts_.unheard);
      else if (ordered[i]->contact_time * limits_->rate > kLongestBlow)
        ++(press(*ordered[i], 1) ? counts_.impacts : counts_.unheard);
      else
        island[members++] = ordered[i];
    }
    if (members > 0) solve({island, members});
  }
}

}  // namespace peal
