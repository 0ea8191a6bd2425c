#include "motion/scene_motion.h"

#include "geometry/mass_properties.h"
#include "motion/rigid_motion.h"

namespace peal {
namespace {

RigidBodySetup body_setup(const Scene& scene, const ObjectSpec& object) {
  const Material& material = scene.material(object.material);
  const MassProperties mass = mass_properties(object.shape, material.density);
  RigidBodySetup body;
  body.name = object.name;
  body.shape = object.shape;
  body.mass = mass.mass;
  // Generated shapes have their principal axes along the body axes.
  body.inertia_diagonal = {mass.inertia(0, 0), mass.inertia(1, 1), mass.inertia(2, 2)};
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
