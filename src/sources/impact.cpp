#include "sources/impact.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>

#include "dsp/modal/push_energy.h"
#include "emission/resonator_pool.h"
#include "io/schema/container_types.h"
#include "scene/mix.h"
#include "sources/contact_of_impact.h"

namespace peal {
namespace {

struct ImpactSettings {
  std::vector<std::string> objects;  // empty: all
};

class ImpactSource final : public Source {
 public:
  ImpactSource(const ImpactSettings& settings, const Scene& scene, Ensemble& ensemble)
      : scene_(&scene),
        mechanism_(ensemble.mechanism("impact")),
        resonators_(&ensemble.pool<ResonatorPool>()),
        gain_(mechanism_gain(scene, "impact")),
        contacts_(scene, ensemble) {
    for (std::size_t i = 0; i < scene.objects.size(); ++i) {
      const ObjectSpec& object = scene.objects[i];
      sounds_.push_back(is_named(object.name, settings.objects) &&
                        object.sound == ObjectSound::modal);
      if (sounds_.back())
        resonators_->want(static_cast<int>(i), object.name,
                          body_sound_request(scene, static_cast<int>(i)), mechanism_);
    }
  }

  void excite(const MotionBlock& block) override {
    const std::vector<Impact>& impacts = block.impacts;
    for (std::size_t first = 0, last = 0; first < impacts.size(); first = last) {
      while (last < impacts.size() && impacts[last].time == impacts[first].time) ++last;
      excite_at_once({impacts.data() + first, last - first});
    }
  }

 private:
  // Impacts of one instant; those that share an object (the floor is none) belong together.
  void excite_at_once(std::span<const Impact> impacts) {
    std::vector<std::size_t> group(impacts.size());
    for (std::size_t i = 0; i < impacts.size(); ++i) {
      group[i] = i;
      for (std::size_t j = 0; j < i; ++j)
        if (share_a_body(impacts[i], impacts[j])) {
          const std::size_t from = group[i], to = group[j];
          for (std::size_t k = 0; k <= i; ++k)
            if (group[k] == from) group[k] = to;
        }
    }
    for (std::size_t g = 0; g < impacts.size(); ++g) {
      double brought = 0;
      Pushes pushes;
      for (std::size_t i = 0; i < impacts.size(); ++i) {
        if (group[i] != g) continue;
        const Impact& impact = impacts[i];
        const double duration = contacts_.contact(impact).duration;
        brought += impact.lost_energy;
        const double gain = gain_ * pair_gain(*scene_, impact.body_a, impact.body_b);
        add_push(impact.body_a, impact.point_a, impact.impulse, impact.time, duration, gain,
                 pushes);
        add_push(impact.body_b, impact.point_b, -impact.impulse, impact.time, duration, gain,
                 pushes);
      }
      push_within(brought, pushes);
    }
  }

  static bool share_a_body(const Impact& x, const Impact& y) {
    return x.body_a == y.body_a || x.body_a == y.body_b || x.body_b == y.body_a ||
           (x.body_b != kFloor && x.body_b == y.body_b);
  }

  // The mix is no part of the physics: energies are those without it.
  struct MixedPush : Push {
    double gain = 1;
  };
  using Pushes = std::map<int, std::vector<MixedPush>>;  // by object

  void add_push(int body, const Vec3& point, const Vec3& impulse, double time, double duration,
                double gain, Pushes& pushes) const {
    if (body == kFloor || !sounds_[body]) return;
    pushes[body].push_back(
        {{time, duration, point, contacts_.to_body_axes(body, impulse, time), mechanism_}, gain});
  }

  // Pushes that together leave at most `brought` [J] in the modes.
  void push_within(double brought, Pushes& pushes) {
    double taken = 0;
    for (const auto& [body, of_body] : pushes) {
      std::vector<BodySound::Blow> blows;
      for (const MixedPush& push : of_body)
        blows.push_back({push.point, push.impulse, push.duration});
      taken += resonators_->body_sound(body).energy_of(blows);
    }
    const double scale = push_scale(taken, brought);
    for (auto& [body, of_body] : pushes)
      for (MixedPush& push : of_body) {
        push.impulse *= scale * push.gain;
        if (push.gain != 0) resonators_->resonator(body)->push(push);
      }
  }

  const Scene* scene_;
  int mechanism_;
  ResonatorPool* resonators_;
  double gain_;
  ImpactContacts contacts_;
  std::vector<bool> sounds_;
};

const char* const kImpactExample = R"({
  "peal": 1, "name": "impact", "duration": 0.4,
  "listeners": [{"name": "mic", "kind": "mono", "position": [0, 0.5, 1]}],
  "objects": [{"name": "bar", "shape": {"kind": "bar", "size": [0.2, 0.01, 0.02]},
               "material": "steel", "position": [0, 0.15, 0],
               "rotation": {"axis": [0, 0, 1], "angle": 20}}],
  "motion": {"floor": {"material": "concrete"}},
  "sources": [{"kind": "impact"}]
})";

}  // namespace

SourceKind impact_kind() {
  Record<ImpactSettings> settings("impact", Decides::sound, "Bodies ring when they collide.");
  settings.field("objects", &ImpactSettings::objects, array_of(reference_to("object")),
                 "Names of the objects that ring; left out or empty: all.");
  return {source_kind("impact", settings),
          [](const SourceSpec& spec, const Scene& scene, Ensemble& ensemble) {
            only_one_of_its_kind(spec, scene);
            return std::make_unique<ImpactSource>(settings_of<ImpactSettings>(spec), scene,
                                                  ensemble);
          },
          kImpactExample};
}

}  // namespace peal
