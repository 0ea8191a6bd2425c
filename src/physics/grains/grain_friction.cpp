// Friction: grains that rub against each other and against walls, spin, and lose of it by rolling.
// At a contact with the normal impulse J that of friction is J_t = min(mu J, |slip| / gives)
// against the slip, gives the inverse mass that the place has along the surface: 7 / (2 m) for a
// ball. It turns both: momentum and angular momentum of the two are kept, energy never grows.
// Rolling is resisted by a couple rolling * J * R against the spin; smooth grains, which do not
// spin, lose rolling * J of their momentum along the wall instead.
#include <algorithm>
#include <cmath>

#include "physics/grains/grain_world.h"

namespace peal {
namespace {

constexpr double kBall = 0.4;  // of m R^2: the inertia of a solid ball
// Hits that follow each other within this part of the contact time do not rub: a grain in a wedge
// is sent to and fro, and the hop off one wall, which the other would take, is what gets it out.
constexpr double kAtOnce = 0.05;

}  // namespace

/// Before the grain is moved to t.
bool GrainWorld::may_rub(int grain, double t) const noexcept {
  return t - flights_[grain].t >= kAtOnce * setup_.laws.contact_time;
}

double GrainWorld::turning_inertia(int grain) const noexcept {
  const int kind = flights_[grain].kind;
  return kBall * mass_[kind] * radius_[kind] * radius_[kind];
}

/// @param slip [m/s] of the surfaces, across the normal. @return [N s] on who slips
Vec3 GrainWorld::rub(const Vec3& slip, double coefficient, double impulse,
                     double gives) const noexcept {
  const double fast = norm(slip);
  if (!(fast > 0)) return {};
  return -(std::min(coefficient * impulse, fast / gives) / fast) * slip;
}

/// n from b to a; `held`: a stays at rest.
void GrainWorld::rub_pair(int a, int b, const Vec3& n, double impulse, double coefficient,
                          bool held) {
  Flight &fa = flights_[a], &fb = flights_[b];
  const double ra = radius_[fa.kind], rb = radius_[fb.kind];
  const double ma = mass_[fa.kind], mb = mass_[fb.kind];
  const Vec3 apart =
      fa.v - fb.v - cross(ra * spins_[a] + rb * spins_[b], n);  // of a's surface against b's
  const double gives = (1 + 1 / kBall) * ((held ? 0 : 1 / ma) + 1 / mb);
  const Vec3 push = rub(apart - dot(apart, n) * n, coefficient, impulse, gives);
  fb.v -= (1 / mb) * push;
  spins_[b] -= (rb / turning_inertia(b)) * cross(n, push);
  if (held) {
    resist_turning(b, {}, impulse);
    return;
  }
  fa.v += (1 / ma) * push;
  spins_[a] -= (ra / turning_inertia(a)) * cross(n, push);
}

/// @return [N s] on the grain, along the wall
Vec3 GrainWorld::rub_wall(int grain, int body, const Vec3& n, double impulse, double coefficient,
                          double t) {
  const Flight& f = flights_[grain];
  BodyMotion& b = bodies_[body];
  const bool carried = setup_.walls.carried(body);
  const double m = mass_[f.kind], r = radius_[f.kind];
  const Vec3 arm = f.x - r * n - (b.x + (t - b.t) * b.v);
  const Vec3 wall = carried ? b.pushed_v + cross(b.pushed_spin, arm) : b.v;
  Vec3 slip = f.v - r * cross(spins_[grain], n) - wall;
  slip -= dot(slip, n) * n;
  const Vec3 lever = cross(arm, normalized(slip));
  double gives = (1 + 1 / kBall) / m;
  if (carried) gives += b.inverse_mass + dot(lever, b.inverse_inertia * lever);
  const Vec3 push = rub(slip, coefficient, impulse, gives);
  spins_[grain] -= (r / turning_inertia(grain)) * cross(n, push);
  if (carried) {
    b.pushed_v -= b.inverse_mass * push;
    b.pushed_spin -= b.inverse_inertia * cross(arm, push);
    pushes_.back().impulse -= push;
  }
  resist_turning(grain, b.spin, impulse);
  return push;
}

void GrainWorld::resist_turning(int grain, const Vec3& spin_of_ground, double impulse) {
  const Flight& f = flights_[grain];
  const Vec3 turning = spins_[grain] - spin_of_ground;
  const double fast = norm(turning);
  const double couple = setup_.kinds[f.kind].rolling * impulse * radius_[f.kind];
  if (fast > 0) spins_[grain] -= (std::min(couple / turning_inertia(grain), fast) / fast) * turning;
}

/// @param passing [m/s] along the ground. @return [N s] that a smooth grain loses along it
Vec3 GrainWorld::resist_rolling(int grain, const Vec3& passing, const Vec3& n,
                                double impulse) const {
  const Flight& f = flights_[grain];
  return -rub(passing - dot(passing, n) * n, setup_.kinds[f.kind].rolling, impulse,
              1 / mass_[f.kind]);
}

}  // namespace peal
