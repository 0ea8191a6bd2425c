#include "physics/grains/grain_world.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace peal {
namespace {

// Events of one grain's neighbourhood at the same instant are few; of all of them at most this
// many.
constexpr std::uint64_t kEventsPerInstant = 1000000;
constexpr double kInstant = 1e-12;  // [s]

}  // namespace

GrainWorld::GrainWorld(GrainSetup setup) : setup_(std::move(setup)), gravity_(setup_.laws.gravity) {
  check();
  for (const GrainKind& kind : setup_.kinds) {
    radius_.push_back(kind.radius), mass_.push_back(kind.mass());
    wake_speed_.push_back(std::sqrt(2 * setup_.laws.rest.wake * setup_.laws.rest.energy *
                                    norm(gravity_) * kind.radius));
  }
  while (materials_ * materials_ < static_cast<int>(setup_.laws.restitution.size())) ++materials_;
  rest_speed_ = norm(gravity_) * setup_.laws.contact_time / 4;
  bodies_.resize(setup_.walls.bodies()), impulses_.resize(setup_.walls.bodies());
  largest_ = *std::max_element(radius_.begin(), radius_.end());
  choose_cells();
  wall_cells_ = WallCells(setup_.walls, side_, largest_);
  add_carried();
  std::vector<GrainStart> starts;
  starts.swap(setup_.grains);
  flights_.reserve(starts.size()), plans_.reserve(starts.size());
  if (setup_.laws.rest.allowed) contacts_.reserve(starts.size());
  for (const GrainStart& start : starts) {
    flights_.push_back({start.place, start.velocity, 0, kNobody,
                        static_cast<std::uint16_t>(start.kind), State::flies, 0});
    plans_.emplace_back();
    if (setup_.laws.rest.allowed) contacts_.emplace_back();
    if (!setup_.laws.friction.empty()) spins_.emplace_back();
    place(grains() - 1);
  }
  calendar_.resize(grains());
  for (int i = 0; i < grains(); ++i) predict(i);
}

int GrainWorld::add_grain(const GrainStart& start) {
  if (start.kind < 0 || start.kind >= static_cast<int>(radius_.size()))
    fail("grain {} is of kind {}, there are {}", grains(), start.kind, radius_.size());
  flights_.push_back({start.place, start.velocity, now_, kNobody,
                      static_cast<std::uint16_t>(start.kind), State::flies, 0});
  plans_.emplace_back();
  if (setup_.laws.rest.allowed) contacts_.emplace_back();
  if (!setup_.laws.friction.empty()) spins_.emplace_back();
  const int grain = grains() - 1;
  try {
    place(grain);
  } catch (const Error&) {  // somebody is there: as if it had never come
    flights_.pop_back(), plans_.pop_back();
    if (setup_.laws.rest.allowed) contacts_.pop_back();
    if (!spins_.empty()) spins_.pop_back();
    throw;
  }
  calendar_.resize(grains());
  predict(grain);
  return grain;
}

void GrainWorld::advance(double until, std::vector<GrainHit>& hits) {
  for (;;) {
    const int grain = calendar_.first();
    if (grain < 0 || calendar_.time(grain) > until) break;
    const double t = calendar_.time(grain);
    now_ = t;
    for (int k = 3; k < 7; ++k)
      if (const int later = calendar_.soon(k); later >= 0) __builtin_prefetch(&plans_[later]);
    fetch(calendar_.soon(1)), fetch(calendar_.soon(2));
    watch_for_collapse(grain, t);
    step(grain, t, hits);
  }
  now_ = std::max(now_, until);
}

/// What the next event will read is on its way while this one is calculated.
void GrainWorld::fetch(int grain) const noexcept {
  if (grain < 0) return;
  const Plan& plan = plans_[grain];
  __builtin_prefetch(&flights_[grain]);
  for (int n = 0; n < 9; ++n) {
    const Cell* row = &cells_[slot(0, plan.cell[1] + n % 3 - 1, plan.cell[2] + n / 3 - 1)];
    __builtin_prefetch(row + ((plan.cell[0] - 1) & mask_[0]));
    __builtin_prefetch(row + ((plan.cell[0] + 1) & mask_[0]));
  }
  if (plan.partner < 0) return;
  __builtin_prefetch(&flights_[plan.partner]), __builtin_prefetch(&plans_[plan.partner]);
}

void GrainWorld::step(int grain, double t, std::vector<GrainHit>& hits) {
  Plan& plan = plans_[grain];
  if (plan.pair_t <= plan.wall_t && plan.pair_t <= plan.door_t) {
    if (plans_[plan.partner].count == plan.partner_count)
      return collide_pair(grain, plan.partner, t, hits);
    ++counts_.repeats;
    search_pairs(grain, t, false);
    schedule(grain);
  } else if (plan.wall_t <= plan.door_t) {
    collide_wall(grain, t, hits);
  } else {
    change_cell(grain, t);
  }
}

void GrainWorld::watch_for_collapse(int grain, double t) {
  if (t > instant_ + kInstant) instant_ = t, at_instant_ = 0;
  if (++at_instant_ <= kEventsPerInstant + 100 * std::uint64_t(grains())) return;
  const Vec3 x = at(flights_[grain], t).place;
  fail(
      "grains collide without end near t = {:.9g} s (grain {} at {:.6g}, {:.6g}, {:.6g} m, event "
      "{}): give the collisions a contact time, for example 1e-4 s",
      t, grain, x.x, x.y, x.z, counts_.events());
}

GrainMotion GrainWorld::motion(int grain) const { return at(flights_[grain], now_); }

int GrainWorld::resting() const {
  int n = 0;
  for (const Flight& f : flights_) n += f.state == State::rests;
  return n;
}

Vec3 GrainWorld::body_place(int body) const {
  const BodyMotion& b = bodies_[body];
  return b.x + (now_ - b.t) * b.v;
}

void GrainWorld::forget_impulses() { std::fill(impulses_.begin(), impulses_.end(), WallImpulse{}); }

double GrainWorld::energy() const {
  double sum = 0;
  for (int i = 0; i < grains(); ++i) {
    const Flight& f = flights_[i];
    const GrainMotion m = at(f, now_);
    if (!spins_.empty()) sum += 0.5 * turning_inertia(i) * norm_squared(spins_[i]);
    sum += mass_[f.kind] * (0.5 * norm_squared(m.velocity) - dot(gravity_, m.place));
  }
  return sum;
}

Vec3 GrainWorld::momentum() const {
  Vec3 sum;
  for (const Flight& f : flights_) sum += mass_[f.kind] * at(f, now_).velocity;
  return sum;
}

void GrainWorld::set_gravity(const Vec3& gravity) {
  if (!is_finite(gravity)) fail("gravity of grains must be finite");
  for (int i = 0; i < grains(); ++i) {
    if (flights_[i].state == State::gone) continue;
    move_to(i, now_);
    if (flights_[i].state == State::rests) flights_[i].state = State::flies, ++counts_.wakes;
    ++plans_[i].count;
  }
  gravity_ = gravity;
  for (int i = 0; i < grains(); ++i)
    if (flights_[i].state != State::gone) predict(i);
}

void GrainWorld::set_body_velocity(int body, const Vec3& velocity) {
  if (body < 0 || body >= setup_.walls.bodies() || !setup_.walls.moves(body))
    fail("body {} of the walls of grains was not added as one that moves", body);
  BodyMotion& b = bodies_[body];
  b.x = body_place(body), b.v = velocity, b.t = now_;
  // Who touched it wakes: it goes away, or pushes.
  if (!contacts_.empty())
    for (int i = 0; i < grains(); ++i)
      if (flights_[i].state == State::rests)
        for (int k = 0; k < kContacts; ++k)
          if (contacts_[i].time[k] > -kNever && contacts_[i].partner[k] == -1 - body) {
            wake(i, now_);
            break;
          }
  for (int i = 0; i < grains(); ++i) {
    if (flights_[i].state == State::gone) continue;
    Plan& plan = plans_[i];
    move_to(i, now_);
    // Pairs with grains at rest were looked for up to the wall that it would have met.
    if (plan.wall_t < kNever && setup_.walls.features()[plan.feature].body == body)
      predict(i);
    else
      predict_walls(i, true), schedule(i);
  }
}

}  // namespace peal
