#include "tools/import/contact_stream.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "motion/rigid/rigid_arc.h"

namespace peal {
namespace {

constexpr double kSameStep = 0.3, kNextStep = 1.6;  // steps
constexpr int kMostHits = 5;                        // steps of one impact
constexpr double kStillHits = 0.3;      // of the first step's impulse: the impact goes on
constexpr double kHitAgain = 8;         // times the usual impulse: a new impact of touching bodies
constexpr double kWindowLength = 2e-3;  // [s] over which a track is averaged
constexpr double kSameForce = 0.03, kSameSpeed = 1e-3;
constexpr double kSweep = 0.05;  // [s]

}  // namespace

ContactStream::ContactStream(const RigidSetup& setup, const std::vector<PoseTrack>& tracks,
                             double step, double min_closing_speed)
    : setup_(setup), tracks_(tracks), step_(step), slowest_(min_closing_speed) {}

// The state at `time`; before, when two knots share it.
PoseKnot ContactStream::state(int body, double time) const {
  if (body == kFloor) return {};
  const auto& knots = tracks_[static_cast<std::size_t>(body)].knots();
  auto after = std::lower_bound(knots.begin(), knots.end(), time,
                                [](const PoseKnot& k, double t) { return k.time < t; });
  if (after == knots.begin()) return knots.front();
  if (after == knots.end()) return knots.back();
  const PoseKnot &a = *(after - 1), &b = *after;
  const double h = b.time - a.time, u = h > 0 ? (time - a.time) / h : 1;
  PoseKnot out;
  out.time = time;
  out.pose = tracks_[static_cast<std::size_t>(body)].pose_at(time);
  out.velocity = a.velocity + u * (b.velocity - a.velocity);
  out.spin = a.spin + u * (b.spin - a.spin);
  return out;
}

Vec3 ContactStream::velocity(int body, const Vec3& point, double time) const {
  if (body == kFloor) return {};
  const PoseKnot s = state(body, time);
  return s.velocity + cross(s.spin, point - s.pose.position);
}

// Whether the velocity changes by gravity alone in the step before `time`.
bool ContactStream::falls(int body, double time) const {
  if (body == kFloor || setup_.bodies[static_cast<std::size_t>(body)].fixed) return false;
  const Vec3 change = state(body, time).velocity - state(body, time - step_).velocity;
  return norm(change - step_ * setup_.gravity) < 0.5 * norm(step_ * setup_.gravity);
}

// Rows tell the step's end, so the touch was up to a step earlier; what the tracks say of the time
// before that step is still the approach, and a falling body became faster since.
double ContactStream::closing_speed(int a, int b, const Step& step) const {
  if (step.closing_speed >= 0) return step.closing_speed;
  const double ago = 1.5 * step_, before = step.time - ago;
  const auto arriving = [&](int body) {
    const Vec3 v = velocity(body, step.point, before);
    return falls(body, before) ? v + ago * setup_.gravity : v;
  };
  return -dot(arriving(a) - arriving(b), step.normal);
}

double ContactStream::inverse_mass(int a, int b, const Step& step) const {
  double sum = 0;
  for (const int body : {a, b}) {
    if (body == kFloor) continue;
    const RigidBodySetup& setup = setup_.bodies[static_cast<std::size_t>(body)];
    if (setup.fixed) continue;
    const Pose pose = tracks_[static_cast<std::size_t>(body)].pose_at(step.time);
    const Vec3 lever = cross(step.point - pose.position, step.normal);
    sum += 1 / setup.mass + dot(lever, spin_of(lever, pose.rotation, setup.inertia_diagonal));
  }
  return sum;
}

void ContactStream::add(const ContactPush& push) {
  if (push.time - swept_ > kSweep) close_old(push.time);
  Pair& pair = pairs_[{push.a, push.b}];
  if (pair.open && push.time - pair.step.time > kSameStep * step_) {
    end_step(push.a, push.b, pair);
    if (push.time - pair.last > kNextStep * step_) end_contact(push.a, push.b, pair);
    pair.step = {};
  }
  if (pair.step.points == 0) pair.step.time = push.time;
  pair.open = true;
  const double weight = std::max(dot(push.impulse, push.normal), 0.0) + 1e-30;
  Step& s = pair.step;
  s.impulse += push.impulse;
  s.point += weight * push.point;
  s.normal += weight * push.normal;
  s.weight += weight;
  s.closing_speed = std::max(s.closing_speed, push.closing_speed);
  ++s.points;
}

void ContactStream::end_step(int a, int b, Pair& pair) {
  Step s = pair.step;
  if (s.points == 0) return;
  s.point = s.point / s.weight;
  s.normal = normalized(s.normal, {0, 1, 0});
  const double normal = std::max(0.0, dot(s.impulse, s.normal));
  const bool fresh = !pair.hitting && !pair.tracked;
  pair.last = s.time;
  pair.step.points = 0;
  if (normal <= 0 && fresh) return;  // near, but nothing exchanged
  const double response = inverse_mass(a, b, s);
  const bool again = pair.tracked && (s.closing_speed >= 0 ? s.closing_speed > slowest_
                                                           : normal > kHitAgain * pair.usual &&
                                                                 normal * response > 2 * slowest_);
  const bool goes_on =
      pair.hitting && pair.hits < kMostHits &&
      (s.closing_speed >= 0 ? s.closing_speed > slowest_ : normal > kStillHits * pair.first);
  if (goes_on) {
    pair.impact.impulse += s.impulse;
    ++pair.hits;
    return;
  }
  if (pair.hitting) end_impact(pair);
  if (fresh || again) {
    double closing = closing_speed(a, b, s);
    // Without a usable approach in the poses: a rebound by half is in the middle of what there is.
    if (!(closing > 0)) closing = s.closing_speed >= 0 ? 0 : normal * response / 1.5;
    const Pose pose_a = tracks_[static_cast<std::size_t>(a)].pose_at(s.time);
    pair.impact = {};
    pair.impact.time = s.time;
    pair.impact.body_a = a, pair.impact.body_b = b;
    pair.impact.point_a = to_body(pose_a, s.point);
    pair.impact.point_b =
        b == kFloor ? s.point
                    : to_body(tracks_[static_cast<std::size_t>(b)].pose_at(s.time), s.point);
    pair.impact.normal = s.normal;
    pair.impact.impulse = s.impulse;
    pair.impact.closing_speed = closing;
    pair.impact.lost_energy = response;  // turned into energy when the impulse is complete
    pair.first = normal;
    pair.hits = 1;
    if (closing >= slowest_) {
      pair.hitting = true;
      return;
    }
    if (fresh) slow_.add(pair.impact);
  }
  pair.tracked = true;
  if (pair.window.steps > 0 && s.time - pair.window.begin >= kWindowLength) end_window(a, b, pair);
  Window& w = pair.window;
  if (w.steps == 0) w.begin = s.time - step_;
  ++w.steps;
  w.impulse += normal;
  w.point += (normal + 1e-30) * s.point;
  w.normal += (normal + 1e-30) * s.normal;
  w.weight += normal + 1e-30;
  pair.usual = pair.usual > 0 ? 0.9 * pair.usual + 0.1 * normal : normal;
}

void ContactStream::end_impact(Pair& pair) {
  pair.hitting = false;
  Impact& i = pair.impact;
  const double normal = dot(i.impulse, i.normal), response = i.lost_energy;
  const double after = normal * response - i.closing_speed;
  i.lost_energy = std::max(0.0, 0.5 * normal * (i.closing_speed - after));
  if (normal > 0) impacts_.push_back(i);
}

void ContactStream::end_window(int a, int b, Pair& pair) {
  Window w = pair.window;
  pair.window = {};
  if (w.steps == 0) return;
  ContactSample sample;
  sample.body_a = a, sample.body_b = b;
  sample.time = std::max(w.begin, tracks_[static_cast<std::size_t>(a)].knots().front().time);
  sample.normal_force = w.impulse / (w.steps * step_);
  sample.normal = normalized(w.normal, {0, 1, 0});
  const Vec3 point = w.point / w.weight;
  const double middle = w.begin + 0.5 * w.steps * step_;
  const auto local = [&](int body) {
    return body == kFloor ? point
                          : to_body(tracks_[static_cast<std::size_t>(body)].pose_at(middle), point);
  };
  sample.point_a = local(a);
  sample.point_b = local(b);
  const auto tangential = [&](const Vec3& v) { return v - dot(v, sample.normal) * sample.normal; };
  const Vec3 va = velocity(a, point, middle), vb = velocity(b, point, middle);
  sample.slip = tangential(va - vb);
  for (const int body : {a, b})
    if (body != kFloor &&
        std::holds_alternative<SphereShape>(*setup_.bodies[static_cast<std::size_t>(body)].shape))
      sample.roll = tangential(state(body, middle).velocity - 0.5 * (va + vb));
  sample.state = pair.states.update(norm(sample.slip), norm(sample.roll));
  const bool first = pair.told.track < 0 || pair.told.ends || pair.told.normal == Vec3{};
  sample.track = first ? next_track_++ : pair.told.track;
  const bool same = !first && sample.state == pair.told.state &&
                    std::abs(sample.normal_force - pair.told.normal_force) <=
                        kSameForce * (sample.normal_force + pair.told.normal_force) &&
                    norm(sample.slip - pair.told.slip) < kSameSpeed &&
                    norm(sample.roll - pair.told.roll) < kSameSpeed;
  if (same) return;
  samples_.push_back(sample);
  pair.told = sample;
}

void ContactStream::end_contact(int a, int b, Pair& pair) {
  if (pair.hitting) end_impact(pair);
  end_window(a, b, pair);
  if (pair.tracked && pair.told.normal != Vec3{}) {
    ContactSample end = pair.told;
    end.time = std::max(pair.last, end.time);
    end.ends = true;
    samples_.push_back(end);
  }
  pair = {};
}

void ContactStream::close_old(double time) {
  swept_ = time;
  for (auto it = pairs_.begin(); it != pairs_.end();) {
    Pair& pair = it->second;
    if (pair.open && time - pair.step.time > kNextStep * step_ + step_) {
      end_step(it->first.first, it->first.second, pair);
      end_contact(it->first.first, it->first.second, pair);
    }
    it = pair.open ? std::next(it) : pairs_.erase(it);
  }
}

void ContactStream::finish(Take& take, double end) {
  for (auto& [key, pair] : pairs_) {
    end_step(key.first, key.second, pair);
    end_contact(key.first, key.second, pair);
  }
  const auto earlier = [](const auto& a, const auto& b) { return a.time < b.time; };
  std::stable_sort(impacts_.begin(), impacts_.end(), earlier);
  for (ContactSample& s : samples_) s.time = std::min(s.time, end);
  std::stable_sort(samples_.begin(), samples_.end(), earlier);
  take.impacts = std::move(impacts_);
  take.contacts = std::move(samples_);
  take.summaries.clear();
  slow_.finish(std::numeric_limits<double>::infinity(), take.summaries);
  take.min_closing_speed = slowest_;
}

}  // namespace peal
