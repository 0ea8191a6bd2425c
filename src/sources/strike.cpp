#include "sources/strike.h"

#include "base/error.h"
#include "emission/resonator_pool.h"
#include "io/schema/vector_types.h"
#include "scene/mix.h"

namespace peal {
namespace {

struct StrikeSettings {
  std::string object;
  double time = 0.05;        // [s]
  Vec3 point;                // [m] own frame of the shape
  Vec3 direction{0, -1, 0};  // unit, own frame
  double impulse = 0.01;     // [N s]
  double duration = 1e-4;    // [s]
};

// The hammer touches the surface at the point nearest to the one given.
class StrikeSource final : public Source {
 public:
  StrikeSource(const StrikeSettings& settings, const Scene& scene, Ensemble& ensemble)
      : settings_(settings),
        object_(scene.object_index(settings.object)),
        mechanism_(ensemble.mechanism("strike")),
        resonators_(&ensemble.pool<ResonatorPool>()) {
    const BodyFrame& frame = scene.objects[object_].geometry->frame;
    settings_.point = frame.to_body(settings.point);
    settings_.direction = frame.turn_to_body(settings.direction);
    settings_.impulse *= mechanism_gain(scene, "strike");
    resonators_->want(object_, settings.object, body_sound_request(scene, object_), mechanism_);
  }

  void excite(const MotionBlock& block) override {
    if (settings_.time < block.begin || settings_.time >= block.end) return;
    resonators_->resonator(object_)->push({settings_.time, settings_.duration, settings_.point,
                                           settings_.impulse * settings_.direction, mechanism_});
  }

 private:
  StrikeSettings settings_;  // point and direction in the body frame
  int object_, mechanism_;
  ResonatorPool* resonators_;
};

const char* const kStrikeExample = R"({
  "peal": 1, "name": "strike", "duration": 0.4,
  "listeners": [{"name": "mic", "kind": "mono", "position": [0, 0.5, 0]}],
  "objects": [{"name": "bar", "shape": {"kind": "bar", "size": [0.2, 0.01, 0.02]},
               "material": "aluminium", "position": [0, 0, 0], "static": true}],
  "sources": [{"kind": "strike", "object": "bar", "point": [0.1, 0.005, 0], "impulse": 0.01}]
})";

}  // namespace

SourceKind strike_kind() {
  Record<StrikeSettings> settings("strike", Decides::sound, "A hammer blow on one object.");
  settings.field("object", &StrikeSettings::object, reference_to("object"), "What is struck.")
      .required()
      .number("time", &StrikeSettings::time, Range{0, 3600}, "s", "First touch.")
      .field("point", &StrikeSettings::point, vector({-100, 100}, "m"),
             "Where, in the frame of the shape; the nearest point of the surface is struck.")
      .required()
      .field("direction", &StrikeSettings::direction, direction(),
             "Direction of the blow in the frame of the shape.")
      .number("impulse", &StrikeSettings::impulse, Range{0, 1e4}, "N s", "Strength of the blow.")
      .number("duration", &StrikeSettings::duration, Range{1e-6, 0.1}, "s",
              "How long the hammer touches; hard hammers are short.");
  return {source_kind("strike", settings),
          [](const SourceSpec& spec, const Scene& scene, Ensemble& ensemble) {
            const std::string& object = settings_of<StrikeSettings>(spec).object;
            if (scene.object_index(object) < 0)
              fail("{}:{}/object: '{}' has copies; name one of them, such as '{}.001'", scene.file,
                   spec.path, object, object);
            if (scene.objects[scene.object_index(object)].body == BodyKind::rod)
              fail("{}:{}/object: '{}' has the body rod; strike it by its `rod.strikes`",
                   scene.file, spec.path, object);
            if (scene.objects[scene.object_index(object)].body == BodyKind::solid)
              fail("{}:{}/object: '{}' has the body solid; strike it by its `solid.strikes`",
                   scene.file, spec.path, object);
            if (!scene.objects[scene.object_index(object)].rings())
              fail(
                  "{}:{}/object: '{}' cannot be struck because its sound is \"none\"; make it "
                  "\"modal\"",
                  scene.file, spec.path, object);
            return std::make_unique<StrikeSource>(settings_of<StrikeSettings>(spec), scene,
                                                  ensemble);
          },
          kStrikeExample};
}

}  // namespace peal
