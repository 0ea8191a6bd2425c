#include "motion/rods/rod_world.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/state_bytes.h"
#include "models/bodies/contact_radius.h"
#include "motion/rods/scene_rod.h"
#include "motion/worlds/shape_cut.h"
#include "physics/contact/hertz.h"
#include "physics/contact/plate_impact.h"
#include "physics/elastic/materials/material.h"

namespace peal {
namespace {

constexpr int kRodStateVersion = 7;
constexpr double kOverlap = 1e-4;  // [m] at the start: more is a mistake in the scene
constexpr double kReach = 1e-4;    // [m] so far apart a spring may still be closed, or a mode come
constexpr double kTolerance = 1e-6;      // of contacts: their energy is heard
constexpr double kPairTolerance = 1e-4;  // where many rods touch
constexpr int kPointsForThreads = 1000;  // of all rods: worth a second thread
constexpr double kSpeedNoise = 1e-8;     // [m/s] of a point: 3e-8 Pa at half a metre

std::array<float, 3> floats(const Vec3& v) {
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

}  // namespace

/// Sets true velocities after a sweep: rods answer by the factor of their step.
class RodWorld::Answer final : public CoulombResponse {
 public:
  explicit Answer(RodWorld& world) : world_(world) {}

  void respond(std::span<const Vec3> points, std::span<const double> twists,
               const CoulombBodies& bodies) override {
    for (std::size_t s = 0; s < points.size(); ++s) {
      Slot& slot = world_.point_slots_[s];
      if (slot.rod == kPlace) {
        world_.place_impulses_[slot.index] = points[s];
        continue;
      }
      world_.rods_[slot.rod].stepper->push(slot.index, points[s] - slot.given);
      slot.given = points[s];
    }
    for (std::size_t s = 0; s < twists.size(); ++s) {
      Slot& slot = world_.twist_slots_[s];
      world_.rods_[slot.rod].stepper->push_twist(slot.index, twists[s] - slot.turned);
      slot.turned = twists[s];
    }
    world_.over_rods([&](std::size_t r) { world_.rods_[r].stepper->apply(); });
    if (!world_.joints_->none()) world_.joints_->hold();
    world_.touched_.respond(world_.place_impulses_, world_.place_velocities_);
    for (std::size_t s = 0; s < points.size(); ++s) {
      const Slot& slot = world_.point_slots_[s];
      bodies.points[s].velocity = slot.rod == kPlace ? world_.place_velocities_[slot.index]
                                                     : world_.middle_velocity(slot.rod, slot.index);
    }
    for (std::size_t s = 0; s < twists.size(); ++s) {
      const Slot& slot = world_.twist_slots_[s];
      bodies.twists[s].rate = world_.middle_turning(slot.rod, slot.index);
    }
  }

 private:
  RodWorld& world_;
};

Vec3 RodWorld::middle_velocity(int rod, int point) const {
  return 0.5 * (rods_[rod].stepper->start_velocity(point) + rods_[rod].stepper->velocity(point));
}

double RodWorld::middle_turning(int rod, int edge) const {
  return 0.5 * (rods_[rod].stepper->start_twist_rate(edge) + rods_[rod].rod->twist_rate(edge));
}

RodWorld::RodWorld(const Scene& scene, std::vector<int> objects, std::shared_ptr<ImpactLaw> law)
    : scene_(scene),
      rate_(scene.motion.rod_rate),
      contacts_(scene, objects),
      sleep_(scene, rate_),
      touched_(law, 1 / rate_) {
  if (const auto& floor = scene.motion.floor; law && floor && floor->kind == FloorKind::plate) {
    const Material& m = scene.material(floor->material);
    floor_resistance_ = plate_resistance({m.young, m.poisson, m.density, floor->thickness});
  }
  next_ = static_cast<std::int64_t>(std::ceil(-scene.motion.preroll * rate_ - 1e-9));
  // The first step begins up to half a sample before or after the start of the
  // motion.
  const double late = (static_cast<double>(next_) - 0.5) / rate_ + scene.motion.preroll;
  for (const int object : objects) {
    ObjectSpec spec = scene.objects[object];
    if (spec.rod.supports.empty()) {
      spec.position += late * spec.velocity;
      spec.velocity += late * scene.motion.gravity;
    }
    Rod rod;
    rod.object = object;
    try {
      rod.rod = make_rod(scene, spec);
    } catch (const Error& error) {
      fail("object '{}': {}", spec.name, error.what());
    }
    rod.stepper = std::make_unique<RodStepper>(*rod.rod, step_settings(scene, spec));
    add_supports(spec, *rod.rod, *rod.stepper);
    if (spec.rod.equilibrium) find_equilibrium(scene, spec, *rod.rod);
    try {
      rod.excitation = std::make_unique<RodExcitation>(spec, *rod.rod, *rod.stepper);
    } catch (const Error& error) {
      fail("object '{}': {}", spec.name, error.what());
    }
    if (scene.motion.floor || scene.objects.size() > objects.size()) rod.stepper->expect_holds();
    rod.stepper->start();
    rod.turning_sounds = turning_sounds(rod.rod->section(0));
    rods_.push_back(std::move(rod));
    pairs_.emplace_back();
    for (int b = 0; b < static_cast<int>(scene.objects.size()); ++b)
      pairs_.back().push_back(pair_values(scene, object, b));
    pairs_.back().push_back(pair_values(scene, object, kFloor));
  }
  std::vector<RodJoints::Body> bodies;
  for (const Rod& rod : rods_) {
    view_.push_back(rod.rod.get());
    bodies.push_back({rod.object, rod.rod.get(), rod.stepper.get()});
    sleep_.add(*rod.rod, *rod.stepper, rod.excitation->busy_until());
  }
  joints_ = std::make_unique<RodJoints>(scene, std::move(bodies));
  std::vector<RodPairs::Body> touching;
  for (const Rod& rod : rods_) touching.push_back({rod.object, rod.rod.get(), rod.stepper.get()});
  int points = 0;
  for (const Rod& rod : rods_) points += rod.rod->points();
  many_points_ = rods_.size() > 1 && points >= kPointsForThreads;
  rod_pairs_ = std::make_unique<RodPairs>(scene, std::move(touching), 1 / rate_);
  places_of_.resize(rods_.size());
  paired_.assign(rods_.size(), 0), touching_.assign(rods_.size(), 0);
}

void RodWorld::refuse_overlap(const RigidWorld& rigid) {
  const double t = rigid.time();
  part_rods();
  contacts_.begin_step(view_, rigid, t, t);
  for (const RodTouch& touch : contacts_.find(view_, rigid, t, 1 / rate_, -kOverlap))
    fail("object '{}' reaches {:.3g} m into {} at the start; move them apart",
         scene_.objects[rods_[touch.rod].object].name, -touch.gap,
         touch.body == kFloor ? std::string("the floor")
                              : "'" + scene_.objects[touch.body].name + "'");
}

void RodWorld::advance(double until, const Surroundings& around, MotionBlock& happened) {
  if (!begun_) refuse_overlap(around.rigid);
  begun_ = true;
  contacts_.begin_step(view_, around.rigid, around.rigid.time(), until);
  wake();
  for (Rod& rod : rods_) {
    ShapeSamples& s = rod.samples;
    const auto last = static_cast<std::int64_t>(std::floor(until * rate_ - 0.5 + 1e-9));
    s.object = rod.object, s.rate = rate_, s.points = rod.rod->points(), s.first = next_;
    s.count = static_cast<int>(std::max<std::int64_t>(0, last - next_ + 1));
    s.acceleration.assign(static_cast<std::size_t>(s.points) * 3 * s.count, 0.0f);
    if (rod.turning_sounds) s.turning.assign(static_cast<std::size_t>(s.points) * s.count, 0.0f);
    s.knots.clear();
  }
  for (int left = rods_.front().samples.count; left > 0; --left) one_step(around, happened);
  if (happened.shapes.size() < rods_.size()) {
    const std::size_t others = happened.shapes.size();
    for (std::size_t i = others; i < rods_.size(); ++i) happened.shapes.push_back({});
  }
  for (std::size_t r = 0; r < rods_.size(); ++r) {
    Rod& rod = rods_[r];
    // Knots were collected sample by sample; rows are point by point.
    const std::size_t points = static_cast<std::size_t>(rod.rod->points());
    const std::size_t count = rod.samples.knots.size() / points;
    std::vector<ShapeSamples::Knot> rows(rod.samples.knots.size());
    for (std::size_t k = 0; k < count; ++k)
      for (std::size_t i = 0; i < points; ++i)
        rows[i * count + k] = rod.samples.knots[k * points + i];
    rod.samples.knots = std::move(rows);
    append(happened.shapes[r], rod.samples);
    record_track(rod, until, around.tracks);
  }
}

/// What neither moves nor rings may lie beside what sleeps.
void RodWorld::wake() {
  if (!sleep_.asleep()) return;
  const bool alone = contacts_.all_near([&](int body) {
    const ObjectSpec& object = scene_.objects[body];
    return object.is_static && !object.animated() && !touched_.yields(body);
  });
  if (alone) return;
  sleep_.wake();
  contacts_.look_again();
}

void RodWorld::one_step(const Surroundings& around, MotionBlock& happened) {
  if (sleep_.asleep()) {
    for (Rod& rod : rods_) record_rest(rod, next_);
    ++next_;
    return;
  }
  const auto bad = [&](const Rod& rod) {
    fail(
        "object '{}': the rod cannot be followed at {:.6g} s, not in 64 parts of a step either; a "
        "higher motion.rod_rate, fewer points, less stretch or weaker pushes help",
        scene_.objects[rod.object].name, end_of_step());
  };
  over_rods([&](std::size_t r) {
    Rod& rod = rods_[r];
    rod.excitation->act(end_of_step());
    const RodStepReport report = rod.stepper->predict();
    if (!report.good) bad(rod);
    if (report.parts > 1 && rod.in_parts++ == 0) rod.first_in_parts = end_of_step();
  });
  if (!joints_->none()) joints_->begin_step(1 / rate_);
  const auto& touches = contacts_.find(view_, around.rigid, end_of_step(), 1 / rate_, kReach);
  find_pairs();
  if (touches.empty() && last_pairs_.empty())
    springs_.clear(), rod_pairs_->begin_keeping(), rod_pairs_->end_keeping();
  else
    solve_contacts(touches, around, happened);
  over_rods([&](std::size_t r) {
    if (!rods_[r].stepper->finish().good) bad(rods_[r]);
    record(rods_[r], next_);
  });
  sleep_.look(end_of_step());
  ++next_;
}

/// Of each touch; of all points of a rod at once where many touch.
void RodWorld::find_mobilities(const std::vector<RodTouch>& touches) {
  constexpr std::size_t kFew = 3;
  mobilities_.resize(touches.size());
  for (std::size_t first = 0, last = 0; first < touches.size(); first = last) {
    RodStepper& stepper = *rods_[touches[first].rod].stepper;
    while (last < touches.size() && touches[last].rod == touches[first].rod) ++last;
    if (last - first <= kFew) {
      for (std::size_t k = first; k < last; ++k)
        mobilities_[k] = stepper.mobility(touches[k].point);
      continue;
    }
    all_mobilities_.resize(rods_[touches[first].rod].rod->points());
    stepper.mobilities(all_mobilities_);
    for (std::size_t k = first; k < last; ++k) mobilities_[k] = all_mobilities_[touches[k].point];
  }
}

HertzPress RodWorld::new_press(const RodTouch& touch, const Surroundings& around,
                               double closing) const {
  const Material& of_rod = scene_.material(scene_.objects[rods_[touch.rod].object].material);
  const auto& pairs = pairs_[touch.rod];
  double radius = norm(touch.arm), e = pairs.back().restitution;
  const Material* other = nullptr;
  if (touch.body == kFloor) {
    other = &scene_.material(scene_.motion.floor->material);
  } else {
    const ObjectSpec& object = scene_.objects[touch.body];
    other = &scene_.material(object.material);
    const Pose pose = around.rigid.state(touch.body, end_of_step()).pose;
    radius =
        reduced(radius, contact_radius(object.shape, *object.geometry, to_body(pose, touch.place)));
    e = pairs[touch.body].restitution;
  }
  const double modulus = reduced(plane_strain_modulus(of_rod), plane_strain_modulus(*other));
  HertzPress press;
  press.spring = {4.0 / 3 * std::sqrt(radius) * modulus, rolling_loss(e, closing)};
  return press;
}

/// The side of the body in a contact, at a slot of its own where it gives way.
/// @return its mean velocity there, and its mobility along the normal
std::pair<Vec3, double> RodWorld::add_body(const RodTouch& touch, const Surroundings& around,
                                           CoulombContact& contact, double& gap) {
  const double t = end_of_step();
  const auto add_place = [&](int place) -> std::pair<Vec3, double> {
    contact.b = CoulombSide::point(static_cast<std::uint32_t>(points_.size()));
    points_.push_back({touched_.free_velocity(place), touched_.mobility(place)});
    point_slots_.push_back({kPlace, place, {}, 0});
    gap -= dot(touch.normal, touched_.free_offset(place));
    return {touched_.free_velocity(place),
            dot(touch.normal, touched_.mobility(place) * touch.normal)};
  };
  if (touch.body == kFloor) {
    if (!(floor_resistance_ > 0)) return {};
    return add_place(touched_.add_resistance(touch.normal, floor_resistance_));
  }
  const bool held = scene_.objects[touch.body].is_static;
  if (touched_.yields(touch.body))
    return add_place(touched_.add(touch.body, around.rigid.state(touch.body, t),
                                  held ? SolverBody() : around.rigid.side(touch.body, t),
                                  touch.place));
  if (held) return {};
  const auto known = std::find_if(rigid_slots_.begin(), rigid_slots_.end(),
                                  [&](const auto& s) { return s.first == touch.body; });
  const std::uint32_t slot =
      known != rigid_slots_.end() ? known->second : static_cast<std::uint32_t>(rigids_.size());
  const SolverBody side = around.rigid.side(touch.body, t);
  if (known == rigid_slots_.end()) {
    rigids_.push_back(
        {side.velocity, 0.5 * side.inverse_mass, side.spin, symmetric(side.inverse_inertia, 0.5)});
    rigid_slots_.emplace_back(touch.body, slot);
  }
  const Vec3 arm = touch.place - around.rigid.state(touch.body, t).pose.position;
  contact.b = CoulombSide::rigid(slot, arm);
  const Vec3 lever = cross(arm, touch.normal);
  return {side.velocity_at(arm),
          0.5 * (side.inverse_mass + dot(lever, side.inverse_inertia * lever))};
}

/// What touches, as the solver takes it: springs that are closed, or close in
/// this step.
void RodWorld::gather_contacts(const std::vector<RodTouch>& touches, const Surroundings& around) {
  const double h = 1 / rate_;
  points_.clear(), twists_.clear(), rigids_.clear(), solving_.clear(), closed_.clear();
  point_slots_.clear(), twist_slots_.clear(), rigid_slots_.clear();
  touched_.begin(next_);
  find_mobilities(touches);
  for (std::size_t k = 0; k < touches.size(); ++k) {
    const RodTouch& touch = touches[k];
    const Rod& rod = rods_[touch.rod];
    const auto kept = springs_.find({touch.rod, touch.point, touch.body});
    const int edge = std::min(touch.point, rod.rod->edges() - 1);
    const Vec3 lever = cross(rod.rod->tangent(edge), touch.arm);
    CoulombContact contact;
    contact.key = {
        static_cast<std::uint64_t>(touch.rod) << 32 | static_cast<std::uint32_t>(touch.body + 1),
        static_cast<std::uint64_t>(touch.point)};
    contact.normal = touch.normal;
    double gap = touch.gap;
    if (kept == springs_.end() && gap > 0 &&
        (!touched_.yields(touch.body) ||
         gap > touched_.most_offset(touch.body, around.rigid.state(touch.body, end_of_step()),
                                    touch.place)))
      continue;
    const auto [of_body, gives] = add_body(touch, around, contact, gap);
    if (kept == springs_.end() && gap > 0) continue;
    // Of the middle of the step: an impulse changes it by half of what it does
    // at the end.
    const bool shared = paired_[touch.rod];
    const SymMat3 own =
        symmetric(shared ? places_of_[touch.rod].points[touch.point] : mobilities_[k], 0.5);
    const Vec3 velocity = middle_velocity(touch.rod, touch.point);
    const double turning = middle_turning(touch.rod, edge),
                 turns = shared ? 0.5 * places_of_[touch.rod].twists[edge]
                                : 0.5 / rod.rod->twist_inertia(edge),
                 along = dot(lever, touch.normal);
    const double closing = -dot(touch.normal, velocity + turning * lever - of_body);
    const HertzPress press =
        kept != springs_.end() ? kept->second : new_press(touch, around, closing);
    const double mobility = dot(touch.normal, own * touch.normal) + along * along * turns + gives;
    const PressStep step = press_step(press, gap + h * closing, closing, mobility, h);
    if (step.open) continue;
    const auto point =
        shared ? shared_point(touch.rod, touch.point) : static_cast<std::uint32_t>(points_.size());
    if (!shared) {
      points_.push_back({velocity, own});
      point_slots_.push_back({touch.rod, touch.point, {}, 0});
    }
    const auto twist =
        shared ? shared_twist(touch.rod, edge) : static_cast<std::uint32_t>(twists_.size());
    if (!shared) {
      twists_.push_back({turning, turns});
      twist_slots_.push_back({touch.rod, edge, {}, 0});
    }
    contact.a = CoulombSide::point(point).with_twist(twist, lever);
    const auto& pairs = pairs_[touch.rod];
    contact.friction = (touch.body == kFloor ? pairs.back() : pairs[touch.body]).friction;
    contact.compliance = step.compliance, contact.target = step.target;
    solving_.push_back(contact);
    if (contact.b.kind == CoulombSide::Kind::points)
      touched_.use(point_slots_[contact.b.slot[0]].index);
    // Floors and what does not move answer at the place alone.
    const bool fixed = touch.body == kFloor || contact.b.kind == CoulombSide::Kind::fixed;
    RodHold hold;
    hold.point = touch.point, hold.edge = edge, hold.lever = lever, hold.normal = touch.normal;
    hold.velocity = velocity + turning * lever - of_body;
    hold.target = step.target, hold.compliance = step.compliance + gives;
    hold.friction = contact.friction, hold.grip = press.grip;
    hold.mobility = (own.xx + own.yy + own.zz) / 3;
    closed_.push_back({k, press, step, fixed, hold});
  }
  place_impulses_.assign(touched_.places(), Vec3{});
  place_velocities_.assign(touched_.places(), Vec3{});
}

/// Rods that press on what is fixed with several points: where the solver
/// begins.
bool RodWorld::settle_rods() {
  begin_with_.resize(solving_.size());
  for (std::size_t c = 0; c < solving_.size(); ++c) {
    const KeptImpulse* const kept = solver_.memory().find(solving_[c].key);
    begin_with_[c] = kept ? *kept : KeptImpulse{solving_[c].key, {}, 0};
  }
  bool any = false;
  for (std::size_t r = 0; r < rods_.size(); ++r) {
    holds_.clear(), holding_.clear();
    bool fixed = true;
    for (std::size_t c = 0; c < closed_.size(); ++c) {
      if (point_slots_[solving_[c].a.slot[0]].rod != static_cast<int>(r)) continue;
      fixed = fixed && closed_[c].fixed;
      holds_.push_back(closed_[c].hold), holding_.push_back(c);
      holds_.back().impulse = begin_with_[c].impulse;
    }
    if (!fixed || holds_.size() < 2 || paired_[r]) continue;
    rods_[r].stepper->settle(holds_);
    for (std::size_t k = 0; k < holds_.size(); ++k) {
      begin_with_[holding_[k]].impulse = holds_[k].impulse;
      closed_[holding_[k]].press.grip = holds_[k].grip;
    }
    any = true;
  }
  if (any) solver_.memory().keep(begin_with_);
  return any;
}

void RodWorld::solve_contacts(const std::vector<RodTouch>& touches, const Surroundings& around,
                              MotionBlock& happened) {
  const double t = end_of_step();
  gather_contacts(touches, around);
  gather_pairs();
  springs_.clear();
  if (solving_.empty()) return close_pairs();
  CoulombSettings settings;
  settings.tolerance = closed_pairs_.empty() ? kTolerance : kPairTolerance,
  settings.speed_noise = kSpeedNoise;
  settings.look_first = joints_->none() && settle_rods();
  Answer answer(*this);
  const CoulombBodies bodies{points_, rigids_, twists_};
  report_ = solver_.solve(solving_, bodies, settings, &answer);
  // Exactly the impulses of the solution, whatever the last answer was given
  // for.
  std::vector<Vec3> pushed(points_.size());
  std::vector<double> turned(twists_.size(), 0.0);
  for (std::size_t c = 0; c < solving_.size(); ++c) {
    const Vec3 p = solver_.impulses()[c];
    const auto give = [&](const CoulombSide& side, const Vec3& impulse) {
      if (side.kind != CoulombSide::Kind::points) return;
      for (int k = 0; k < side.count; ++k) pushed[side.slot[k]] += side.lever[k] * impulse;
      if (side.twist != kNoTwist) turned[side.twist] += dot(side.twist_lever, impulse);
    };
    give(solving_[c].a, p), give(solving_[c].b, -p);
    if (c >= closed_.size()) continue;
    const RodTouch& touch = touches[closed_[c].touch];
    HertzPress& press = closed_[c].press;
    close_step(press, closed_[c].step, dot(p, touch.normal), 1 / rate_);
    if (press.psi > 0) springs_[{touch.rod, touch.point, touch.body}] = press;
    if (p == Vec3{}) continue;
    ShapePush push;
    push.time = static_cast<double>(next_) / rate_;
    push.duration = static_cast<float>(1 / rate_);
    push.object = touch.body, push.by = rods_[touch.rod].object;
    push.point = floats(touch.place), push.impulse = {-p.x, -p.y, -p.z};
    happened.pushes.push_back(push);
    if (touch.body != kFloor) around.rigid.push(touch.body, t, -p, touch.place);
  }
  answer.respond(pushed, turned, bodies);
  touched_.finish(place_impulses_);
  close_pairs();
  calm_rods();
}

double RodWorld::energy_of_contacts() const {
  double sum = rod_pairs_->energy();
  for (const auto& [key, press] : springs_) sum += press.energy();
  return sum;
}

void RodWorld::record(Rod& rod, std::int64_t sample) {
  ShapeSamples& s = rod.samples;
  const auto n = static_cast<std::size_t>(sample - s.first);
  for (int i = 0; i < s.points; ++i) {
    const Vec3 a = rod.stepper->mean_acceleration(i);
    for (int k = 0; k < 3; ++k)
      s.acceleration[(static_cast<std::size_t>(i) * 3 + k) * s.count + n] =
          static_cast<float>(a[k]);
  }
  if (rod.turning_sounds) {
    const int edges = rod.rod->edges();
    const auto rate = [&](int edge) {
      const int j = rod.rod->closed() ? (edge + edges) % edges : std::clamp(edge, 0, edges - 1);
      return rate_ * (rod.rod->twist_rate(j) - rod.stepper->start_twist_rate(j));
    };
    for (int i = 0; i < s.points; ++i)
      s.turning[static_cast<std::size_t>(i) * s.count + n] =
          static_cast<float>(0.5 * (rate(i - 1) + rate(i)));
  }
  if (sample % ShapeSamples::kKnot != 0) return;
  for (int i = 0; i < s.points; ++i) {
    const Mat3 frame = rod.rod->frame(i);
    const Vec3 from = rod.stepper->start_point(i), to = rod.rod->point(i);
    s.knots.push_back({0.5 * (from + to), rate_ * (to - from), frame.column(0), frame.column(2)});
  }
}

/// Accelerations are 0 already.
void RodWorld::record_rest(Rod& rod, std::int64_t sample) const {
  if (sample % ShapeSamples::kKnot != 0) return;
  for (int i = 0; i < rod.rod->points(); ++i) {
    const Mat3 frame = rod.rod->frame(i);
    rod.samples.knots.push_back({rod.rod->point(i), {}, frame.column(0), frame.column(2)});
  }
}

void RodWorld::record_track(const Rod& rod, double time, std::vector<PoseTrack>& tracks) const {
  PoseKnot knot;
  double mass = 0;
  for (int i = 0; i < rod.rod->points(); ++i) {
    mass += rod.rod->mass(i);
    knot.pose.position += rod.rod->mass(i) * rod.rod->point(i);
    knot.velocity += rod.rod->mass(i) * rod.rod->velocity(i);
  }
  knot.time = time;
  knot.velocity = asleep() ? Vec3{} : knot.velocity / mass;
  // The last step may have ended a little before.
  knot.pose.position = knot.pose.position / mass +
                       (time - (static_cast<double>(next_) - 0.5) / rate_) * knot.velocity;
  knot.pose.rotation = scene_.objects[rod.object].pose().rotation;
  tracks[rod.object].append(knot);
}

std::vector<std::string> RodWorld::warnings() const {
  std::vector<std::string> all = repairs_;
  for (const Rod& rod : rods_)
    if (rod.in_parts > 0)
      all.push_back(fmt::format(
          "object '{}': {} steps of its motion could not be solved in whole, the first at {:.4g} "
          "s, "
          "and were taken in parts; where they are many, a higher motion.rod_rate helps",
          scene_.objects[rod.object].name, rod.in_parts, rod.first_in_parts));
  return all;
}

void RodWorld::save(StateWriter& out) const {
  out.section("rods", kRodStateVersion);
  out(next_, begun_, contacts_, touched_, springs_, sleep_, *rod_pairs_, count_, repairs_);
  for (const Rod& rod : rods_) {
    std::vector<std::byte> bytes;
    rod.stepper->save(bytes);
    out(bytes, *rod.excitation, rod.in_parts, rod.first_in_parts);
  }
  const auto kept = const_cast<CoulombSolver&>(solver_).memory().all();
  out(std::vector<KeptImpulse>(kept.begin(), kept.end()));
}

void RodWorld::load(StateReader& in) {
  in.section("rods", kRodStateVersion);
  in(next_, begun_, contacts_, touched_, springs_, sleep_, *rod_pairs_, count_, repairs_);
  for (Rod& rod : rods_) {
    std::vector<std::byte> bytes;
    in(bytes, *rod.excitation, rod.in_parts, rod.first_in_parts);
    std::span<const std::byte> left(bytes);
    rod.stepper->load(left);
  }
  std::vector<KeptImpulse> kept;
  in(kept);
  solver_.memory().keep(kept);
}

}  // namespace peal
