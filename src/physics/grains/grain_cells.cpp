// Cells of the grid that holds the grains. Space has no bounds: the grid repeats itself, what lies
// a period apart is looked at in vain. Cell (0, 0, 0) begins at the origin.
#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "physics/grains/grain_world.h"

namespace peal {
namespace {

constexpr double kCellsPerGrain = 8;
constexpr std::int32_t kFarthestCell = 1 << 20;  // keys of walls hold 21 bits

std::int32_t cell_limit(double x) {
  return static_cast<std::int32_t>(
      std::clamp(std::floor(x), -double(kFarthestCell), double(kFarthestCell - 1)));
}

bool is_restitution(double e) { return e >= 0 && e <= 1; }

}  // namespace

void GrainWorld::check() const {
  if (setup_.kinds.empty() || setup_.kinds.size() > 65535)
    fail("grains need between 1 and 65535 kinds, there are {}", setup_.kinds.size());
  std::size_t materials = 1;
  while (materials * materials < setup_.laws.restitution.size()) ++materials;
  if (materials * materials != setup_.laws.restitution.size())
    fail("restitutions of grains are a square table, {} numbers are none",
         setup_.laws.restitution.size());
  for (const Restitution& e : setup_.laws.restitution)
    if (!is_restitution(e.value)) fail("restitution of grains: expected 0 .. 1, got {}", e.value);
  if (const auto& friction = setup_.laws.friction; !friction.empty()) {
    if (friction.size() != setup_.laws.restitution.size())
      fail("coefficients of friction of grains: expected {}, as many as restitutions, got {}",
           setup_.laws.restitution.size(), friction.size());
    for (const double mu : friction)
      if (!(mu >= 0) || !std::isfinite(mu))
        fail("friction of grains: expected a coefficient >= 0, got {}", mu);
  }
  const auto known = [&](int m) { return m >= 0 && m < static_cast<int>(materials); };
  for (std::size_t i = 0; i < setup_.kinds.size(); ++i) {
    const GrainKind& k = setup_.kinds[i];
    if (!(k.radius > 0) || !std::isfinite(k.radius))
      fail("kind {} of grains: radius: expected > 0 m, got {}", i, k.radius);
    if (!(k.density > 0) || !std::isfinite(k.density))
      fail("kind {} of grains: density: expected > 0 kg/m^3, got {}", i, k.density);
    if (!(k.rolling >= 0) || !std::isfinite(k.rolling))
      fail("kind {} of grains: rolling: expected >= 0, got {}", i, k.rolling);
    if (!known(k.material)) fail("kind {} of grains: there is no material {}", i, k.material);
  }
  for (const WallFeature& f : setup_.walls.features())
    if (!known(f.material)) fail("walls of grains: there is no material {}", f.material);
  for (std::size_t i = 0; i < setup_.grains.size(); ++i) {
    const GrainStart& s = setup_.grains[i];
    if (s.kind < 0 || s.kind >= static_cast<int>(setup_.kinds.size()))
      fail("grain {} is of kind {}, there are {}", i, s.kind, setup_.kinds.size());
    if (!is_finite(s.place) || !is_finite(s.velocity))
      fail("place and velocity of grain {} must be finite", i);
  }
  if (!is_finite(gravity_)) fail("gravity of grains must be finite");
}

void GrainWorld::choose_cells() {
  side_ = 2 * *std::max_element(radius_.begin(), radius_.end()) * (1 + 1e-9);
  per_side_ = 1 / side_;
  Vec3 low = {kNever, kNever, kNever}, high = -low;
  for (const GrainStart& s : setup_.grains)
    for (int k = 0; k < 3; ++k)
      low[k] = std::min(low[k], s.place[k]), high[k] = std::max(high[k], s.place[k]);
  int bits[3];
  for (int k = 0; k < 3; ++k) {
    low_[k] = cell_limit(setup_.low[k] * per_side_);
    high_[k] = cell_limit(setup_.high[k] * per_side_);
    const double cells = low[k] <= high[k] ? (high[k] - low[k]) * per_side_ + 1 : 16;
    bits[k] = 2;
    while (bits[k] < 20 && double(1 << bits[k]) < cells) ++bits[k];
  }
  const double most =
      std::log2(kCellsPerGrain * double(std::max<std::size_t>(setup_.grains.size(), 256)));
  while (bits[0] + bits[1] + bits[2] > most) --*std::max_element(bits, bits + 3);
  for (int k = 0; k < 3; ++k) mask_[k] = (1 << bits[k]) - 1;
  shift_[0] = bits[0], shift_[1] = bits[0] + bits[1];
  cells_.assign(std::size_t{1} << (bits[0] + bits[1] + bits[2]), Cell{});
}

/// Into the grid, if it overlaps nothing there.
void GrainWorld::place(int grain) {
  const Flight& f = flights_[grain];
  Plan& plan = plans_[grain];
  for (int k = 0; k < 3; ++k)
    plan.cell[k] = static_cast<std::int32_t>(std::floor(f.x[k] * per_side_));
  const double r = radius_[f.kind];
  for_each_near(grain, [&](int j) {
    const double apart = norm(f.x - at(flights_[j], now_).place) - r - radius_[flights_[j].kind];
    if (apart < -1e-9 * r)
      fail("grains {} and {} overlap by {:.3g} m at t = {} s", j, grain, -apart, now_);
  });
  for (const int feature : setup_.walls.everywhere()) refuse_overlap(feature, grain, f.x);
  for (const int feature : wall_cells_.at(plan.cell)) refuse_overlap(feature, grain, f.x);
  for (const int feature : setup_.walls.moving()) refuse_overlap(feature, grain, f.x);
  for (const Carried& carried : carried_)
    if (reaches(carried, f, {f.x, f.v}, now_, 0))
      carried.tree.for_each_near(to_body(pose_of(carried.body, now_), f.x), r,
                                 [&](int feature) { refuse_overlap(feature, grain, f.x); });
  enter_cell(grain);
}

void GrainWorld::refuse_overlap(int feature, int grain, const Vec3& place) const {
  const WallFeature& w = setup_.walls.features()[feature];
  const BodyMotion& b = bodies_[w.body];
  const double r = radius_[flights_[grain].kind];
  const Vec3 x = setup_.walls.carried(w.body) ? to_body(pose_of(w.body, now_), place)
                                              : place - (b.x + (now_ - b.t) * b.v);
  if (w.distance(x) - r < -1e-9 * r && w.holds(x, r))
    fail("grain {} overlaps the wall of body {} by {:.3g} m at t = {} s", grain, w.body,
         r - w.distance(x), now_);
}

void GrainWorld::enter_cell(int grain) {
  const std::int32_t* c = plans_[grain].cell;
  Cell& cell = cells_[slot(c[0], c[1], c[2])];
  const unsigned held = cell.held & 3;
  if (held < Cell::kPlaces) {
    cell.grain[held] = grain;
    ++cell.held;
  } else {
    flights_[grain].next = static_cast<int>(cell.held >> 2) - 1;
    cell.held = Cell::kPlaces | static_cast<unsigned>(grain + 1) << 2;
  }
}

void GrainWorld::leave_cell(int grain) {
  const std::int32_t* c = plans_[grain].cell;
  Cell& cell = cells_[slot(c[0], c[1], c[2])];
  const unsigned held = cell.held & 3;
  const int more = static_cast<int>(cell.held >> 2) - 1;
  for (unsigned k = 0; k < held; ++k) {
    if (cell.grain[k] != grain) continue;
    if (more == kNobody) {
      cell.grain[k] = cell.grain[held - 1];
      --cell.held;
    } else {
      cell.grain[k] = more;
      cell.held = held | static_cast<unsigned>(flights_[more].next + 1) << 2;
    }
    return;
  }
  const int next = flights_[grain].next;
  if (more == grain) {
    cell.held = held | static_cast<unsigned>(next + 1) << 2;
    return;
  }
  int before = more;
  while (flights_[before].next != grain) before = flights_[before].next;
  flights_[before].next = next;
}

void GrainWorld::predict_door(int grain) {
  Flight& f = flights_[grain];
  Plan& plan = plans_[grain];
  plan.door_t = kNever;
  if (f.state != State::flies) return;
  double best = kNever;
  int door = 0;
  for (int k = 0; k < 3; ++k) {
    const double low = plan.cell[k] * side_, v = f.v[k], g = gravity_[k];
    const double below = std::max(0.0, f.x[k] - low), above = std::max(0.0, low + side_ - f.x[k]);
    if (g == 0) {  // no roots
      const double t = (v > 0 ? above : below) / std::abs(v);
      if (t < best) best = t, door = 2 * k + (v > 0);
      continue;
    }
    if (const double t = plane_drop(above, -v, -g); t < best) best = t, door = 2 * k + 1;
    if (const double t = plane_drop(below, v, g); t < best) best = t, door = 2 * k;
  }
  plan.door_t = f.t + best;
  f.door = static_cast<std::uint8_t>(door);
}

void GrainWorld::change_cell(int grain, double t) {
  ++counts_.crossings;
  Flight& f = flights_[grain];
  Plan& plan = plans_[grain];
  move_to(grain, t);
  leave_cell(grain);
  const int axis = (f.door & 7) >> 1, step = f.door & 1 ? 1 : -1;
  const bool all = f.door & 8;
  plan.cell[axis] += step;
  if (plan.cell[axis] < low_[axis] || plan.cell[axis] > high_[axis]) {
    f.state = State::gone;
    ++plan.count;
    plan.pair_t = plan.wall_t = plan.door_t = kNever;
    if (escapes_.count++ == 0) escapes_.grain = grain, escapes_.time = t;
    calendar_.set(grain, kNever);
    return;
  }
  enter_cell(grain);
  const std::uint8_t through = f.door & 7;
  predict_door(grain);
  predict_walls(grain, true);
  const std::uint8_t next_door = f.door;
  if (all) {
    search_pairs(grain, t, false);
  } else {
    f.door = through;
    search_pairs(grain, t, true);
    f.door = static_cast<std::uint8_t>(next_door | (f.door & 8));
  }
  schedule(grain);
}

}  // namespace peal
