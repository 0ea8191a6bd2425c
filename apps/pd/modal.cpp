// peal_modal~: modes that are struck or pushed (peal/instruments_c.h), for Pure Data.
// In: force [N] as a signal; a number is a strike of that impulse [N s]. Out: pressure [Pa].
#include <algorithm>
#include <iterator>

#include "pd_arguments.h"

namespace {

t_class* modal_class;

struct Modal {
  t_object object;  // first, as Pd wants it
  std::vector<peal_mode>* modes;
  peal_modal* modal;
  double rate, area, distance, duration;
  double ran;  // Pd's time when sound was computed last
};

/// A small bell, until modes are given.
const std::vector<peal_mode> kBell = {{880, 3, 0.05, 1},     {1056, 4, 0.05, 0.8},
                                      {1760, 5, 0.05, 0.9},  {2640, 8, 0.05, 0.5},
                                      {3520, 10, 0.05, 0.6}, {5104, 16, 0.05, 0.4}};

/// [ms] after which sound is taken to be switched off
constexpr double kOff = 500;

/// Anew; what is refused changes nothing, but modes that another rate cannot carry are silent.
void make(Modal* x, double rate, double area, double distance) {
  peal_modal* made =
      peal_modal_create(rate, x->modes->data(), static_cast<int>(x->modes->size()), area, distance);
  if (!made) peal_pd::explain(x);
  if (!made && rate == x->rate) return;
  peal_modal_destroy(x->modal);
  x->modal = made, x->rate = rate;
  if (made) x->area = area, x->distance = distance;
}

void modes(Modal* x, t_symbol*, int argc, t_atom* argv) {
  std::vector<peal_mode> wanted;
  if (!peal_pd::read_modes(x, argc, argv, wanted)) return;
  if (x->modal && !peal_modal_set_modes(x->modal, wanted.data(), static_cast<int>(wanted.size())))
    return peal_pd::explain(x);
  *x->modes = std::move(wanted);
  if (!x->modal) make(x, x->rate, x->area, x->distance);
}

/// Impulse [N s], and how long [s] if it says so.
void strike(Modal* x, t_symbol*, int argc, t_atom* argv) {
  const bool numbers =
      std::all_of(argv, argv + argc, [](const t_atom& a) { return a.a_type == A_FLOAT; });
  if (argc < 1 || argc > 2 || !numbers) {
    pd_error(x, "peal_modal~: expected an impulse [N s], or impulse and duration [s]");
    return;
  }
  const double duration = argc > 1 ? atom_getfloat(argv + 1) : x->duration;
  // Nobody strikes while sound is off: they would all sound at once when it comes back.
  if (clock_gettimesince(x->ran) > kOff) return;
  if (x->modal && !peal_modal_strike(x->modal, atom_getfloat(argv), duration, 0))
    peal_pd::explain(x);
}
void struck(Modal* x, t_floatarg impulse) {
  t_atom atom;
  SETFLOAT(&atom, impulse);
  strike(x, nullptr, 1, &atom);
}
void bang(Modal* x) { struck(x, 0.01f); }
void stop(Modal* x) { peal_modal_stop(x->modal); }
void area(Modal* x, t_floatarg value) { make(x, x->rate, value, x->distance); }
void distance(Modal* x, t_floatarg value) { make(x, x->rate, x->area, value); }
void duration(Modal* x, t_floatarg value) {
  if (value >= 1e-6 && value <= 1)
    x->duration = value;
  else
    pd_error(x, "peal_modal~: duration: expected 1e-6 to 1 s, got %g", static_cast<double>(value));
}

// (x, force, sound, frames)
t_int* perform(t_int* w) {
  auto* x = reinterpret_cast<Modal*>(w[1]);
  const auto* force = reinterpret_cast<const t_sample*>(w[2]);
  auto* sound = reinterpret_cast<t_sample*>(w[3]);
  const int frames = static_cast<int>(w[4]);
  x->ran = clock_getlogicaltime();
  constexpr int kPart = 64;
  for (int from = 0; from < frames; from += kPart) {
    const int count = std::min(kPart, frames - from);
    float in[kPart], out[kPart] = {};  // outlet and inlet may share memory
    std::copy_n(force + from, count, in);
    const bool pushed = std::any_of(in, in + count, [](float f) { return f != 0; });
    peal_modal_render(x->modal, pushed ? in : nullptr, out, count);
    std::copy_n(out, count, sound + from);
  }
  return w + 5;
}

void dsp(Modal* x, t_signal** sp) {
  x->ran = clock_getlogicaltime();
  if (sp[0]->s_sr != x->rate) make(x, sp[0]->s_sr, x->area, x->distance);
  dsp_add(perform, 4, x, sp[0]->s_vec, sp[1]->s_vec, static_cast<t_int>(sp[0]->s_n));
}

void* create(t_symbol*, int argc, t_atom* argv) {
  auto* x = reinterpret_cast<Modal*>(pd_new(modal_class));
  outlet_new(&x->object, &s_signal);
  x->modal = nullptr;
  x->rate = sys_getsr() > 0 ? sys_getsr() : 44100;
  x->area = 0.01, x->distance = 1, x->duration = 0.0005;
  x->ran = clock_getlogicaltime();
  x->modes = new std::vector<peal_mode>;
  if (argc > 0 && peal_pd::read_modes(x, argc, argv, *x->modes))
    make(x, x->rate, x->area, x->distance);
  if (x->modal) return x;
  x->modes->clear();
  std::copy_if(kBell.begin(), kBell.end(), std::back_inserter(*x->modes),
               [&](const peal_mode& m) { return m.frequency < 0.49 * x->rate; });
  make(x, x->rate, x->area, x->distance);
  return x;
}

void destroy(Modal* x) {
  peal_modal_destroy(x->modal);
  delete x->modes;
}

template <class Function>
t_method method(Function* function) {
  return reinterpret_cast<t_method>(function);
}

}  // namespace

extern "C" __attribute__((visibility("default"))) void peal_modal_tilde_setup(void) {
  modal_class = class_new(gensym("peal_modal~"), reinterpret_cast<t_newmethod>(create),
                          method(destroy), sizeof(Modal), CLASS_DEFAULT, A_GIMME, A_NULL);
  // The signal inlet takes numbers as strikes, not as constant forces.
  class_addmethod(modal_class, nullfn, gensym("signal"), A_NULL);
  class_addmethod(modal_class, method(dsp), gensym("dsp"), A_CANT, A_NULL);
  class_addmethod(modal_class, method(modes), gensym("modes"), A_GIMME, A_NULL);
  class_addmethod(modal_class, method(strike), gensym("strike"), A_GIMME, A_NULL);
  class_addmethod(modal_class, method(stop), gensym("stop"), A_NULL);
  class_addmethod(modal_class, method(area), gensym("area"), A_FLOAT, A_NULL);
  class_addmethod(modal_class, method(distance), gensym("distance"), A_FLOAT, A_NULL);
  class_addmethod(modal_class, method(duration), gensym("duration"), A_FLOAT, A_NULL);
  class_addlist(modal_class, method(strike));
  class_addfloat(modal_class, method(struck));
  class_addbang(modal_class, method(bang));
}
