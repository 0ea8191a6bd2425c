// Objects of a scene.
#include <algorithm>
#include <cmath>

#include "io/schema/container_types.h"
#include "io/schema/vector_types.h"
#include "scene/declare.h"

namespace peal {
namespace {

/// "xz" and so on: a word for every set of axes.
class AxesChoice final : public ChoiceType {
 public:
  AxesChoice()
      : ChoiceType({{"xyz", "clamped"},
                    {"x", "held along one axis"},
                    {"y", "held along one axis"},
                    {"z", "held along one axis"},
                    {"xy", "held along two axes"},
                    {"xz", "held along two axes"},
                    {"yz", "held along two axes"}}) {}

 protected:
  void set(void* out, std::size_t index) const override {
    *static_cast<std::array<bool, 3>*>(out) = kSets[index];
  }
  std::size_t index_of(const void* value) const override {
    const auto& held = *static_cast<const std::array<bool, 3>*>(value);
    return static_cast<std::size_t>(std::find(kSets.begin(), kSets.end(), held) - kSets.begin());
  }

 private:
  static constexpr std::array<std::array<bool, 3>, 7> kSets{{{true, true, true},
                                                             {true, false, false},
                                                             {false, true, false},
                                                             {false, false, true},
                                                             {true, true, false},
                                                             {true, false, true},
                                                             {false, true, true}}};
};

Record<FixedBox> fixed_record() {
  return Record<FixedBox>("box", Decides::modes | Decides::radiation,
                          "What lies in this box is held; in the frame of the shape.")
      .field("min", &FixedBox::min, vector(kPosition, "m"), "Corner with the smallest coordinates.")
      .required()
      .field("max", &FixedBox::max, vector(kPosition, "m"), "Corner with the largest coordinates.")
      .required()
      .field("axes", &FixedBox::held, axes_type(),
             "Along which axes of the shape's frame it cannot move.")
      .check([](const FixedBox& box, const Cursor& at) {
        for (int i = 0; i < 3; ++i)
          if (!(box.min[i] <= box.max[i])) {
            const Cursor corner = at.child("max");
            corner.child(static_cast<std::size_t>(i))
                .error("expected >= {} m, the value of min, got {}", box.min[i], box.max[i]);
          }
      });
}

Record<LegsSpec> legs_record() {
  return Record<LegsSpec>("legs", Decides::sound,
                          "What a static object stands on: rods along the vertical, each of which "
                          "resists as an infinitely long one. Heard, not seen.")
      .field("material", &LegsSpec::material, optional_of(reference_to("material")),
             "Instead of the object's.")
      .number("thickness", &LegsSpec::thickness, Range{0.001, 1}, "m",
              "Edge of their square section.")
      .number("inset", &LegsSpec::inset, Range{0, 100}, "m",
              "How far the four of a table top stand from its edges, at most a quarter of its "
              "length and width.")
      .field("points", &LegsSpec::points, array_of(vector({-100, 100}, "m"), 0, 16),
             "Where they end, in the frame of the shape (the nearest points of its surface); left "
             "out: a table_top that is not `fixed` has four at its corners, others have none.");
}

Record<ObjectKeyframe> object_keyframe_record() {
  return Record<ObjectKeyframe>("keyframe", Decides::motion,
                                "A place on the way of an animated object.")
      .number("time", &ObjectKeyframe::time, Range{-3600, 3600}, "s", "When.")
      .required()
      .field("position", &ObjectKeyframe::position, vector(kPosition, "m"),
             "Where the origin of the shape's frame is.")
      .required()
      .field("rotation", &ObjectKeyframe::rotation, rotation(), "How it is turned.");
}

Record<CopiesSpec> copies_record() {
  return Record<CopiesSpec>("copies", Decides::motion,
                            "Many bodies from one: in columns side by side, layer upon layer.")
      .integer("count", &CopiesSpec::count, 1, 10'000, "",
               "How many; they are called NAME.001, NAME.002 ...")
      .required()
      .field("columns", &CopiesSpec::columns, array_of(integer(1, 10'000, ""), 2, 2),
             "How many stand side by side along x and z, around the position; the rest lie in "
             "layers above.")
      .field("spacing", &CopiesSpec::spacing, vector({-1000, 1000}, "m"),
             "Distance to the next along x, y and z.")
      .field("jitter", &CopiesSpec::jitter, vector({0, 1000}, "m"),
             "Random shift of each, at most this far in both directions.")
      .number("turn", &CopiesSpec::turn, Range{0, 180}, "degrees",
              "Random turn of each about a random axis, at most this far.")
      .field("velocity_jitter", &CopiesSpec::velocity_jitter, vector({0, 1000}, "m/s"),
             "Random change of each velocity.")
      .number("interval", &CopiesSpec::interval, Range{0, 3600}, "s",
              "Each is released this long after the one before: they are poured.")
      .choice("variation", &CopiesSpec::variation,
              {{"usual", "as much as things of this material do when they are made"},
               {"hand_made", "at least as much as pottery and blown glass do"},
               {"none", "not at all"}},
              "How much copies differ in pitch and decay; the first is as computed.")
      .decides(Decides::sound);
}

void check_solid(const ObjectSpec& object, const Cursor& at) {
  if (std::holds_alternative<RodShape>(object.shape))
    at.child("body").error("a shape of kind `rod` bends as a body of kind `rod`");
  if (object.is_static) at.child("static").error("a solid always moves; hold it by `solid.held`");
  if (object.animated()) at.child("path").error("a solid cannot be animated yet");
  if (!object.fixed.empty())
    at.child("fixed").error("solids are held by `solid.held`, which decides their motion");
  if (object.release > 0) at.child("release").error("a solid cannot wait for its release yet");
}

void check_body(const ObjectSpec& object, const Cursor& at) {
  const bool rod_shape = std::holds_alternative<RodShape>(object.shape);

  if (object.body == BodyKind::rod && !rod_shape)
    at.child("body").error("a rod needs a shape of kind `rod`");
  if (object.body != BodyKind::rod) {
    if (!object.rod.supports.empty() || !object.rod.strikes.empty() || !object.rod.plucks.empty() ||
        object.rod.stretch != 1 || !object.rod.joints.empty() || object.rod.thick ||
        object.rod.equilibrium)
      at.child("rod").warn("only objects with `body` rod have this");
    if (object.body == BodyKind::solid)
      check_solid(object, at);
    else if (!object.solid.held.empty() || !object.solid.strikes.empty())
      at.child("solid").warn("only objects with `body` solid have this");
    return;
  }
  if (object.is_static) at.child("static").error("a rod always moves; hold it by `rod.supports`");
  if (object.animated()) at.child("path").error("a rod cannot be animated yet");
  if (!object.fixed.empty())
    at.child("fixed").error("rods are held by `rod.supports`, not by boxes");
}

void check_object(const ObjectSpec& object, const Cursor& at) {
  check_body(object, at);
  const Cursor path = at.child("path");
  for (std::size_t i = 1; i < object.path.size(); ++i)
    if (const Cursor key = path.child(i); !(object.path[i].time > object.path[i - 1].time))
      key.child("time").error("expected > {} s, the time of the keyframe before, got {}",
                              object.path[i - 1].time, object.path[i].time);
  if (object.is_static && object.animated())
    path.error("a static object does not move; remove path or static");
  if (object.animated() && (norm(object.velocity) > 0 || norm(object.spin) > 0))
    path.error("the path says how the object moves; remove velocity and spin");

  if (object.is_static && norm(object.velocity) > 0)
    at.child("velocity").error("a static object does not move; remove velocity or static");
  if (object.is_static && norm(object.spin) > 0)
    at.child("spin").error("a static object does not turn; remove spin or static");
}

}  // namespace

Of<std::array<bool, 3>> axes_type() { return {std::make_shared<AxesChoice>()}; }

Of<MeshLevel> quality_type() {
  return choice<MeshLevel>({{"draft", "quick, for many props and first tries"},
                            {"normal", "for listening"},
                            {"fine", "for measuring, many times slower"}});
}

Record<ObjectSpec> object_record() {
  return Record<ObjectSpec>("object", Decides::motion, "A body that can move, be hit and sound.")
      .field("name", &ObjectSpec::name, name_in("object"), "Unique name.")
      .required()
      .choice("body", &ObjectSpec::body,
              {{"rigid", "it moves as a whole and rings in its modes"},
               {"rod", "it bends, stretches and twists as far as it likes; shape `rod`"},
               {"solid", "it deforms as far as it likes: a thin sheet, or a body of elements"}},
              "How it moves.")
      .decides(Decides::motion | Decides::radiation)
      .field("rod", &ObjectSpec::rod, rod_settings_record(),
             "Of a body `rod`: damping, supports, excitation.")
      .field("solid", &ObjectSpec::solid, solid_settings_record(),
             "Of a body `solid`: mesh, law, damping, supports, excitation.")
      .field("shape", &ObjectSpec::shape, shape_type(), "Form and size.")
      .required()
      .field("material", &ObjectSpec::material, reference_to("material"),
             "A built-in material or one declared in `materials`.")
      .required()
      .decides(Decides::motion | Decides::modes | Decides::radiation)
      .field("position", &ObjectSpec::position, vector(kPosition, "m"),
             "Where the origin of the shape's frame is at the start.")
      .required()
      .field("rotation", &ObjectSpec::rotation, rotation(), "Turn of the body at the start.")
      .field("velocity", &ObjectSpec::velocity, vector({-1e4, 1e4}, "m/s"),
             "Velocity of the centre of mass at the start.")
      .field("spin", &ObjectSpec::spin, vector({-1e5, 1e5}, "rad/s"),
             "Angular velocity at the start, about the world axes.")
      .field("quality", &ObjectSpec::quality, optional_of(quality_type()),
             "How exactly this body is computed, instead of the scene's quality.")
      .decides(Decides::modes | Decides::radiation)
      .field("fixed", &ObjectSpec::fixed, array_of(fixed_record(), 0, 1000),
             "Boxes in the frame of the shape; what lies inside is held and does not vibrate.")
      .field("grain", &ObjectSpec::grain, optional_of(direction()),
             "Of wood: along its grain, in the frame of the shape. The longest axis when left out.")
      .decides(Decides::motion | Decides::modes | Decides::radiation)
      .boolean("static", &ObjectSpec::is_static, "The object does not move, whatever hits it.")
      .decides(Decides::motion | Decides::radiation)
      .field("legs", &ObjectSpec::legs, optional_of(legs_record(), true),
             "Legs of a static object, which take sound from it. false: it hangs in the air.")
      .field("release", &ObjectSpec::release, number({-1e6, 3600}, "s"),
             "Until then it hangs where it is and nothing touches it.")
      .field("path", &ObjectSpec::path, array_of(object_keyframe_record(), 0, 1'000'000),
             "Keyframes: the object is animated, it moves along them whatever hits it. Between two "
             "of them it turns by less than half a revolution.")
      .boolean("smooth_path", &ObjectSpec::smooth_path,
               "The path is smooth; false: straight lines at constant speed.")
      .field("copies", &ObjectSpec::copies, optional_of(copies_record()),
             "Many bodies from this one.")
      .choice("sound", &ObjectSpec::sound,
              {{"modal", "it rings in its modes"}, {"none", "it only takes part in the motion"}},
              "What the object does when it is excited.")
      .decides(Decides::motion | Decides::modes | Decides::radiation)
      .choice("radiation", &ObjectSpec::radiation,
              {{"auto", "quick in draft quality, else transfer"},
               {"quick",
                "approximate, from the motion of the surface, at once; some decibels off where "
                "wavelengths and body are alike in size"},
               {"transfer", "the wave equation solved around the body, once per form"}},
              "How the ringing reaches the air.")
      .decides(Decides::radiation)
      .number("max_frequency", &ObjectSpec::max_frequency, Range{20, 192000}, "Hz",
              "Modes above this frequency are left out.")
      .decides(Decides::modes | Decides::radiation)
      .integer("max_modes", &ObjectSpec::max_modes, 1, 5000, "",
               "At most this many modes, the lowest first.")
      .decides(Decides::modes | Decides::radiation)
      .check(check_object);
}

}  // namespace peal
