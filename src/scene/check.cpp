#include "scene/check.h"

#include <cmath>

namespace peal {
namespace {

bool inside(const ObjectSpec& object, const Vec3& world_point) {
  const Vec3 p = to_body(object.pose(), world_point);
  if (const auto* sphere = std::get_if<SphereShape>(&object.shape)) return norm(p) < sphere->radius;
  const Vec3 half = std::get<BarShape>(object.shape).size / 2;
  return std::abs(p.x) < half.x && std::abs(p.y) < half.y && std::abs(p.z) < half.z;
}

/// Distance from the centre down to the lowest point [m].
double depth(const ObjectSpec& object) {
  if (const auto* sphere = std::get_if<SphereShape>(&object.shape)) return sphere->radius;
  const Vec3 half = std::get<BarShape>(object.shape).size / 2;
  const Vec3 up = rotate_back(object.rotation, {0, 1, 0});
  return std::abs(up.x) * half.x + std::abs(up.y) * half.y + std::abs(up.z) * half.z;
}

void check_listeners(const Scene& scene, const Cursor& at) {
  for (std::size_t i = 0; i < scene.listeners.size(); ++i) {
    const ListenerSpec& listener = scene.listeners[i];
    const Cursor here = at.child(i), position = here.child("position"), path = here.child("path");
    for (const ObjectSpec& object : scene.objects)
      if (inside(object, listener.position))
        position.warn("listener '{}' is inside object '{}' at the start", listener.name,
                      object.name);
    if (scene.motion.floor && listener.position.y < scene.motion.floor->height)
      position.warn("listener '{}' is below the floor", listener.name);

    double time = 0;
    Vec3 from = listener.position;
    for (std::size_t k = 0; k < listener.path.size(); ++k) {
      const ListenerKeyframe& keyframe = listener.path[k];
      const double speed = norm(keyframe.position - from) / (keyframe.time - time);
      if (!(speed < scene.air.speed_of_sound))
        path.child(k).error(
            "the listener would come here at {:.4g} m/s; expected less than the "
            "speed of sound, {} m/s",
            speed, scene.air.speed_of_sound);
      time = keyframe.time, from = keyframe.position;
    }
  }
}

void check_objects(const Scene& scene, const Cursor& at) {
  for (std::size_t i = 0; i < scene.objects.size(); ++i) {
    const ObjectSpec& object = scene.objects[i];
    const Cursor here = at.child(i);
    if (!(norm(object.velocity) < scene.air.speed_of_sound))
      here.child("velocity")
          .error("the object starts at {:.4g} m/s; expected less than the speed of sound, {} m/s",
                 norm(object.velocity), scene.air.speed_of_sound);
    // What rests on the floor may be written with a few digits.
    const double down = depth(object);
    if (scene.motion.floor && !object.is_static &&
        object.position.y - down < scene.motion.floor->height - 1e-3 * down)
      here.child("position")
          .warn("object '{}' reaches {:.3g} m into the floor at the start", object.name,
                scene.motion.floor->height - (object.position.y - down));
  }
}

}  // namespace

void check_scene(const Scene& scene, const Cursor& at) {
  check_listeners(scene, at.child("listeners"));
  check_objects(scene, at.child("objects"));
  if (scene.duration * scene.output.rate < 0.5)
    at.child("duration")
        .error("expected at least {} s, one sample at {} Hz, got {}", 1.0 / scene.output.rate,
               scene.output.rate, scene.duration);
  if (scene.sources.empty())
    at.child("sources").warn("there are no sources; the sound will be silent");
}

}  // namespace peal
