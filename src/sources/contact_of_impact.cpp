#include "sources/contact_of_impact.h"

#include <algorithm>

#include "base/error.h"
#include "motion/rigid/scene_motion.h"
#include "scene/mix.h"
#include "sources/contacts/contact_side.h"

namespace peal {

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

bool ImpactContacts::moves_freely(int body) const { return peal::moves_freely(*scene_, body); }

Vec3 ImpactContacts::to_body_axes(int body, const Vec3& world, double time) const {
  return rotate_back(ensemble_->track(body).pose_at(time).rotation, world);
}

double ImpactContacts::stopped_by(const Impact& impact, int body, const Vec3& point) const {
  if (!moves_freely(body)) return 0;
  const Vec3 push = to_body_axes(body, impact.impulse, impact.time), turn = cross(point, push),
             i = inertia(body);
  const Vec3 spin{turn.x / i.x, turn.y / i.y, turn.z / i.z};
  const Vec3 change = 1 / mass(body) * push + cross(spin, point);
  return dot(to_body_axes(body, impact.normal, impact.time), change);
}

ContactOfImpact ImpactContacts::contact(const Impact& impact) const {
  const auto side = [&](int body, const Vec3& point) {
    return contact_side(
        *scene_, body, point,
        body == kFloor ? impact.normal : to_body_axes(body, impact.normal, impact.time));
  };
  const ContactSide a = side(impact.body_a, impact.point_a);
  const ContactSide b = side(impact.body_b, impact.point_b);
  const double mobility = a.mobility + b.mobility;
  const double restitution = pair_values(*scene_, impact.body_a, impact.body_b).restitution;
  const double stopped = stopped_by(impact, impact.body_a, impact.point_a) +
                         stopped_by(impact, impact.body_b, impact.point_b);
  const double speed =
      impact.closing_speed > 0 ? impact.closing_speed : stopped / (1 + restitution);
  // Where neither gives way, what struck weighs as much as impulse and speed say: J = (1 + e) m v.
  const double given = dot(impact.impulse, impact.normal);
  const double mass = mobility > 0 || !(speed > 0 && given > 0)
                          ? effective_mass(mobility)
                          : given / ((1 + restitution) * speed);
  const HertzPair pair{reduced(a.radius, b.radius), mass, reduced(a.modulus, b.modulus)};
  const HertzContact hertz = hertz_contact(pair, speed);
  return {hertz.duration,
          pair.mass,
          mobility,
          stopped,
          speed,
          {hertz.stiffness, rolling_loss(restitution, speed)},
          a.yield + b.yield,
          a.waves + b.waves};
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
