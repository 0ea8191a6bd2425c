// The C interface: every call is the one of the same name in peal/engine.h. A null engine or struct
// is refused. Structs are read and written by the sizes that the program was compiled with.
#include <peal/engine.h>
#include <peal/engine_c.h>

#include <algorithm>
#include <cstring>

#include "engine/engine_c_sizes.h"

struct peal_engine {
  std::unique_ptr<peal::Engine> engine;
  peal_header header;
};

namespace {

void copy(const double* from, std::size_t count, double* to) noexcept {
  std::copy_n(from, count, to);
}

peal::EngineLimits limits_of(const peal_limits* told, const peal_header& header) noexcept {
  peal::EngineLimits out;
  if (!told) return out;
  const peal_limits in = peal::read_sized(told, header.limits, peal_default_limits());
  out.rate = in.rate;
  out.ears = in.ears, out.max_objects = in.max_objects, out.max_voices = in.max_voices;
  out.max_modes = in.max_modes, out.max_pushes = in.max_pushes;
  out.max_contacts = in.max_contacts, out.max_events = in.max_events;
  out.max_distance = in.max_distance, out.full_scale = in.full_scale, out.inaudible = in.inaudible;
  out.max_memory = in.max_memory;
  out.floor_height = in.floor_height, out.floor_reflection = in.floor_reflection;
  out.max_copies = in.max_copies;
  return out;
}

peal::EnginePose pose_of(const peal_engine* e, const peal_pose* told) noexcept {
  const peal_pose in = peal::read_sized(told, e->header.pose, peal_default_pose());
  peal::EnginePose out;
  copy(in.position, 3, out.position.data()), copy(in.rotation, 4, out.rotation.data());
  copy(in.velocity, 3, out.velocity.data()), copy(in.spin, 3, out.spin.data());
  return out;
}

void put_text(const std::string& text, char* error, size_t error_size) noexcept {
  if (!error || error_size == 0) return;
  const size_t length = std::min(text.size(), error_size - 1);
  std::memcpy(error, text.data(), length);
  error[length] = 0;
}

}  // namespace

extern "C" {

void peal_fill_limits(peal_limits* limits, size_t size) {
  const peal::EngineLimits in;
  const peal_limits all = {
      in.rate,       in.ears,         in.max_objects,  in.max_voices,       in.max_modes,
      in.max_pushes, in.max_contacts, in.max_events,   in.max_distance,     in.full_scale,
      in.inaudible,  in.max_memory,   in.floor_height, in.floor_reflection, in.max_copies};
  peal::write_sized(all, limits, size);
}

peal_engine* peal_create_for(const void* bank, size_t bytes, const peal_limits* limits, char* error,
                             size_t error_size, const peal_header* told) try {
  peal_header header;
  std::string text = peal::read_header(told, header);
  if (!text.empty()) return put_text(text, error, error_size), nullptr;
  const std::span<const std::byte> span(static_cast<const std::byte*>(bank), bank ? bytes : 0);
  auto engine = peal::Engine::create(span, limits_of(limits, header), text);
  put_text(text, error, error_size);
  return engine ? new peal_engine{std::move(engine), header} : nullptr;
} catch (...) {
  if (error && error_size > 0) error[0] = 0;
  return nullptr;
}
size_t peal_memory_needed_for(const void* bank, size_t bytes, const peal_limits* limits,
                              const peal_header* told) try {
  peal_header header;
  std::string text = peal::read_header(told, header);
  if (!text.empty()) return 0;
  return peal::Engine::memory_needed({static_cast<const std::byte*>(bank), bank ? bytes : 0},
                                     limits_of(limits, header), text);
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
void peal_mesh_to_body(const peal_engine* e, int body, double out[12]) {
  if (!e || !out) return;
  copy(e->engine->mesh_to_body(body).data(), 12, out);
}

int peal_spawn_copy(peal_engine* e, int body, const peal_pose* pose, int held, int frame,
                    int copy) {
  return e && pose ? e->engine->spawn(body, pose_of(e, pose), held != 0,
                                      static_cast<peal::EngineFrame>(frame), copy)
                   : -1;
}
int peal_spawn_in(peal_engine* e, int body, const peal_pose* pose, int held, int frame) {
  return peal_spawn_copy(e, body, pose, held, frame, 0);
}
int peal_spawn(peal_engine* e, int body, const peal_pose* pose, int held) {
  return peal_spawn_in(e, body, pose, held, PEAL_FRAME_BODY);
}
int peal_despawn(peal_engine* e, int object) { return e && e->engine->despawn(object); }
int peal_set_pose(peal_engine* e, int object, const peal_pose* pose) {
  return e && pose && e->engine->set_pose(object, pose_of(e, pose));
}
int peal_set_listener(peal_engine* e, const double left[3], const double right[3]) {
  if (!e || !left || !right) return 0;
  return e->engine->set_listener({left[0], left[1], left[2]}, {right[0], right[1], right[2]});
}
int peal_strike(peal_engine* e, const peal_impact* told) {
  if (!e || !told) return 0;
  const peal_impact in = peal::read_sized(told, e->header.impact, peal_default_impact());
  peal::EngineImpact out;
  out.a = in.a, out.b = in.b;
  copy(in.point, 3, out.point.data()), copy(in.normal, 3, out.normal.data());
  out.impulse = in.impulse, out.closing_speed = in.closing_speed, out.delay = in.delay;
  out.local = in.local != 0;
  return e->engine->impact(out);
}
int peal_contact_begin(peal_engine* e, int a, int b) {
  return e ? e->engine->contact_begin(a, b) : -1;
}
int peal_contact_update(peal_engine* e, int contact, const peal_contact* told) {
  if (!e || !told) return 0;
  const peal_contact in = peal::read_sized(told, e->header.contact, peal_default_contact());
  peal::EngineContact out;
  copy(in.point, 3, out.point.data()), copy(in.normal, 3, out.normal.data());
  out.normal_force = in.normal_force;
  copy(in.slip, 3, out.slip.data()), copy(in.roll, 3, out.roll.data());
  return e->engine->contact_update(contact, out);
}
int peal_contact_end(peal_engine* e, int contact) { return e && e->engine->contact_end(contact); }
int peal_contact_state(const peal_engine* e, int contact) {
  return e ? static_cast<int>(e->engine->contact_state(contact)) : PEAL_CONTACT_NONE;
}
int peal_to_world(const peal_engine* e, int object, const double point[3], double world[3]) {
  peal::EngineVector out;
  if (!e || !point || !world || !e->engine->to_world(object, {point[0], point[1], point[2]}, out))
    return 0;
  copy(out.data(), 3, world);
  return 1;
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

void peal_fill_stats(const peal_engine* e, peal_stats* stats, size_t size) {
  peal_stats all = {};
  if (e) {
    const peal::EngineStats in = e->engine->stats();
    all = {in.rendered, in.impacts, in.overflowed, in.refused,  in.stolen, in.unheard,
           in.limited,  in.voices,  in.modes,      in.contacts, in.crowded};
  }
  peal::write_sized(all, stats, size);
}

}  // extern "C"
