// Glass, brake and door are those of Avanzini, Serafin & Rocchesso 2005, with the numbers of
// scenes/*.json. The others follow the onset rule: bristles relax over f_c / sigma0, which must be
// much shorter than v / omega of the mode that shall sing.
#include "engine/instruments/rub_presets.h"

#include <initializer_list>

namespace peal {
namespace {

struct RubLaw {
  double stiffness, damping, viscosity, roughness;
  double dynamic_friction, static_friction, stribeck_speed;
};
struct Exciter {
  double mass, damping;
};
struct Ear {
  double area, distance;
};
struct Rolling {
  double load, radius, rms;
};

constexpr peal_rub_settings settings(const RubLaw& law, const Exciter& exciter, const Ear& ear,
                                     const Rolling& rolling = {0, 0.1, 1e-6}) {
  peal_rub_settings s{};
  s.roughness_slope = -2, s.breakaway = 0.7;
  s.stiffness = law.stiffness, s.damping = law.damping, s.viscosity = law.viscosity;
  s.roughness = law.roughness, s.dynamic_friction = law.dynamic_friction;
  s.static_friction = law.static_friction, s.stribeck_speed = law.stribeck_speed;
  s.exciter_mass = exciter.mass, s.exciter_damping = exciter.damping;
  s.area = ear.area, s.distance = ear.distance;
  s.rolling_load = rolling.load, s.rolling_radius = rolling.radius, s.rolling_rms = rolling.rms;
  return s;
}

struct Hand {
  double push, press, gain;
};

constexpr peal_rub_preset preset(const char* key, const char* name, const char* line,
                                 const peal_rub_settings& settings,
                                 std::initializer_list<peal_mode> modes, const Hand& hand) {
  peal_rub_preset p{key, name, line, settings, {}, 0, hand.push, hand.press, hand.gain};
  for (const peal_mode& mode : modes) p.modes[p.mode_count++] = mode;
  return p;
}

// Modes: frequency [Hz], decay [1/s], mass [kg], shape.
constexpr peal_rub_preset kPresets[] = {
    preset("wineglass", "Wineglass", "A pure tone that swells within a third of a second.",
           settings({1e4, 1, 0.2, 0, 0.25, 0.6, 0.1}, {0.05, 200}, {0.005, 0.5}),
           {{548, 6.9, 0.01, 1}, {1370, 11.5, 0.01, 1}}, {3, 2, 0.45}),
    preset("strong_glass", "Strong glass",
           "Thin and loud: the finger sticks almost half of the time and pulls the pitch up.",
           settings({1e6, 0.5, 0.1, 0, 0.25, 0.6, 0.1}, {0.1, 200}, {0.005, 0.5}),
           {{548, 6.9, 0.0005, 1}, {1370, 11.5, 0.0005, 1}}, {5.7, 4, 0.1}),
    preset("brake", "Brake", "Silent while it is fast; squeals below half a metre per second.",
           settings({1e6, 1, 0.2, 0, 0.3, 0.5, 0.4}, {15, 0.6}, {0.01, 1}, {150, 0.25, 5e-6}),
           {{950, 40, 0.02, 1}, {1843, 60, 0.03, 0.8}, {3125, 90, 0.03, -0.6}}, {60, 80, 0.075}),
    preset("door", "Door", "Creaks; the pitch rises and falls with the speed of the leaf.",
           settings({1e6, 0.2, 0.05, 0, 0.25, 0.6, 0.005}, {1, 400}, {0.05, 1}),
           {{500, 2000, 0.01, 1}, {1205, 200, 0.02, 0.4}, {2650, 300, 0.02, 0.3}}, {4, 2, 2.6}),
    preset("squeaky_cork", "Squeaky cork", "Cork on a window pane: short, high, dry.",
           settings({4e5, 0.3, 0.05, 0.01, 0.35, 0.8, 0.1}, {0.03, 600}, {0.02, 0.5}),
           {{1240, 120, 0.003, 1}, {2710, 180, 0.003, 0.7}, {4150, 260, 0.003, 0.5}}, {3, 2, 0.09}),
    preset("bowed_bar", "Bowed bar",
           "A vibraphone bar under a bow: pressed too hard it only scratches.",
           settings({2e4, 0.4, 0.2, 0, 0.25, 0.7, 0.1}, {0.06, 240}, {0.01, 0.5}),
           {{262, 1.2, 0.02, 1}, {1048, 20, 0.03, -0.7}, {2620, 80, 0.04, 0.5}}, {3.6, 3, 0.42}),
    preset("singing_bowl", "Singing bowl",
           "A wooden stick around a bronze bowl: slow to start, hard to stop.",
           settings({5e4, 0.8, 0.1, 0, 0.2, 0.5, 0.15}, {0.1, 120}, {0.02, 0.5}),
           {{214, 0.5, 0.06, 1}, {586, 0.9, 0.06, 0.7}, {1079, 1.6, 0.06, 0.4}}, {4, 4, 0.18}),
    preset("rough_hinge", "Rough hinge", "Rust: the same hinge with noise over the way it slides.",
           settings({6e5, 0.3, 0.05, 0.05, 0.25, 0.6, 0.008}, {1, 300}, {0.05, 1}),
           {{320, 600, 0.02, 1}, {811, 150, 0.02, 0.6}, {1930, 240, 0.02, 0.5}}, {4, 3, 2.4}),
    preset("tram", "Tram in a curve", "A heavy wheel and a long, bright howl.",
           settings({2e6, 1.5, 0.3, 0, 0.25, 0.45, 0.8}, {20, 0.5}, {0.02, 2}, {300, 0.35, 1e-5}),
           {{612, 12, 0.05, 1}, {1587, 18, 0.05, 0.9}, {2866, 25, 0.05, 0.7}}, {120, 120, 0.07}),
};

}  // namespace

std::span<const peal_rub_preset> rub_presets() noexcept { return kPresets; }

}  // namespace peal
