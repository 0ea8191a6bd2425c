// Contacts: from what the game knows (point, normal, load, speeds) to forces on the modes of both
// bodies.
#include <algorithm>
#include <cmath>

#include "engine/engine_side.h"

namespace peal {

EngineCore::Side EngineCore::side(int slot, const Vec3& point, const Vec3& normal) noexcept {
  Side side;
  if (slot < 0) {
    side.modulus = world_->ground.modulus > 0 ? world_->ground.modulus : kUnlimited;
    side.restitution = world_->ground.modulus > 0 ? world_->ground.restitution : 1;
    side.loss = world_->ground.loss, side.yield = world_->ground.yield;
    return side;
  }
  const EngineObject& object = objects_[slot];
  side.slot = slot;
  side.body = &world_->bodies[object.body];
  side.pose = &object.follower.latest();
  side.arm = to_body(*side.pose, point);
  side.normal = rotate_back(side.pose->rotation, normal);
  side.found = nearest_place(side.body->surface, side.arm, side.place);
  if (side.found) {
    side.arm = side.place.position;
    side.radius = contact_radius(*side.body, side.place);
  }
  side.modulus = side.body->material.modulus;
  side.restitution = side.body->material.restitution;
  side.loss = side.body->material.loss;
  if (!object.held)
    side.mobility = mobility(side.body->mass, side.body->inertia, side.arm, side.normal);
  return side;
}

ContactPair EngineCore::pair_of(const Side& a, const Side& b) const noexcept {
  ContactPair pair;
  pair.radius = reduced(a.radius, b.radius);
  pair.modulus = reduced(a.modulus, b.modulus);
  pair.mass = effective_mass(a.mobility, b.mobility);
  pair.restitution = std::min(a.restitution, b.restitution);
  const auto material = [&](const Side& side) {
    return side.body ? side.body->material : world_->ground;
  };
  const PlayMaterial of_a = material(a), of_b = material(b);
  pair.friction = std::sqrt(std::max(of_a.friction * of_b.friction, 0.0));
  pair.roughness = roughness_of_pair(
      of_a.roughness, of_b.roughness,
      static_cast<std::uint64_t>(a.slot + 2) << 32 | static_cast<std::uint64_t>(b.slot + 2));
  return pair;
}

void EngineCore::update_contact(EngineEvent event) noexcept {
  // Slip and roll are what they are along the surfaces.
  event.slip -= dot(event.slip, event.normal) * event.normal;
  event.roll -= dot(event.roll, event.normal) * event.normal;
  EngineContactSound& contact = contacts_.all()[event.object];
  if (contact.free()) return;
  const Vec3 inward = -event.normal;  // from a to b
  const Vec3 along = contact.along(event.slip);
  const double* shapes[2][2];
  int modes[2];
  Side sides[2];
  for (int s = 0; s < 2; ++s) {
    Side& side = sides[s] = this->side(contact.slot(s), event.point, inward);
    modes[s] = side.body && side.found ? side.body->modes() : 0;
    for (int d = 0; d < 2; ++d) {
      shapes[s][d] = shape_[s][d].data();
      if (modes[s] == 0) continue;
      const Vec3 direction = d == 0 ? side.normal : rotate_back(side.pose->rotation, along);
      project(*side.body, side.place, direction, shape_[s][d].data());
    }
  }
  if (contact.first_update()) contact.set_pair(pair_of(sides[0], sides[1]));
  contact.update(event, shapes, modes);
}

// Whichever gives way, of two the lighter one, lies with its lowest points on the other.
void EngineCore::find_rest(int contact, double load) noexcept {
  const EngineContactSound& touch = contacts_.all()[contact];
  const auto weight = [&](int s) {
    const int slot = touch.slot(s);
    return slot < 0 || objects_[slot].held ? kUnlimited : world_->bodies[objects_[slot].body].mass;
  };
  const int upper = weight(0) <= weight(1) ? 0 : 1, slot = touch.slot(upper);
  if (slot < 0) return;
  const Vec3 normal = touch.normal();  // from b to a
  const Pose& pose = objects_[slot].follower.latest();
  const PlayBody& body = world_->bodies[objects_[slot].body];
  Vec3 points[kRestPoints];
  const int count =
      lowest_points(body.surface.nodes, rotate_back(pose.rotation, upper == 0 ? -normal : normal),
                    2 * body.bounding_radius, points);
  EngineRestPlace places[kRestPoints];
  EngineRest::Pair pair;
  pair.load = load;
  for (int k = 0; k < count; ++k) {
    const Vec3 world = to_world(pose, points[k]);
    const Side a = side(touch.slot(0), world, normal), b = side(touch.slot(1), world, normal);
    const HertzPair hertz{reduced(a.radius, b.radius), 1, reduced(a.modulus, b.modulus)};
    places[k] = {hertz_contact(hertz, 1).stiffness, {a.arm, b.arm}, {a.normal, b.normal}};
    pair.restitution = std::min(a.restitution, b.restitution);
    pair.loss = a.loss + b.loss, pair.yield = a.yield + b.yield;
    pair.body[0] = a.body, pair.body[1] = b.body;
  }
  rest_.make(contact, pair, places, count);
}

void EngineCore::lie(int contact) noexcept {
  constexpr double kLeastLoad = 1e-5;  // [N]
  const EngineContactSound& touch = contacts_.all()[contact];
  Voice* voices[2] = {};
  for (int s = 0; s < 2; ++s)
    if (touch.slot(s) >= 0 && !gone(touch.slot(s), touch.life(s)))
      voices[s] = sounding(touch.slot(s));
  const double load = touch.load();
  const bool rests = touch.state() == EngineContactState::rest && load > kLeastLoad;
  if (!rests) return rest_.forget(contact);
  if (!voices[0] && !voices[1]) return;  // places are made when there is something to damp
  if (rest_.stale(contact, load)) find_rest(contact, load);
  if (rest_.rests(contact)) rest_.damp(contact, voices, kHop / limits_->rate);
}

void EngineCore::rub() noexcept {
  contacts_.clear();
  for (std::size_t i = 0; i < contacts_.all().size(); ++i) {
    EngineContactSound& contact = contacts_.all()[i];
    if (contact.free()) continue;
    const bool left =
        gone(contact.slot(0), contact.life(0)) || gone(contact.slot(1), contact.life(1));
    if (left) contact.end();
    const EngineEvent* told = contact.told();
    if (told && !left) update_contact(*told);
    if (contact.prepare()) {
      Voice* voices[2] = {};
      for (int s = 0; s < 2; ++s) {
        const int slot = contact.slot(s);
        if (slot < 0 || gone(slot, contact.life(s))) continue;
        if (world_->bodies[objects_[slot].body].modes() == 0) continue;
        voices[s] = voice_of(slot, kContactLoudness);
        if (voices[s]) voices[s]->drive();
      }
      if (contact.connect(voices[0], voices[1])) contacts_.join(contact);
      for (int s = 0; s < 2; ++s)
        if (contact.slot(s) >= 0 && !left && contact.missed(s))
          counts_.crowded.fetch_add(1, std::memory_order_relaxed);
    } else {
      contact.disconnect();
    }
    lie(static_cast<int>(i));
    contact_states_[i].store(contact.state(), std::memory_order_relaxed);
  }
  contacts_.solve();
}

}  // namespace peal
