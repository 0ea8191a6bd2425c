#include "takes/interval_fit.h"

#include <algorithm>
#include <cmath>

#include "takes/arc_fit.h"
#include "takes/touch_guess.h"

namespace peal {
namespace {

constexpr double kGoodScore = 0.03;  // no other guess is tried
constexpr double kOtherRestitutions[] = {0.0, 0.25, 0.5, 0.75, 0.95};
constexpr double kSmallChange = 0.02;  // [m/s] of a body: not worth several guesses
constexpr double kPerContact = 0.004;  // of the score: the fewest contacts are preferred
constexpr double kCleanSpeed = 0.3;    // [m/s] of impacts that tell how bodies rebound
constexpr double kLying = 0.75;  // of gravity times a frame: a body that lies would fall that fast
constexpr double kSameInstant = 1e-6;     // [s]
constexpr double kUnexplained = 0.5;      // of the score
constexpr double kUnexplainedJump = 0.1;  // [m/s]

Mat3 world_inverse_inertia(const Quat& rotation, const Vec3& inertia) {
  const Mat3 r = rotation_matrix(rotation);
  return r * Mat3::diagonal({1 / inertia.x, 1 / inertia.y, 1 / inertia.z}) * transpose(r);
}

int index_of(const Interval& interval, int body) {
  for (std::size_t i = 0; i < interval.bodies.size(); ++i)
    if (interval.bodies[i].guess.body == body) return static_cast<int>(i);
  return -1;
}

std::size_t moving_count(const Interval& interval) {
  std::size_t count = 0;
  while (count < interval.bodies.size() && interval.bodies[count].guess.moves) ++count;
  return count;
}

RigidState with_momentum(RigidState s, const Vec3& inertia) {
  s.angular_momentum = angular_momentum_of(s.spin, s.pose.rotation, inertia);
  return s;
}

}  // namespace

double IntervalFit::gyration(int body) const {
  const RigidBodySetup& b = setup_.bodies[static_cast<std::size_t>(body)];
  const Vec3& i = b.inertia_diagonal;
  return std::sqrt((i.x + i.y + i.z) / (3 * b.mass));
}

IntervalFit::Trial IntervalFit::fitted(const Interval& interval, Guess guess) const {
  Trial trial;
  if (!guess.ran) return trial;
  const double h = interval.duration;
  const std::size_t moving = moving_count(interval);
  double scale = kSmallChange * static_cast<double>(moving);
  for (std::size_t i = 0; i < moving; ++i) {
    const IntervalBody& body = interval.bodies[i];
    const RigidBodySetup& setup = setup_.bodies[static_cast<std::size_t>(body.guess.body)];
    FitBody fit;
    fit.mass = setup.mass;
    fit.inverse_inertia =
        world_inverse_inertia(guess.tracks[i].pose_at(0.5 * h).rotation, setup.inertia_diagonal);
    fit.gyration = gyration(body.guess.body);
    fit.place = body.end.position - guess.ends[i].pose.position;
    fit.turn = turn_between(guess.ends[i].pose.rotation, body.end.rotation);
    fit.velocity_known = body.velocity_known;
    if (fit.velocity_known) {
      fit.velocity = body.after.velocity - guess.ends[i].velocity;
      fit.spin = body.after.spin - guess.ends[i].spin;
    }
    fit.place_error = body.place_error;
    fit.turn_error = body.turn_error + 0.002 * norm(body.guess.start.spin) * h;
    fit.velocity_error = body.velocity_error;
    fit.spin_error = body.velocity_error / fit.gyration + 2 * body.turn_error / h +
                     0.005 * norm(body.after.spin);
    trial.bodies.push_back(fit);
    const RigidState free = arc_between(body.guess.start.pose, body.end, h, setup_.gravity,
                                        setup.inertia_diagonal, body.guess.start.spin);
    scale += norm(free.velocity - body.guess.start.velocity) +
             fit.gyration * norm(free.spin - body.guess.start.spin);
    if (body.velocity_known)
      scale += norm(body.after.velocity - body.guess.start.velocity - h * setup_.gravity);
  }
  for (const Impact& impact : guess.impacts) {
    FitContact c;
    const int a = index_of(interval, impact.body_a), b = index_of(interval, impact.body_b);
    double mass = 1e300;
    const auto side = [&](int index, const Vec3& point, int& out, Vec3& arm) {
      if (index < 0 || !interval.bodies[static_cast<std::size_t>(index)].guess.moves) return;
      out = index;
      arm = rotate(guess.tracks[static_cast<std::size_t>(index)].pose_at(impact.time).rotation,
                   point);
      mass = std::min(mass, trial.bodies[static_cast<std::size_t>(index)].mass);
    };
    side(a, impact.point_a, c.a, c.arm_a);
    if (impact.body_b != kFloor) side(b, impact.point_b, c.b, c.arm_b);
    c.normal = impact.normal;
    c.left = std::max(h - impact.time, 0.0);
    c.guess = impact.impulse;
    c.trust = 0.5 * norm(impact.impulse) + 0.01 * mass;
    if (impact.impulse == Vec3{}) c.trust = 3 * mass;
    trial.contacts.push_back(c);
  }
  fit_impulses(trial.bodies, trial.contacts);
  double unexplained = 0;
  for (const FitBody& body : trial.bodies) {
    unexplained += (norm(body.place) + body.gyration * norm(body.turn)) / h;
    if (body.velocity_known) unexplained += norm(body.velocity) + body.gyration * norm(body.spin);
  }
  trial.score = unexplained / scale + kPerContact * static_cast<double>(trial.contacts.size());
  trial.guess = std::move(guess);
  return trial;
}

// Flight with the velocities at the begin up to one instant, at which everything happens. It is
// where the paths before and after meet; without a path after, the middle.
IntervalFit::Trial IntervalFit::from_shapes(const Interval& interval) const {
  const double h = interval.duration;
  std::vector<GuessBody> bodies;
  Guess guess;
  guess.ran = true;
  double cc = 0, dc = 0;
  for (const IntervalBody& body : interval.bodies) {
    bodies.push_back(body.guess);
    const RigidState& s = body.guess.start;
    PoseTrack track;
    track.append({0, s.pose, s.velocity, s.spin});
    guess.ends.push_back(s);
    if (body.guess.moves) {
      const RigidBodySetup& setup = setup_.bodies[static_cast<std::size_t>(body.guess.body)];
      guess.ends.back() =
          fly(with_momentum(s, setup.inertia_diagonal), h, setup_.gravity, setup.inertia_diagonal);
      const RigidState& e = guess.ends.back();
      track.append({h, e.pose, e.velocity, e.spin});
      if (body.velocity_known) {
        // before(s) - after(s) = (x_pred - x) - (h - s) (v_pred - v)
        const Vec3 c = e.velocity - body.after.velocity;
        const Vec3 d = e.pose.position - body.end.position;
        cc += setup.mass * setup.mass * dot(c, c);
        dc += setup.mass * setup.mass * dot(d, c);
      }
    }
    guess.tracks.push_back(track);
  }
  const double instant = cc > 0 ? std::clamp(h - dc / cc, 0.0, h) : 0.5 * h;
  std::vector<Pose> poses;
  std::vector<Vec3> jumps;
  for (std::size_t i = 0; i < interval.bodies.size(); ++i) {
    const IntervalBody& body = interval.bodies[i];
    poses.push_back(guess.tracks[i].pose_at(instant));
    const Vec3 change = body.velocity_known ? body.after.velocity - guess.ends[i].velocity
                                            : (body.end.position - guess.ends[i].pose.position) / h;
    jumps.push_back(body.guess.moves ? change : Vec3{});
  }
  const RigidSetup part = part_of(setup_, bodies, h);
  for (Impact& impact : touches_near(part, poses, jumps)) {
    impact.time = instant;
    Vec3 speed;
    const auto add = [&](int index, const Vec3& point, double sign) {
      const IntervalBody& body = interval.bodies[static_cast<std::size_t>(index)];
      const Pose& pose = poses[static_cast<std::size_t>(index)];
      speed +=
          sign * (body.guess.start.velocity + (body.guess.moves ? instant : 0) * setup_.gravity +
                  cross(body.guess.start.spin, rotate(pose.rotation, point)));
    };
    add(impact.body_a, impact.point_a, 1);
    if (impact.body_b != kFloor) add(impact.body_b, impact.point_b, -1);
    impact.closing_speed = std::max(0.0, -dot(speed, impact.normal));
    impact.body_a = bodies[static_cast<std::size_t>(impact.body_a)].body;
    if (impact.body_b != kFloor)
      impact.body_b = bodies[static_cast<std::size_t>(impact.body_b)].body;
    guess.impacts.push_back(impact);
  }
  Trial trial = fitted(interval, std::move(guess));
  trial.slowest = kLying * norm(setup_.gravity) * h;
  return trial;
}

// By how much the impulses of one instant change the speed at one of their points: how several
// points of a pair share the impulse is not determined, so each alone would say too much or little.
double IntervalFit::both_speeds(const Trial& trial, std::size_t contact) const {
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

IntervalResult IntervalFit::result(const Interval& interval, const Trial& trial) const {
  IntervalResult out;
  out.score = trial.score;
  const double h = interval.duration;
  const std::size_t moving = moving_count(interval);
  bool all_known = true;
  for (std::size_t i = 0; i < moving; ++i) all_known &= interval.bodies[i].velocity_known;
  const double confidence = std::clamp(1 - trial.score, 0.0, 1.0) * (all_known ? 1 : 0.9);
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
    if (trial.contacts.size() == 1 && all_known && trial.score < kGoodScore &&
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
        end, setup_.bodies[static_cast<std::size_t>(body.guess.body)].inertia_diagonal));
    // Knots at the impacts: the guess, moved by the corrections of earlier impulses.
    std::vector<PoseKnot>& knots = out.knots.emplace_back();
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
        knot->pose.rotation = turned(knot->pose.rotation, turn);
      }
      before.velocity += velocity_before, before.spin += spin_before;
      after.velocity += velocity, after.spin += spin;
      if (time > 0 && time < h) {
        knots.push_back(before);
        knots.push_back(after);
      }
    }
  }
  return out;
}

IntervalResult IntervalFit::explain(const Interval& interval, bool use_solver) const {
  std::vector<GuessBody> bodies;
  for (const IntervalBody& body : interval.bodies) bodies.push_back(body.guess);
  Trial best;
  if (use_solver) best = fitted(interval, guess_impacts(setup_, bodies, interval.duration));
  if (use_solver && best.score > kGoodScore) {
    Interval other = interval;
    bool any = false;
    for (IntervalBody& body : other.bodies)
      if (body.other) body.guess.start = *body.other, any = true;
    if (any) {
      std::vector<GuessBody> starts;
      for (const IntervalBody& body : other.bodies) starts.push_back(body.guess);
      Trial trial = fitted(interval, guess_impacts(setup_, starts, interval.duration));
      if (trial.score < best.score) {
        best = std::move(trial);
        bodies = starts;
      }
    }
  }
  if (best.score > kGoodScore) {
    const auto consider = [&](Trial trial) {
      if (trial.score < best.score) best = std::move(trial);
    };
    consider(from_shapes(interval));
    if (use_solver)
      for (const double e : kOtherRestitutions) {
        if (best.score < kGoodScore) break;
        consider(fitted(interval, guess_impacts(setup_, bodies, interval.duration, e)));
      }
  }
  IntervalResult out = result(interval, best);
  for (std::size_t i = 0; i < best.bodies.size(); ++i) {
    const FitBody& body = best.bodies[i];
    const double left = norm(body.place) / interval.duration;
    if (out.impacts.empty() && best.score > kUnexplained && left > kUnexplainedJump) {
      out.unexplained = true;
      out.unexplained_body = interval.bodies[i].guess.body;
    }
  }
  return out;
}

}  // namespace peal
