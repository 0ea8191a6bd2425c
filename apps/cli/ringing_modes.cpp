#include "ringing_modes.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>
#include <thread>

#include "base/interrupt.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "base/work_shares.h"
#include "models/bake/shared_work.h"
#include "models/bodies/modes_cost.h"

namespace peal {

std::vector<const WantedBody*> make_modes(RingingScene& scene, const TransferBake& bake,
                                          int& failures) {
  struct Analysis {
    std::string key;
    std::vector<const WantedBody*> bodies;
    bool done = false, failed = false;
  };
  std::vector<Analysis> all;
  std::map<std::string, std::size_t> place;
  for (const WantedBody* body : scene.bodies()) {
    const std::string key = scene.modes().key_of(body->request);
    const auto [known, fresh] = place.try_emplace(key, all.size());
    if (fresh) all.push_back({key, {}, scene.modes().cached(body->request), false});
    all[known->second].bodies.push_back(body);
  }
  const auto open = [&] {
    return std::count_if(all.begin(), all.end(), [](const Analysis& one) { return !one.done; });
  };
  constexpr double kTicks = 1000;
  std::optional<Progress> progress;
  std::vector<double> costs;
  for (const Analysis& one : all)
    costs.push_back(one.done ? 0 : modes_cost(one.bodies.front()->request));
  if (open() > 0)
    progress.emplace("modes", static_cast<std::uint64_t>(kTicks),
                     ProgressOptions{.quiet = bake.quiet || !bake.speaks});
  WorkShares shares(costs, [&](double part) {
    if (progress) progress->set(static_cast<std::uint64_t>(kTicks * part));
  });
  ClaimBoard claims(bake.folder / "modes");
  std::mutex mutex;  // guards claims
  while (open() > 0) {
    parallel_for(all.size(), [&](std::size_t i) {
      Analysis& one = all[i];
      if (one.done) return;
      throw_if_interrupted();
      const WantedBody& body = *one.bodies.front();
      std::unique_ptr<Claim> claim;
      if (!scene.modes().cached(body.request)) {
        std::string note;
        const std::lock_guard lock(mutex);
        claim = claims.take(one.key, note);
        if (!claim) return;  // another process works on it
      }
      one.failed =
          !succeeds(scene.name_of(body), bake.speaks, [&] { scene.modes().modes(body.request); });
      one.done = true;
      shares.set(i, 1);
    });
    if (open() > 0) std::this_thread::sleep_for(kWorkPoll);
  }
  if (progress) progress->finish();
  std::vector<const WantedBody*> out;
  for (const Analysis& one : all) {
    failures += one.failed;
    if (!one.failed) out.insert(out.end(), one.bodies.begin(), one.bodies.end());
  }
  return out;
}

}  // namespace peal
