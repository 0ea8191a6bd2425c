// What follows from a guess that is taken: impacts, states at the end, knots on the way.
#include <algorithm>
#include <cmath>

#include "tools/import/events/arc_fit.h"
#include "tools/import/events/interval_trial.h"

namespace peal {
namespace {

constexpr double kCleanSpeed = 0.3;    // [m/s] of impacts that tell how bodies rebound
constexpr double kByMomentum = 0.5;    // confidence: its turning is not explained
constexpr double kSameInstant = 1e-6;  // [s]

// By how much the impulses of one instant change the speed at one of their points: how several
// points of a pair share the impulse is not determined, so each alone would say too much or little.
double both_speeds(const IntervalTrial& trial, std::size_t contact) {
  const FitContact& c = trial.contacts[contact];
  const double time = trial.guess.impacts[contact].time;
  Vec3 change;  // of the velocity of a's point as seen from b's
  for (const bool first : {true, false}) {
    const int index = first ? c.a : c.b;
    if (index < 0) continue;
    const FitBody& body = trial.bodies[static_cast<std::size_t>(index)];
    Vec3 velocity, moment;
    for (std::size_t i = 0; i < trial.contacts.size(); ++i) {
      const FitContact& other = trial.contacts[i];
      if (std::abs(trial.guess.impacts[i].time - time) > kSameInstant) continue;
      if (other.a != index && other.b != index) continue;
      const Vec3 impulse = (other.a == index ? 1.0 : -1.0) * other.impulse;
      velocity += impulse / body.mass;
      moment += cross(other.a == index ? other.arm_a : other.arm_b, impulse);
    }
    velocity += cross(body.inverse_inertia * moment, first ? c.arm_a : c.arm_b);
    change += (first ? 1.0 : -1.0) * velocity;
  }
  return dot(change, c.normal);
}

// Two knots at every impact: the guess, moved by the corrections of earlier impulses.
std::vector<PoseKnot> knots_of(const Interval& interval, const IntervalTrial& trial,
                               std::size_t b) {
  const double h = interval.duration;
  const IntervalBody& body = interval.bodies[b];
  const FitBody& fit = trial.bodies[b];
  std::vector<PoseKnot> knots;
  Vec3 velocity, spin, place, turn;
  double last = 0;
  const auto& guessed = trial.guess.tracks[b].knots();
  for (std::size_t i = 0; i < trial.contacts.size(); ++i) {
    const FitContact& c = trial.contacts[i];
    if (c.a != static_cast<int>(b) && c.b != static_cast<int>(b)) continue;
    const double time = trial.guess.impacts[i].time;
    place += (time - last) * velocity;
    turn += (time - last) * spin;
    last = time;
    const bool first = c.a == static_cast<int>(b);
    const Vec3 change = (first ? 1.0 : -1.0) * (c.impulse - c.guess);
    const Vec3 velocity_before = velocity, spin_before = spin;
    velocity += change / fit.mass;
    spin += fit.inverse_inertia * cross(first ? c.arm_a : c.arm_b, change);
    if (!knots.empty() && knots.back().time == time) {  // several points at once
      knots.back().velocity += change / fit.mass;
      knots.back().spin += fit.inverse_inertia * cross(first ? c.arm_a : c.arm_b, change);
      continue;
    }
    const auto at = std::lower_bound(guessed.begin(), guessed.end(), time,
                                     [](const PoseKnot& k, double t) { return k.time < t; });
    PoseKnot before, after;
    if (at != guessed.end() && at->time == time) {
      before = *at;
      after = at + 1 != guessed.end() && (at + 1)->time == time ? *(at + 1) : before;
    } else {
      before.time = time;
      before.pose = trial.guess.tracks[b].pose_at(time);
      before.velocity = trial.guess.tracks[b].velocity_at(time);
      before.spin = body.guess.start.spin;
      after = before;
    }
    after.pose = before.pose;
    for (PoseKnot* knot : {&before, &after}) {
      knot->pose.position += place;
      knot->pose.rotation = rotated(knot->pose.rotation, turn);
    }
    before.velocity += velocity_before, before.spin += spin_before;
    after.velocity += velocity, after.spin += spin;
    if (time > 0 && time < h) {
      knots.push_back(before);
      knots.push_back(after);
    }
  }
  return knots;
}

}  // namespace

IntervalResult result_of_trial(const RigidSetup& setup, const Interval& interval,
                               const IntervalTrial& trial) {
  IntervalResult out;
  out.score = trial.score;
  const double h = interval.duration;
  const std::size_t moving = moving_count(interval);
  bool all_known = true;
  for (std::size_t i = 0; i < moving; ++i) all_known &= interval.bodies[i].velocity_known;
  const double confidence = std::clamp(1 - trial.score, 0.0, 1.0) * (all_known ? 1 : 0.9) *
                            (interval.linear ? kByMomentum : 1);
  for (std::size_t i = 0; i < trial.contacts.size(); ++i) {
    const FitContact& c = trial.contacts[i];
    if (!(dot(c.impulse, c.normal) > 0)) continue;
    Impact impact = trial.guess.impacts[i];
    if (impact.closing_speed < trial.slowest) continue;
    impact.impulse = c.impulse;
    // Work of the normal impulse: half of (speed before - speed after) times the impulse.
    const double both = both_speeds(trial, i), normal = dot(c.impulse, c.normal);
    impact.lost_energy = std::max(0.0, normal * (impact.closing_speed - 0.5 * both));
    impact.confidence = confidence;
    out.impacts.push_back(impact);
    if (trial.contacts.size() == 1 && all_known && !interval.linear && trial.score < kGoodScore &&
        impact.closing_speed > kCleanSpeed)
      out.rebound = IntervalResult::Rebound{impact.body_a, impact.body_b,
                                            std::clamp(both / impact.closing_speed - 1, 0.0, 1.0),
                                            norm(c.impulse - normal * c.normal) / normal};
  }
  for (std::size_t b = 0; b < moving; ++b) {
    const IntervalBody& body = interval.bodies[b];
    const FitBody& fit = trial.bodies[b];
    RigidState end = trial.guess.ends[b];
    end.pose = body.end;
    if (body.velocity_known) {
      end = body.after;
    } else {
      end.velocity += fit.place / h - fit.velocity;
      end.spin += fit.turn / h - fit.spin;
    }
    out.ends.push_back(with_momentum(
        end, setup.bodies[static_cast<std::size_t>(body.guess.body)].inertia_diagonal));
    out.knots.push_back(knots_of(interval, trial, b));
  }
  return out;
}

}  // namespace peal
