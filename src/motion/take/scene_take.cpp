#include "motion/take/scene_take.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/error.h"
#include "base/hash.h"
#include "motion/rods/scene_rod.h"
#include "motion/solids/scene_solid.h"
#include "motion/take/simulation.h"
#include "motion/take/take_motion.h"
#include "scene/scene_key.h"

namespace peal {
namespace {

// Changes of the simulation that make old takes worthless.
constexpr int kMotionVersion = 13;
constexpr int kRodVersion = 3;    // of takes with rods
constexpr int kGrainVersion = 2;  // of takes with grains

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
  std::string key = fmt::format("{}-{}", kMotionVersion, scene_key(scene, Decides::motion).hex());
  if (!scene.grains.empty()) key += fmt::format("-grains{}", kGrainVersion);
  // What a material loses is only heard of rigid bodies, but decides how rods and solids move; and
  // the air is in the emission tracks.
  Hasher rods;
  rods.add(kRodVersion).add(scene.air.density).add(scene.air.speed_of_sound);
  bool any = false;
  for (const ObjectSpec& object : scene.objects)
    if (object.body == BodyKind::rod)
      rods.add(viscous_of(scene, object)), any = true;
    else if (object.body == BodyKind::solid)
      rods.add(viscosity_of(scene, object)), any = true;
  return any ? key + "-" + rods.result().hex() : key;
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
  return scene.has_matter() ||
         std::any_of(scene.objects.begin(), scene.objects.end(),
                     [](const ObjectSpec& object) { return !object.is_static; });
}

std::string tape_key(const Scene& scene) {
  std::string key = fmt::format("{}-{:.17g}", motion_key(scene), scene.air.density);
  for (const ObjectSpec& object : scene.objects)
    if (object.body == BodyKind::solid)
      return key + fmt::format("-{:.17g}", scene.air.speed_of_sound);
  return key;
}

Take simulate_take(const Scene& scene, const std::function<void(double)>& done,
                   std::shared_ptr<ImpactLaw> law, Recording recording) {
  Simulation simulation(scene, std::move(law), std::move(recording));
  simulation.run(done);
  return simulation.take();
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
  return std::make_unique<TakeMotion>(std::move(take), body_of, still,
                                      static_cast<int>(scene.grains.size()));
}

}  // namespace peal
