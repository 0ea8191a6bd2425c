#include "io/schema/container_types.h"
#include "io/schema/vector_types.h"
#include "scene/declare.h"

namespace peal {
namespace {

Record<SolidHold> solid_hold_record() {
  return Record<SolidHold>("hold", Decides::motion,
                           "What lies in this box is clamped; in the frame of the shape.")
      .field("min", &SolidHold::min, vector({-1000, 1000}, "m"),
             "Corner with the smallest coordinates.")
      .required()
      .field("max", &SolidHold::max, vector({-1000, 1000}, "m"),
             "Corner with the largest coordinates.")
      .required()
      .check([](const SolidHold& box, const Cursor& at) {
        for (int i = 0; i < 3; ++i)
          if (!(box.min[i] <= box.max[i])) {
            const Cursor corner = at.child("max");
            corner.child(static_cast<std::size_t>(i))
                .error("expected >= {} m, the value of min, got {}", box.min[i], box.max[i]);
          }
      });
}

Record<SolidStrike> solid_strike_record() {
  return Record<SolidStrike>("strike", Decides::motion,
                             "A half-sine force on a solid; several at one place make any blow.")
      .field("point", &SolidStrike::point, vector({-1000, 1000}, "m"),
             "Where, in the frame of the shape: the nearest place of the sheet.")
      .number("time", &SolidStrike::time, Range{-1e5, 3600}, "s", "First touch.")
      .required()
      .number("impulse", &SolidStrike::impulse, Range{0, 1e4}, "N s", "Strength.")
      .required()
      .number("duration", &SolidStrike::duration, Range{1e-5, 10}, "s",
              "How long it pushes; hard hammers are short.")
      .field("direction", &SolidStrike::direction, direction(),
             "Where to, in the frame of the shape at the start.");
}

}  // namespace

Record<SolidSettings> solid_settings_record() {
  return Record<SolidSettings>("solid settings", Decides::motion,
                               "Mesh, damping, supports and excitation of a solid.")
      .integer("cells", &SolidSettings::cells, 4, 80, "",
               "Of the mesh along the longest side. Bending waves are right down to a length of "
               "eight cells (1.2 %); twice as many take sixteen times as long.")
      .number("drag", &SolidSettings::drag, Range{0, 1e5}, "1/s",
              "Damping in proportion to mass: every motion dies with half of this.")
      .field("viscous", &SolidSettings::viscous, optional_of(number({0, 1}, "s")),
             "Damping of bending in proportion to stiffness; left out: the material's loss factor "
             "at 1 kHz.")
      .field("held", &SolidSettings::held, array_of(solid_hold_record(), 0, 1000),
             "Where it is clamped; left out: it is free.")
      .field("strikes", &SolidSettings::strikes, array_of(solid_strike_record(), 0, 10'000),
             "What strikes it.");
}

}  // namespace peal
