#include "tools/bake/ringing_scene.h"

#include <algorithm>
#include <map>

#include "base/interrupt.h"
#include "base/parallel.h"
#include "models/bake/transfer_compute.h"
#include "render/pass.h"

namespace peal {

RingingScene::RingingScene(const Scene& scene, const std::filesystem::path& folder)
    : scene_(&scene),
      modes_(ModesCache(folder / "modes")),
      transfers_(TransferCache(folder / TransferKind::kFolder), compute_transfer) {
  make_sources(scene, ensemble_);
  for (const WantedBody* body : ensemble_.pool<ResonatorPool>().wanted_bodies()) {
    modes_.plan(body->request);  // copies without transfer share the analysis
    if (body->request.radiation == Radiation::transfer) bodies_.push_back(body);
  }
}

std::string RingingScene::name_of(const WantedBody& body) const {
  return fmt::format("{}: object '{}'", scene_->file, body.name);
}

std::vector<TransferUnit> RingingScene::units(const std::vector<const WantedBody*>& bodies) {
  std::vector<TransferUnit> all(bodies.size());
  parallel_for(bodies.size(), [&](std::size_t i) {
    throw_if_interrupted();
    all[i] = {"", name_of(*bodies[i]), bodies[i]->name,
              std::make_unique<BodySound>(bodies[i]->request, modes_)};
  });
  std::erase_if(all, [](const TransferUnit& unit) { return unit.body->modes() == 0; });
  for (const TransferUnit& unit : all)
    transfers_.plan(unit.body->transfer_surface(), unit.body->mode_shapes(),
                    transfer_request(unit.body->request()));
  for (TransferUnit& unit : all)
    unit.key = transfers_.key_of(unit.body->transfer_surface(), unit.body->mode_shapes(),
                                 transfer_request(unit.body->request()));
  std::stable_sort(all.begin(), all.end(), [](const TransferUnit& a, const TransferUnit& b) {
    if (a.body->modes() != b.body->modes()) return a.body->modes() > b.body->modes();
    return a.key < b.key;
  });
  std::map<std::string, int> seen;
  std::erase_if(all, [&](const TransferUnit& unit) { return seen[unit.key]++ > 0; });
  return all;
}

}  // namespace peal
