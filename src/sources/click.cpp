#include "sources/click.h"

#include <fmt/format.h>

#include <map>
#include <set>

#include "base/error.h"
#include "emission/click_pool.h"
#include "emission/floor/floor_contact.h"
#include "io/schema/container_types.h"
#include "scene/mix.h"
#include "sources/blow_of_impact.h"
#include "sources/blow_response.h"
#include "sources/contact_of_impact.h"

namespace peal {
namespace {

constexpr double kTouching = 1.02;  // [radii] of a ball's centre above the floor

class ClickSource final : public Source {
 public:
  ClickSource(const ClickSourceSettings& settings, const Scene& scene, Ensemble& ensemble)
      : scene_(&scene),
        emitters_(&ensemble.pool<ClickPool>()),
        resonators_(&ensemble.pool<ResonatorPool>()),
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
      if (!clicks_.back()) continue;
      emitters_->want(index, object.name, click_body_request(scene, object, *known->second),
                      ensemble.mechanism("click"));
      const auto* ball = std::get_if<SphereShape>(&object.shape);
      if (ball && settings.floor_balls == FloorBalls::coupled && floor_sends_all_back(scene)) {
        floor_contacts_ = &ensemble.pool<FloorContactPool>();
        floor_contacts_->want(index, object.name, ball->radius, scene.air,
                              known->second->max_frequency, ensemble.mechanism("click"));
      }
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
          dot(impact.impulse, impact.normal) * contact.mobility / contact.speed - 1;
      std::vector<ForcePart> forces = coupled_forces(impact, contact);
      if (forces.empty())
        forces.push_back({1, force_times(profile_, contact.duration, restitution)});
      for (const auto& [part, force] : forces) {
        const Vec3 impulse = part * gain * impact.impulse;
        if (heard_a) add(impact.body_a, impact.point_a, impulse, impact.time, force);
        if (heard_b) add(impact.body_b, impact.point_b, -impulse, impact.time, force);
      }
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
  // Bodies that also ring give way where they are struck: the force that drives their modes drives
  // the click, contact after contact, with the impulse of the take.
  // Empty when neither rings.
  std::vector<ForcePart> coupled_forces(const Impact& impact, const ContactOfImpact& contact) {
    if (!(contact.mobility > 0 && contact.speed > 0)) return {};
    const Blow blow = blow_of(contacts_, impact, contact, *resonators_);
    if (!blow.side[0].twin && !blow.side[1].twin && !(blow.yield > 0)) return {};
    return force_parts(responses_.of(blow, kUncoupledRate));
  }

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

  /// The coupling is that of a hard floor: of others it is not known.
  static bool floor_sends_all_back(const Scene& scene) {
    const auto& floor = scene.motion.floor;
    return floor && floor->reflection.value_or(1) == 1 && !floor->covering;
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
          {moment.x / inertia.x, moment.y / inertia.y, moment.z / inertia.z}},
         {}});
    ClickEmitter* floor = floor_contacts_ ? floor_contacts_->emitter(body) : nullptr;
    if (!floor) return;
    const double radius = std::get<SphereShape>(scene_->objects[body].shape).radius;
    Pose under{contacts_.position(body, time), {}};
    const double height = under.position.y - scene_->motion.floor->height;
    if (height > kTouching * radius) return;
    under.position.y = scene_->motion.floor->height;
    floor->add({time, force, {impulse / contacts_.mass(body), {}}, under});
  }

  const Scene* scene_;
  ClickPool* emitters_;
  ResonatorPool* resonators_;
  BlowResponses responses_;
  FloorContactPool* floor_contacts_ = nullptr;
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
      .decides(Decides::radiation)
      .choice("floor_balls", &ClickSourceSettings::floor_balls,
              {{"mirrored", "ball and image, each as if the other were not there"},
               {"coupled", "exactly, for balls that touch a bare floor of reflection 1"}},
              "How balls that click on the floor feel it.");
  return {source_kind("click", settings),
          [](const SourceSpec& spec, const Scene& scene, Ensemble& ensemble) {
            only_one_of_its_kind(spec, scene);
            return std::make_unique<ClickSource>(settings_of<ClickSourceSettings>(spec), scene,
                                                 ensemble);
          },
          kClickExample};
}

}  // namespace peal
