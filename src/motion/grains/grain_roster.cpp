#include "motion/grains/grain_roster.h"

#include "base/rng.h"

namespace peal {
namespace {

constexpr int kSizes = 8;  // that stand for a spread of radii

}  // namespace

GrainRoster::GrainRoster(const Scene& scene) {
  for (int c = 0; c < static_cast<int>(scene.grains.size()); ++c) {
    const GrainsSpec& crowd = scene.grains[c];
    const int sizes = crowd.radius_to > crowd.radius ? kSizes : 1;
    const int base = static_cast<int>(kinds.size());
    for (int s = 0; s < sizes; ++s)
      kinds.push_back({c, crowd.radius + (crowd.radius_to - crowd.radius) * (sizes > 1 ? s : 0) /
                                             std::max(1, sizes - 1)});
    first.push_back(static_cast<int>(kind_of.size()));
    for (int i = 0; i < crowd.count; ++i) {
      KeyedRng random(scene.seed, source_number(crowd.name + "/size"),
                      static_cast<std::uint64_t>(i));
      const int size =
          sizes > 1 ? std::min(sizes - 1, static_cast<int>(random.uniform(0, sizes))) : 0;
      kind_of.push_back(base + size);
    }
  }
  first.push_back(static_cast<int>(kind_of.size()));
}

}  // namespace peal
