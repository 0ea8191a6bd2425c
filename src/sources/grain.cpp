#include "sources/grain.h"

#include <algorithm>
#include <map>

#include "base/error.h"
#include "emission/grain_emitter.h"
#include "emission/place_memory.h"
#include "emission/resonator_pool.h"
#include "io/schema/container_types.h"
#include "motion/grains/grain_roster.h"
#include "physics/elastic/ball_modes.h"
#include "physics/elastic/materials/damping.h"
#include "scene/mix.h"
#include "sources/contact_of_impact.h"

namespace peal {
namespace {

enum class GrainClicks { all, pairs, none };  // in the order of its choice

struct GrainSourceSettings {
  double threshold = 2e-5;  // [Pa]
  GrainAmplitude amplitude = GrainAmplitude::momentum;
  GrainClicks clicks = GrainClicks::all;
};

double rate_for(const Scene& scene) { return scene.output.rate > 50000 ? 96000 : 48000; }

constexpr double kHighestRing = 20000;  // [Hz] of modes of grains that are heard

/// The modes of a ball that are heard; none when all lie too high.
std::shared_ptr<const GrainRing> ring_of(const Material& m, double radius, const Scene& scene) {
  const double young = m.young_across > 0 ? m.young_across : m.young;
  std::vector<GrainRingMode> modes;
  for (const BallMode& mode :
       ball_ringing_modes({radius, young, m.poisson, m.density}, kHighestRing)) {
    const double omega = 2 * kPi * mode.frequency;
    modes.push_back({mode.degree, omega, decay_rate(m.damping, omega), mode.surface_mass});
  }
  auto ring = std::make_shared<GrainRing>(radius, modes, scene.air, rate_for(scene));
  return ring->silent() ? nullptr : ring;
}

double modulus_of(const Material& m) {
  const double young = m.young_across > 0 ? m.young_across : m.young;
  return young / (1 - m.poisson * m.poisson);
}

class GrainSource final : public Source {
 public:
  GrainSource(const GrainSourceSettings& settings, const Scene& scene, Ensemble& ensemble)
      : scene_(&scene),
        ensemble_(&ensemble),
        settings_(settings),
        roster_(scene),
        resonators_(&ensemble.pool<ResonatorPool>()),
        mechanism_(ensemble.mechanism("grain")),
        gain_(mechanism_gain(scene, "grain")) {
    for (const RosterKind& kind : roster_.kinds)
      rings_.push_back(
          ring_of(scene.material(scene.grains[kind.crowd].material), kind.radius, scene));
    if (scene.grains.empty()) fail("the scene has no `grains` that a source `grain` could hear");
    for (int i = 0; i < static_cast<int>(scene.objects.size()); ++i)
      if (scene.objects[i].rings())
        resonators_->want(i, scene.objects[i].name, body_sound_request(scene, i), mechanism_);
    emitters_ = &ensemble.pool<Emitters>();
    for (const GrainsSpec& crowd : scene.grains)
      emitters_->wanted.push_back({crowd.name, crowd.position, rate_for(scene),
                                   scene.air.speed_of_sound, settings.threshold, mechanism_});
  }

  void excite(const MotionBlock& block) override {
    for (const CrowdHits& crowd : block.crowds) {
      if (gain_ == 0) continue;
      for (const GrainHit& hit : crowd.hits) {
        if (hit.time < 0) continue;
        ++hits_;
        if (hit.on_wall())
          hit_wall(crowd.crowd, hit, gain_);
        else
          hit_grain(crowd.crowd, hit, gain_);
      }
    }
  }

  std::vector<Fact> facts() const override {
    std::vector<Fact> out{{"grains.hits", hits_}, {"grains.pushes", pushes_}};
    std::int64_t clicks = 0, culled = 0;
    double loudest = 0;
    for (const GrainEmitter* emitter : emitters_->made) {
      clicks += emitter->clicks(), culled += emitter->culled();
      loudest = std::max(loudest, emitter->loudest_culled());
    }
    out.push_back({"grains.clicks", clicks});
    out.push_back({"grains.kinds_that_ring",
                   std::int64_t(std::count_if(rings_.begin(), rings_.end(),
                                              [](const auto& ring) { return ring != nullptr; }))});
    out.push_back({"grains.left_out", culled});
    out.push_back({"grains.loudest_left_out_pa", loudest});
    return out;
  }

 private:
  /// Emitters of the crowds, made when it is known how many ears listen.
  class Emitters final : public EmitterPool {
   public:
    struct Wanted {
      std::string name;
      Vec3 middle;
      double rate = 48000, speed_of_sound = 343.2, threshold = 2e-5;
      int mechanism = 0;
    };
    std::vector<std::string> names() const override {
      std::vector<std::string> out;
      for (const Wanted& w : wanted) out.push_back(w.name);
      return out;
    }
    void prepare(BodySounds&, Ensemble& ensemble, const PrepareWatch&) override {
      for (const Wanted& w : wanted) {
        auto emitter = std::make_unique<GrainEmitter>(w.name, w.middle, w.rate, w.speed_of_sound,
                                                      w.threshold, w.mechanism, ensemble.ears());
        made.push_back(emitter.get());
        ensemble.add(std::unique_ptr<BurstEmitter>(std::move(emitter)));
      }
    }
    std::vector<Wanted> wanted;
    std::vector<GrainEmitter*> made;
  };

  GrainBall ball(int kind) const {
    const RosterKind& k = roster_.kinds[kind];
    const Material& material = scene_->material(scene_->grains[k.crowd].material);
    const double volume = 4.0 / 3 * kPi * k.radius * k.radius * k.radius;
    return {k.radius, volume * material.density, modulus_of(material), rings_[kind]};
  }

  GrainPairSettings pair_settings() const {
    GrainPairSettings out;
    out.amplitude = settings_.amplitude;
    out.rate = rate_for(*scene_);
    out.air = scene_->air;
    return out;
  }

  /// @param other kind of the other grain, or -2 - object: what does not move
  int pair_of(int crowd, int kind, int other) {
    const auto [found, fresh] = pairs_.try_emplace({crowd, kind, other}, -1);
    if (fresh) {
      GrainBall b;
      if (other >= 0) {
        b = ball(other);
      } else {
        const int object = -2 - other;
        const Material& material = scene_->material(
            object == kFloor ? scene_->motion.floor->material : scene_->objects[object].material);
        b = {kUnlimited, kUnlimited, modulus_of(material), nullptr};
      }
      found->second = emitters_->made[crowd]->add_pair(ball(kind), b, pair_settings());
    }
    return found->second;
  }

  static GrainBlow blow_of(const GrainHit& hit, double gain) {
    return {hit.time,
            {hit.place[0], hit.place[1], hit.place[2]},
            unpacked_normal(hit),
            hit.speed,
            gain * hit.impulse};
  }

  void hit_grain(int crowd, const GrainHit& hit, double gain) {
    if (settings_.clicks == GrainClicks::none) return;
    const int pair = pair_of(crowd, roster_.kind_of[hit.grain], roster_.kind_of[hit.partner]);
    emitters_->made[crowd]->add(pair, blow_of(hit, gain));
  }

  void hit_wall(int crowd, const GrainHit& hit, double gain) {
    const int object = object_of(hit);
    const int pair = pair_of(crowd, roster_.kind_of[hit.grain], -2 - object);
    const GrainBlow blow = blow_of(hit, gain);
    if (settings_.clicks == GrainClicks::all) emitters_->made[crowd]->add(pair, blow);
    Resonator* resonator = object == kFloor ? nullptr : resonators_->resonator(object);
    if (!resonator) return;
    ++pushes_;
    const Pose pose = ensemble_->track(object).pose_at(hit.time);
    Hit push;
    push.time = hit.time;
    push.duration = emitters_->made[crowd]->pair(pair).duration(hit.speed);
    push.point = on_place_grid(to_body(pose, blow.place));
    push.impulse = rotate_back(pose.rotation, -blow.impulse * blow.normal);
    push.mechanism = mechanism_;
    resonator->hit(push);
  }

  const Scene* scene_;
  Ensemble* ensemble_;
  GrainSourceSettings settings_;
  GrainRoster roster_;
  std::vector<std::shared_ptr<const GrainRing>> rings_;  // by kind
  ResonatorPool* resonators_;
  Emitters* emitters_ = nullptr;
  int mechanism_;
  double gain_;
  std::map<std::array<int, 3>, int> pairs_;
  std::int64_t hits_ = 0, pushes_ = 0;
};

const char* const kGrainExample = R"({
  "peal": 1, "name": "grain", "duration": 0.3,
  "listeners": [{"name": "mic", "kind": "mono", "position": [0, 0.3, 0.3]}],
  "grains": [{"name": "beads", "material": "glass", "count": 60, "radius": 0.002,
              "position": [0, 0.05, 0], "size": [0.03, 0.03, 0.03]}],
  "motion": {"floor": {"material": "steel"}},
  "sources": [{"kind": "grain"}]
})";

}  // namespace

SourceKind grain_kind() {
  Record<GrainSourceSettings> settings("grain", Decides::sound,
                                       "Grains click when they collide, and ring what they hit.");
  settings
      .number("threshold", &GrainSourceSettings::threshold, Range{0, 1}, "Pa",
              "Collisions that stay below this at an ear are left out; the report says how many.")
      .choice(
          "amplitude", &GrainSourceSettings::amplitude,
          {{"momentum", "the impulse of the collision"},
           {"thesis", "a half-sine of Hertz' peak force, without losses, as in Marko's thesis"}},
          "How strong a click is.")
      .choice("clicks", &GrainSourceSettings::clicks,
              {{"all", "of grains on each other and on bodies"},
               {"pairs", "of grains on each other alone"},
               {"none", "only what they hit rings"}},
              "Which collisions click; what is hit rings in any case.");
  return {source_kind("grain", settings),
          [](const SourceSpec& spec, const Scene& scene, Ensemble& ensemble) {
            only_one_of_its_kind(spec, scene);
            return std::make_unique<GrainSource>(settings_of<GrainSourceSettings>(spec), scene,
                                                 ensemble);
          },
          kGrainExample};
}

}  // namespace peal
