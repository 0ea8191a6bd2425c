#include "motion/take/scene_take.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/error.h"
#include "motion/rigid/scene_motion.h"
#include "motion/take/take_motion.h"
#include "motion/take/take_recorder.h"
#include "scene/scene_key.h"

namespace peal {
namespace {

// Changes of the simulation that make old takes worthless.
constexpr int kMotionVersion = 9;
// Sound before the end can need poses after it: the hop of a resonator and the interpolation.
constexpr double kAfterEnd = 0.02;  // [s]
constexpr double kBlock = 0.05;     // [s] simulated between two looks at the progress

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
  return fmt::format("{}-{}", kMotionVersion, scene_key(scene, Decides::motion).hex());
}

bool made_by_this_version(const std::string& motion_key) {
  return motion_key.starts_with(fmt::format("{}-", kMotionVersion));
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

Take simulate_take(const Scene& scene, const std::function<void(double)>& done,
                   std::shared_ptr<ImpactLaw> law) {
  const double begin = -scene.motion.preroll, end = scene.duration + kAfterEnd;
  const std::unique_ptr<Motion> motion = make_motion(scene, std::move(law));
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
