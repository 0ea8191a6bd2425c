// The C calls of peal/instruments_c.h: every argument is checked here, then handed on. A null
// instrument is refused.
#include <new>
#include <string_view>

#include "engine/instruments/rub_presets.h"
#include "engine/instruments/rubbing.h"
#include "engine/instruments/striking.h"

struct peal_rub {
  peal::Rubbing rubbing;
};
struct peal_modal {
  peal::Striking striking;
};

namespace {

std::span<const peal_mode> list(const peal_mode* modes, int count) noexcept {
  return {modes, modes && count > 0 ? static_cast<std::size_t>(count) : 0};
}

bool there(const void* instrument) noexcept {
  return instrument || peal::refuse("there is no instrument: a null pointer was given");
}

// Only memory can be missing.
template <class Made, class Make>
Made made(Make make) noexcept try {
  return make();
} catch (...) {
  peal::refuse("no memory for so many modes");
  return {};
}

}  // namespace

extern "C" {

peal_rub_settings peal_default_rub_settings(void) { return peal::default_rub_settings(); }

int peal_rub_preset_count(void) { return static_cast<int>(peal::rub_presets().size()); }
const peal_rub_preset* peal_rub_preset_at(int index) {
  const bool there = index >= 0 && index < peal_rub_preset_count();
  return there ? &peal::rub_presets()[static_cast<std::size_t>(index)] : nullptr;
}
const peal_rub_preset* peal_rub_preset_named(const char* key) {
  for (const peal_rub_preset& preset : peal::rub_presets())
    if (key && std::string_view(key) == preset.key) return &preset;
  return nullptr;
}

peal_rub* peal_rub_create(double rate, const peal_rub_settings* settings, const peal_mode* modes,
                          int mode_count) {
  const peal_rub_settings s = settings ? *settings : peal::default_rub_settings();
  const auto given = list(modes, mode_count);
  if (!peal::check_rub(s) || !peal::check_modes(given, peal::kMostRubModes, rate)) return nullptr;
  return made<peal_rub*>([&] { return new peal_rub{peal::Rubbing(rate, s, given)}; });
}
void peal_rub_destroy(peal_rub* rub) { delete rub; }
const char* peal_rub_problem(void) { return peal::last_refusal(); }

int peal_rub_set(peal_rub* rub, const peal_rub_settings* settings) {
  if (!settings) return peal::refuse("settings: a null pointer was given");
  if (!there(rub) || !peal::check_rub(*settings)) return 0;
  rub->rubbing.set(*settings);
  return 1;
}
int peal_rub_set_modes(peal_rub* rub, const peal_mode* modes, int mode_count) {
  const auto given = list(modes, mode_count);
  if (!there(rub) || !peal::check_modes(given, peal::kMostRubModes, rub->rubbing.rate())) return 0;
  return made<int>([&] { return rub->rubbing.set_modes(given), 1; });
}
int peal_rub_set_exciter_modes(peal_rub* rub, const peal_mode* modes, int mode_count, double area) {
  const auto given = list(modes, mode_count);
  if (!there(rub)) return 0;
  if (mode_count != 0 && (!peal::check_modes(given, peal::kMostRubModes, rub->rubbing.rate()) ||
                          !peal::check_small_source(area, 1)))
    return 0;
  return made<int>([&] { return rub->rubbing.set_exciter_modes(given, area), 1; });
}
void peal_rub_push_body(peal_rub* rub, double force) {
  if (rub) rub->rubbing.push_body(force);
}
void peal_rub_force(peal_rub* rub, double tangential, double normal) {
  if (rub) rub->rubbing.force(tangential, normal);
}
void peal_rub_set_velocity(peal_rub* rub, double velocity) {
  if (rub) rub->rubbing.set_velocity(velocity);
}
void peal_rub_set_position(peal_rub* rub, double position) {
  if (rub) rub->rubbing.set_position(position);
}
void peal_rub_reset(peal_rub* rub) {
  if (rub) rub->rubbing.reset();
}
void peal_rub_render(peal_rub* rub, float* out, int frames) {
  if (rub) rub->rubbing.render(out, frames);
}
peal_rub_state peal_rub_get_state(const peal_rub* rub) {
  return rub ? rub->rubbing.state() : peal_rub_state{};
}
int peal_rub_trace(const peal_rub* rub, float* velocity, float* bend, float* friction,
                   float* resonator_velocity, int most) {
  return rub ? rub->rubbing.trace(velocity, bend, friction, resonator_velocity, most) : 0;
}

int peal_rub_states(const peal_rub* rub, float* exciter_position, float* exciter_velocity,
                    float* resonator_position, float* resonator_velocity, int most) {
  return rub ? rub->rubbing.states(exciter_position, exciter_velocity, resonator_position,
                                   resonator_velocity, most)
             : 0;
}

peal_modal* peal_modal_create(double rate, const peal_mode* modes, int mode_count, double area,
                              double distance) {
  const auto given = list(modes, mode_count);
  if (!peal::check_modes(given, peal::kMostStruckModes, rate) ||
      !peal::check_small_source(area, distance))
    return nullptr;
  return made<peal_modal*>(
      [&] { return new peal_modal{peal::Striking(rate, given, area, distance)}; });
}
void peal_modal_destroy(peal_modal* modal) { delete modal; }
int peal_modal_set_modes(peal_modal* modal, const peal_mode* modes, int mode_count) {
  const auto given = list(modes, mode_count);
  if (!there(modal) || !peal::check_modes(given, peal::kMostStruckModes, modal->striking.rate()))
    return 0;
  return made<int>([&] { return modal->striking.set_modes(given), 1; });
}
int peal_modal_strike(peal_modal* modal, double impulse, double duration, double delay) {
  return there(modal) && modal->striking.strike(impulse, duration, delay);
}
void peal_modal_render(peal_modal* modal, const float* force, float* out, int frames) {
  if (modal) modal->striking.render(force, out, frames);
}
void peal_modal_stop(peal_modal* modal) {
  if (modal) modal->striking.stop();
}
double peal_modal_position(const peal_modal* modal) {
  return modal ? modal->striking.position() : 0;
}

}  // extern "C"
