#include "sources/friction_settings.h"

#include <cmath>

#include "base/error.h"
#include "io/schema/container_types.h"
#include "io/schema/tagged.h"
#include "io/schema/vector_types.h"
#include "sources/curve_file.h"

namespace peal {
namespace {

const Range kArea = Range::above(0).up_to(100), kDecay{0, 1e5}, kFrequency{1, 20000};
const char* const kAreaSentence =
    "How much air a unit of displacement moves: p = density area x'' / (4 pi r).";

Record<GivenMode> declare_mode() {
  Record<GivenMode> mode("mode", Decides::sound, "A vibration of its own.");
  mode.number("frequency", &GivenMode::frequency, kFrequency, "Hz", "Undamped.")
      .required()
      .number("decay", &GivenMode::decay, kDecay, "1/s",
              "g: the amplitude falls as e^(-g t/2), to a thousandth within 13.8/g.")
      .number("mass", &GivenMode::mass, Range::above(0).up_to(1e6), "kg", "Modal mass.")
      .number("shape", &GivenMode::shape, Range{-1e3, 1e3}, "", "How much it moves the contact.")
      .check([](const GivenMode& m, const Cursor& at) {
        if (m.decay / 2 >= 2 * kPi * m.frequency)
          at.error("a mode of {} Hz with decay {} 1/s does not oscillate", m.frequency, m.decay);
      });
  return mode;
}

Tagged<FrictionResonator> declare_resonator() {
  Record<OwnModes> own("body", Decides::sound, "The object's own modes, computed from its shape.");
  Record<ListedModes> listed("modes", Decides::sound, "Modes given by hand.");
  listed
      .field("modes", &ListedModes::modes, array_of(declare_mode(), 1, kMostGivenModes),
             "One after the other.")
      .required()
      .number("area", &ListedModes::area, kArea, "m^2", kAreaSentence);
  Record<StringModes> string("string", Decides::sound,
                             "An ideal string that is held at both ends.");
  string.number("length", &StringModes::length, Range{1e-3, 100}, "m", "Between its ends.")
      .number("tension", &StringModes::tension, Range::above(0).up_to(1e6), "N", "Tension.")
      .number("density", &StringModes::density, Range::above(0).up_to(1e3), "kg/m",
              "Mass per length.")
      .number("place", &StringModes::place, Range{0.001, 0.999}, "",
              "Where it is rubbed, as part of its length.")
      .number("decay", &StringModes::decay, Range{0, 1e3}, "1/s", "Of all its modes.")
      .number("max_frequency", &StringModes::max_frequency, kFrequency, "Hz",
              "Modes above are left out.")
      .number("area", &StringModes::area, kArea, "m^2", kAreaSentence);
  Record<BarModes> bar("bar", Decides::sound, "A straight thin bar (Euler-Bernoulli) that bends.");
  bar.choice("ends", &BarModes::ends,
             {{"free", "both ends free"}, {"clamped", "one end clamped, the other free"}},
             "How it is held.")
      .number("length", &BarModes::length, Range{1e-3, 100}, "m", "Its length.")
      .number("bending", &BarModes::bending, Range::above(0).up_to(1e12), "N m^2",
              "E I: Young's modulus times second moment of the section, b h^3/12 for a rectangle.")
      .number("density", &BarModes::density, Range::above(0).up_to(1e6), "kg/m", "Mass per length.")
      .number("place", &BarModes::place, Range{0, 1}, "",
              "Where it is rubbed, as part of its length from the left (clamped) end.")
      .number("decay", &BarModes::decay, Range{0, 1e3}, "1/s", "Of all its modes.")
      .number("max_frequency", &BarModes::max_frequency, kFrequency, "Hz",
              "Modes above are left out.")
      .number("area", &BarModes::area, kArea, "m^2", kAreaSentence);
  Tagged<FrictionResonator> resonator;
  resonator.kind("body", own).kind("modes", listed).kind("string", string).kind("bar", bar);
  return resonator;
}

Record<FrictionLaw> declare_law() {
  Record<FrictionLaw> law("law", Decides::sound, "Bristles that bend, stick and slip.");
  law.number("stiffness", &FrictionLaw::stiffness, Range{1e-3, 1e15}, "N/m",
             "Of the bristles (sigma 0): stiff ones stick and slip sharply, soft ones whisper.")
      .number("damping", &FrictionLaw::damping, Range{0, 1e9}, "N s/m",
              "Of the bristles (sigma 1): more of it favours higher modes and calms the sound.")
      .number("viscosity", &FrictionLaw::viscosity, Range{0, 1e9}, "N s/m",
              "Drag that grows with speed (sigma 2): moist or greasy surfaces.")
      .number("static_friction", &FrictionLaw::static_friction, Range{1e-6, 1e3}, "",
              "Coefficient at rest.")
      .number("dynamic_friction", &FrictionLaw::dynamic_friction, Range{1e-6, 1e3}, "",
              "Coefficient when it slides fast: the farther below the static one, the more it "
              "squeaks.")
      .number("stribeck_speed", &FrictionLaw::stribeck_speed, Range{1e-9, 1e6}, "m/s",
              "Sliding speed at which friction has fallen from static towards dynamic.")
      .number("breakaway", &FrictionLaw::breakaway, Range::at_least(0).below(1), "",
              "Part of the dynamic friction below which the bristles only bend.")
      .choice("adhesion", &FrictionLaw::adhesion,
              {{"elasto_plastic", "sticks without creeping"},
               {"always", "slips always a little (LuGre; Dahl with equal coefficients)"}},
              "How it sticks.")
      .check([](const FrictionLaw& checked, const Cursor& at) {
        if (const char* problem = problem_of(checked); *problem) at.error("{}", problem);
      });
  return law;
}

void check_curve(const Curve& curve, const Range& values, const char* unit, const Cursor& at) {
  try {
    read_curve(curve, values, unit);
  } catch (const Error& error) {
    at.error("{}", error.what());
  }
}

}  // namespace

Record<FrictionSettings> declare_friction() {
  Record<FrictionExciter> exciter("exciter", Decides::sound,
                                  "What rubs: a mass that is pushed along.");
  exciter.number("mass", &FrictionExciter::mass, Range{1e-6, 1e6}, "kg", "Of finger, bow or pad.")
      .number("damping", &FrictionExciter::damping, Range{0, 1e5}, "1/s",
              "Drag of the hand that holds it: force / (mass damping) is its speed without "
              "friction.")
      .number("speed", &FrictionExciter::speed, kSpeedRange, "m/s", "At time 0.")
      .field("modes", &FrictionExciter::modes, array_of(declare_mode(), 0, kMostGivenModes),
             "Vibrations of the exciter where it rubs, besides the motion of its mass: a bow or a "
             "rod that rings itself. The force pushes on them too.")
      .number("area", &FrictionExciter::area, kArea, "m^2", kAreaSentence);
  Record<FrictionRolling> rolling(
      "rolling", Decides::sound,
      "How the exciter rolls over the resonator while nothing presses it: a wheel before its brake "
      "is pulled.");
  rolling
      .number("load", &FrictionRolling::load, Range{0, 1e6}, "N",
              "With which it rolls; 0: it rolls in silence.")
      .number("radius", &FrictionRolling::radius, Range{1e-6, 1e3}, "m",
              "Reduced radius of curvature of exciter and way.")
      .number("roughness", &FrictionRolling::roughness, Range{0, 0.1}, "m",
              "Rms of the way's heights, in waves up to 1 cm.");
  Record<FrictionUnevenness> unevenness("roughness", Decides::sound,
                                        "Unevenness of the way as a noise in the force.");
  unevenness
      .number("strength", &FrictionUnevenness::strength, Range{0, 10}, "",
              "Rms of the noise as part of the normal force.")
      .number("slope", &FrictionUnevenness::slope, Range{-4, 0}, "",
              "Exponent of its power over spatial frequency; -1 hisses, -3 rumbles.")
      .number("longest", &FrictionUnevenness::longest, Range{1e-6, 10}, "m", "Longest wave.")
      .number("shortest", &FrictionUnevenness::shortest, Range{1e-7, 10}, "m", "Shortest wave.")
      .check([](const FrictionUnevenness& g, const Cursor& at) {
        if (g.shortest >= g.longest) at.error("expected shortest below longest");
      });
  Record<FrictionSettings> settings("friction", Decides::sound, "Something rubs an object.");
  settings.field("object", &FrictionSettings::object, reference_to("object"), "What is rubbed.")
      .required()
      .field("resonator", &FrictionSettings::resonator, declare_resonator(), "What rings.")
      .field("point", &FrictionSettings::point, vector({-100, 100}, "m"),
             "Where, in the frame of the shape; the nearest point of the surface is rubbed.")
      .field("direction", &FrictionSettings::direction, direction(),
             "Along which the exciter moves, in the frame of the shape.")
      .choice("path", &FrictionSettings::path,
              {{"fixed", "it stays at the point"},
               {"circle", "it turns about the y axis of the shape as the exciter moves on"},
               {"line", "it moves on with the exciter"}},
              "How the point moves.")
      .field("exciter", &FrictionSettings::exciter, exciter, "What rubs.")
      .field("force", &FrictionSettings::force, control_curve(kForceRange, "N"),
             "On the exciter, along the direction.")
      .field("speed", &FrictionSettings::speed, optional_of(control_curve(kSpeedRange, "m/s")),
             "Of an exciter that is led whatever resists, instead of mass and force.")
      .field("resonator_force", &FrictionSettings::resonator_force, control_curve(kForceRange, "N"),
             "On what rings, at the same point along the direction: a pluck, a hand that holds it.")
      .field("normal_force", &FrictionSettings::normal_force, control_curve(kNormalRange, "N"),
             "That presses the two together; at 0 or below they part.")
      .field("rolling", &FrictionSettings::rolling, rolling,
             "How it rolls while nothing presses it.")
      .field("law", &FrictionSettings::law, declare_law(), "How they stick and slip.")
      .field("roughness", &FrictionSettings::roughness, unevenness, "Unevenness of the way.")
      .boolean("record", &FrictionSettings::record,
               "Writes force, velocities, positions and bristle over time into "
               "friction-<object>.h5.")
      .check([](const FrictionSettings& s, const Cursor& at) {
        check_curve(s.force, kForceRange, "N", at.child("force"));
        check_curve(s.normal_force, kNormalRange, "N", at.child("normal_force"));
        check_curve(s.resonator_force, kForceRange, "N", at.child("resonator_force"));
        if (s.speed) check_curve(*s.speed, kSpeedRange, "m/s", at.child("speed"));
        if (s.rolling.load > 0 && std::holds_alternative<OwnModes>(s.resonator))
          at.child("rolling").error(
              "only modes given by hand, a string or a bar can be rolled on here (resonator); "
              "bodies that roll by their motion have the source 'contact'");
        if (!std::holds_alternative<OwnModes>(s.resonator)) {
          const std::vector<GivenMode> modes = given_modes(s.resonator);
          const Cursor resonator = at.child("resonator");
          if (modes.empty())
            resonator.error("it has no mode below max_frequency; lower its pitch");
          else if (modes.size() > kMostGivenModes)
            resonator.error(
                "it has more than {} modes below max_frequency; lower that, or make it "
                "stiffer or shorter",
                kMostGivenModes);
          else if (modes[0].decay / 2 >= 2 * kPi * modes[0].frequency)
            resonator.child("decay").error(
                "its first mode, {:.4g} Hz, does not oscillate with a decay of {} 1/s; expected "
                "less than {:.4g} 1/s",
                modes[0].frequency, modes[0].decay, 4 * kPi * modes[0].frequency);
        }
      });
  return settings;
}

std::vector<GivenMode> given_modes(const FrictionResonator& resonator) {
  if (const auto* listed = std::get_if<ListedModes>(&resonator)) return listed->modes;
  if (const auto* s = std::get_if<StringModes>(&resonator))
    return string_modes(s->length, s->tension, s->density, s->place, s->decay, s->max_frequency);
  if (const auto* b = std::get_if<BarModes>(&resonator))
    return bar_modes(b->ends, b->length, b->bending, b->density, b->place, b->decay,
                     b->max_frequency);
  return {};
}

double radiating_area(const FrictionResonator& resonator) {
  if (const auto* listed = std::get_if<ListedModes>(&resonator)) return listed->area;
  if (const auto* s = std::get_if<StringModes>(&resonator)) return s->area;
  if (const auto* b = std::get_if<BarModes>(&resonator)) return b->area;
  return 0;
}

}  // namespace peal
