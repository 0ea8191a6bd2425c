#include "motion/solids/solid_world.h"

#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "base/error.h"
#include "base/parallel.h"
#include "base/state_bytes.h"
#include "motion/rigid/scene_motion.h"
#include "motion/worlds/shape_cut.h"

namespace peal {
namespace {

constexpr int kSolidStateVersion = 1;
constexpr double kSunk = 1e-4;       // [m] in the floor at the start: more is a mistake
constexpr double kLosing = 3e3;      // [m/s] faster than anything that a sheet does
constexpr double kPartOfStep = 0.9;  // of the largest stable step
constexpr int kMostSteps = 400;      // to a sample

std::array<float, 3> single(const Vec3& v) {
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

}  // namespace

SolidWorld::SolidWorld(const Scene& scene, std::vector<int> objects)
    : scene_(scene), rate_(scene.motion.rod_rate) {
  next_ = static_cast<std::int64_t>(std::ceil(-scene.motion.preroll * rate_ - 1e-9));
  for (const int object : objects) try {
      add(object);
    } catch (const Error& error) {
      const std::string what = error.what();
      if (what.starts_with("object '")) throw;
      fail("object '{}': {}", scene.objects[object].name, what);
    }
}

void SolidWorld::add(int object) {
  const ObjectSpec& spec = scene_.objects[object];
  SceneSolid made = scene_solid(scene_, spec);
  Solid solid;
  solid.object = object;
  solid.body = std::move(made.body);
  solid.nodes = made.nodes;
  ExplicitBody& body = *solid.body;
  body.set_gravity(scene_.motion.gravity);
  body.set_damping(spec.solid.drag, viscosity_of(scene_, spec));
  // The first sample begins up to half of one before or after the start of the motion.
  solid.start = (static_cast<double>(next_) - 0.5) / rate_;
  const double late = spec.solid.held.empty() ? solid.start + scene_.motion.preroll : 0;
  const Vec3 shift = late * spec.velocity, speed = spec.velocity + late * scene_.motion.gravity;
  const Vec3 centre = spec.pose().position;
  for (int n = 0; n < body.nodes(); ++n) {
    const Vec3 arm = body.position(n) - centre;
    body.place(n, body.position(n) + shift);
    body.set_velocity(n, speed + cross(spec.spin, arm));
    body.set_spin(n, cross(spec.spin, body.director(n)));
  }
  for (const SolidHold& box : spec.solid.held) {
    int found = 0;
    for (int n = 0; n < body.nodes(); ++n) {
      bool inside = true;
      for (int k = 0; k < 3; ++k)
        inside =
            inside && made.own[n][k] >= box.min[k] - 1e-9 && made.own[n][k] <= box.max[k] + 1e-9;
      if (!inside) continue;
      body.hold(n), body.hold_director(n);
      ++found;
    }
    if (!found)
      fail(
          "no node of its mesh lies in a box of `solid.held`: let the box reach over the middle of "
          "the sheet (y = 0), or raise `solid.cells`");
  }
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
      const double gap = body.position(n).y - floor->height -
                         0.5 * made.surface.thickness * std::abs(body.director(n).y);
      if (gap < -kSunk) fail("it reaches {:.3g} m into the floor at the start; move it up", -gap);
    }
  }
  const double critical = body.critical_step();
  solid.steps = static_cast<int>(std::ceil(1 / (rate_ * kPartOfStep * critical)));
  if (solid.steps > kMostSteps)
    fail(
        "its damping or mesh needs {} steps per sample (step {:.3g} s); expected at most {}: fewer "
        "`solid.cells` or a smaller `solid.viscous` help",
        solid.steps, critical, kMostSteps);
  body.set_step(1 / (rate_ * solid.steps));
  solid.velocity.resize(solid.nodes.size()), solid.place.resize(solid.nodes.size());
  solids_.push_back(std::move(solid));
}

// Half-sines: each step gets its part of the impulse.
void SolidWorld::strike(Solid& solid) const {
  ExplicitBody& body = *solid.body;
  const double h = body.step(), t = solid.start + static_cast<double>(body.steps_done()) * h;
  for (const Blow& blow : solid.blows) {
    const auto given = [&](double time) {
      const double part = std::clamp((time - blow.begin) / blow.duration, 0.0, 1.0);
      return 0.5 * (1 - std::cos(kPi * part));
    };
    const double part = given(t + h) - given(t);
    if (part <= 0) continue;
    for (int k = 0; k < 3; ++k)
      body.push(blow.corners[k], blow.at.weights[k] * part * blow.impulse / h * blow.direction);
  }
}

void SolidWorld::one_sample(Solid& solid, std::int64_t sample) const {
  ExplicitBody& body = *solid.body;
  const auto points = solid.nodes.size();
  for (std::size_t p = 0; p < points; ++p)
    solid.velocity[p] = body.velocity(solid.nodes[p]),
    solid.place[p] = body.position(solid.nodes[p]);
  Vec3 impulse, moment;
  double weight = 0;
  for (int k = 0; k < solid.steps; ++k) {
    strike(solid);
    body.advance(1);
    if (!scene_.motion.floor) continue;
    for (int n = 0; n < body.nodes(); ++n)
      if (const Vec3 p = body.plane_impulse(n); p.y > 0) {
        impulse += p, weight += p.y;
        moment += p.y * body.position(n);
      }
  }
  ShapeSamples& s = solid.samples;
  const auto at = static_cast<std::size_t>(sample - s.first);
  double fastest = 0;
  for (std::size_t p = 0; p < points; ++p) {
    const Vec3 v = body.velocity(solid.nodes[p]), a = rate_ * (v - solid.velocity[p]);
    fastest = std::max(fastest, norm(v));
    for (int k = 0; k < 3; ++k)
      s.acceleration[(p * 3 + k) * s.count + at] = static_cast<float>(a[k]);
    if (!(fastest < kLosing))
      fail(
          "object '{}': the solid cannot be followed at {:.6g} s; weaker blows or more "
          "`solid.cells` help",
          scene_.objects[solid.object].name, static_cast<double>(sample) / rate_);
  }
  if (weight > 0) {
    ShapePush push;
    push.time = static_cast<double>(sample) / rate_;
    push.duration = static_cast<float>(1 / rate_);
    push.object = kFloor, push.by = solid.object;
    push.point = single(moment / weight), push.impulse = {-impulse.x, -impulse.y, -impulse.z};
    solid.pushes.push_back(push);
  }
  if (sample % ShapeSamples::kKnot != 0) return;
  for (std::size_t p = 0; p < points; ++p) {
    const Vec3 now = body.position(solid.nodes[p]);
    s.knots.push_back({0.5 * (solid.place[p] + now), rate_ * (now - solid.place[p]), {}, {}});
  }
}

void SolidWorld::advance(double until, const Surroundings& around, MotionBlock& happened) {
  const auto last = static_cast<std::int64_t>(std::floor(until * rate_ - 0.5 + 1e-9));
  const auto count = static_cast<int>(std::max<std::int64_t>(0, last - next_ + 1));
  parallel_for(solids_.size(), [&](std::size_t i) {
    Solid& solid = solids_[i];
    ShapeSamples& s = solid.samples;
    s.object = solid.object, s.rate = rate_, s.points = static_cast<int>(solid.nodes.size()),
    s.first = next_;
    s.count = count;
    s.acceleration.assign(static_cast<std::size_t>(s.points) * 3 * count, 0.0f);
    s.knots.clear(), solid.pushes.clear();
    for (int k = 0; k < count; ++k) one_sample(solid, next_ + k);
    // Knots were collected sample by sample; rows are point by point.
    const auto points = static_cast<std::size_t>(s.points), knots = s.knots.size() / points;
    std::vector<ShapeSamples::Knot> rows(s.knots.size());
    for (std::size_t k = 0; k < knots; ++k)
      for (std::size_t n = 0; n < points; ++n) rows[n * knots + k] = s.knots[k * points + n];
    s.knots = std::move(rows);
  });
  next_ += count;
  for (Solid& solid : solids_) {
    const auto known = std::find_if(
        happened.shapes.begin(), happened.shapes.end(),
        [&](const ShapeSamples& s) { return s.object == solid.object && s.points > 0; });
    append(known == happened.shapes.end() ? happened.shapes.emplace_back() : *known, solid.samples);
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
  knot.pose.position = knot.pose.position / mass +
                       (time - (static_cast<double>(next_) - 0.5) / rate_) * knot.velocity;
  knot.pose.rotation = scene_.objects[solid.object].pose().rotation;
  tracks[solid.object].append(knot);
}

void SolidWorld::save(StateWriter& out) const {
  out.section("solids", kSolidStateVersion);
  out(next_);
  for (const Solid& solid : solids_) out(*solid.body);
}

void SolidWorld::load(StateReader& in) {
  in.section("solids", kSolidStateVersion);
  in(next_);
  for (Solid& solid : solids_) in(*solid.body);
}

}  // namespace peal
