#include "motion/rigid/contact_follower.h"

#include <algorithm>
#include <cmath>

namespace peal {
namespace {

// A contact counts after this time, and ends when it has carried nothing for as long: bounces and
// chatter are impacts. [s]
constexpr double kSteady = 5e-3;
// A sample follows the last after at least this time, when something changed by this part. [s]
constexpr double kMovingInterval = 2e-3, kRestingInterval = 5e-2;
constexpr double kAverage = 2e-3;  // [s] time constant of force and speed of rolling
constexpr double kChange = 0.05, kRestChange = 0.005;

bool changed(double before, double now, double scale, double part = kChange) {
  return std::abs(now - before) > part * std::max({std::abs(before), std::abs(now), scale});
}

}  // namespace

void ContactFollower::hold(const Hold& hold) {
  Pair& pair = pairs_[{hold.body_a, hold.body_b}];
  if (!pair.held) pair.force = 0, pair.place = pair.normal = pair.slip = pair.roll = {};
  if (!pair.held) pair.strongest = 0;
  pair.held = true;
  if (hold.normal_force > pair.strongest)
    pair.strongest = hold.normal_force, pair.strong_place = hold.place;
  // Means over the points, weighted by their forces.
  pair.force += hold.normal_force;
  pair.place += hold.normal_force * hold.place;
  pair.normal += hold.normal_force * hold.normal;
  pair.slip += hold.normal_force * hold.slip;
  pair.roll += hold.normal_force * hold.roll;
}

void ContactFollower::keep(int body_a, int body_b) {
  if (const auto found = pairs_.find({body_a, body_b}); found != pairs_.end())
    found->second.kept = true;
}

bool ContactFollower::fits(int bodies) const {
  return std::all_of(pairs_.begin(), pairs_.end(), [&](const auto& entry) {
    const auto [a, b] = entry.first;
    return a >= 0 && a < bodies && b >= kFloor && b < bodies;
  });
}

bool ContactFollower::worth_telling(const Pair& pair, const ContactSample& now) const {
  const ContactSample& told = pair.told;
  if (now.state != told.state) return true;
  const bool rests = now.state == ContactState::rest;
  if (now.time - told.time < (rests ? kRestingInterval : kMovingInterval)) return false;
  return changed(told.normal_force, now.normal_force, 0, rests ? kRestChange : kChange) ||
         (!rests && (changed(norm(told.slip), norm(now.slip), kLeaveSpeed) ||
                     changed(norm(told.roll), norm(now.roll), kLeaveSpeed)));
}

void ContactFollower::finish(double time, double end, const std::vector<Pose>& poses,
                             const std::vector<bool>& paused, std::vector<ContactSample>& out) {
  for (auto entry = pairs_.begin(); entry != pairs_.end();) {
    Pair& pair = entry->second;
    const auto [a, b] = entry->first;
    if (paused[a] || (b != kFloor && paused[b])) {
      ++entry;
      continue;
    }
    const bool touching = pair.held && pair.force > 0;
    const double force = touching ? pair.force : 0;
    const double roll = touching ? norm(pair.roll) / pair.force : 0;
    const double newer = pair.last_held == kNever ? 1 : 1 - std::exp((time - end) / kAverage);
    if (touching || !pair.kept) {
      pair.mean_force += newer * (force - pair.mean_force);
      pair.mean_roll += newer * (roll - pair.mean_roll);
    }
    if (touching) {
      if (pair.last_held == kNever && !pair.open) pair.since = time;
      pair.last_held = end;
    } else if (pair.kept) {
      pair.last_held = end;
    }
    if (end - pair.last_held > kSteady || (!pair.open && !touching && !pair.kept)) {
      if (pair.open) {
        ContactSample last = pair.told;
        last.time = time, last.ends = true;
        out.push_back(last);
      }
      entry = pairs_.erase(entry);
      continue;
    }
    const bool fell_asleep = pair.kept && !pair.held && !pair.asleep;
    if ((touching && end - pair.since >= kSteady) || (fell_asleep && pair.open)) {
      ContactSample now = pair.told;
      now.time = time, now.body_a = a, now.body_b = b, now.ends = false;
      now.normal_force = fell_asleep ? pair.force : pair.mean_force;
      // What rolls does so at one place; the mean of those that bear a rim is no place of it.
      const bool rolls = !fell_asleep && pair.mean_roll > kLeaveSpeed;
      const Vec3 place = rolls ? pair.strong_place : pair.place / pair.force;
      now.normal = normalized(pair.normal, {0, 1, 0});
      now.point_a = to_body(poses[a], place);
      now.point_b = b == kFloor ? place : to_body(poses[b], place);
      now.slip = fell_asleep ? Vec3{} : pair.slip / pair.force;
      now.roll = fell_asleep ? Vec3{} : pair.mean_roll * normalized(pair.roll);
      now.state = pair.states.update(norm(now.slip), fell_asleep ? 0 : pair.mean_roll);
      if (!pair.open) now.track = tracks_++;
      if (!pair.open || fell_asleep || worth_telling(pair, now)) {
        out.push_back(now);
        pair.told = now;
        pair.open = true;
      }
    }
    pair.asleep = pair.kept && !pair.held;
    pair.held = pair.kept = false;
    ++entry;
  }
}

}  // namespace peal
