#include "sources/contact.h"

#include <algorithm>
#include <map>
#include <optional>

#include "emission/resonator_pool.h"
#include "io/schema/container_types.h"
#include "models/bodies/contact_radius.h"
#include "models/bodies/lathe_axis.h"
#include "motion/rigid/scene_motion.h"
#include "physics/contact/hertz.h"
#include "physics/contact/surface_roughness.h"
#include "physics/elastic/materials/material_library.h"
#include "scene/mix.h"
#include "sources/contact_of_impact.h"
#include "sources/contacts/moving_contact.h"
#include "sources/contacts/resting.h"

namespace peal {
namespace {

struct ContactSettings {
  std::vector<std::string> objects;  // empty: all
  double roughness = 1;              // factor of the surfaces' heights
  double stickiness = 1.1;           // static over dynamic friction
  double stribeck_speed = 0.05;      // [m/s]
};

class ContactSource final : public Source, public ContactDriver {
 public:
  ContactSource(const ContactSettings& settings, const Scene& scene, Ensemble& ensemble)
      : settings_(settings),
        scene_(&scene),
        ensemble_(&ensemble),
        mechanism_(ensemble.mechanism("contact")),
        resonators_(&ensemble.pool<ResonatorPool>()),
        gain_(mechanism_gain(scene, "contact")),
        masses_(scene, ensemble) {
    for (std::size_t i = 0; i < scene.objects.size(); ++i) {
      const ObjectSpec& object = scene.objects[i];
      const int index = static_cast<int>(i);
      sounds_.push_back(is_named(object.name, settings.objects) && object.rings());
      if (!sounds_.back()) continue;
      resonators_->want(index, object.name, body_sound_request(scene, index), mechanism_);
      resonators_->want_contacts(index);
    }
    // What has come to rest is damped by what it lies on, whoever made it ring; beside impacts,
    // they see to it.
    if (std::ranges::find(scene.sources, "impact", &SourceSpec::kind) == scene.sources.end())
      resting_.emplace(scene, ensemble, *resonators_, gain_, mechanism_);
  }

  void excite(const MotionBlock& block) override {
    if (resting_) resting_->add(block.contacts);
    ContactStage* stage = resonators_->contacts();
    if (!stage) return;
    if (!joined_) stage->add(*this);
    joined_ = true;
    for (const ContactSample& sample : block.contacts) {
      const auto known = tracks_.find(sample.track);
      if (known != tracks_.end()) {
        known->second->add(sample);
        continue;
      }
      if (sample.ends || (!sounds(sample.body_a) && !sounds(sample.body_b))) continue;
      const double gain = gain_ * pair_gain(*scene_, sample.body_a, sample.body_b);
      tracks_[sample.track] = std::make_unique<MovingContact>(
          pair_of(sample), sample, side(sample.body_a), side(sample.body_b), follows_a(sample),
          *stage, MovingContact::Heard{gain, mechanism_});
    }
  }

  void begin_hop(std::int64_t hop, std::vector<ContactHop>& out) override {
    for (auto entry = tracks_.begin(); entry != tracks_.end();) {
      if (entry->second->over()) {
        entry->second->close(*resonators_->contacts());
        entry = tracks_.erase(entry);
        continue;
      }
      entry->second->begin_hop(hop, out);
      ++entry;
    }
  }

  void end_hop(const ContactHop& contact, const double* force, const double*) override {
    for (auto& [track, moving] : tracks_) moving->end_hop(contact, force);
  }

 private:
  bool sounds(int body) const { return body != kFloor && sounds_[body]; }
  MovingContact::Body side(int body) const {
    if (body == kFloor) return {};
    const ObjectSpec& object = scene_->objects[body];
    return {sounds(body) ? resonators_->resonator(body) : nullptr, &ensemble_->track(body),
            lathe_axis(object.shape, object.geometry->frame)};
  }
  // A take may have a floor that the scene does not tell.
  std::string material_name(int body) const {
    if (body != kFloor) return scene_->objects[body].material;
    return scene_->motion.floor ? scene_->motion.floor->material : FloorSpec().material;
  }

  SurfaceRoughness surface(int body) const {
    const std::string name = material_name(body);
    const LibraryMaterial* known = find_library_material(name);
    return default_roughness(name, known ? known->group : "");
  }

  ContactPair pair_of(const ContactSample& sample) const {
    const int bodies[2] = {sample.body_a, sample.body_b};
    const Vec3 points[2] = {sample.point_a, sample.point_b};
    double radius[2], modulus[2], mobile = 0;
    SurfaceRoughness rough[2];
    ContactPair pair;
    const PairValues values = pair_values(*scene_, sample.body_a, sample.body_b);
    pair.friction = values.friction, pair.restitution = values.restitution;
    for (int i = 0; i < 2; ++i) {
      const Material& material = scene_->material(material_name(bodies[i]));
      modulus[i] = plane_strain_modulus(material);
      radius[i] = kUnlimited;
      rough[i] = surface(bodies[i]);
      if (bodies[i] == kFloor) continue;
      const ObjectSpec& object = scene_->objects[bodies[i]];
      radius[i] = contact_radius(object.shape, *object.geometry, points[i]);
      if (masses_.moves_freely(bodies[i]))
        mobile += mobility(masses_.mass(bodies[i]), masses_.inertia(bodies[i]), points[i],
                           masses_.to_body_axes(bodies[i], sample.normal, sample.time));
    }
    pair.radius = reduced(radius[0], radius[1]);
    pair.modulus = reduced(modulus[0], modulus[1]);
    pair.mass = effective_mass(mobile);
    pair.stickiness = settings_.stickiness;
    pair.stribeck_speed = settings_.stribeck_speed;
    pair.roughness = roughness_of_pair(rough[0], rough[1],
                                       scene_->seed ^ source_number(material_name(bodies[0])) ^
                                           (static_cast<std::uint64_t>(sample.track) << 32));
    pair.roughness.rms *= settings_.roughness;
    return pair;
  }

  // The place of touch stays on the body that moves, and on the lighter of two.
  bool follows_a(const ContactSample& sample) const {
    const int a = sample.body_a, b = sample.body_b;
    if (b == kFloor) return true;
    if (masses_.moves_freely(a) != masses_.moves_freely(b)) return masses_.moves_freely(a);
    return masses_.mass(a) <= masses_.mass(b);
  }

  ContactSettings settings_;
  const Scene* scene_;
  const Ensemble* ensemble_;
  int mechanism_;
  ResonatorPool* resonators_;
  double gain_;
  ImpactContacts masses_;
  std::vector<bool> sounds_;
  bool joined_ = false;
  std::optional<RestingBodies> resting_;
  std::map<int, std::unique_ptr<MovingContact>> tracks_;  // by track: in the order of the take
};

const char* const kContactExample = R"({
  "peal": 1, "name": "contact", "duration": 0.6,
  "listeners": [{"name": "mic", "kind": "mono", "position": [0, 0.5, 1]}],
  "objects": [{"name": "bar", "shape": {"kind": "bar", "size": [0.2, 0.01, 0.02]},
               "material": "steel", "position": [0, 0.005, 0], "velocity": [1, 0, 0]}],
  "motion": {"floor": {"material": "concrete"}},
  "sources": [{"kind": "contact"}]
})";

}  // namespace

SourceKind contact_kind() {
  Record<ContactSettings> settings("contact", Decides::sound,
                                   "Bodies that slide and roll on each other sound.");
  settings
      .field("objects", &ContactSettings::objects, array_of(reference_to("object")),
             "Names of the objects that ring; left out or empty: all.")
      .number("roughness", &ContactSettings::roughness, Range{0, 1000}, "",
              "Factor of the surfaces' heights, which follow from their materials.")
      .number("stickiness", &ContactSettings::stickiness, Range{1, 10}, "",
              "Static over dynamic friction: above about 1.5 bodies begin to squeak.")
      .number("stribeck_speed", &ContactSettings::stribeck_speed, Range{1e-6, 1e3}, "m/s",
              "Sliding speed at which friction has fallen from static towards dynamic.");
  return {source_kind("contact", settings),
          [](const SourceSpec& spec, const Scene& scene, Ensemble& ensemble) {
            only_one_of_its_kind(spec, scene);
            return std::make_unique<ContactSource>(settings_of<ContactSettings>(spec), scene,
                                                   ensemble);
          },
          kContactExample};
}

}  // namespace peal
