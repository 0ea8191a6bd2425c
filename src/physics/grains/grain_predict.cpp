#include <algorithm>
#include <cmath>
#include <cstring>

#include "physics/grains/grain_world.h"

namespace peal {
namespace {

constexpr double kFarFuture = 1e6;  // [s] beyond the age of any world

}  // namespace

void GrainWorld::move_to(int grain, double t) {
  Flight& f = flights_[grain];
  const GrainMotion m = at(f, t);
  f.x = m.place, f.v = m.velocity, f.t = t;
}

void GrainWorld::predict(int grain) {
  predict_door(grain);
  predict_walls(grain, false);
  search_pairs(grain, flights_[grain].t, false);
  schedule(grain);
}

void GrainWorld::schedule(int grain) {
  const Plan& plan = plans_[grain];
  calendar_.set(grain, std::min({plan.pair_t, plan.wall_t, plan.door_t}));
}

/// Time from now on; the grain is at m at time t.
double GrainWorld::touch_of(int feature, int grain, const GrainMotion& m, double t,
                            double until) const {
  const WallFeature& w = setup_.walls.features()[feature];
  const Flight& f = flights_[grain];
  const Vec3 g = f.state == State::flies ? gravity_ : Vec3{};
  const BodyMotion& b = bodies_[w.body];
  return w.touch(m.place - (b.x + (t - b.t) * b.v), m.velocity - b.v, g, radius_[f.kind], until);
}

/// From its own time on, up to where it leaves its cell. keep: what was found before still holds.
void GrainWorld::predict_walls(int grain, bool keep) {
  const Flight& f = flights_[grain];
  Plan& plan = plans_[grain];
  if (!keep) plan.wall_t = kNever;
  const double end = std::min(plan.wall_t, plan.door_t);
  double until = std::min(end - f.t, kFarFuture);
  const GrainMotion m{f.x, f.v};
  const bool flies = f.state == State::flies;
  const double r = radius_[f.kind];
  const double speed = norm(f.v), weight = flies ? norm(gravity_) : 0;
  const auto look = [&](int feature) {
    const double t = touch_of(feature, grain, m, f.t, until);
    if (t > until || t == kNever) return;
    plan.wall_t = f.t + t, plan.feature = feature, until = t;
  };
  if (flies) {
    const WallFeature* features = setup_.walls.features().data();
    for (const int feature : setup_.walls.everywhere()) {
      const double reach = r + until * (speed + 0.5 * weight * until);
      if (features[feature].distance(f.x) <= reach) look(feature);
    }
    for (const int feature : wall_cells_.at(plan.cell)) look(feature);
  }
  for (const int feature : setup_.walls.moving()) {
    const WallFeature& w = setup_.walls.features()[feature];
    const BodyMotion& b = bodies_[w.body];
    const double reach = r + until * (norm(f.v - b.v) + 0.5 * weight * until);
    if (w.distance(f.x - (b.x + (f.t - b.t) * b.v)) <= reach) look(feature);
  }
  for (const Carried& carried : carried_)
    look_at_body(carried, grain, std::min({plan.wall_t, plan.door_t, f.t + kFarFuture}) - f.t);
}

/// The earliest partner. behind_door: among those cells alone that the grain has come near by
/// passing the door of its cell; what was found before still holds.
void GrainWorld::search_pairs(int grain, double t, bool behind_door) {
  Flight& f = flights_[grain];
  Plan& plan = plans_[grain];
  if (!behind_door) plan.pair_t = kNever, plan.partner = kNobody, f.door &= 7;
  const GrainMotion m = at(f, t);
  std::int32_t low[3], high[3];
  for (int k = 0; k < 3; ++k) low[k] = plan.cell[k] - 1, high[k] = plan.cell[k] + 1;
  if (behind_door) {
    const int axis = f.door >> 1;
    low[axis] = high[axis] = plan.cell[axis] + (f.door & 1 ? 1 : -1);
  }
  int count = gather(low, high);
  if (f.state == State::flies)
    count = meeting_grains(
        flights_.data(),
        {grain, m.place, m.velocity, gravity_, t, (radius_[f.kind] + largest_) * (1 + 1e-12),
         std::min(plan.pair_t - t, kFarFuture)},
        near_.data(), count, radius_.size() == 1);
  look_at(count, grain, m, t);
}

/// Into near_: all grains of these cells. @return how many.
int GrainWorld::gather(const std::int32_t (&low)[3], const std::int32_t (&high)[3]) {
  constexpr int kMostCells = 27, kMargin = kMostCells * 4;
  int n = 0;
  if (near_.size() < kMargin) near_.resize(kMargin);
  std::int32_t* out = near_.data();
  for (std::int32_t z = low[2]; z <= high[2]; ++z)
    for (std::int32_t y = low[1]; y <= high[1]; ++y) {
      const int row = ((z & mask_[2]) << shift_[1]) + ((y & mask_[1]) << shift_[0]);
      for (std::int32_t x = low[0]; x <= high[0]; ++x) {
        const Cell& cell = cells_[row + (x & mask_[0])];
        std::memcpy(out + n, &cell, sizeof(Cell));
        n += static_cast<int>(cell.held & 3);
        if (cell.held > 3) {
          for (int j = static_cast<int>(cell.held >> 2) - 1; j != kNobody; j = flights_[j].next) {
            if (near_.size() < std::size_t(n) + kMargin) near_.resize(2 * near_.size());
            near_[n++] = j;
          }
          if (near_.size() < std::size_t(n) + kMargin) near_.resize(2 * near_.size());
          out = near_.data();
        }
      }
    }
  // All are asked for at once; the calculations that follow would ask for a few at a time.
  const Flight* const flights = flights_.data();
  for (int k = 0; k < n; ++k) __builtin_prefetch(flights + near_[k]);
  return n;
}

// t = c / (-b + sqrt(b^2 - v^2 c)),  b = r . v,  c = r^2 - s^2. Earlier than T when c + T b is
// negative or its square is less than T^2 (b^2 - v^2 c): most neighbours cost no root, and all
// conditions together one branch.
void GrainWorld::look_at(int count, int grain, const GrainMotion& m, double t) {
  const Flight* const flights = flights_.data();
  const double* const radius = radius_.data();
  const bool flies = flights[grain].state == State::flies;
  Plan& plan = plans_[grain];
  const double r_i = radius[flights[grain].kind];
  const Vec3 g = gravity_;
  double best = std::min(plan.pair_t - t, kFarFuture), best_square = best * best;
  int partner = kNobody;
  for (int k = 0; k < count; ++k) {
    const int j = near_[k];
    const Flight& q = flights[j];
    if (!flies || q.state != State::flies) {
      if (partner != kNobody) plan.pair_t = t + best;
      const double before = plan.pair_t;
      look_at_resting(grain, j, m, t);
      if (plan.pair_t < before)
        best = plan.pair_t - t, best_square = best * best, partner = kNobody;
      continue;
    }
    const double dt = t - q.t;
    const Vec3 fall = dt * g;
    const Vec3 v = m.velocity - q.v - fall;
    const Vec3 r = m.place - q.x - dt * (q.v + 0.5 * fall);
    const double s = r_i + radius[q.kind];
    const double b = dot(r, v), c = dot(r, r) - s * s, d = b * b - dot(v, v) * c;
    const double left = c + best * b;
    const bool earlier = bool(int(left < 0) | int(left * left < best_square * d)) | (c <= 0);
    if (!(int(b < 0) & int(d >= 0) & int(earlier))) continue;
    if (j == grain) continue;
    const double time = c > 0 ? c / (-b + std::sqrt(d)) : 0;
    if (time >= best) continue;
    best = time, best_square = best * best, partner = j;
  }
  if (partner != kNobody)
    plan.pair_t = t + best, plan.partner = partner, plan.partner_count = plans_[partner].count;
}

/// One of the two rests: as if it were a vertex.
void GrainWorld::look_at_resting(int grain, int other, const GrainMotion& m, double t) {
  Flight& f = flights_[grain];
  const Flight& q = flights_[other];
  if (f.state == q.state) return;
  Plan& plan = plans_[grain];
  // Not beyond where the one that flies meets a wall (then it looks again), nor its door, behind
  // which it is told to look at all cells.
  const bool flies = f.state == State::flies;
  const Plan& flying = flies ? plan : plans_[other];
  const double until = std::min({plan.pair_t, flying.wall_t, flying.door_t}) - t;
  if (!(until >= 0)) return;
  const GrainMotion o = at(q, t);
  const Vec3 r = flies ? m.place - o.place : o.place - m.place;
  const Vec3 v = flies ? m.velocity : o.velocity;
  const double s = radius_[f.kind] + radius_[q.kind];
  if (flying.door_t - t <= until) (flies ? f.door : flights_[other].door) |= 8;
  const double reach = s + until * (norm(v) + 0.5 * norm(gravity_) * until);
  if (dot(r, r) > reach * reach) return;
  WallFeature sphere;
  sphere.type = WallFeature::Type::vertex;
  const double time = sphere.touch(r, v, gravity_, s, until);
  if (!(time < until)) return;
  plan.pair_t = t + time, plan.partner = other, plan.partner_count = plans_[other].count;
}

}  // namespace peal
