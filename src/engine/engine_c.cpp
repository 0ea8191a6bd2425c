// The C interface: every call is the one of the same name in peal/engine.h. A null engine or struct
// is refused.
#include <peal/engine.h>
#include <peal/engine_c.h>

#include <algorithm>
#include <cstring>

struct peal_engine {
  std::unique_ptr<peal::Engine> engine;
};

namespace {

void copy(const double* from, std::size_t count, double* to) noexcept {
  std::copy_n(from, count, to);
}

peal::EngineLimits limits_of(const peal_limits& in) noexcept {
  peal::EngineLimits out;
  out.rate = in.rate;
  out.ears = in.ears, out.max_objects = in.max_objects, out.max_voices = in.max_voices;
  out.max_modes = in.max_modes, out.max_pushes = in.max_pushes;
  out.max_contacts = in.max_contacts, out.max_events = in.max_events;
  out.max_distance = in.max_distance, out.full_scale = in.full_scale, out.inaudible = in.inaudible;
  out.max_memory = in.max_memory;
  return out;
}

peal::EnginePose pose_of(const peal_pose& in) noexcept {
  peal::EnginePose out;
  copy(in.position, 3, out.position.data()), copy(in.rotation, 4, out.rotation.data());
  copy(in.velocity, 3, out.velocity.data()), copy(in.spin, 3, out.spin.data());
  return out;
}

}  // namespace

extern "C" {

peal_limits peal_default_limits(void) {
  const peal::EngineLimits in;
  return {in.rate,         in.ears,       in.max_objects,  in.max_voices,
          in.max_modes,    in.max_pushes, in.max_contacts, in.max_events,
          in.max_distance, in.full_scale, in.inaudible,    in.max_memory};
}
peal_pose peal_default_pose(void) { return {{0, 0, 0}, {1, 0, 0, 0}, {0, 0, 0}, {0, 0, 0}}; }
peal_impact peal_default_impact(void) {
  return {PEAL_GROUND, PEAL_GROUND, {0, 0, 0}, {0, 1, 0}, -1, -1, 0};
}
peal_contact peal_default_contact(void) { return {{0, 0, 0}, {0, 1, 0}, 0, {0, 0, 0}, {0, 0, 0}}; }

peal_engine* peal_create(const void* bank, size_t bytes, const peal_limits* limits, char* error,
                         size_t error_size) try {
  std::string text;
  const std::span<const std::byte> span(static_cast<const std::byte*>(bank), bank ? bytes : 0);
  auto engine =
      peal::Engine::create(span, limits_of(limits ? *limits : peal_default_limits()), text);
  if (error && error_size > 0) {
    const size_t length = std::min(text.size(), error_size - 1);
    std::memcpy(error, text.data(), length);
    error[length] = 0;
  }
  return engine ? new peal_engine{std::move(engine)} : nullptr;
} catch (...) {
  if (error && error_size > 0) error[0] = 0;
  return nullptr;
}
size_t peal_memory_needed(const void* bank, size_t bytes, const peal_limits* limits) try {
  std::string text;
  return peal::Engine::memory_needed({static_cast<const std::byte*>(bank), bank ? bytes : 0},
                                     limits_of(limits ? *limits : peal_default_limits()), text);
} catch (...) {
  return 0;
}
void peal_destroy(peal_engine* engine) { delete engine; }

int peal_bodies(const peal_engine* e) { return e ? e->engine->bodies() : 0; }
const char* peal_body_name(const peal_engine* e, int body) {
  return e ? e->engine->body_name(body) : "";
}
int peal_find_body(const peal_engine* e, const char* name) {
  return e ? e->engine->find_body(name) : -1;
}
double peal_body_mass(const peal_engine* e, int body) { return e ? e->engine->body_mass(body) : 0; }

int peal_spawn(peal_engine* e, int body, const peal_pose* pose, int held) {
  return e && pose ? e->engine->spawn(body, pose_of(*pose), held != 0) : -1;
}
int peal_despawn(peal_engine* e, int object) { return e && e->engine->despawn(object); }
int peal_set_pose(peal_engine* e, int object, const peal_pose* pose) {
  return e && pose && e->engine->set_pose(object, pose_of(*pose));
}
int peal_set_listener(peal_engine* e, const double left[3], const double right[3]) {
  if (!e || !left || !right) return 0;
  return e->engine->set_listener({left[0], left[1], left[2]}, {right[0], right[1], right[2]});
}
int peal_strike(peal_engine* e, const peal_impact* in) {
  if (!e || !in) return 0;
  peal::EngineImpact out;
  out.a = in->a, out.b = in->b;
  copy(in->point, 3, out.point.data()), copy(in->normal, 3, out.normal.data());
  out.impulse = in->impulse, out.closing_speed = in->closing_speed, out.delay = in->delay;
  return e->engine->impact(out);
}
int peal_contact_begin(peal_engine* e, int a, int b) {
  return e ? e->engine->contact_begin(a, b) : -1;
}
int peal_contact_update(peal_engine* e, int contact, const peal_contact* in) {
  if (!e || !in) return 0;
  peal::EngineContact out;
  copy(in->point, 3, out.point.data()), copy(in->normal, 3, out.normal.data());
  out.normal_force = in->normal_force;
  copy(in->slip, 3, out.slip.data()), copy(in->roll, 3, out.roll.data());
  return e->engine->contact_update(contact, out);
}
int peal_contact_end(peal_engine* e, int contact) { return e && e->engine->contact_end(contact); }
int peal_contact_state(const peal_engine* e, int contact) {
  return e ? static_cast<int>(e->engine->contact_state(contact)) : PEAL_CONTACT_NONE;
}
int peal_dry_row(const peal_engine* e, int object) { return e ? e->engine->dry_row(object) : -1; }

void peal_render(peal_engine* e, float* const* ears, int frames) {
  if (e) e->engine->render(ears, frames);
}
void peal_render_dry(peal_engine* e, float* const* dry, int frames) {
  if (e) e->engine->render_dry(dry, frames);
}
int peal_mode_amplitudes(const peal_engine* e, int row, float* out, int most) {
  return e && out ? e->engine->mode_amplitudes(row, out, most) : 0;
}

peal_stats peal_get_stats(const peal_engine* e) {
  if (!e) return {};
  const peal::EngineStats in = e->engine->stats();
  return {in.rendered, in.impacts, in.overflowed, in.refused,  in.stolen, in.unheard,
          in.limited,  in.voices,  in.modes,      in.contacts, in.crowded};
}

}  // extern "C"
