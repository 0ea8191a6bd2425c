// What the browser needs besides the two C headers, whose calls are exported as they are: memory,
// and the geometry and mode shapes of a bank's bodies for pictures.
// In: bytes of a bank on a 64-byte boundary. Out: plain arrays at addresses that the caller gives.
#include <peal/engine_c.h>
#include <peal/instruments_c.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <new>

#include "base/constants.h"
#include "engine/bank/bank_format.h"
#include "engine/bank/bank_reader.h"

#define PEAL_EXPORT(name) extern "C" __attribute__((export_name(#name), used))

// apps/studio/engine/src/wasm.ts writes and reads these structs number by number.
static_assert(sizeof(peal_mode) == 4 * 8 && sizeof(peal_rub_settings) == 18 * 8);
static_assert(sizeof(peal_rub_state) == 10 * 8 && sizeof(peal_pose) == 13 * 8);
static_assert(offsetof(peal_rub_preset, settings) == 16 && offsetof(peal_rub_preset, modes) == 160);
static_assert(offsetof(peal_rub_preset, mode_count) == 288 &&
              offsetof(peal_rub_preset, push) == 296);
static_assert(offsetof(peal_limits, ears) == 8 && offsetof(peal_limits, max_events) == 32);
static_assert(offsetof(peal_limits, max_distance) == 40 && offsetof(peal_limits, max_memory) == 64);
static_assert(offsetof(peal_impact, point) == 8 && offsetof(peal_impact, delay) == 9 * 8);
static_assert(offsetof(peal_impact, local) == 20 * 4 && sizeof(peal_limits) == 96);
static_assert(offsetof(peal_contact, normal_force) == 6 * 8 && sizeof(peal_contact) == 13 * 8);
static_assert(offsetof(peal_stats, limited) == 6 * 8 && offsetof(peal_stats, crowded) == 72);
static_assert(sizeof(peal_stats) == 80);

namespace {

const peal::PlayBody* body_of(const peal::Bank* bank, int body) {
  const bool there = bank && body >= 0 && body < static_cast<int>(bank->bodies().size());
  return there ? &bank->bodies()[static_cast<std::size_t>(body)] : nullptr;
}

}  // namespace

// Whatever ends the program ends it here, without a message.
extern "C" void abort() { __builtin_trap(); }
extern "C" void* __cxa_allocate_exception(std::size_t) { __builtin_trap(); }
extern "C" void __cxa_throw(void*, void*, void*) { __builtin_trap(); }

// Without exceptions a failed `new` would go on with a null pointer.
void* operator new(std::size_t bytes) {
  if (void* memory = std::malloc(bytes > 0 ? bytes : 1)) return memory;
  __builtin_trap();
}
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  const auto unit = static_cast<std::size_t>(alignment);
  if (void* memory = std::aligned_alloc(unit, (bytes / unit + 1) * unit)) return memory;
  __builtin_trap();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }

/// Null when there is no room; freed with studio_free.
PEAL_EXPORT(studio_allocate) void* studio_allocate(std::size_t bytes) {
  if (bytes > (1u << 30)) return nullptr;
  return std::aligned_alloc(peal::kBankAlignment,
                            (bytes / peal::kBankAlignment + 1) * peal::kBankAlignment);
}
PEAL_EXPORT(studio_free) void studio_free(void* memory) { std::free(memory); }

/// Null, and a sentence in error[0 .. 255], when the bytes are no bank. They must stay.
PEAL_EXPORT(studio_bank_open)
peal::Bank* studio_bank_open(const std::byte* bytes, std::size_t count, char* error) {
  auto* bank = new peal::Bank;
  peal::BankError problem;
  if (bank->open({bytes, count}, problem)) return bank;
  std::memcpy(error, problem.text, sizeof problem.text);
  delete bank;
  return nullptr;
}
PEAL_EXPORT(studio_bank_close) void studio_bank_close(peal::Bank* bank) { delete bank; }

PEAL_EXPORT(studio_bank_rate) double studio_bank_rate(const peal::Bank* bank) {
  return bank->rate();
}
PEAL_EXPORT(studio_bank_bodies) int studio_bank_bodies(const peal::Bank* bank) {
  return static_cast<int>(bank->bodies().size());
}
PEAL_EXPORT(studio_body_name) const char* studio_body_name(const peal::Bank* bank, int body) {
  const peal::PlayBody* b = body_of(bank, body);
  return b ? b->name : "";
}
/// Mass [kg], bounding radius [m], Coulomb friction; roughness: rms [m], slope, longest and
/// shortest wave [m].
PEAL_EXPORT(studio_copy_numbers)
void studio_copy_numbers(const peal::Bank* bank, int body, double* out) {
  const peal::PlayBody* b = body_of(bank, body);
  if (!b) return;
  const peal::SurfaceRoughness& rough = b->material.roughness;
  for (const double value : {b->mass, b->bounding_radius, b->material.friction, rough.rms,
                             rough.slope, rough.longest, rough.shortest})
    *out++ = value;
}
PEAL_EXPORT(studio_body_modes) int studio_body_modes(const peal::Bank* bank, int body) {
  const peal::PlayBody* b = body_of(bank, body);
  return b ? b->modes() : 0;
}
PEAL_EXPORT(studio_body_nodes) int studio_body_nodes(const peal::Bank* bank, int body) {
  const peal::PlayBody* b = body_of(bank, body);
  return b ? static_cast<int>(b->surface.nodes.size()) : 0;
}
PEAL_EXPORT(studio_body_triangles) int studio_body_triangles(const peal::Bank* bank, int body) {
  const peal::PlayBody* b = body_of(bank, body);
  return b ? static_cast<int>(b->surface.triangle_count()) : 0;
}

/// Frequency [Hz] (damped) and decay of the amplitude sigma [1/s] of each mode.
PEAL_EXPORT(studio_copy_modes)
void studio_copy_modes(const peal::Bank* bank, int body, double* out) {
  if (const peal::PlayBody* b = body_of(bank, body))
    for (const auto& pole : b->poles) *out++ = pole.im / (2 * peal::kPi), *out++ = -pole.re;
}
/// x, y, z [m] of each node in the body's frame.
PEAL_EXPORT(studio_copy_nodes)
void studio_copy_nodes(const peal::Bank* bank, int body, float* out) {
  if (const peal::PlayBody* b = body_of(bank, body))
    for (const peal::Vec3& p : b->surface.nodes)
      for (int axis = 0; axis < 3; ++axis) *out++ = static_cast<float>(p[axis]);
}
/// Six nodes of each curved triangle: corners a, b, c, then the middles of ab, bc, ca.
PEAL_EXPORT(studio_copy_triangles)
void studio_copy_triangles(const peal::Bank* bank, int body, unsigned* out) {
  if (const peal::PlayBody* b = body_of(bank, body))
    for (std::size_t i = 0; i < 6 * b->surface.triangle_count(); ++i)
      *out++ = static_cast<unsigned>(b->surface.triangles[i]);
}
/// [kg^-1/2] by node, axis, mode.
PEAL_EXPORT(studio_copy_shapes)
void studio_copy_shapes(const peal::Bank* bank, int body, float* out) {
  if (const peal::PlayBody* b = body_of(bank, body))
    std::copy(b->shapes.begin(), b->shapes.end(), out);
}
