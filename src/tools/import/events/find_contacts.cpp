#include "tools/import/events/find_contacts.h"

#include <algorithm>
#include <cmath>

#include "tools/import/events/impulse_fit.h"

namespace peal {
namespace {

constexpr double kSameForce = 0.02;       // relative: a sample less
constexpr double kSameSpeed = 1e-3;       // [m/s]
constexpr std::size_t kMostShared = 300;  // pairs whose forces are found together

double radius_of(const RigidSetup& setup, int body) {
  if (body == kFloor) return 0;
  const auto* ball = std::get_if<SphereShape>(&*setup.bodies[static_cast<std::size_t>(body)].shape);
  return ball ? ball->radius : 0;
}

}  // namespace

ContactFinder::ContactFinder(const RigidSetup& setup) : setup_(setup), finder_(setup) {}

std::vector<ContactFinder::Pair> ContactFinder::pairs(const std::vector<CarriedBody>& bodies) {
  std::vector<Pose> poses;
  for (const CarriedBody& body : bodies) poses.push_back(body.state.pose);
  finder_.find(poses, features_);
  std::map<std::pair<int, int>, Pair> found;
  for (const ContactFeature& f : features_) {
    const bool floor = f.b == kFloor;
    const auto a = static_cast<std::size_t>(f.a), b = static_cast<std::size_t>(floor ? f.a : f.b);
    if (bodies[a].flies || bodies[b].flies) continue;
    const ContactGeometry t =
        contact_geometry(f, setup_.bodies[a].shape, poses[a], setup_.bodies[b].shape,
                         floor ? Pose{} : poses[b], setup_.floor_height);
    if (t.gap > kContactDistance) continue;
    Pair& pair = found[{f.a, f.b}];
    pair.a = f.a, pair.b = f.b;
    pair.point_a += t.point_a;
    pair.point_b += t.point_b;
    pair.normal += t.normal;
    ++pair.points;
  }
  std::vector<Pair> out;
  for (auto& [key, pair] : found) {
    pair.point_a = pair.point_a / pair.points;
    pair.point_b = pair.point_b / pair.points;
    pair.normal = normalized(pair.normal, {0, 1, 0});
    out.push_back(pair);
  }
  return out;
}

// The change of momentum of every body is the sum of its contacts' impulses over the frame.
void ContactFinder::share_forces(const std::vector<CarriedBody>& bodies, double duration,
                                 std::vector<Pair>& pairs) const {
  std::vector<int> index(bodies.size(), -1);
  std::vector<FitBody> fit_bodies;
  std::vector<FitContact> contacts;
  const auto fit_index = [&](int body) {
    if (body == kFloor || setup_.bodies[static_cast<std::size_t>(body)].fixed ||
        !setup_.bodies[static_cast<std::size_t>(body)].path.empty())
      return -1;
    int& i = index[static_cast<std::size_t>(body)];
    if (i >= 0) return i;
    FitBody fit;
    fit.mass = setup_.bodies[static_cast<std::size_t>(body)].mass;
    fit.place_error = fit.turn_error = fit.spin_error = 1e6;
    fit.velocity_known = true;
    fit.velocity = (duration / fit.mass) * bodies[static_cast<std::size_t>(body)].force;
    fit.velocity_error = 1e-3;
    fit_bodies.push_back(fit);
    return i = static_cast<int>(fit_bodies.size()) - 1;
  };
  for (std::size_t first = 0; first < pairs.size(); first += kMostShared) {
    const std::size_t last = std::min(pairs.size(), first + kMostShared);
    fit_bodies.clear();
    contacts.clear();
    std::fill(index.begin(), index.end(), -1);
    for (std::size_t i = first; i < last; ++i) {
      FitContact c;
      c.a = fit_index(pairs[i].a);
      c.b = fit_index(pairs[i].b);
      c.normal = pairs[i].normal;
      c.trust = 1e-300;
      for (const int body : {c.a, c.b})
        if (body >= 0) c.trust = std::max(c.trust, fit_bodies[static_cast<std::size_t>(body)].mass);
      contacts.push_back(c);
    }
    fit_impulses(fit_bodies, contacts);
    for (std::size_t i = first; i < last; ++i)
      pairs[i].force = std::max(0.0, dot(contacts[i - first].impulse, pairs[i].normal) / duration);
  }
}

void ContactFinder::follow(double time, const std::vector<CarriedBody>& bodies, const Pair& pair) {
  auto [place, fresh] = tracks_.try_emplace({pair.a, pair.b});
  Track& track = place->second;
  track.seen = true;
  const Vec3 point = 0.5 * (pair.point_a + pair.point_b);
  const auto velocity = [&](int body) {
    if (body == kFloor) return Vec3{};
    const RigidState& s = bodies[static_cast<std::size_t>(body)].state;
    return s.velocity + cross(s.spin, point - s.pose.position);
  };
  const auto tangential = [&](const Vec3& v) { return v - dot(v, pair.normal) * pair.normal; };
  ContactSample sample;
  sample.body_a = pair.a, sample.body_b = pair.b;
  sample.time = time;
  sample.normal_force = pair.force;
  sample.normal = pair.normal;
  sample.point_a = to_body(bodies[static_cast<std::size_t>(pair.a)].state.pose, pair.point_a);
  sample.point_b = pair.b == kFloor
                       ? pair.point_b
                       : to_body(bodies[static_cast<std::size_t>(pair.b)].state.pose, pair.point_b);
  const Vec3 va = velocity(pair.a), vb = velocity(pair.b);
  sample.slip = tangential(va - vb);
  // The place of touch wanders with the ball's centre; of other shapes it is seen to move.
  Vec3 wander;
  const bool ball_a = radius_of(setup_, pair.a) > 0, ball_b = radius_of(setup_, pair.b) > 0;
  if (ball_a || ball_b)
    wander = bodies[static_cast<std::size_t>(ball_a ? pair.a : pair.b)].state.velocity;
  else if (!fresh && time > track.time)
    wander = (point - track.point) / (time - track.time);
  const double limit = 5 * (norm(va) + norm(vb)) + 0.05;  // a jump to another corner is no rolling
  if (ball_a || ball_b || norm(wander) < limit) sample.roll = tangential(wander - 0.5 * (va + vb));
  const bool both_still = bodies[static_cast<std::size_t>(pair.a)].still &&
                          (pair.b == kFloor || bodies[static_cast<std::size_t>(pair.b)].still);
  if (both_still) sample.slip = sample.roll = {};
  sample.state = track.states.update(norm(sample.slip), norm(sample.roll));
  track.point = point, track.time = time;
  sample.track = fresh ? next_track_++ : track.last.track;
  const ContactSample& last = track.last;
  const bool same = !fresh && sample.state == last.state &&
                    std::abs(sample.normal_force - last.normal_force) <=
                        kSameForce * (sample.normal_force + last.normal_force) &&
                    norm(sample.slip - last.slip) < kSameSpeed &&
                    norm(sample.roll - last.roll) < kSameSpeed;
  if (same) return;
  samples_.push_back(sample);
  track.last = sample;
}

void ContactFinder::add(double time, double duration, const std::vector<CarriedBody>& bodies) {
  bool any = false, all_still = true;
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    any = any || !bodies[b].flies;
    all_still = all_still && bodies[b].still;
  }
  if (all_still && all_still_) return;  // nothing changes
  all_still_ = all_still;
  for (auto& [key, track] : tracks_) track.seen = false;
  if (any) {
    std::vector<Pair> touching = pairs(bodies);
    share_forces(bodies, duration, touching);
    for (const Pair& pair : touching) follow(time, bodies, pair);
  }
  for (auto track = tracks_.begin(); track != tracks_.end();) {
    if (track->second.seen) {
      ++track;
      continue;
    }
    ContactSample end = track->second.last;
    end.time = time;
    end.ends = true;
    samples_.push_back(end);
    track = tracks_.erase(track);
  }
}

std::vector<ContactSample> ContactFinder::finish(double end) {
  for (const auto& [key, track] : tracks_) {
    ContactSample last = track.last;
    last.time = end;
    last.ends = true;
    samples_.push_back(last);
  }
  tracks_.clear();
  return std::move(samples_);
}

}  // namespace peal
