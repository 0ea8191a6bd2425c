#include "motion/scene_motion.h"

#include "motion/rigid_motion.h"

namespace peal {
namespace {

CollisionShape collision_shape(const ObjectSpec& object) {
  if (const auto* sphere = std::get_if<SphereShape>(&object.shape)) return *sphere;
  if (const auto* bar = std::get_if<BarShape>(&object.shape)) return *bar;
  if (const auto* box = std::get_if<BoxShape>(&object.shape))
    return BarShape{box->size, box->edge_radius};
  if (const auto* plate = std::get_if<PlateShape>(&object.shape))
    return BarShape{{plate->length, plate->thickness, plate->width}, 0};
  return HullShape{object.geometry->hull};
}

RigidBodySetup body_setup(const Scene& scene, const ObjectSpec& object) {
  const Material& material = scene.material(object.material);
  const MassProperties& solid = object.geometry->solid;
  RigidBodySetup body;
  body.name = object.name;
  body.shape = collision_shape(object);
  body.mass = material.density * solid.mass;
  body.inertia_diagonal =
      material.density * Vec3{solid.inertia(0, 0), solid.inertia(1, 1), solid.inertia(2, 2)};
  body.pose = object.pose();
  body.velocity = object.velocity;
  body.spin = object.spin;
  body.restitution = material.restitution;
  body.friction = material.friction;
  body.fixed = object.is_static;
  return body;
}

}  // namespace

std::unique_ptr<Motion> make_motion(const Scene& scene) {
  RigidSetup setup;
  setup.step = scene.motion.step;
  setup.gravity = scene.motion.gravity;
  setup.min_closing_speed = scene.motion.min_closing_speed;
  setup.floor = scene.motion.floor.has_value();
  if (const auto& floor = scene.motion.floor) {
    const Material& material = scene.material(floor->material);
    setup.floor_height = floor->height;
    setup.floor_restitution = floor->restitution.value_or(material.restitution);
    setup.floor_friction = floor->friction.value_or(material.friction);
  }
  for (const ObjectSpec& object : scene.objects) setup.bodies.push_back(body_setup(scene, object));
  return std::make_unique<RigidMotion>(std::move(setup));
}

}  // namespace peal
