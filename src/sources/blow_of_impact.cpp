#include "sources/blow_of_impact.h"

#include <algorithm>

#include "physics/contact/hertz.h"

namespace peal {

Blow blow_of(const ImpactContacts& contacts, const Impact& impact, const ContactOfImpact& contact,
             const ResonatorPool& resonators) {
  Blow blow;
  blow.time = impact.time;
  blow.speed = std::min(contact.speed, kHertzMaxSpeed);
  blow.contact_time = contact.duration;
  blow.spring = contact.spring;
  blow.yield = contact.yield;
  blow.waves = contact.waves;
  const int bodies[2] = {impact.body_a, impact.body_b};
  const Vec3 points[2] = {impact.point_a, impact.point_b};
  for (int s = 0; s < 2; ++s) {
    const int body = bodies[s];
    if (body == kFloor) continue;
    BlowSide& side = blow.side[s];
    Resonator* resonator = resonators.resonator(body);
    if (resonator && resonators.contacts() && resonator->body().modes() > 0)
      side.twin = resonators.contacts()->twin(*resonator);
    side.point = points[s];
    side.normal = contacts.to_body_axes(body, impact.normal, impact.time);
    if (!contacts.moves_freely(body)) continue;
    const Vec3 inertia = contacts.inertia(body);
    side.body = body;
    side.inverse_mass = 1 / contacts.mass(body);
    side.inverse_inertia = {1 / inertia.x, 1 / inertia.y, 1 / inertia.z};
  }
  return blow;
}

}  // namespace peal
