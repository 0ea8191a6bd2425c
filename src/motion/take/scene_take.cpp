#include "motion/take/scene_take.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/error.h"
#include "base/hash.h"
#include "motion/rigid/scene_motion.h"
#include "motion/take/take_motion.h"
#include "motion/take/take_recorder.h"
#include "physics/geometry/shape_rules.h"

namespace peal {
namespace {

// Changes of the simulation that make old takes worthless.
constexpr int kMotionVersion = 6;
// Sound before the end can need poses after it: the hop of a resonator and the interpolation.
constexpr double kAfterEnd = 0.02;  // [s]
constexpr double kBlock = 0.05;     // [s] simulated between two looks at the progress

void add(Hasher& hasher, const Vec3& v) { hasher.add(v.x).add(v.y).add(v.z); }
void add(Hasher& hasher, const Quat& q) { hasher.add(q.w).add(q.x).add(q.y).add(q.z); }
void add(Hasher& hasher, const std::optional<double>& x) {
  hasher.add(x.has_value()).add(x.value_or(0));
}

void add(Hasher& hasher, const Material& m) {
  hasher.add(m.density).add(m.restitution).add(m.friction);
}

void add(Hasher& hasher, const Scene& scene, const ObjectSpec& object) {
  hasher.add(object.name);
  add_to_hash(hasher, object.shape);
  add(hasher, scene.material(object.material));
  add(hasher, object.position), add(hasher, object.rotation);
  add(hasher, object.velocity), add(hasher, object.spin);
  hasher.add(object.is_static).add(object.release).add(object.smooth_path).add(object.path.size());
  for (const ObjectKeyframe& key : object.path) {
    hasher.add(key.time);
    add(hasher, key.position), add(hasher, key.rotation);
  }
}

void add(Hasher& hasher, const Scene& scene, const MotionSettings& motion) {
  hasher.add(motion.step).add(motion.preroll).add(motion.min_closing_speed);
  add(hasher, motion.gravity);
  hasher.add(motion.floor.has_value());
  if (motion.floor) {
    hasher.add(motion.floor->height);
    add(hasher, scene.material(motion.floor->material));
    add(hasher, motion.floor->restitution), add(hasher, motion.floor->friction);
  }
  hasher.add(motion.joints.size()).add(motion.pairs.size());
  for (const JointSpec& j : motion.joints) {
    hasher.add(static_cast<int>(j.kind)).add(j.a).add(j.b.value_or(""));
    add(hasher, j.at), add(hasher, j.to.value_or(j.at)), add(hasher, j.axis);
    add(hasher, j.length);
    hasher.add(j.collide.has_value()).add(j.collide.value_or(false));
  }
  for (const PairSpec& p : motion.pairs) {
    hasher.add(p.a).add(p.b);
    add(hasher, p.restitution), add(hasher, p.friction);
  }
}

void compare_mass(const TakeBody& body, const TakeBody& object,
                  std::vector<std::string>& warnings) {
  if (!(body.mass > 0) || !(object.mass > 0)) return;
  if (std::abs(body.mass / object.mass - 1) > 0.01)
    warnings.push_back(fmt::format(
        "object '{}' weighs {:.4g} kg in the scene, but {:.4g} kg in the take: its impacts belong "
        "to the latter; check shape, scale and material",
        object.name, object.mass, body.mass));
}

}  // namespace

std::string motion_key(const Scene& scene) {
  Hasher hasher;
  hasher.add(kMotionVersion).add(scene.duration);
  add(hasher, scene, scene.motion);
  for (const ObjectSpec& object : scene.objects) add(hasher, scene, object);
  return hasher.result().hex();
}

std::vector<TakeBody> take_bodies(const Scene& scene) {
  std::vector<TakeBody> bodies;
  for (const ObjectSpec& object : scene.objects) {
    TakeBody body{object.name, 0, {}};
    if (!object.is_static && !object.animated()) {
      const double density = scene.material(object.material).density;
      const MassProperties& solid = object.geometry->solid;
      body.mass = density * solid.mass;
      body.inertia = density * Vec3{solid.inertia(0, 0), solid.inertia(1, 1), solid.inertia(2, 2)};
    }
    bodies.push_back(body);
  }
  return bodies;
}

bool has_motion(const Scene& scene) {
  return std::any_of(scene.objects.begin(), scene.objects.end(),
                     [](const ObjectSpec& object) { return !object.is_static; });
}

Take simulate_take(const Scene& scene, const std::function<void(double)>& done) {
  const double begin = -scene.motion.preroll, end = scene.duration + kAfterEnd;
  const std::unique_ptr<Motion> motion = make_motion(scene);
  TakeRecorder recorder(take_bodies(scene), begin);
  const auto blocks = static_cast<long>(std::ceil((end - begin) / kBlock));
  for (long block = 1; block <= blocks; ++block) {
    const double until = std::min(begin + static_cast<double>(block) * kBlock, end);
    const MotionBlock& happened = motion->step(until);
    recorder.record(happened, motion->tracks());
    motion->forget_before(until);
    if (done) done(static_cast<double>(block) / static_cast<double>(blocks));
  }
  Take take = recorder.finish(end);
  take.min_closing_speed = scene.motion.min_closing_speed;
  take.motion_key = motion_key(scene);
  take.origin = fmt::format("simulated from {}", scene.file);
  return take;
}

Take shifted(Take take, double offset) {
  if (offset == 0) return take;
  take.begin -= offset, take.end -= offset;
  for (PoseTrack& track : take.tracks) {
    PoseTrack moved;
    for (PoseKnot knot : track.knots()) {
      knot.time -= offset;
      moved.append(knot);
    }
    track = std::move(moved);
  }
  for (Impact& impact : take.impacts) impact.time -= offset;
  for (ContactSample& contact : take.contacts) contact.time -= offset;
  for (ImpactSummary& summary : take.summaries) summary.begin -= offset, summary.end -= offset;
  return take;
}

std::unique_ptr<Motion> play_take(std::shared_ptr<const Take> take, const Scene& scene,
                                  std::vector<std::string>& warnings) {
  std::map<std::string, int> known;
  for (std::size_t i = 0; i < take->bodies.size(); ++i)
    known[take->bodies[i].name] = static_cast<int>(i);
  const std::vector<TakeBody> objects = take_bodies(scene);
  std::vector<int> body_of;
  std::vector<Pose> still;
  std::size_t matched = 0;
  for (std::size_t i = 0; i < objects.size(); ++i) {
    const auto found = known.find(objects[i].name);
    body_of.push_back(found == known.end() ? -1 : found->second);
    still.push_back(scene.objects[i].pose());
    if (found != known.end()) {
      ++matched;
      compare_mass(take->bodies[found->second], objects[i], warnings);
      known.erase(found);
    } else if (!scene.objects[i].is_static) {
      warnings.push_back(fmt::format(
          "object '{}' is not in the take: it stays where the scene puts it", objects[i].name));
    }
  }
  if (matched == 0 && !take->bodies.empty())
    fail(
        "{}: none of the {} bodies of the take ('{}' ...) is an object of the scene; objects are "
        "matched by name",
        scene.file, take->bodies.size(), take->bodies.front().name);
  for (const auto& [name, body] : known)
    warnings.push_back(fmt::format(
        "'{}' moves in the take, but is no object of the scene: it is not heard", name));
  if (!take->bodies.empty() && (take->end <= 0 || take->begin >= scene.duration))
    warnings.push_back(fmt::format(
        "the take lasts from {:g} s to {:g} s, the sound from 0 s to {:g} s: nothing of it is "
        "heard; motion.take_offset moves it",
        take->begin, take->end, scene.duration));
  return std::make_unique<TakeMotion>(std::move(take), body_of, still);
}

}  // namespace peal
