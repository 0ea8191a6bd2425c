// Rods: centreline, section, supports.
#include "io/schema/container_types.h"
#include "io/schema/tagged.h"
#include "io/schema/vector_types.h"
#include "physics/geometry/shape_rules.h"
#include "scene/declare.h"

namespace peal {
namespace {

constexpr Decides kForm = Decides::motion | Decides::modes | Decides::radiation;
const Range kLength{1e-4, 1000}, kThin{1e-5, 1};  // [m]
const Range kTime{-3600, 3600};                   // [s]

template <class T>
Record<T> part(const char* name, const char* sentence) {
  return Record<T>(name, kForm, sentence);
}

Of<RodLine> line_type() {
  return Tagged<RodLine>()
      .kind("straight", part<StraightLine>("straight", "Along x, around the origin.")
                            .number("length", &StraightLine::length, kLength, "m", "Length.")
                            .required())
      .kind("points", part<PointsLine>("points", "Straight from point to point.")
                          .field("points", &PointsLine::points,
                                 array_of(vector({-1000, 1000}, "m"), 2, 100'000),
                                 "Places it runs through, in order.")
                          .required())
      .kind("helix",
            part<HelixLine>("helix", "A coil around y, its middle in the origin.")
                .number("radius", &HelixLine::radius, kLength, "m", "From the axis to the line.")
                .required()
                .number("pitch", &HelixLine::pitch, Range{1e-6, 100}, "m",
                        "From one turn to the next.")
                .required()
                .number("turns", &HelixLine::turns, Range{0.1, 10'000}, "", "How many turns.")
                .required())
      .kind("spiral",
            part<SpiralLine>("spiral", "Flat, in the xz plane, from its inner end outwards.")
                .number("inner_radius", &SpiralLine::inner_radius, kLength, "m", "Where it begins.")
                .number("outer_radius", &SpiralLine::outer_radius, kLength, "m", "Where it ends.")
                .number("turns", &SpiralLine::turns, Range{0.1, 1000}, "", "How many turns."))
      .kind("arc", part<ArcLine>("arc", "Part of a circle around y in the xz plane.")
                       .number("radius", &ArcLine::radius, kLength, "m", "Radius.")
                       .required()
                       .number("angle", &ArcLine::angle, Range{1, 360}, "degrees",
                               "How far around; 360: a closed ring."))
      .kind("woven",
            part<WovenLine>("woven",
                            "A coil around a flat bar along y, as the wires of chain-link fences.")
                .number("width", &WovenLine::width, kLength, "m", "Of the line, along x.")
                .required()
                .number("depth", &WovenLine::depth, kLength, "m", "Of the line, along z.")
                .required()
                .number("pitch", &WovenLine::pitch, kLength, "m", "From one turn to the next.")
                .required()
                .number("turns", &WovenLine::turns, Range{0.1, 10'000}, "", "How many turns.")
                .required()
                .number("phase", &WovenLine::phase, Range{0, 1}, "turns",
                        "How far around it begins: 0 in the middle of the front, z > 0."));
}

Of<RodOutline> section_type() {
  return Tagged<RodOutline>()
      .kind("circle", part<CircleOutline>("circle", "Round wire.")
                          .number("radius", &CircleOutline::radius, kThin, "m", "Radius.")
                          .required())
      .kind("tube",
            part<TubeOutline>("tube", "A round tube.")
                .number("radius", &TubeOutline::radius, kThin, "m", "Outer radius.")
                .required()
                .number("thickness", &TubeOutline::thickness, Range{1e-5, 0.1}, "m", "Of the wall.")
                .required())
      .kind("ellipse",
            part<EllipseOutline>("ellipse", "An ellipse.")
                .number("half_width", &EllipseOutline::a, kThin, "m", "Semi-axis along `up`.")
                .required()
                .number("half_height", &EllipseOutline::b, kThin, "m", "Semi-axis across.")
                .required())
      .kind("rectangle", part<RectangleOutline>("rectangle", "A band or square rod.")
                             .number("width", &RectangleOutline::width, kThin, "m", "Along `up`.")
                             .required()
                             .number("height", &RectangleOutline::height, kThin, "m", "Across.")
                             .required())
      .kind("polygon",
            part<PolygonOutline>("polygon", "Any closed outline.")
                .field("corners", &PolygonOutline::corners, array_of(vector({-1, 1}, "m"), 3, 1000),
                       "Corners in order: x along `up`, y across, z 0.")
                .required());
}

Record<RodOffset> offset_record() {
  return Record<RodOffset>("place", Decides::motion, "A place on the way of what holds a rod.")
      .number("time", &RodOffset::time, kTime, "s", "When.")
      .required()
      .field("offset", &RodOffset::offset, vector({-100, 100}, "m"),
             "From where it was at the start, along the world's axes.")
      .required();
}

Record<RodSupport> support_record() {
  return Record<RodSupport>("support", Decides::motion, "Where a rod is held.")
      .choice("kind", &RodSupport::kind,
              {{"pin", "the point stays where it is"},
               {"clamp", "its place and direction stay: a wall in the middle of an edge"},
               {"spring", "it is drawn to where it was at the start"}},
              "How.")
      .required()
      .number("at", &RodSupport::at, Range{0, 1}, "", "Where along the rod: 0 its first end.")
      .required()
      .number("stiffness", &RodSupport::stiffness, Range{0, 1e9}, "N/m", "Of a spring.")
      .number("damping", &RodSupport::damping, Range{0, 1e6}, "N s/m", "Of a spring.")
      .field("path", &RodSupport::path, array_of(offset_record(), 0, 100'000),
             "A pin or clamp moves through these places, from rest to rest between them.")
      .check([](const RodSupport& support, const Cursor& at) {
        if (support.kind == RodSupport::Kind::spring && !support.path.empty())
          at.child("path").error("only pins and clamps can be moved");
        if (!support.path.empty() && norm(support.path[0].offset) > 0) {
          const Cursor path = at.child("path");
          const Cursor place = path.child(std::size_t{0});
          place.child("offset").error("expected [0, 0, 0]: where it is at the start");
        }
        for (std::size_t i = 1; i < support.path.size(); ++i)
          if (!(support.path[i].time > support.path[i - 1].time)) {
            const Cursor path = at.child("path");
            const Cursor place = path.child(i);
            place.child("time").error("expected > {} s, the time of the place before, got {}",
                                      support.path[i - 1].time, support.path[i].time);
          }
      });
}

Record<RodStrike> rod_strike_record() {
  return Record<RodStrike>("strike", Decides::motion,
                           "A half-sine force on a rod; several at one place make any blow.")
      .number("at", &RodStrike::at, Range{0, 1}, "", "Where along the rod: 0 its first end.")
      .number("time", &RodStrike::time, kTime, "s", "First touch.")
      .required()
      .number("impulse", &RodStrike::impulse, Range{0, 1e4}, "N s", "Strength.")
      .required()
      .number("duration", &RodStrike::duration, Range{1e-6, 10}, "s",
              "How long it pushes; hard hammers are short.")
      .field("direction", &RodStrike::direction, direction(),
             "Where to, in the frame of the shape.");
}

Record<RodPluck> rod_pluck_record() {
  return Record<RodPluck>("pluck", Decides::motion,
                          "A place of a rod is taken along softly, then let go.")
      .number("at", &RodPluck::at, Range{0, 1}, "", "Where along the rod: the nearest point.")
      .number("time", &RodPluck::time, kTime, "s", "When it is let go.")
      .required()
      .number("pull", &RodPluck::pull, Range{1e-4, 60}, "s", "How long it is held before that.")
      .number("slip", &RodPluck::slip, Range{1e-6, 1}, "s",
              "How long it takes to slip off and, at most 0.5 ms, to stop what moves.")
      .field("offset", &RodPluck::offset, vector({-10, 10}, "m"),
             "How far it is taken from where it is then, in the frame of the shape.")
      .required();
}

Record<RodJoint> rod_joint_record() {
  return Record<RodJoint>("joint of rods", Decides::motion,
                          "Holds a place of this rod at one of another rod.")
      .choice("kind", &RodJoint::kind,
              {{"pin", "the two places stay together"},
               {"rigid", "their directions and twists stay as they are to each other, too"}},
              "How.")
      .required()
      .number("at", &RodJoint::at, Range{0, 1}, "", "Where along this rod: the nearest point.")
      .required()
      .field("to", &RodJoint::to, reference_to("object"), "The other rod.")
      .required()
      .number("to_at", &RodJoint::to_at, Range{0, 1}, "", "Where along it: the nearest point.")
      .required();
}

}  // namespace

Record<RodShape> rod_shape_record() {
  return part<RodShape>("rod", "A thin body along a line: wire, band, spring, ring.")
      .field("centreline", &RodShape::centreline, line_type(), "The line through its middle.")
      .required()
      .field("section", &RodShape::section, section_type(), "Across the line.")
      .required()
      .integer("points", &RodShape::points, 3, 100'000, "", "Of the line that moves.")
      .field("up", &RodShape::up, direction(),
             "Where the width of its section points at the first end, in the frame of the shape.")
      .field("rest_curvature", &RodShape::rest_curvature,
             array_of(number({-1e4, 1e4}, "1/m"), 0, 3),
             "How it would lie if nothing held it: curvature towards `up`, curvature towards "
             "tangent x `up`, twist; [0, 0, 0]: straight, so that a bent line is under tension; "
             "left out: as its line goes.")
      .check([](const RodShape& rod, const Cursor& at) {
        for (const ShapeProblem& problem : shape_problems(rod))
          at.child(problem.field).error("{}", problem.message);
      });
}

Record<RodSettings> rod_settings_record() {
  return Record<RodSettings>("rod settings", Decides::motion,
                             "Damping, supports and excitation of a rod.")
      .number("drag", &RodSettings::drag, Range{0, 1e5}, "1/s",
              "Damping in proportion to mass: every motion dies with half of this.")
      .field("viscous", &RodSettings::viscous, optional_of(number({0, 1}, "s")),
             "Damping in proportion to stiffness; left out: the material's loss factor at 1 kHz.")
      .field("supports", &RodSettings::supports, array_of(support_record(), 0, 10'000),
             "Where it is held; left out: it is free.")
      .number("stretch", &RodSettings::stretch, Range{0.2, 5}, "",
              "Its length as it lies over its length at rest; above 1 it is taut, if it is held.")
      .field("strikes", &RodSettings::strikes, array_of(rod_strike_record(), 0, 100'000),
             "What strikes it.")
      .field("plucks", &RodSettings::plucks, array_of(rod_pluck_record(), 0, 10'000),
             "Where it is plucked.")
      .field("joints", &RodSettings::joints, array_of(rod_joint_record(), 0, 10'000),
             "Where it is joined to other rods, at places that are the same at the start.")
      .boolean(
          "thick", &RodSettings::thick,
          "It has rotary inertia and shear: bars thicker than a twentieth of a wave are flatter "
          "than thin ones.")
      .boolean(
          "equilibrium", &RodSettings::equilibrium,
          "It begins at rest where gravity and its supports let it hang, not as its line goes.")
      .boolean("touches", &RodSettings::touches,
               "It touches other rods that do, and itself; false: they go through each other.")
      .number("rest_damping", &RodSettings::rest_damping, Range{0, 1e5}, "1/s",
              "Damping of whatever is not rigid motion while it touches something and is slow.")
      .number("rest_speed", &RodSettings::rest_speed, Range{1e-6, 100}, "m/s",
              "The root of its mean squared speed above which rest_damping is nothing.");
}

}  // namespace peal
