#include "sources/touch.h"

#include <algorithm>
#include <optional>

#include "base/error.h"
#include "dsp/touch_contact.h"
#include "emission/contact_stage.h"
#include "emission/resonator_pool.h"
#include "io/schema/vector_types.h"
#include "physics/contact/rest_contact.h"

namespace peal {
namespace {

constexpr double kOnset = 0.005;  // [s] in which flesh comes to lie close

struct TouchSettings {
  std::string object;
  Vec3 point;             // [m] own frame of the shape
  double from = 0;        // [s]
  double to = 3600;       // [s]
  double resistance = 5;  // [N s/m]
  double stiffness = 0;   // [N/m]
};

// Flesh resists in every direction: three dashpots at one point.
class TouchSource final : public Source, public ContactDriver {
 public:
  TouchSource(const TouchSettings& settings, const Scene& scene, Ensemble& ensemble)
      : settings_(settings),
        object_(scene.object_index(settings.object)),
        mechanism_(ensemble.mechanism("touch")),
        resonators_(&ensemble.pool<ResonatorPool>()) {
    settings_.point = scene.objects[object_].geometry->frame.to_body(settings.point);
    resonators_->want(object_, settings.object, body_sound_request(scene, object_), mechanism_);
    resonators_->want_contacts(object_);
  }

  // Nothing that moves matters to it: the stage asks for every hop.
  void excite(const MotionBlock&) override {
    if (joined_) return;
    joined_ = true;
    resonators_->contacts()->add(*this);
  }

  void begin_hop(std::int64_t hop, std::vector<ContactHop>& out) override {
    Resonator* resonator = resonators_->resonator(object_);
    const double rate = resonators_->contacts()->rate();
    const double begin = static_cast<double>(hop * kHop) / rate, end = begin + kHop / rate;
    if (resonator->body().modes() == 0 || end <= settings_.from) return;
    if (begin >= settings_.to) {
      for (Direction& d : directions_) resonators_->contacts()->close(d.number);
      directions_.clear();
      return;
    }
    if (directions_.empty()) lay_on(resonator->body(), rate);
    const double lies = std::clamp((end - settings_.from) / kOnset, 0.0, 1.0);
    for (Direction& d : directions_) {
      d.law.set_resistance(lies * settings_.resistance);
      ContactHop made;
      made.contact = d.number;
      made.a.resonator = resonator, made.a.point = settings_.point, made.a.direction = d.along;
      made.a.shape = &d.shape;
      made.law = &d.law;
      made.mechanism = mechanism_;
      out.push_back(made);
    }
  }
  void end_hop(const ContactHop&, const double*, const double*) override {}

 private:
  struct Direction {
    Vec3 along;                 // unit, body frame
    std::vector<double> shape;  // [kg^-1/2]
    TouchContact law;
    int number;
  };

  void lay_on(const RingingBody& body, double rate) {
    for (const Vec3& along : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}}) {
      std::vector<double> shape;
      body.project(settings_.point, along, shape);
      for (std::size_t i = 0; i < shape.size(); ++i)
        shape[i] *= sampled_dashpot_gain(body.poles()[i].im, rate);
      directions_.push_back(
          {along, std::move(shape), {settings_.stiffness, rate}, resonators_->contacts()->open()});
    }
  }

  TouchSettings settings_;  // point in the body frame
  int object_, mechanism_;
  ResonatorPool* resonators_;
  bool joined_ = false;
  std::vector<Direction> directions_;  // while it lies there
};

const char* const kTouchExample = R"({
  "peal": 1, "name": "touch", "duration": 0.4,
  "listeners": [{"name": "mic", "kind": "mono", "position": [0, 0.5, 0]}],
  "objects": [{"name": "bar", "shape": {"kind": "bar", "size": [0.2, 0.01, 0.02]},
               "material": "aluminium", "position": [0, 0, 0], "static": true}],
  "sources": [{"kind": "touch", "object": "bar", "point": [-0.1, 0.005, 0], "from": 0.2},
              {"kind": "strike", "object": "bar", "point": [0.1, 0.005, 0], "impulse": 0.01}]
})";

}  // namespace

SourceKind touch_kind() {
  Record<TouchSettings> settings("touch", Decides::sound,
                                 "A finger or a hand that lies on one object and damps it.");
  settings.field("object", &TouchSettings::object, reference_to("object"), "What is touched.")
      .required()
      .field("point", &TouchSettings::point, vector({-100, 100}, "m"),
             "Where, in the frame of the shape; the nearest point of the surface is touched.")
      .required()
      .number("from", &TouchSettings::from, Range{0, 3600}, "s", "When the finger is laid on.")
      .number("to", &TouchSettings::to, Range{0, 3600}, "s",
              "When it is taken away; left out: it stays.")
      .number("resistance", &TouchSettings::resistance, Range{0, 1000}, "N s/m",
              "Force per velocity, in every direction: a fingertip 2, a hand 10.")
      .number("stiffness", &TouchSettings::stiffness, Range{0, 1e7}, "N/m",
              "Of the flesh, beside the resistance; it raises the pitch a little.");
  return {source_kind("touch", settings),
          [](const SourceSpec& spec, const Scene& scene, Ensemble& ensemble) {
            const TouchSettings& touch = settings_of<TouchSettings>(spec);
            if (scene.object_index(touch.object) < 0)
              fail("{}:{}/object: '{}' has copies; name one of them, such as '{}.001'", scene.file,
                   spec.path, touch.object, touch.object);
            if (!scene.objects[scene.object_index(touch.object)].rings())
              fail(
                  "{}:{}/object: '{}' has nothing to damp because its sound is \"none\"; make it "
                  "\"modal\"",
                  scene.file, spec.path, touch.object);
            if (touch.to <= touch.from)
              fail(
                  "{}:{}/to: {} s is not after `from`, {} s; the finger is taken away after it "
                  "was laid on",
                  scene.file, spec.path, touch.to, touch.from);
            return std::make_unique<TouchSource>(touch, scene, ensemble);
          },
          kTouchExample};
}

}  // namespace peal
