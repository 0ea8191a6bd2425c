// What RodWorld does where rods touch rods and themselves.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "motion/rods/rod_rest.h"
#include "motion/rods/rod_world.h"
#include "physics/contact/hertz.h"
#include "physics/elastic/materials/material.h"

namespace peal {
namespace {

constexpr double kRepaired = 1e-7;     // [m] of overlap that is left
constexpr double kOverlapLeft = 2e-5;  // [m] that may stay: springs begin empty
constexpr int kRepairs = 400;          // rounds
constexpr double kDeep = 0.5;        // of both reaches: who overlaps more is a mistake in the scene
constexpr double kSlowest = 0.01;    // [m/s] who meets more slowly does not bounce (hard)
constexpr double kBackIn = 20;       // [steps] in which hard contacts take penetration back
constexpr double kBackSpeed = 0.05;  // [m/s] at most

/// A hard contact: with the mean velocity u = (v0 + v1) / 2 of a step, v1 = -e v0 is u = (1 - e)/2
/// v0. @param closing [m/s] if nothing pushes
PressStep hard_step(double gap_before, double closing, double e, double step) {
  PressStep out;
  out.open = false;
  out.target = -0.5 * (1 - (closing > kSlowest ? e : 0)) * closing;
  if (gap_before < 0) out.target += std::min(-gap_before / (kBackIn * step), kBackSpeed);
  return out;
}

}  // namespace

/// Rods that overlap a little at the start are moved apart, each as a whole; what is held stays.
void RodWorld::part_rods() {
  if (rod_pairs_->none()) return;
  double deepest = 0;
  std::string names;
  const auto held = [&](int rod) {
    return !scene_.objects[rods_[rod].object].rod.supports.empty();
  };
  for (int round = 0; round <= kRepairs; ++round) {
    const std::vector<RodPairTouch> overlaps = rod_pairs_->overlaps();
    std::vector<Vec3> ways(rods_.size());
    double left = 0;
    for (const RodPairTouch& touch : overlaps) {
      const int a = touch.a.rod, b = touch.b.rod;
      const bool stuck = a == b || (held(a) && held(b)),
                 deep = -touch.gap > kDeep * (touch.reach_a + touch.reach_b);
      if (-touch.gap < kOverlapLeft && stuck) continue;  // their spring pushes them apart slowly
      if (deep || stuck || round == kRepairs)
        fail("{} overlap by {:.3g} m at the start; move them apart", rod_pairs_->names(touch),
             -touch.gap);
      left = std::max(left, -touch.gap);
      if (-touch.gap > deepest) deepest = -touch.gap, names = rod_pairs_->names(touch);
      const double part = held(a) || held(b) ? 1 : 0.5;
      const Vec3 away = part * (-touch.gap + kRepaired) * touch.normal;
      // Of many overlaps of one rod the farthest way in each direction.
      const auto go = [](Vec3& way, const Vec3& by) {
        const double more = norm_squared(by) - dot(way, by);
        if (more > 0) way += more / norm_squared(by) * by;
      };
      if (!held(a)) go(ways[a], away);
      if (!held(b)) go(ways[b], -away);
    }
    if (left < kRepaired) break;
    for (std::size_t r = 0; r < rods_.size(); ++r) {
      if (ways[r] == Vec3{}) continue;
      std::vector<Vec3> places;
      for (int i = 0; i < rods_[r].rod->points(); ++i)
        places.push_back(rods_[r].rod->point(i) + ways[r]);
      rods_[r].rod->move(places);
    }
  }
  if (deepest < kOverlapLeft) return;
  repairs_.push_back(
      fmt::format("{} overlapped by {:.3g} m at the start and were moved apart", names, deepest));
}

void RodWorld::find_pairs() {
  last_pairs_.clear(), closed_pairs_.clear();
  std::fill(paired_.begin(), paired_.end(), 0), std::fill(touching_.begin(), touching_.end(), 0);
  if (rod_pairs_->none()) return;
  last_pairs_ = rod_pairs_->find(end_of_step());
  for (const RodPairTouch& touch : last_pairs_) paired_[touch.a.rod] = paired_[touch.b.rod] = 1;
  over_rods([&](std::size_t r) {
    if (!paired_[r]) return;
    Places& places = places_of_[r];
    const auto points = static_cast<std::size_t>(rods_[r].rod->points());
    places.points.resize(points), places.twists.resize(points);
    places.point_slot.assign(points, kNoSlot), places.twist_slot.assign(points, kNoSlot);
    rods_[r].stepper->place_mobilities(places.points, places.twists);
  });
}

std::uint32_t RodWorld::shared_point(int rod, int point) {
  std::uint32_t& slot = places_of_[rod].point_slot[point];
  if (slot == kNoSlot) {
    slot = static_cast<std::uint32_t>(points_.size());
    points_.push_back({middle_velocity(rod, point), symmetric(places_of_[rod].points[point], 0.5)});
    point_slots_.push_back({rod, point, {}, 0});
  }
  return slot;
}

std::uint32_t RodWorld::shared_twist(int rod, int edge) {
  std::uint32_t& slot = places_of_[rod].twist_slot[edge];
  if (slot == kNoSlot) {
    slot = static_cast<std::uint32_t>(twists_.size());
    twists_.push_back({middle_turning(rod, edge), 0.5 * places_of_[rod].twists[edge]});
    twist_slots_.push_back({rod, edge, {}, 0});
  }
  return slot;
}

CoulombSide RodWorld::side_of(const RodPairSide& side) {
  const ElasticRod& rod = *rods_[side.rod].rod;
  const std::uint32_t p = shared_point(side.rod, side.edge),
                      q = shared_point(side.rod, (side.edge + 1) % rod.points());
  return CoulombSide::edge(p, q, side.along)
      .with_twist(shared_twist(side.rod, side.edge), cross(rod.tangent(side.edge), side.arm));
}

Vec3 RodWorld::velocity_of(const CoulombSide& side) const {
  Vec3 v = twists_[side.twist].rate * side.twist_lever;
  for (int k = 0; k < side.count; ++k) v += side.lever[k] * points_[side.slot[k]].velocity;
  return v;
}

/// Places where rods touch, as the solver takes them.
void RodWorld::gather_pairs() {
  const double h = 1 / rate_;
  const bool hard = scene_.motion.rod_contacts == RodContactLaw::hard;
  for (std::size_t k = 0; k < last_pairs_.size(); ++k) {
    const RodPairTouch& touch = last_pairs_[k];
    const int of_a = rods_[touch.a.rod].object, of_b = rods_[touch.b.rod].object;
    CoulombContact contact;
    contact.key = touch.key();
    contact.a = side_of(touch.a), contact.b = side_of(touch.b);
    contact.normal = touch.normal;
    const PairValues& values = pairs_[touch.a.rod][of_b];
    contact.friction = values.friction;
    const double closing = -dot(touch.normal, velocity_of(contact.a) - velocity_of(contact.b));
    const HertzPress* const kept = rod_pairs_->kept(touch);
    HertzPress press;
    if (kept) press = *kept;
    if (!kept || press.psi == 0) {
      const Material &one = scene_.material(scene_.objects[of_a].material),
                     &two = scene_.material(scene_.objects[of_b].material);
      const double modulus = reduced(plane_strain_modulus(one), plane_strain_modulus(two));
      press.spring = {crossing_stiffness(touch.reach_a, touch.reach_b, touch.sine, modulus),
                      rolling_loss(values.restitution, closing)};
    }
    double mobility = 0;
    for (const CoulombSide* side : {&contact.a, &contact.b}) {
      for (int p = 0; p < 2; ++p)
        mobility += side->lever[p] * side->lever[p] *
                    dot(touch.normal, points_[side->slot[p]].mobility * touch.normal);
      const double lever = dot(side->twist_lever, touch.normal);
      mobility += lever * lever * twists_[side->twist].inverse_inertia;
    }
    const PressStep step = hard ? hard_step(touch.gap_before, closing, values.restitution, h)
                                : press_step(press, touch.gap_before, closing, mobility, h);
    if (!step.open) {
      contact.compliance = step.compliance, contact.target = step.target;
      solving_.push_back(contact);
    } else {
      press.psi = 0;
    }
    closed_pairs_.push_back({k, press, step});
  }
}

/// The step is solved: springs go on with what they were pressed by.
void RodWorld::close_pairs() {
  const double h = 1 / rate_;
  rod_pairs_->begin_keeping();
  const bool hard = scene_.motion.rod_contacts == RodContactLaw::hard;
  std::size_t c = closed_.size();
  for (ClosedPair& closed : closed_pairs_) {
    const RodPairTouch& touch = last_pairs_[closed.touch];
    double gap = touch.gap;
    if (!closed.step.open) {
      const CoulombContact& contact = solving_[c];
      const Vec3 p = solver_.impulses()[c++];
      gap =
          touch.gap_before + h * dot(touch.normal, velocity_of(contact.a) - velocity_of(contact.b));
      close_step(closed.press, closed.step, dot(p, touch.normal), h);
    }
    rod_pairs_->keep(touch, closed.press, -gap, hard);
  }
  rod_pairs_->end_keeping();
  if (closed_pairs_.empty()) return;
  ++count_.steps;
  const auto contacts = static_cast<std::int64_t>(c - closed_.size());
  count_.contacts += contacts, count_.most = std::max(count_.most, contacts);
  count_.sweeps += report_.sweeps, count_.loose += !report_.converged;
  count_.worst = std::max(count_.worst, report_.residual);
}

MotionCounts RodWorld::counts() const {
  if (count_.steps == 0) return {};
  const auto steps = static_cast<double>(count_.steps);
  return {{"rod_contacts_per_step", static_cast<double>(count_.contacts) / steps},
          {"rod_contacts_most", static_cast<double>(count_.most)},
          {"rod_contact_sweeps", static_cast<double>(count_.sweeps) / steps},
          {"rod_contact_steps", steps},
          {"rod_contact_steps_not_converged", static_cast<double>(count_.loose)}};
}

/// Takes from rods that touch and are slow what is not rigid motion (Mueller et al. 2007).
void RodWorld::calm_rods() {
  for (const CoulombContact& contact : solving_)
    for (const CoulombSide* side : {&contact.a, &contact.b})
      if (side->kind == CoulombSide::Kind::points)
        if (const int rod = point_slots_[side->slot[0]].rod; rod != kPlace) touching_[rod] = 1;
  over_rods([&](std::size_t r) {
    const RodSettings& settings = scene_.objects[rods_[r].object].rod;
    if (touching_[r] && settings.rest_damping > 0)
      calm(*rods_[r].rod, *rods_[r].stepper, settings.rest_damping, settings.rest_speed);
  });
}

}  // namespace peal
