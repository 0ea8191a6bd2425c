#include "io/schema/container_types.h"
#include "io/schema/vector_types.h"
#include "scene/declare.h"

namespace peal {
namespace {

Record<SolidHoldKey> solid_hold_key_record() {
  return Record<SolidHoldKey>("hold keyframe", Decides::motion,
                              "Where what is held is moved to; between two of them it eases from "
                              "one to the other.")
      .number("time", &SolidHoldKey::time, Range{-3600, 3600}, "s", "When.")
      .required()
      .field("offset", &SolidHoldKey::offset, vector({-1000, 1000}, "m"),
             "How far from where it was at the start, in the frame of the shape.")
      .number("turn", &SolidHoldKey::turn, Range{-36000, 36000}, "degrees",
              "By how much it is turned about the axis of the hold.");
}

Record<SolidHold> solid_hold_record() {
  return Record<SolidHold>("hold", Decides::motion,
                           "What lies in this box is clamped; in the frame of the shape.")
      .field("min", &SolidHold::min, vector({-1000, 1000}, "m"),
             "Corner with the smallest coordinates.")
      .required()
      .field("max", &SolidHold::max, vector({-1000, 1000}, "m"),
             "Corner with the largest coordinates.")
      .required()
      .choice("kind", &SolidHold::kind,
              {{"clamp", "places are held and, of sheets, the direction of the normal"},
               {"pin", "places alone: on a line it is a hinge, on an edge a support"}},
              "How it is held.")
      .field("axes", &SolidHold::held, axes_type(),
             "Along which axes of the shape's frame, as it lies at the start, places cannot move; "
             "what a path moves is held along all.")
      .field("path", &SolidHold::path, array_of(solid_hold_key_record(), 0, 10'000),
             "Moves what is held; left out: it stands still.")
      .field("about", &SolidHold::about, vector({-1000, 1000}, "m"),
             "A point of the axis of turns, in the frame of the shape.")
      .field("axis", &SolidHold::axis, direction(), "Of turns, in the frame of the shape.")
      .check([](const SolidHold& box, const Cursor& at) {
        const Cursor keys = at.child("path");
        if (!box.path.empty() && (norm(box.path[0].offset) > 0 || box.path[0].turn != 0))
          keys.child(0).error("expected no offset and no turn: what is held begins where it is");
        for (std::size_t i = 1; i < box.path.size(); ++i)
          if (!(box.path[i].time > box.path[i - 1].time))
            keys.child(i).child("time").error(
                "expected > {} s, the time of the keyframe before, "
                "got {}",
                box.path[i - 1].time, box.path[i].time);
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
             "Where, in the frame of the shape: the nearest place of the surface.")
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
      .choice("elements", &SolidSettings::elements,
              {{"automatic",
                "sheets where the wall is thinner than a cell and the shape is one, "
                "bricks for other generated shapes, else tetrahedra"},
               {"sheet",
                "triangles in the middle of the wall: plate, bowl, tube, funnel, mesh "
                "with `shell_thickness`"},
               {"bricks", "of eight nodes: generated shapes"},
               {"tetrahedra", "of ten nodes: closed meshes"}},
              "What it is computed with.")
      .choice("law", &SolidSettings::law,
              {{"automatic", "`linear` for sheets, `rubber` for all else"},
               {"linear", "St. Venant-Kirchhoff: stress in proportion to Green's strain"},
               {"rubber", "stable neo-Hookean: survives being squeezed flat"}},
              "How stress follows from strain; the same where strains are small.")
      .integer("cells", &SolidSettings::cells, 2, 80, "",
               "Of the mesh along the longest side. Bending waves of sheets are right down to a "
               "length of eight cells (1.2 %); twice as many take sixteen times as long. What is "
               "meshed by levels of quality takes `draft` below 24, `fine` from 48 on.")
      .number("drag", &SolidSettings::drag, Range{0, 1e5}, "1/s",
              "Damping in proportion to mass: every motion dies with half of this.")
      .field("viscous", &SolidSettings::viscous, optional_of(number({0, 1}, "s")),
             "Damping in proportion to stiffness, of sheets on bending alone; left out: the "
             "material's loss factor at 1 kHz.")
      .field("held", &SolidSettings::held, array_of(solid_hold_record(), 0, 1000),
             "Where it is clamped; left out: it is free.")
      .field("strikes", &SolidSettings::strikes, array_of(solid_strike_record(), 0, 10'000),
             "What strikes it.")
      .field(
          "recording", &SolidSettings::recording, file("a recorded surface"),
          "File of a surface that another simulator moved (`peal import --surface`), in the frame "
          "of the shape: it is played instead of simulated, and nothing else here moves it.");
}

}  // namespace peal
