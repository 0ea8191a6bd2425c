#include "sources/impact.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>

#include "dsp/modal/push_energy.h"
#include "emission/resonator_pool.h"
#include "io/schema/container_types.h"
#include "scene/mix.h"
#include "sources/blow_of_impact.h"
#include "sources/blow_response.h"
#include "sources/contact_of_impact.h"
#include "sources/contacts/resting.h"
#include "sources/floor_sound.h"
#include "sources/rebound_watch.h"

namespace peal {
namespace {

constexpr double kLeastFriction = 0.03;  // of the impulse: less is not heard

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
        contacts_(scene, ensemble),
        floor_(scene, ensemble, mechanism_),
        resting_(scene, ensemble, *resonators_, gain_, mechanism_) {
    for (std::size_t i = 0; i < scene.objects.size(); ++i) {
      const ObjectSpec& object = scene.objects[i];
      sounds_.push_back(is_named(object.name, settings.objects) && object.rings());
      if (!sounds_.back()) continue;
      resonators_->want(static_cast<int>(i), object.name,
                        body_sound_request(scene, static_cast<int>(i)), mechanism_);
      resonators_->want_contacts(static_cast<int>(i));
    }
  }

  // Bodies strike each other as they are: rigid, ringing, giving way (emission/impact_stage.h).
  // Where neither gives way as a whole, and before the sound begins, the impulse of the take
  // pushes.
  void excite(const MotionBlock& block) override {
    resting_.add(block.contacts);
    std::vector<Impact> given;
    for (std::size_t i = 0; i < block.impacts.size(); ++i) {
      const Impact& impact = block.impacts[i];
      const ContactOfImpact contact = contacts_.contact(impact);
      if (impact.time >= 0 && contact.mobility > 0 && contact.speed > 0)
        strike(impact, contact, is_pushed(block.impacts, i));
      else
        given.push_back(impact);
    }
    for (std::size_t first = 0, last = 0; first < given.size(); first = last) {
      while (last < given.size() && given[last].time == given[first].time) ++last;
      excite_at_once({given.data() + first, last - first});
    }
  }

  void motion_is_from_elsewhere() override { elsewhere_ = true; }
  std::vector<std::string> later_warnings() const override { return watch_.warnings(*scene_); }
  std::vector<Fact> facts() const override {
    std::vector<Fact> out = watch_.facts();
    if (rubbed_ > 0) out.push_back({"blows.friction_j", rubbed_});
    return out;
  }

 private:
  bool rings(int body) const { return body != kFloor && sounds_[body]; }

  // Bodies that touch and do not close, and that others push at this instant: what presses them
  // together comes through those blows (emission/impact_stage.h), not from a speed of their own.
  static bool is_pushed(const std::vector<Impact>& impacts, std::size_t i) {
    if (impacts[i].closing_speed > 0) return false;
    const auto pushes = [&](std::size_t k) {
      return impacts[k].closing_speed > 0 && share_a_body(impacts[i], impacts[k]);
    };
    for (std::size_t k = i; k-- > 0 && impacts[k].time == impacts[i].time;)
      if (pushes(k)) return true;
    for (std::size_t k = i + 1; k < impacts.size() && impacts[k].time == impacts[i].time; ++k)
      if (pushes(k)) return true;
    return false;
  }

  void strike(const Impact& impact, const ContactOfImpact& contact, bool pushed) {
    const bool floor_sounds = floor_.sounds() && impact.body_b == kFloor;
    const bool ring = rings(impact.body_a) || rings(impact.body_b);
    if (!ring && !floor_sounds) return;
    Blow blow = blow_of(contacts_, impact, contact, *resonators_);
    blow.gain = gain_ * pair_gain(*scene_, impact.body_a, impact.body_b);
    blow.mechanism = mechanism_;
    if (ring) {
      Blow solved = blow;
      if (pushed) solved.speed = 0;
      resonators_->contacts()->impacts().add(solved);
    }
    if (elsewhere_ && !pushed) compare_rebound(impact, contact, blow);
    const Vec3 across = impact.impulse - dot(impact.impulse, impact.normal) * impact.normal;
    const bool rubs = ring && norm(across) > kLeastFriction * norm(impact.impulse);
    if (!rubs && !floor_sounds) return;
    const std::vector<ForcePart> forces = force_parts(responses_.of(blow, kUncoupledRate));
    if (floor_sounds)
      for (const auto& [part, force] : forces) floor_.hear(impact, part, force, blow.gain);
    if (rubs) rub(impact, across, blow, forces);
  }

  // What bounced no more than kTooHard need not be computed.
  void compare_rebound(const Impact& impact, const ContactOfImpact& contact, const Blow& blow) {
    if (!(impact.closing_speed > 0)) return watch_.without_speed(impact);
    const double recorded = ReboundWatch::recorded(impact, contact.stopped);
    watch_.look(impact, recorded,
                recorded > ReboundWatch::kTooHard ? responses_.of(blow, kUncoupledRate).restitution
                                                  : recorded);
  }

  // Friction within the blow: the impulse across the normal, as long as the blow of bodies at rest
  // would be, with no more energy than that impulse has as motion of the rigid bodies.
  void rub(const Impact& impact, const Vec3& across, const Blow& blow,
           const std::vector<ForcePart>& forces) {
    Pushes pushes;
    for (const auto& [part, force] : forces) {
      const double time = impact.time + force.delay, duration = force.length();
      add_push(impact.body_a, impact.point_a, part * across, time, duration, blow.gain, pushes);
      add_push(impact.body_b, impact.point_b, -part * across, time, duration, blow.gain, pushes);
    }
    rubbed_ += push_within(0.5 * norm_squared(across) * rigid_mobility(blow), pushes);
  }

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
        const ContactOfImpact contact = contacts_.contact(impact);
        const double duration = contact.duration;
        brought += impact.lost_energy;
        const double gain = gain_ * pair_gain(*scene_, impact.body_a, impact.body_b);
        floor_.hear(impact, 1, force_times(ForceProfile::half_sine, contact.duration, 1), gain);
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

  // Pushes that together leave at most `brought` [J] in the modes; how much it was.
  double push_within(double brought, Pushes& pushes) {
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
    return scale * scale * taken;
  }

  const Scene* scene_;
  int mechanism_;
  ResonatorPool* resonators_;
  double gain_;
  ImpactContacts contacts_;
  BlowResponses responses_;
  FloorSound floor_;
  RestingBodies resting_;
  ReboundWatch watch_;
  double rubbed_ = 0;  // [J] that friction in blows gave the modes
  bool elsewhere_ = false;
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
