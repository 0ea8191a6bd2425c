#include "motion/rods/rod_excitation.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/constants.h"
#include "base/error.h"

namespace peal {
namespace {

constexpr double kLongestStop = 5e-4;  // [s] in more time what is caught would swing far out

/// Of a half-sine push of 1 N s, what it has given until t after its beginning.
double given(double t, double duration) {
  const double u = std::clamp(t / duration, 0.0, 1.0);
  return 0.5 - 0.5 * std::cos(kPi * u);
}

}  // namespace

SoftRamp::SoftRamp(double u) {
  u = std::clamp(u, 0.0, 1.0);
  place = u * u * u * (10 + u * (6 * u - 15));
  rate = 30 * u * u * (1 - u) * (1 - u);
  bend = 60 * u * (1 - u) * (1 - 2 * u);
}

SoftStop::SoftStop(double u, bool bent) {
  u = std::clamp(u, 0.0, 1.0);
  if (bent) {  // u^2 (1 - u)^3 / 2
    place = u * u * (0.5 + u * (-1.5 + u * (1.5 - 0.5 * u)));
    rate = u * (1 + u * (-4.5 + u * (6 - 2.5 * u)));
    bend = 1 + u * (-9 + u * (18 - 10 * u));
  } else {  // u (1 - u)^3 (1 + 3 u)
    place = u * (1 + u * u * (-6 + u * (8 - 3 * u)));
    rate = 1 + u * u * (-18 + u * (32 - 15 * u));
    bend = u * (-36 + u * (96 - 60 * u));
  }
}

RodExcitation::RodExcitation(const ObjectSpec& object, const ElasticRod& rod, RodStepper& stepper)
    : rod_(rod), stepper_(stepper), step_(stepper.settings().step) {
  force_.resize(rod.points());
  add_blows(object);
  add_plucks(object);
  add_paths(object);
  std::sort(forced_.begin(), forced_.end());
  forced_.erase(std::unique(forced_.begin(), forced_.end()), forced_.end());
}

void RodExcitation::add_blows(const ObjectSpec& object) {
  for (const RodStrike& strike : object.rod.strikes) {
    const double along = strike.at * rod_.edges();
    Blow blow;
    blow.begin = strike.time, blow.duration = strike.duration;
    blow.impulse = strike.impulse * rotate(object.rotation, strike.direction);
    blow.point = std::min(static_cast<int>(along), rod_.edges() - 1);
    blow.next = along - blow.point;
    blows_.push_back(blow);
    longest_ = std::max(longest_, blow.duration);
    for (const int point : {blow.point, (blow.point + 1) % rod_.points()}) forced_.push_back(point);
  }
  std::stable_sort(blows_.begin(), blows_.end(),
                   [](const Blow& a, const Blow& b) { return a.begin < b.begin; });
}

void RodExcitation::add_plucks(const ObjectSpec& object) {
  for (const RodPluck& pluck : object.rod.plucks)
    plucks_.push_back({pluck.time - pluck.pull, pluck.time, pluck.slip,
                       static_cast<int>(std::lround(pluck.at * (rod_.points() - 1))),
                       rotate(object.rotation, pluck.offset)});
  for (std::size_t p = 0; p < plucks_.size(); ++p) {
    bool first = true;
    for (std::size_t q = 0; q < p; ++q) {
      if (plucks_[q].point != plucks_[p].point) continue;
      first = false;
      if (plucks_[q].begin < plucks_[p].end + plucks_[p].slip &&
          plucks_[p].begin < plucks_[q].end + plucks_[q].slip)
        fail("rod/plucks/{}: point {} is held by pluck {} at that time", p, plucks_[p].point, q);
    }
    if (!first) continue;
    forced_.push_back(plucks_[p].point);
    try {
      stepper_.prepare_pin(plucks_[p].point);
    } catch (const Error&) {
      fail("rod/plucks/{}: a support holds this place; pluck it elsewhere", p);
    }
  }
  taken_.assign(plucks_.size(), kFree);
  from_.resize(plucks_.size());
  speed_.resize(plucks_.size()), bend_.resize(plucks_.size());
  held_with_.resize(plucks_.size()), since_.assign(plucks_.size(), 0);
}

void RodExcitation::add_paths(const ObjectSpec& object) {
  for (const RodSupport& support : object.rod.supports) {
    if (support.path.empty()) continue;
    Moved moved{support.path, {}, {}};
    if (support.kind == RodSupport::Kind::clamp) {
      const int edge = static_cast<int>(std::lround(support.at * (rod_.edges() - 1)));
      moved.points = {edge, (edge + 1) % rod_.points()};
    } else {
      moved.points = {static_cast<int>(std::lround(support.at * (rod_.points() - 1)))};
    }
    for (const int point : moved.points) moved.home.push_back(rod_.point(point));
    moved_.push_back(std::move(moved));
  }
}

double RodExcitation::busy_until() const {
  double until = -1e300;
  for (const Blow& blow : blows_) until = std::max(until, blow.begin + blow.duration);
  for (const Pluck& pluck : plucks_) until = std::max(until, pluck.end + pluck.slip + kLongestStop);
  for (const Moved& moved : moved_) until = std::max(until, moved.path.back().time);
  return until + 2 * step_;
}

/// The mean of the force over a step around its end: with the trapezoidal rule, which sums the
/// forces at the ends of steps, exactly the impulse arrives, however short the blow is.
void RodExcitation::strike(double time) {
  const auto after = [](double t, const Blow& blow) { return t < blow.begin; };
  const auto end = std::upper_bound(blows_.begin(), blows_.end(), time + step_ / 2, after);
  auto blow = std::upper_bound(blows_.begin(), end, time - step_ / 2 - longest_ - 1e-9, after);
  for (; blow != end; ++blow) {
    const double t = time - blow->begin,
                 part = given(t + step_ / 2, blow->duration) - given(t - step_ / 2, blow->duration);
    const Vec3 force = part / step_ * blow->impulse;
    force_[blow->point] += (1 - blow->next) * force;
    force_[(blow->point + 1) % rod_.points()] += blow->next * force;
    pushing_ = true;
  }
}

void RodExcitation::pluck(double time) {
  for (std::size_t p = 0; p < plucks_.size(); ++p) {
    const Pluck& pluck = plucks_[p];
    if (time < pluck.begin) continue;
    if (taken_[p] == kHolding && time >= pluck.end) {
      held_with_[p] = stepper_.reaction(pluck.point);
      stepper_.let_go(pluck.point);
      taken_[p] = kSlipping;
    }
    if (taken_[p] == kSlipping) {
      const double left = 1 - SoftRamp((time - pluck.end) / pluck.slip).place;
      force_[pluck.point] += left * held_with_[p];
      pushing_ = true;
      if (left == 0) taken_[p] = kFree;
    }
    if (time >= pluck.end) continue;
    if (taken_[p] == kFree) {
      // Where it is going by itself at the end of this step is where the hand begins.
      from_[p] = rod_.point(pluck.point), speed_[p] = rod_.velocity(pluck.point);
      bend_[p] = rod_.acceleration(pluck.point);
      stepper_.seize(pluck.point);
      taken_[p] = kHolding, since_[p] = time - step_;
    }
    const double length = pluck.end - pluck.begin;
    const SoftRamp ramp((time - pluck.begin) / length);
    const double s = std::min(pluck.slip, kLongestStop), u = (time - since_[p]) / s;
    const SoftStop move(u, false), turn(u, true);
    stepper_.prescribe(
        pluck.point,
        from_[p] + ramp.place * pluck.offset +
            s * (move.place * speed_[p] + s * turn.place * bend_[p]),
        ramp.rate / length * pluck.offset + move.rate * speed_[p] + s * turn.rate * bend_[p],
        ramp.bend / (length * length) * pluck.offset + move.bend / s * speed_[p] +
            turn.bend * bend_[p]);
  }
}

void RodExcitation::act(double time) {
  const bool pushed = std::exchange(pushing_, false);
  for (const int point : forced_) force_[point] = {};
  pluck(time);
  strike(time);
  if (pushing_ || pushed)
    for (const int point : forced_) stepper_.set_force(point, force_[point]);
  for (const Moved& moved : moved_) {
    const auto next =
        std::upper_bound(moved.path.begin(), moved.path.end(), time,
                         [](double t, const RodOffset& place) { return t < place.time; });
    if (next == moved.path.begin()) continue;  // still where it was
    const RodOffset& from = *(next - 1);
    const RodOffset& to = next == moved.path.end() ? from : *next;
    const double length = next == moved.path.end() ? 1 : to.time - from.time;
    const SoftRamp ramp((time - from.time) / length);
    const Vec3 way = to.offset - from.offset;
    for (std::size_t k = 0; k < moved.points.size(); ++k)
      stepper_.prescribe(moved.points[k], moved.home[k] + from.offset + ramp.place * way,
                         ramp.rate / length * way, ramp.bend / (length * length) * way);
  }
}

}  // namespace peal
