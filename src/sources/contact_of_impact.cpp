#include "sources/contact_of_impact.h"

#include <algorithm>

#include "base/error.h"
#include "models/bodies/contact_radius.h"
#include "physics/contact/hertz.h"
#include "scene/mix.h"

namespace peal {

struct ImpactContacts::Side {
  double radius = kUnlimited, modulus = kUnlimited, mobility = 0;
};

ImpactContacts::ImpactContacts(const Scene& scene, const Ensemble& ensemble)
    : scene_(&scene), ensemble_(&ensemble) {
  for (const ObjectSpec& object : scene.objects) {
    MassProperties mass = object.geometry->solid;
    const double density = scene.material(object.material).density;
    mass.mass *= density;
    for (Vec3& row : mass.inertia.row) row *= density;
    mass_.push_back(mass);
  }
}

Vec3 ImpactContacts::inertia(int body) const {
  const Mat3& inertia = mass_[body].inertia;
  return {inertia(0, 0), inertia(1, 1), inertia(2, 2)};
}

bool ImpactContacts::moves_freely(int body) const {
  return body != kFloor && !scene_->objects[body].is_static && !scene_->objects[body].animated();
}

Vec3 ImpactContacts::to_body_axes(int body, const Vec3& world, double time) const {
  return rotate_back(ensemble_->track(body).pose_at(time).rotation, world);
}

ImpactContacts::Side ImpactContacts::side(int body, const Vec3& point, const Impact& impact) const {
  if (body == kFloor) {
    const auto& floor = scene_->motion.floor;
    return {kUnlimited,
            floor ? plane_strain_modulus(scene_->material(floor->material)) : kUnlimited, 0};
  }
  const ObjectSpec& object = scene_->objects[body];
  Side side{contact_radius(object.shape, *object.geometry, point),
            plane_strain_modulus(scene_->material(object.material)), 0};
  if (moves_freely(body))
    side.mobility =
        mobility(mass(body), inertia(body), point, to_body_axes(body, impact.normal, impact.time));
  return side;
}

ContactOfImpact ImpactContacts::contact(const Impact& impact) const {
  const Side a = side(impact.body_a, impact.point_a, impact);
  const Side b = side(impact.body_b, impact.point_b, impact);
  const HertzPair pair{reduced(a.radius, b.radius), effective_mass(a.mobility, b.mobility),
                       reduced(a.modulus, b.modulus)};
  return {hertz_contact(pair, impact.closing_speed).duration, pair.mass};
}

void only_one_of_its_kind(const SourceSpec& spec, const Scene& scene) {
  for (const SourceSpec& other : scene.sources)
    if (other.kind == spec.kind && other.path != spec.path)
      fail(
          "{}:{}: only one source of kind '{}' is possible, there is another at {}; every impact "
          "would be heard twice",
          scene.file, spec.path, spec.kind, other.path);
}

}  // namespace peal
