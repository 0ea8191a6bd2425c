#include "tools/bake/ringing_modes.h"

#include <algorithm>
#include <map>
#include <optional>

#include "base/progress.h"
#include "models/bake/shared_work.h"
#include "models/bodies/modes_cost.h"

namespace peal {

std::vector<const WantedBody*> make_modes(RingingScene& scene, const std::filesystem::path& folder,
                                          bool quiet,
                                          const std::function<void(const std::string&)>& failed) {
  SharedWork work;
  work.folder = folder / "modes";
  work.side_by_side = true;
  std::vector<std::vector<const WantedBody*>> bodies;  // of each analysis
  std::map<std::string, std::size_t> place;
  for (const WantedBody* body : scene.bodies()) {
    const std::string key = scene.modes().key_of(body->request);
    const auto [known, fresh] = place.try_emplace(key, bodies.size());
    if (fresh) {
      work.units.push_back({key, scene.name_of(*body), modes_cost(body->request)});
      bodies.emplace_back();
    }
    bodies[known->second].push_back(body);
  }
  work.find = [&](std::size_t i) { return scene.modes().cached(bodies[i].front()->request); };
  work.make = [&](std::size_t i, const std::function<void(double)>&) {
    scene.modes().modes(bodies[i].front()->request);
  };
  work.finished = [&](std::size_t i, const UnitEnd& end) {
    if (end.state != UnitState::failed) return;
    failed(fmt::format("{}: {}", work.units[i].name, end.error));
    bodies[i].clear();
  };
  constexpr double kTicks = 1000;
  std::optional<Progress> progress;
  for (std::size_t i = 0; i < bodies.size() && !progress; ++i)
    if (!work.find(i))
      progress.emplace("modes", static_cast<std::uint64_t>(kTicks),
                       ProgressOptions{.quiet = quiet});
  work.progress = [&](double part) {
    if (progress) progress->set(static_cast<std::uint64_t>(kTicks * part));
  };
  share_work(work);
  if (progress) progress->finish();
  std::vector<const WantedBody*> out;
  for (const auto& alike : bodies) out.insert(out.end(), alike.begin(), alike.end());
  return out;
}

}  // namespace peal
