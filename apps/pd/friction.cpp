// peal_friction~: a mass that rubs on a body that rings (peal/instruments_c.h), for Pure Data.
// In: tangential and normal force [N], as signals or numbers. Out: pressure [Pa], velocity of the
// exciter on the body [m/s], friction [N], and on bang a list of the whole state.
#include <string.h>

#include <algorithm>
#include <new>
#include <string>

#include "pd_arguments.h"

namespace {

t_class* friction_class;

struct Setting {
  const char* name;
  double peal_rub_settings::*field;
};
constexpr Setting kSettings[] = {
    {"stiffness", &peal_rub_settings::stiffness},
    {"damping", &peal_rub_settings::damping},
    {"viscosity", &peal_rub_settings::viscosity},
    {"roughness", &peal_rub_settings::roughness},
    {"roughness_slope", &peal_rub_settings::roughness_slope},
    {"dynamic_friction", &peal_rub_settings::dynamic_friction},
    {"static_friction", &peal_rub_settings::static_friction},
    {"stribeck_speed", &peal_rub_settings::stribeck_speed},
    {"breakaway", &peal_rub_settings::breakaway},
    {"exciter_mass", &peal_rub_settings::exciter_mass},
    {"exciter_damping", &peal_rub_settings::exciter_damping},
    {"area", &peal_rub_settings::area},
    {"distance", &peal_rub_settings::distance},
    {"rolling_load", &peal_rub_settings::rolling_load},
    {"rolling_radius", &peal_rub_settings::rolling_radius},
    {"rolling_rms", &peal_rub_settings::rolling_rms},
    {"travel_from", &peal_rub_settings::travel_from},
    {"travel_to", &peal_rub_settings::travel_to},
};

struct Friction {
  t_object object;  // first, as Pd wants it
  t_float first_inlet;
  t_outlet* state_outlet;
  peal_rub_settings settings;
  std::vector<peal_mode>* modes;
  peal_rub* rub;
  double rate;
};

/// Anew at another rate; modes that the rate cannot carry are refused, and it is silent.
void make(Friction* x, double rate) {
  peal_rub_destroy(x->rub);
  x->rate = rate;
  x->rub =
      peal_rub_create(rate, &x->settings, x->modes->data(), static_cast<int>(x->modes->size()));
  if (!x->rub) peal_pd::explain(x);
}

/// Null, and a sentence in Pd's window, when there is none of that name.
const peal_rub_preset* find_preset(Friction* x, t_symbol* name) {
  const peal_rub_preset* p = peal_rub_preset_named(name->s_name);
  if (p) return p;
  std::string keys;
  for (int i = 0; const peal_rub_preset* one = peal_rub_preset_at(i); ++i)
    keys += std::string(i ? ", " : "") + one->key;
  pd_error(x, "peal_friction~: no preset '%s'; there are %s", name->s_name, keys.c_str());
  return nullptr;
}

void store(Friction* x, const peal_rub_preset& p) {
  x->settings = p.settings;
  x->modes->assign(p.modes, p.modes + p.mode_count);
}

void preset(Friction* x, t_symbol* name) {
  const peal_rub_preset* p = find_preset(x, name);
  if (!p) return;
  peal_rub* made = peal_rub_create(x->rate, &p->settings, p->modes, p->mode_count);
  if (!made) return peal_pd::explain(x);  // and goes on with what it has
  peal_rub_destroy(x->rub);
  x->rub = made;
  store(x, *p);
}

/// Whether settings make sense, at any rate.
bool sane(const peal_rub_settings& settings) {
  constexpr peal_mode kPlain{440, 1, 1, 1};
  peal_rub* trial = peal_rub_create(48000, &settings, &kPlain, 1);
  peal_rub_destroy(trial);
  return trial != nullptr;
}

void modes(Friction* x, t_symbol*, int argc, t_atom* argv) {
  std::vector<peal_mode> wanted;
  if (!peal_pd::read_modes(x, argc, argv, wanted)) return;
  if (x->rub && !peal_rub_set_modes(x->rub, wanted.data(), static_cast<int>(wanted.size())))
    return peal_pd::explain(x);
  *x->modes = std::move(wanted);
  if (!x->rub) make(x, x->rate);
}

void anything(Friction* x, t_symbol* name, int argc, t_atom* argv) {
  for (const Setting& setting : kSettings) {
    if (strcmp(setting.name, name->s_name) != 0) continue;
    if (argc != 1 || argv->a_type != A_FLOAT) {
      pd_error(x, "peal_friction~: %s: expected one number", name->s_name);
      return;
    }
    peal_rub_settings wanted = x->settings;
    wanted.*setting.field = atom_getfloat(argv);
    if (x->rub ? !peal_rub_set(x->rub, &wanted) : !sane(wanted)) return peal_pd::explain(x);
    x->settings = wanted;
    if (!x->rub) make(x, x->rate);
    return;
  }
  if (name == &s_list)
    pd_error(x, "peal_friction~: expected one number per inlet, or the name of a setting first");
  else
    pd_error(x, "peal_friction~: no setting '%s'; open the help patch for a list", name->s_name);
}

void velocity(Friction* x, t_floatarg v) { peal_rub_set_velocity(x->rub, v); }
void position(Friction* x, t_floatarg v) { peal_rub_set_position(x->rub, v); }
void reset(Friction* x) { peal_rub_reset(x->rub); }

void bang(Friction* x) {
  const peal_rub_state s = peal_rub_get_state(x->rub);
  const double values[] = {s.exciter_position,   s.exciter_velocity,
                           s.resonator_position, s.resonator_velocity,
                           s.velocity,           s.bend,
                           s.friction,           s.stuck};
  t_atom list[std::size(values)];
  for (std::size_t i = 0; i < std::size(values); ++i)
    SETFLOAT(list + i, static_cast<t_float>(values[i]));
  outlet_list(x->state_outlet, &s_list, static_cast<int>(std::size(values)), list);
}

constexpr int kHop = 64;  // forces are reached within so many samples: the engine's step

// (x, force, force, sound, velocity, friction, frames)
t_int* perform(t_int* w) {
  auto* x = reinterpret_cast<Friction*>(w[1]);
  const t_sample* signal[5];
  for (int i = 0; i < 5; ++i) signal[i] = reinterpret_cast<t_sample*>(w[2 + i]);
  auto* sound = const_cast<t_sample*>(signal[2]);
  auto* velocity = const_cast<t_sample*>(signal[3]);
  auto* friction = const_cast<t_sample*>(signal[4]);
  const int frames = static_cast<int>(w[7]);
  for (int from = 0; from < frames; from += kHop) {
    const int count = std::min(kHop, frames - from), last = from + count - 1;
    // Outlets may share memory with inlets: read before writing.
    peal_rub_force(x->rub, signal[0][last], signal[1][last]);
    float out[kHop] = {}, v[kHop] = {}, f[kHop] = {};
    peal_rub_render(x->rub, out, count);
    peal_rub_trace(x->rub, v, nullptr, f, nullptr, count);
    std::copy_n(out, count, sound + from);
    std::copy_n(v, count, velocity + from);
    std::copy_n(f, count, friction + from);
  }
  return w + 8;
}

void dsp(Friction* x, t_signal** sp) {
  if (sp[0]->s_sr != x->rate) make(x, sp[0]->s_sr);
  dsp_add(perform, 7, x, sp[0]->s_vec, sp[1]->s_vec, sp[2]->s_vec, sp[3]->s_vec, sp[4]->s_vec,
          static_cast<t_int>(sp[0]->s_n));
}

void* create(t_symbol*, int argc, t_atom* argv) {
  auto* x = reinterpret_cast<Friction*>(pd_new(friction_class));
  inlet_new(&x->object, &x->object.ob_pd, &s_signal, &s_signal);
  for (int i = 0; i < 3; ++i) outlet_new(&x->object, &s_signal);
  x->state_outlet = outlet_new(&x->object, &s_list);
  x->rub = nullptr;
  x->rate = sys_getsr() > 0 ? sys_getsr() : 44100;
  x->modes = new std::vector<peal_mode>;
  const peal_rub_preset* p = argc > 0 ? find_preset(x, atom_gensym(argv)) : nullptr;
  store(x, p ? *p : *peal_rub_preset_at(0));
  make(x, x->rate);  // a rate that cannot carry it says so; another one may come with a block~
  return x;
}

void destroy(Friction* x) {
  peal_rub_destroy(x->rub);
  delete x->modes;
}

template <class Function>
t_method method(Function* function) {
  return reinterpret_cast<t_method>(function);
}

}  // namespace

extern "C" __attribute__((visibility("default"))) void peal_friction_tilde_setup(void) {
  friction_class = class_new(gensym("peal_friction~"), reinterpret_cast<t_newmethod>(create),
                             method(destroy), sizeof(Friction), CLASS_DEFAULT, A_GIMME, A_NULL);
  CLASS_MAINSIGNALIN(friction_class, Friction, first_inlet);
  class_addmethod(friction_class, method(dsp), gensym("dsp"), A_CANT, A_NULL);
  class_addmethod(friction_class, method(preset), gensym("preset"), A_SYMBOL, A_NULL);
  class_addmethod(friction_class, method(modes), gensym("modes"), A_GIMME, A_NULL);
  class_addmethod(friction_class, method(velocity), gensym("velocity"), A_FLOAT, A_NULL);
  class_addmethod(friction_class, method(position), gensym("position"), A_FLOAT, A_NULL);
  class_addmethod(friction_class, method(reset), gensym("reset"), A_NULL);
  class_addbang(friction_class, method(bang));
  class_addanything(friction_class, method(anything));
}
