// Coins and bowls that spin down: a part of RigidWorld.
//
// The place of touch of a disc of radius a and tilt alpha goes around with
// Omega = sqrt(4 g / (a sin alpha)), without bound as it falls. A heap of a hundred coins need not
// be stepped as finely as the one that rings out beside it.
#include <algorithm>
#include <cmath>
#include <tuple>

#include "motion/rigid/rigid_world.h"

namespace peal {
namespace {

constexpr double kMostWobble = 0.15;  // [rad] that the place of touch may go around in a part
constexpr int kMostLoneParts = 64;    // of a step
constexpr double kLiesFlat = 1e-6;    // [m] height of a rim over its lowest place: less is rough
constexpr double kWobbleShare = 0.5;  // of the axis' motion that goes around

bool ordered(const ContactFeature& x, const ContactFeature& y) {
  return std::tie(x.a, x.b, x.id) < std::tie(y.a, y.b, y.id);
}

}  // namespace

bool RigidWorld::lies_flat(const ContactFeature& f, const Pose& pose, const Vec3& normal) {
  const Roundness& round = f.round_a.axis != Vec3{} ? f.round_a : f.round_b;
  if (round.axis == Vec3{}) return false;
  return round.radius * norm(cross(normal, rotate(pose.rotation, round.axis))) < kLiesFlat;
}

// With the axis d, the normal n and the spin w, the axis moves by w x d: what of it is across the
// plane of n and d turns that plane, in which the place of touch lies.
double RigidWorld::wobble_rate(const ContactFeature& f, double time) const {
  const bool of_a = f.round_a.axis != Vec3{};
  if (!of_a && f.round_b.axis == Vec3{}) return 0;
  const Roundness& round = of_a ? f.round_a : f.round_b;
  const RigidState& s = arc_state(of_a ? f.a : f.b, time);
  if (s.spin == Vec3{}) return 0;
  const Vec3 normal = contact_at(f, time).normal, axis = rotate(s.pose.rotation, round.axis);
  const Vec3 across = cross(normal, axis);
  const double slope = norm(across);
  if (lies_flat(f, s.pose, normal)) return 0;
  const Vec3 moved = cross(s.spin, axis);
  const double around = std::abs(dot(moved, across)) / slope;
  return around > kWobbleShare * norm(moved) ? around / slope : 0;
}

std::vector<RigidWorld::Loner> RigidWorld::loners(double t0) const {
  std::vector<Loner> out;
  const double g = norm(setup_.gravity), dt = setup_.step;
  const auto immovable = [&](int body) {
    return body == kFloor || (bodies_[body].inverse_mass == 0 && !animated(body));
  };
  for (const ContactFeature& f : features_) {
    if (f.kind == ContactFeature::Kind::string) continue;
    const int body = immovable(f.b) ? f.a : f.b;
    if (!free(body) || (!immovable(f.a) && !immovable(f.b))) continue;
    if (std::any_of(out.begin(), out.end(), [&](const Loner& l) { return l.body == body; }))
      continue;
    const double parts = std::ceil(wobble_rate(f, t0) * dt / kMostWobble);
    if (parts < 2 || contact_at(f, t0).gap > kContactDistance) continue;
    out.push_back({body, static_cast<int>(std::min<double>(parts, kMostLoneParts))});
  }
  const auto reach = [&](int body) {
    const RigidState& s = arc_state(body, t0);
    const double outer = finder_.bounding_radius(body);
    const double gain = gains_[body].speed + gains_[body].spin * outer;
    const bool moving = moves(body) || gain > 0;
    return outer + kContactDistance +
           (moving ? (norm(s.velocity) + norm(s.spin) * outer + g * dt + gain) * dt : 0);
  };
  const auto has_company = [&](const Loner& loner) {
    const Vec3& place = poses_[loner.body].position;
    const double own = reach(loner.body);
    if (gains_[loner.body].speed > 0) return true;
    for (int i = 0; i < static_cast<int>(bodies_.size()); ++i) {
      if (i == loner.body || immovable(i) || !present_[i]) continue;
      if (norm(poses_[i].position - place) < own + reach(i)) return true;
    }
    return std::any_of(
               joints_.begin(), joints_.end(),
               [&](const JointPoint& j) { return j.a == loner.body || j.b == loner.body; }) ||
           std::any_of(strings_.begin(), strings_.end(), [&](const ContactFeature& f) {
             return f.a == loner.body || f.b == loner.body;
           });
  };
  std::erase_if(out, has_company);
  return out;
}

// First all others, then each of those alone; in the end everything is as if they had gone
// together.
void RigidWorld::advance_apart(const std::vector<Loner>& alone, double t0, double t1) {
  const std::vector<int> everybody = active_;
  const std::vector<ContactFeature> touches = features_;
  const auto held = held_;
  const std::size_t impacts = happened_->impacts.size(), contacts = happened_->contacts.size();
  std::vector<ContactFeature> after;
  auto held_after = held;
  held_after.clear();
  const auto collect = [&] {
    after.insert(after.end(), features_.begin(), features_.end());
    held_after.merge(held_);
  };

  for (const Loner& loner : alone) paused_[loner.body] = true;
  std::erase_if(active_, [&](int i) { return paused_[i]; });
  run_parts(parts(t0), t0, t1);
  collect();

  for (const int i : everybody) paused_[i] = bodies_[i].inverse_mass > 0;
  for (const Loner& loner : alone) {
    active_ = {loner.body};
    paused_[loner.body] = false;
    features_.clear();
    held_.clear();
    for (const ContactFeature& f : touches)
      if (f.a == loner.body || f.b == loner.body) features_.push_back(f);
    for (const auto& [key, impulse] : held)
      if (std::get<0>(key) == loner.body || std::get<1>(key) == loner.body) held_[key] = impulse;
    run_parts(loner.parts, t0, t1);
    collect();
    paused_[loner.body] = true;
  }

  active_ = everybody;
  std::fill(paused_.begin(), paused_.end(), false);
  std::sort(after.begin(), after.end(), ordered);
  features_ = std::move(after);
  held_ = std::move(held_after);
  const auto earlier = [](const auto& x, const auto& y) { return x.time < y.time; };
  std::stable_sort(happened_->impacts.begin() + static_cast<std::ptrdiff_t>(impacts),
                   happened_->impacts.end(), earlier);
  std::stable_sort(happened_->contacts.begin() + static_cast<std::ptrdiff_t>(contacts),
                   happened_->contacts.end(), earlier);
}

}  // namespace peal
