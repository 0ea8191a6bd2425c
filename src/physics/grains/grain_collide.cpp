#include <algorithm>
#include <cmath>

#include "physics/grains/grain_world.h"

namespace peal {
namespace {

GrainHit hit_of(double t, const Vec3& place, const Vec3& normal, double speed, double impulse,
                int grain, int partner) {
  GrainHit hit;
  hit.time = t;
  for (int k = 0; k < 3; ++k) hit.place[k] = static_cast<float>(place[k]);
  pack_normal(normal, hit.normal);
  hit.speed = static_cast<float>(speed), hit.impulse = static_cast<float>(impulse);
  hit.grain = grain, hit.partner = partner;
  return hit;
}

}  // namespace

double GrainWorld::restitution(double speed, int material_a, int material_b, bool recent) {
  if (recent && speed <= setup_.laws.contact_speed) {
    ++counts_.elastic;
    return 1;
  }
  return setup_.laws.restitution[material_a * materials_ + material_b].at(speed);
}

// n from b to a, J = (1 + e) m v0, m = ma mb / (ma + mb)
void GrainWorld::collide_pair(int a, int b, double t, std::vector<GrainHit>& hits) {
  ++counts_.pair_hits;
  const bool rubs = may_rub(a, t) && may_rub(b, t);
  move_to(a, t), move_to(b, t);
  if (flights_[b].state != State::flies) std::swap(a, b);
  Flight &fa = flights_[a], &fb = flights_[b];  // a alone may be at rest
  const double ma = mass_[fa.kind], mb = mass_[fb.kind];
  const Vec3 n = normalized(fa.x - fb.x, {0, 1, 0});
  const double speed = std::max(0.0, dot(fb.v - fa.v, n));
  Plan &pa = plans_[a], &pb = plans_[b];
  const double limit = setup_.laws.contact_time;
  const bool rests = fa.state == State::rests;
  const Vec3 before_a = fa.v, before_b = fb.v;
  const bool recent = t - pb.last_hit < limit || (!rests && t - pa.last_hit < limit);
  const double e =
      restitution(speed, setup_.kinds[fa.kind].material, setup_.kinds[fb.kind].material, recent);
  const double reduced_mass = ma * mb / (ma + mb);
  const bool held = rests && (1 + e) * reduced_mass * speed < ma * wake_speed_[fa.kind];
  double impulse = (1 + e) * reduced_mass * speed;
  if (held) {
    impulse = mb * (speed + std::max(e * speed, rest_speed_));
  } else {
    if (rests) wake(a, t);
    fa.v += (impulse / ma) * n;
    pa.last_hit = t, ++pa.count;
  }
  fb.v -= (impulse / mb) * n;
  const double mu = friction(setup_.kinds[fa.kind].material, setup_.kinds[fb.kind].material);
  if (mu > 0 && (held ? rubs : !recent)) rub_pair(a, b, n, impulse, mu, held);
  ++pb.count;
  if (!held) pb.last_hit = t;
  if (speed >= setup_.laws.quietest)
    hits.push_back(hit_of(t, fb.x + radius_[fb.kind] * n, n, speed, impulse, a, b));
  if (held) {
    remember(b, a, -n, t);
    if (!try_rest(b, t)) predict(b);
    return;
  }
  touch_in_flight(a, b, n, t);
  leave_behind(a, before_a, t), leave_behind(b, before_b, t);
  if (!try_rest(a, t)) predict(a);
  if (!try_rest(b, t)) predict(b);
}

/// Who was fast, or is so now, no longer carries anybody.
void GrainWorld::leave_behind(int grain, const Vec3& before, double t) {
  if (contacts_.empty() || !contacts_[grain].carries) return;
  const Flight& f = flights_[grain];
  const double fast = wake_speed_[f.kind] * wake_speed_[f.kind];
  if (std::max(norm_squared(before), norm_squared(f.v)) > fast) wake_carried(grain, t);
}

void GrainWorld::collide_wall(int grain, double t, std::vector<GrainHit>& hits) {
  ++counts_.wall_hits;
  Plan& plan = plans_[grain];
  const WallFeature& w = setup_.walls.features()[plan.feature];
  if (flights_[grain].state == State::rests) wake(grain, t);
  const bool rubs = may_rub(grain, t);
  move_to(grain, t);
  Flight& f = flights_[grain];
  BodyMotion& body = bodies_[w.body];
  const bool carried = setup_.walls.carried(w.body);
  const double m = mass_[f.kind];
  const Vec3 before = f.v;
  Vec3 n;
  double speed = 0, impulse = 0;
  bool light = false;
  if (carried) {
    const Pose pose = pose_of(w.body, t);
    n = rotate(pose.rotation, w.normal(to_body(pose, f.x)));
    impulse = push_carried(grain, w, n, t, speed, light);
  } else {
    n = w.normal(f.x - (body.x + (t - body.t) * body.v));
    speed = std::max(0.0, dot(body.v - f.v, n));
    const bool recent = t - plan.last_hit < setup_.laws.contact_time;
    const double e = restitution(speed, setup_.kinds[f.kind].material, w.material, recent);
    impulse = m * (speed + std::max(e * speed, rest_speed_));
  }
  Vec3 push = impulse * n;
  const double mu = friction(setup_.kinds[f.kind].material, w.material);
  if (mu > 0 && rubs) {
    push += rub_wall(grain, w.body, n, impulse, mu, t);
  } else if (mu == 0 && rubs && setup_.laws.rest.allowed && !(carried && body.inverse_mass > 0)) {
    const Vec3 arm = f.x - radius_[f.kind] * n - (body.x + (t - body.t) * body.v);
    push -= resist_rolling(grain, f.v - (carried ? body.v + cross(body.spin, arm) : body.v), n,
                           impulse);
  }
  if (light) body.v = body.pushed_v, body.spin = body.pushed_spin;
  f.v += (1 / m) * push;
  ++plan.count;
  const Vec3 place = f.x - radius_[f.kind] * n;
  impulses_[w.body].push -= push;
  impulses_[w.body].turn -= cross(place, push);
  if (speed >= setup_.laws.quietest)
    hits.push_back(hit_of(t, place, n, speed, impulse, grain, -1 - w.body));
  leave_behind(grain, before, t);
  if (setup_.laws.rest.allowed && norm_squared(body.v) == 0 && norm_squared(body.spin) == 0) {
    remember(grain, -1 - w.body, n, t);
    if (try_rest(grain, t)) return;
  }
  predict(grain);
  if (light) look_at_carried();
}

}  // namespace peal
