#include "tools/pack/pack_scene.h"

#include <map>
#include <optional>
#include <tuple>

#include "base/progress.h"
#include "base/stage_progress.h"
#include "emission/click_pool.h"
#include "models/bake/transfer_compute.h"
#include "physics/contact/plate_impact.h"
#include "render/pass.h"

namespace peal {
namespace {

PlayMaterial ground_of(const Scene& scene) {
  const FloorSpec floor = scene.motion.floor.value_or(FloorSpec{});
  PlayMaterial ground = play_material(scene.material(floor.material), floor.material);
  ground.restitution = floor.restitution.value_or(ground.restitution);
  ground.friction = floor.friction.value_or(ground.friction);
  const Material& m = scene.material(floor.material);
  if (floor.kind == FloorKind::plate)
    ground.yield = 1 / plate_resistance({m.young, m.poisson, m.density, floor.thickness});
  return ground;
}

/// Objects with the same ones may share a body.
std::vector<double> numbers_of(const Legs* legs) {
  if (!legs) return {};
  std::vector<double> out{legs->resistance, legs->along.x, legs->along.y, legs->along.z};
  for (const Vec3& at : legs->points) out.insert(out.end(), {at.x, at.y, at.z});
  return out;
}

}  // namespace

PackScene::PackScene(const Scene& scene, bool cache)
    : scene_(scene),
      tracks_(scene.objects.size(), PoseTrack(Pose{})),
      modes_(cache ? ModesCache::of_user() : ModesCache()),
      sounds_(modes_, std::make_shared<PulseLibrary>(cache ? PulseCache::of_user() : PulseCache()),
              std::make_shared<TransferLibrary>(cache ? TransferCache::of_user() : TransferCache(),
                                                compute_transfer)) {
  ensemble_.place(tracks_, 1);
  sources_ = make_sources(scene, ensemble_);
  // A game may strike what the scene does not.
  for (std::size_t i = 0; i < scene.objects.size(); ++i)
    if (scene.objects[i].rings())
      resonators().want(static_cast<int>(i), scene.objects[i].name,
                        body_sound_request(scene, static_cast<int>(i)), 0);
}

std::vector<PackPlanRow> PackScene::plan() {
  std::vector<PackPlanRow> rows;
  const auto wanted = resonators().wanted_bodies();
  for (const WantedBody* body : wanted) modes_.plan(body->request);
  for (const WantedBody* body : wanted)
    rows.push_back(
        {body->name, modes_.cached(body->request), body->request.radiation == Radiation::transfer});
  return rows;
}

std::vector<std::string> PackScene::prepare(bool quiet) {
  StageProgress progress(quiet);
  ensemble_.prepare(sounds_, [&](const char* stage, double part) { progress(stage, part); });
  progress.finish();
  std::vector<std::string> warnings;
  for (const auto& lines :
       {sounds_.pulses->warnings(), sounds_.transfers->warnings(), ensemble_.warnings()})
    warnings.insert(warnings.end(), lines.begin(), lines.end());
  return warnings;
}

BankContents PackScene::pack(const PackOptions& options, bool quiet) {
  BankContents out;
  out.precision = options.precision, out.rate = options.rate;
  out.air = scene_.air, out.ground = ground_of(scene_);
  using Key = std::tuple<const BodySound*, const ClickField*, std::string, const BodyGeometry*,
                         std::vector<double>>;
  std::map<Key, int> known;
  Progress progress("pack", scene_.objects.size(), {.quiet = quiet});
  for (std::size_t i = 0; i < scene_.objects.size(); ++i) {
    const ObjectSpec& object = scene_.objects[i];
    const ClickEmitter* click = ensemble_.pool<ClickPool>().emitter(static_cast<int>(i));
    const BodySound* sound = resonators().resonator(static_cast<int>(i))
                                 ? &resonators().body_sound(static_cast<int>(i))
                                 : nullptr;
    const ClickField* field = click ? &click->field() : nullptr;
    const std::shared_ptr<const Legs> legs = body_sound_request(scene_, static_cast<int>(i)).legs;
    const auto [place, fresh] = known.try_emplace(
        {sound, field, object.material, object.geometry.get(), numbers_of(legs.get())},
        static_cast<int>(packed_.size()));
    if (fresh) {
      packed_.push_back(
          std::make_unique<PackedBody>(scene_, object, sound, field, options, legs.get()));
      out.bodies.push_back(packed_.back()->play());
    }
    out.objects.push_back({object.name, place->second, object.is_static});
    progress.tick();
  }
  progress.finish();
  return out;
}

}  // namespace peal
