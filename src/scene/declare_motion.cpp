// How bodies of a scene move.
#include "io/schema/container_types.h"
#include "io/schema/vector_types.h"
#include "scene/declare.h"

namespace peal {
namespace {

Record<FloorCovering> covering_record() {
  return Record<FloorCovering>(
             "covering", Decides::sound,
             "Something porous that lies on the floor and takes from what it throws back: Miki's "
             "layer on a hard ground. What falls does not feel it.")
      .number("thickness", &FloorCovering::thickness, Range{1e-4, 10}, "m",
              "How thick it is: a carpet 0.006, a rug on felt 0.015, earth under a lawn 1.")
      .number("flow_resistivity", &FloorCovering::flow_resistivity, Range{1e3, 1e8}, "Pa s/m^2",
              "How hard air gets through: carpet 100000, loose carpet 30000, rug on felt 20000, "
              "lawn 200000.");
}

Record<FloorSpec> floor_record() {
  return Record<FloorSpec>("floor", Decides::motion, "An endless horizontal floor.")
      .number("height", &FloorSpec::height, kPosition, "m", "Its y coordinate.")
      .field("material", &FloorSpec::material, reference_to("material"), "What it is made of.")
      .field("restitution", &FloorSpec::restitution, optional_of(number({0, 1})),
             "Of the floor, instead of its material's; of a pair the smaller one counts.")
      .field("friction", &FloorSpec::friction, optional_of(number({0, 10})),
             "Of the floor, instead of its material's; of a pair the square root of the product.")
      .choice("kind", &FloorSpec::kind,
              {{"half_space", "solid ground; it does not sound by itself"},
               {"plate", "boards, a table top, a pane: it sounds wherever something hits it"}},
              "What it is under its surface.")
      .decides(Decides::motion | Decides::sound)
      .number("thickness", &FloorSpec::thickness, Range{1e-4, 10}, "m", "Plate: its thickness.")
      .decides(Decides::motion | Decides::sound)
      .field("reflection", &FloorSpec::reflection, optional_of(number({0, 1})),
             "Part of the pressure that it throws back: 0 nothing, as if there were no floor for "
             "sound, 1 all; left out: 1.")
      .decides(Decides::sound)
      .field("covering", &FloorSpec::covering, optional_of(covering_record(), true),
             "Something porous on it; left out: nothing, but a carpet when its material is named "
             "`carpet`.");
}

Record<JointSpec> joint_record() {
  return Record<JointSpec>("joint", Decides::motion,
                           "What holds two bodies together, or a body in its place.")
      .choice("kind", &JointSpec::kind,
              {{"ball", "they turn freely about one point"},
               {"hinge", "they turn about one axis"},
               {"string", "it only pulls, when it is taut"}},
              "How it holds.")
      .required()
      .field("a", &JointSpec::a, reference_to("object"), "The one object.")
      .required()
      .field("b", &JointSpec::b, optional_of(reference_to("object")),
             "The other object; left out: a place in the world that does not move.")
      .field("at", &JointSpec::at, vector(kPosition, "m"),
             "Where it holds `a`, in the world at the start.")
      .required()
      .field(
          "to", &JointSpec::to, optional_of(vector(kPosition, "m")),
          "String: where its other end is, in the world at the start; left out: `length` straight "
          "above `at`.")
      .field("axis", &JointSpec::axis, direction(), "Hinge: its axis, in the world at the start.")
      .field("length", &JointSpec::length, optional_of(number(Range::above(0).up_to(1e3), "m")),
             "String: its length; left out: the distance of its ends at the start.")
      .field("collide", &JointSpec::collide, optional_of(boolean()),
             "Whether the two can touch each other; left out: with a string they can.")
      .check([](const JointSpec& joint, const Cursor& at) {
        if (joint.kind == JointKind::string && !joint.to && !joint.length)
          at.error("a string needs its other end `to` or its `length`");
        if (joint.kind != JointKind::string && (joint.to || joint.length))
          at.child(joint.to ? "to" : "length").error("only a string has this");
        if (joint.b && joint.a == *joint.b)
          at.child("b").error("a joint needs two different objects");
      });
}

Record<PairSpec> motion_pair_record() {
  return Record<PairSpec>("pair", Decides::motion,
                          "How two bodies bounce and rub, instead of their materials.")
      .field("a", &PairSpec::a, reference_to(kObjectOrGroup), "The one object or group.")
      .required()
      .field("b", &PairSpec::b, reference_to(kObjectGroupOrFloor), "The other; may be `floor`.")
      .required()
      .field("restitution", &PairSpec::restitution, optional_of(number({0, 1})),
             "Rebound speed over closing speed.")
      .field("friction", &PairSpec::friction, optional_of(number({0, 10})),
             "Coulomb's coefficient.");
}

}  // namespace

Record<MotionSettings> motion_record() {
  return Record<MotionSettings>("motion", Decides::motion, "How bodies move.")
      .number("step", &MotionSettings::step, Range{2.5e-5, 2.5e-3}, "s", "Step of the simulation.")
      .choice("rebound", &MotionSettings::rebound,
              {{"bodies",
                "both bodies as they are: the loss of their materials at the place of touch, and "
                "what goes into their vibrations"},
               {"materials", "the restitution of their materials, wherever they are struck"}},
              "What decides how far bodies rebound.")
      .field("gravity", &MotionSettings::gravity, vector({-1000, 1000}, "m/s^2"),
             "Acceleration of free fall.")
      .field("floor", &MotionSettings::floor, optional_of(floor_record(), true),
             "The ground; false or left out: there is none.")
      .number("min_closing_speed", &MotionSettings::min_closing_speed, Range{0, 10}, "m/s",
              "Impacts slower than this make no sound; they are only counted.")
      .number("preroll", &MotionSettings::preroll, Range{0, 600}, "s",
              "The motion begins this long before the sound, so that things have settled.")
      .field("joints", &MotionSettings::joints, array_of(joint_record(), 0, 100'000),
             "What holds bodies together.")
      .field("pairs", &MotionSettings::pairs, array_of(motion_pair_record(), 0, 10'000),
             "How certain bodies bounce and rub on each other; the last that fits counts.")
      .field(
          "take", &MotionSettings::take, file("a take"),
          "File of a recorded motion (`peal import`, `peal simulate`) that is heard instead of a "
          "simulation; objects are matched by name.")
      .number("take_offset", &MotionSettings::take_offset, Range{-1e5, 1e5}, "s",
              "Time of the take at which the sound begins.")
      .number("frame_rate", &MotionSettings::frame_rate, Range{1, 10'000}, "Hz",
              "Frames per second of motion.glb.")
      .decides(Decides::sound)
      .number(
          "rod_rate", &MotionSettings::rod_rate, Range{22050, 768000}, "Hz",
          "Steps per second of objects with `body` rod, and samples per second of their sound and "
          "of that of objects with `body` solid.")
      .choice("rod_contacts", &MotionSettings::rod_contacts,
              {{"hertz", "they give way as Hertz' law says, for as long as it says"},
               {"hard", "impulses within a step, louder at high frequencies"}},
              "How rods touch rods and themselves; floor and bodies always give way.")
      .number("keep_limit", &MotionSettings::keep_limit, Range{0, 1000}, "GB",
              "What rods, solids and grains did is kept beside the sound, so that microphones and "
              "mix can change without simulating again; beyond this the rest is simulated while it "
              "is heard, and nothing is kept.")
      .decides(Decides::sound);
}

}  // namespace peal
