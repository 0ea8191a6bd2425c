#include "sources/click.h"

#include <fmt/format.h>

#include <map>
#include <set>

#include "base/error.h"
#include "emission/click_pool.h"
#include "io/schema/container_types.h"
#include "scene/mix.h"
#include "sources/contact_of_impact.h"

namespace peal {
namespace {

class ClickSource final : public Source {
 public:
  ClickSource(const ClickSourceSettings& settings, const Scene& scene, Ensemble& ensemble)
      : scene_(&scene),
        emitters_(&ensemble.pool<ClickPool>()),
        profile_(settings.profile),
        gain_(mechanism_gain(scene, "click")),
        contacts_(scene, ensemble) {
    for (std::size_t i = 0; i < scene.objects.size(); ++i) {
      const ObjectSpec& object = scene.objects[i];
      const int index = static_cast<int>(i);
      auto known = click_of_.find(object.declared);  // copies are alike, but may be named apart
      if (known == click_of_.end())
        known = click_of_.emplace(object.declared, click_of(scene, object, settings)).first;
      clicks_.push_back(known->second && is_named(object.name, settings.objects) &&
                        contacts_.mass(index) > 0);
      if (clicks_.back())
        emitters_->want(index, object.name, click_body_request(scene, object, *known->second),
                        ensemble.mechanism("click"));
    }
  }

  void excite(const MotionBlock& block) override {
    for (const Impact& impact : block.impacts) {
      const bool heard_a = clicks(impact.body_a), heard_b = clicks(impact.body_b);
      const double gain = gain_ * pair_gain(*scene_, impact.body_a, impact.body_b);
      if ((!heard_a && !heard_b) || gain == 0) continue;
      const ContactOfImpact contact = contacts_.contact(impact);
      // J = (1 + e) m V along the normal.
      const double restitution =
          dot(impact.impulse, impact.normal) / (contact.effective_mass * impact.closing_speed) - 1;
      const ForceTimes force = force_times(profile_, contact.duration, restitution);
      if (heard_a) add(impact.body_a, impact.point_a, gain * impact.impulse, impact.time, force);
      if (heard_b) add(impact.body_b, impact.point_b, -gain * impact.impulse, impact.time, force);
    }
  }

  std::vector<std::string> warnings() const override {
    std::vector<std::string> lines;
    for (const int body : jointed_bodies())
      if (clicks_[body])
        lines.push_back(
            fmt::format("object '{}' is held by a joint, yet clicks like a free body: the impulse "
                        "of the joint is left out of its click",
                        scene_->objects[body].name));
    return lines;
  }

 private:
  /// Strings are left out: they pull steadily while other things collide.
  std::set<int> jointed_bodies() const {
    std::set<int> bodies;
    for (const JointSpec& joint : scene_->motion.joints) {
      if (joint.kind == JointKind::string) continue;
      bodies.insert(scene_->object_index(joint.a));
      if (joint.b) bodies.insert(scene_->object_index(*joint.b));
    }
    bodies.erase(-1);
    return bodies;
  }

  bool clicks(int body) const { return body != kFloor && clicks_[body]; }

  void add(int body, const Vec3& point, const Vec3& impulse, double time,
           const ForceTimes& force) const {
    const Vec3 j = contacts_.to_body_axes(body, impulse, time);
    const Vec3 moment = cross(point, j), inertia = contacts_.inertia(body);
    emitters_->emitter(body)->add(
        {time,
         force,
         {j / contacts_.mass(body),
          {moment.x / inertia.x, moment.y / inertia.y, moment.z / inertia.z}}});
  }

  const Scene* scene_;
  ClickPool* emitters_;
  ForceProfile profile_;
  double gain_;
  ImpactContacts contacts_;
  std::vector<bool> clicks_;
  std::map<std::size_t, std::optional<ObjectClick>> click_of_;
};

const char* const kClickExample = R"({
  "peal": 1, "name": "click", "duration": 0.4,
  "listeners": [{"name": "mic", "kind": "mono", "position": [0, 0.3, 0.3]}],
  "objects": [{"name": "ball", "shape": {"kind": "sphere", "radius": 0.0075},
               "material": "steel", "position": [0, 0.1, 0]}],
  "motion": {"floor": {"material": "steel"}},
  "sources": [{"kind": "click"}]
})";

}  // namespace

ClickRequest click_body_request(const Scene& scene, const ObjectSpec& object,
                                const ObjectClick& click) {
  ClickRequest request;
  request.name = object.name;
  request.shape = object.shape;
  request.geometry = object.geometry;
  request.level = click.level;
  request.air = scene.air;
  request.max_frequency = click.max_frequency;
  request.method = click.method;
  request.may_be_proxy = click.may_be_proxy;
  return request;
}

SourceKind click_kind() {
  Record<ClickSourceSettings> settings(
      "click", Decides::sound,
      "Bodies click when they collide: the sound of their sudden change of velocity.");
  settings
      .field("objects", &ClickSourceSettings::objects, array_of(reference_to("object")),
             "Names of the objects that click; left out or empty: all.")
      .choice("profile", &ClickSourceSettings::profile,
              {{"half_sine", "a half-sine as long as Hertz' contact"},
               {"closest", "the half-sine closest to Hertz' force: 0.877 of the contact"},
               {"inelastic",
                "a quarter of a sine up, a faster quarter down: fall = restitution x "
                "rise"}},
              "How the force runs over time.")
      .choice("method", &ClickSourceSettings::method,
              {{"auto",
                "balls exactly; small convex bodies as ellipsoids when the expected error "
                "is small, and all bodies in draft quality; others baked"},
               {"baked", "the field of every body that is no ball is computed"},
               {"proxy",
                "every body is an ellipsoid of its volume and inertia, which does not sound when "
                "it turns"}},
              "Where the sound field of a body comes from.")
      .decides(Decides::radiation);
  return {source_kind("click", settings),
          [](const SourceSpec& spec, const Scene& scene, Ensemble& ensemble) {
            only_one_of_its_kind(spec, scene);
            return std::make_unique<ClickSource>(settings_of<ClickSourceSettings>(spec), scene,
                                                 ensemble);
          },
          kClickExample};
}

}  // namespace peal
