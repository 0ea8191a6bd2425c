#include "sources/impact.h"

#include <algorithm>
#include <cmath>

#include "contact/hertz.h"
#include "fields/container_types.h"
#include "geometry/contact_curvature.h"
#include "geometry/mass_properties.h"
#include "geometry/shape_mesh.h"

namespace peal {
namespace {

struct ImpactSettings {
  std::vector<std::string> objects;  // empty: all
};

// One side of a contact, as Hertz sees it.
struct Side {
  double radius = kUnlimited, modulus = kUnlimited, mobility = 0;
};

// What an impact does to one of its bodies.
struct Blow {
  Resonator* resonator = nullptr;  // none: the body makes no sound
  Push push;
  double energy = 0;  // [J] left in the modes
};

class ImpactSource final : public Source {
 public:
  ImpactSource(const ImpactSettings& settings, const Scene& scene, Ensemble& ensemble)
      : scene_(&scene), ensemble_(&ensemble) {
    for (std::size_t i = 0; i < scene.objects.size(); ++i) {
      const ObjectSpec& object = scene.objects[i];
      mass_.push_back(mass_properties(mesh_shape(object.shape, MeshLevel::normal),
                                      scene.material(object.material).density));
      const bool chosen =
          settings.objects.empty() || std::find(settings.objects.begin(), settings.objects.end(),
                                                object.name) != settings.objects.end();
      sounds_.push_back(chosen && object.sound == ObjectSound::modal);
      if (sounds_.back())
        ensemble.want_resonator(static_cast<int>(i), object.name,
                                body_sound_request(scene, static_cast<int>(i)));
    }
  }

  void excite(const MotionBlock& block) override {
    for (const Impact& impact : block.impacts) {
      const Side a = side(impact.body_a, impact.point_a, impact);
      const Side b = side(impact.body_b, impact.point_b, impact);
      const HertzPair pair{reduced(a.radius, b.radius), effective_mass(a.mobility, b.mobility),
                           reduced(a.modulus, b.modulus)};
      const double duration = hertz_contact(pair, impact.closing_speed).duration;
      Blow on_a = blow(impact.body_a, impact.point_a, impact.impulse, impact.time, duration);
      Blow on_b = blow(impact.body_b, impact.point_b, -impact.impulse, impact.time, duration);
      const double brought = pair.mass * impact.closing_speed * impact.closing_speed / 2;
      const double taken = on_a.energy + on_b.energy;
      const double scale = taken > brought ? std::sqrt(brought / taken) : 1;
      for (Blow* each : {&on_a, &on_b}) {
        if (!each->resonator) continue;
        each->push.impulse *= scale;
        each->resonator->push(each->push);
      }
    }
  }

 private:
  Vec3 to_body_axes(int body, const Vec3& world, double time) const {
    return rotate_back(ensemble_->track(body).pose_at(time).rotation, world);
  }

  Side side(int body, const Vec3& point, const Impact& impact) const {
    if (body == kFloor) {
      const auto& floor = scene_->motion.floor;
      return {kUnlimited, floor ? plane_strain_modulus(scene_->material(floor->material)) : kUnlimited,
              0};
    }
    const ObjectSpec& object = scene_->objects[body];
    const Mat3& inertia = mass_[body].inertia;
    Side side{contact_radius(object.shape, point),
              plane_strain_modulus(scene_->material(object.material)), 0};
    if (!object.is_static)
      side.mobility = mobility(mass_[body].mass, {inertia(0, 0), inertia(1, 1), inertia(2, 2)},
                               point, to_body_axes(body, impact.normal, impact.time));
    return side;
  }

  Blow blow(int body, const Vec3& point, const Vec3& impulse, double time, double duration) const {
    if (body == kFloor || !sounds_[body]) return {};
    Blow out{ensemble_->resonator(body),
             {time, duration, point, to_body_axes(body, impulse, time)}, 0};
    out.energy = out.resonator->body().energy_of(point, out.push.impulse, duration);
    return out;
  }

  const Scene* scene_;
  Ensemble* ensemble_;
  std::vector<MassProperties> mass_;
  std::vector<bool> sounds_;
};

const char* const kExample = R"({
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
  Record<ImpactSettings> settings("impact", "Bodies ring when they collide.");
  settings.field("objects", &ImpactSettings::objects, array_of(reference_to("object")),
                 "Names of the objects that ring; left out or empty: all.");
  return {source_kind("impact", settings),
          [](const SourceSpec& spec, const Scene& scene, Ensemble& ensemble) {
            return std::make_unique<ImpactSource>(settings_of<ImpactSettings>(spec), scene,
                                                  ensemble);
          },
          kExample};
}

}  // namespace peal
