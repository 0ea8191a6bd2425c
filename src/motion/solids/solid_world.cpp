#include "motion/solids/solid_world.h"

#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "base/error.h"
#include "base/parallel.h"
#include "base/state_bytes.h"
#include "motion/worlds/shape_cut.h"

namespace peal {
namespace {

constexpr int kSolidStateVersion = 2;
constexpr double kSunk = 1e-4;       // [m] in the floor at the start: more is a mistake
constexpr double kLosing = 3e3;      // [m/s] faster than anything that a solid does
constexpr double kPartOfStep = 0.9;  // of the largest stable step
constexpr int kMostSteps = 400;      // to a sample
constexpr int kLook = 8;             // samples between two searches for contacts
constexpr int kWatch = 480;          // samples between two estimates of the stable step

}  // namespace

SolidWorld::SolidWorld(const Scene& scene, std::vector<int> objects)
    : scene_(scene), rate_(scene.motion.rod_rate) {
  next_ = static_cast<std::int64_t>(std::ceil(-scene.motion.preroll * rate_ - 1e-9));
  std::vector<SolidContacts::Part> parts;
  for (const int object : objects) try {
      add(object, parts);
    } catch (const Error& error) {
      const std::string what = error.what();
      if (what.starts_with("object '")) throw;
      fail("object '{}': {}", scene.objects[object].name, what);
    }
  contacts_ = std::make_unique<SolidContacts>(scene, std::move(parts));
  choose_steps();
}

void SolidWorld::add(int object, std::vector<SolidContacts::Part>& parts) {
  const ObjectSpec& spec = scene_.objects[object];
  SceneSolid made = scene_solid(scene_, spec);
  Solid solid;
  solid.object = object;
  solid.nodes = made.nodes;
  ExplicitBody& body = *made.body;
  body.set_gravity(scene_.motion.gravity);
  body.set_damping(spec.solid.drag, viscosity_of(scene_, spec));
  // The first sample begins up to half of one before or after the start of the motion.
  const double late = spec.solid.held.empty() ? sample_begin(next_) + scene_.motion.preroll : 0;
  const Vec3 shift = late * spec.velocity, speed = spec.velocity + late * scene_.motion.gravity;
  const Vec3 centre = spec.pose().position;
  for (int n = 0; n < body.nodes(); ++n) {
    const Vec3 arm = body.position(n) - centre;
    body.place(n, body.position(n) + shift);
    body.set_velocity(n, speed + cross(spec.spin, arm));
    body.set_spin(n, cross(spec.spin, body.director(n)));
  }
  solid.holds = SolidHolds(spec, made);
  for (const SolidStrike& s : spec.solid.strikes) {
    std::vector<Vec3> skin;
    for (const int n : solid.nodes) skin.push_back(made.own[n]);
    const SurfacePoint at = nearest_surface_point(skin, made.surface.triangles, s.point);
    std::array<int, 3> corners = made.surface.triangles[at.triangle];
    for (int& c : corners) c = solid.nodes[c];
    solid.blows.push_back(
        {at, corners, s.time, s.duration, s.impulse, rotate(spec.rotation, s.direction)});
  }
  if (const auto& floor = scene_.motion.floor) {
    const double friction = pair_values(scene_, object, kFloor).friction;
    body.add_plane({{0, 1, 0}, floor->height, friction});
    for (int n = 0; n < body.nodes(); ++n) {
      const double gap =
          body.position(n).y - floor->height - body.half_thickness() * std::abs(body.director(n).y);
      if (gap < -kSunk) fail("it reaches {:.3g} m into the floor at the start; move it up", -gap);
    }
  }
  solid.velocity.resize(solid.nodes.size()), solid.place.resize(solid.nodes.size());
  solid.body = std::move(made.body);
  parts.push_back({object, solid.body.get(), std::move(made.surface), solid.nodes});
  solids_.push_back(std::move(solid));
}

int SolidWorld::steps_for(std::size_t solid, double critical) const {
  const int steps = static_cast<int>(std::ceil(1 / (rate_ * critical)));
  if (steps > kMostSteps)
    fail(
        "object '{}': its damping, mesh or what strikes it needs {} steps per sample (step {:.3g} "
        "s); expected at most {}: fewer `solid.cells`, a smaller `solid.viscous` or softer "
        "strikers help",
        scene_.objects[solids_[solid].object].name, steps, critical, kMostSteps);
  return steps;
}

// Those that may touch each other step together.
void SolidWorld::choose_steps() {
  for (std::size_t i = 0; i < solids_.size(); ++i) {
    double critical = kPartOfStep * solids_[i].body->critical_step();
    critical = contacts_->longest_step(i, critical, warnings_);
    steps_.push_back(steps_for(i, critical));
  }
  if (contacts_->any())
    std::fill(steps_.begin(), steps_.end(), *std::max_element(steps_.begin(), steps_.end()));
  for (std::size_t i = 0; i < solids_.size(); ++i)
    solids_[i].body->set_step(1 / (rate_ * steps_[i]));
}

/// What is squeezed or stretched gets stiffer: it then takes more steps, never fewer again.
void SolidWorld::watch_step(std::size_t solid) {
  // 20 iterations see the highest frequency 6 % too low at most.
  const double stable = 0.94 * solids_[solid].body->critical_step(20);
  if (stable * rate_ * steps_[solid] > 1) return;
  steps_[solid] = steps_for(solid, kPartOfStep * stable);
  if (contacts_->any())
    std::fill(steps_.begin(), steps_.end(), *std::max_element(steps_.begin(), steps_.end()));
  for (std::size_t i = 0; i < solids_.size(); ++i)
    solids_[i].body->set_step(1 / (rate_ * steps_[i]));
}

// Half-sines: each step gets its part of the impulse.
void SolidWorld::strike(Solid& solid, double time) const {
  ExplicitBody& body = *solid.body;
  for (const Blow& blow : solid.blows) {
    const auto given = [&](double t) {
      const double part = std::clamp((t - blow.begin) / blow.duration, 0.0, 1.0);
      return 0.5 * (1 - std::cos(kPi * part));
    };
    const double part = given(time + body.step()) - given(time);
    if (part <= 0) continue;
    for (int k = 0; k < 3; ++k)
      body.push(blow.corners[k],
                blow.at.weights[k] * part * blow.impulse / body.step() * blow.direction);
  }
}

void SolidWorld::begin_sample(Solid& solid) const {
  for (std::size_t p = 0; p < solid.nodes.size(); ++p) {
    solid.velocity[p] = solid.body->velocity(solid.nodes[p]);
    solid.place[p] = solid.body->position(solid.nodes[p]);
  }
  solid.floor_impulse = solid.floor_moment = {}, solid.floor_weight = 0;
}

void SolidWorld::begin_step(Solid& solid, double time) const {
  strike(solid, time);
  solid.body->begin_step();
}

void SolidWorld::finish_step(Solid& solid, double time) const {
  ExplicitBody& body = *solid.body;
  if (!solid.holds.none()) solid.holds.move(body, time + body.step());
  body.finish_step();
  if (!scene_.motion.floor) return;
  for (int n = 0; n < body.nodes(); ++n)
    if (const Vec3 p = body.plane_impulse(n); p.y > 0) {
      solid.floor_impulse += p, solid.floor_weight += p.y;
      solid.floor_moment += p.y * body.position(n);
    }
}

void SolidWorld::end_sample(Solid& solid, std::int64_t sample) const {
  const ExplicitBody& body = *solid.body;
  ShapeSamples& s = solid.samples;
  const auto at = static_cast<std::size_t>(sample - s.first);
  double fastest = 0;
  for (std::size_t p = 0; p < solid.nodes.size(); ++p) {
    const Vec3 v = body.velocity(solid.nodes[p]), a = rate_ * (v - solid.velocity[p]);
    fastest = std::max(fastest, norm(v));
    for (int k = 0; k < 3; ++k)
      s.acceleration[(p * 3 + k) * s.count + at] = static_cast<float>(a[k]);
    if (!(fastest < kLosing))
      fail(
          "object '{}': it cannot be followed at {:.6g} s, near ({:.4g}, {:.4g}, {:.4g}) m of its "
          "rest; weaker blows or more `solid.cells` help",
          scene_.objects[solid.object].name, static_cast<double>(sample) / rate_,
          body.rest(solid.nodes[p]).x, body.rest(solid.nodes[p]).y, body.rest(solid.nodes[p]).z);
  }
  if (solid.floor_weight > 0) {
    ShapePush push;
    push.time = static_cast<double>(sample) / rate_;
    push.duration = static_cast<float>(1 / rate_);
    push.object = kFloor, push.by = solid.object;
    const Vec3 place = solid.floor_moment / solid.floor_weight;
    push.point = {static_cast<float>(place.x), static_cast<float>(place.y),
                  static_cast<float>(place.z)};
    push.impulse = {-solid.floor_impulse.x, -solid.floor_impulse.y, -solid.floor_impulse.z};
    solid.pushes.push_back(push);
  }
  if (sample % ShapeSamples::kKnot != 0) return;
  for (std::size_t p = 0; p < solid.nodes.size(); ++p) {
    const Vec3 now = body.position(solid.nodes[p]);
    s.knots.push_back({0.5 * (solid.place[p] + now), rate_ * (now - solid.place[p]), {}, {}});
  }
}

void SolidWorld::run_apart(std::int64_t first, int count) {
  parallel_for(solids_.size(), [&](std::size_t i) {
    Solid& solid = solids_[i];
    for (std::int64_t sample = first; sample < first + count; ++sample) {
      begin_sample(solid);
      for (int k = 0; k < steps_[i]; ++k) {
        const double time = sample_begin(sample) + k * solid.body->step();
        begin_step(solid, time), finish_step(solid, time);
      }
      end_sample(solid, sample);
    }
  });
}

void SolidWorld::run_together(RigidWorld& rigid, std::int64_t first, int count,
                              std::vector<ShapePush>& pushes) {
  for (std::int64_t sample = first; sample < first + count; ++sample) {
    const double begin = sample_begin(sample), step = solids_.front().body->step();
    contacts_->begin_sample(rigid, begin, begin + 1 / rate_);
    if (!begun_) contacts_->refuse_overlap();
    begun_ = true;
    for (Solid& solid : solids_) begin_sample(solid);
    for (int k = 0; k < steps_.front(); ++k) {
      const double time = begin + k * step;
      contacts_->press(time, step);
      for (Solid& solid : solids_) begin_step(solid, time);
      contacts_->solve(step);
      for (Solid& solid : solids_) finish_step(solid, time);
    }
    for (Solid& solid : solids_) end_sample(solid, sample);
    contacts_->end_sample(rigid, static_cast<double>(sample) / rate_, 1 / rate_, pushes);
  }
}

void SolidWorld::advance(double until, const Surroundings& around, MotionBlock& happened) {
  const auto last = static_cast<std::int64_t>(std::floor(until * rate_ - 0.5 + 1e-9));
  const auto count = static_cast<int>(std::max<std::int64_t>(0, last - next_ + 1));
  for (Solid& solid : solids_) {
    ShapeSamples& s = solid.samples;
    s.object = solid.object, s.rate = rate_, s.points = static_cast<int>(solid.nodes.size());
    s.first = next_, s.count = count;
    s.acceleration.assign(static_cast<std::size_t>(s.points) * 3 * count, 0.0f);
    s.knots.clear(), solid.pushes.clear();
  }
  for (int done = 0; done < count;) {
    const int some = std::min(kLook, count - done);
    const std::int64_t first = next_ + done;
    for (std::int64_t sample = first; sample < first + some; ++sample)
      if (sample % kWatch == 0)
        for (std::size_t i = 0; i < solids_.size(); ++i) watch_step(i);
    if (contacts_->look(around.rigid, sample_begin(first), sample_begin(first + some)))
      run_together(around.rigid, first, some, happened.pushes);
    else
      run_apart(first, some);
    begun_ = true;
    done += some;
  }
  next_ += count;
  for (Solid& solid : solids_) {
    // Knots were collected sample by sample; rows are point by point.
    ShapeSamples& s = solid.samples;
    const auto points = static_cast<std::size_t>(s.points), knots = s.knots.size() / points;
    std::vector<ShapeSamples::Knot> rows(s.knots.size());
    for (std::size_t k = 0; k < knots; ++k)
      for (std::size_t n = 0; n < points; ++n) rows[n * knots + k] = s.knots[k * points + n];
    s.knots = std::move(rows);
    const auto known = std::find_if(
        happened.shapes.begin(), happened.shapes.end(),
        [&](const ShapeSamples& x) { return x.object == solid.object && x.points > 0; });
    append(known == happened.shapes.end() ? happened.shapes.emplace_back() : *known, s);
    happened.pushes.insert(happened.pushes.end(), solid.pushes.begin(), solid.pushes.end());
    record_track(solid, until, around.tracks);
  }
  std::stable_sort(happened.pushes.begin(), happened.pushes.end(),
                   [](const ShapePush& a, const ShapePush& b) { return a.time < b.time; });
}

void SolidWorld::record_track(const Solid& solid, double time,
                              std::vector<PoseTrack>& tracks) const {
  const ExplicitBody& body = *solid.body;
  PoseKnot knot;
  double mass = 0;
  for (int n = 0; n < body.nodes(); ++n) {
    mass += body.mass(n);
    knot.pose.position += body.mass(n) * body.position(n);
    knot.velocity += body.mass(n) * body.velocity(n);
  }
  knot.time = time;
  knot.velocity = knot.velocity / mass;
  // The last sample may have ended a little before.
  knot.pose.position = knot.pose.position / mass + (time - sample_begin(next_)) * knot.velocity;
  knot.pose.rotation = scene_.objects[solid.object].pose().rotation;
  tracks[solid.object].append(knot);
}

void SolidWorld::save(StateWriter& out) const {
  out.section("solids", kSolidStateVersion);
  out(next_, static_cast<int>(begun_), steps_);
  contacts_->save(out);
  for (const Solid& solid : solids_) out(*solid.body);
}

void SolidWorld::load(StateReader& in) {
  in.section("solids", kSolidStateVersion);
  int begun = 0;
  in(next_, begun, steps_);
  contacts_->load(in);
  begun_ = begun != 0;
  for (std::size_t i = 0; i < solids_.size(); ++i) {
    in(*solids_[i].body);
    solids_[i].body->set_step(1 / (rate_ * steps_[i]));
  }
}

}  // namespace peal
