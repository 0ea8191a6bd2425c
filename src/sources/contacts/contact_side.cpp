#include "sources/contacts/contact_side.h"

#include "models/bodies/contact_radius.h"
#include "physics/contact/half_space.h"
#include "physics/contact/plate_impact.h"

namespace peal {

bool moves_freely(const Scene& scene, int body) {
  if (body < 0) return false;
  const ObjectSpec& object = scene.objects[static_cast<std::size_t>(body)];
  return !object.is_static && !object.animated();
}

ContactSide contact_side(const Scene& scene, int body, const Vec3& point, const Vec3& normal) {
  if (body < 0) {
    const auto& floor = scene.motion.floor;
    if (!floor) return {};
    const Material& m = scene.material(floor->material);
    ContactSide side{kUnlimited, plane_strain_modulus(m), 0, 0, 0};
    if (floor->kind == FloorKind::plate)
      side.yield = 1 / plate_resistance({m.young, m.poisson, m.density, floor->thickness});
    else
      side.waves = half_space_waves(m.young, m.poisson, m.density);
    return side;
  }
  const ObjectSpec& object = scene.objects[static_cast<std::size_t>(body)];
  const Material& material = scene.material(object.material);
  ContactSide side{contact_radius(object.shape, *object.geometry, point),
                   plane_strain_modulus(material), 0, 0, 0};
  if (!moves_freely(scene, body)) return side;
  const MassProperties& solid = object.geometry->solid;
  const double density = material.density;
  side.mobility = mobility(
      density * solid.mass,
      density * Vec3{solid.inertia(0, 0), solid.inertia(1, 1), solid.inertia(2, 2)}, point, normal);
  return side;
}

}  // namespace peal
