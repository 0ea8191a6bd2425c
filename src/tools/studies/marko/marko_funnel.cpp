// A funnel that is filled at rest and then opened. The thesis reached 10 million collisions without
// one grain out and let its grains hang above the mouth instead. Ours come to rest first
// (docs/theory/grains.md); cone and spout are exact, the plug is a plane that is taken away.
#include <fmt/format.h>

#include <cmath>

#include "base/files/atomic_file.h"
#include "physics/grains/grain_world.h"
#include "tools/studies/marko/marko_parts.h"
#include "tools/studies/study_table.h"

namespace peal::marko {
namespace {

constexpr double kSpout = 0.006, kMouth = 0.045, kSpoutLength = 0.02, kCone = 0.045;  // [m]
constexpr double kFilling = 1.0;                                                      // [s]
constexpr double kPatience = 3.0;  // [s] after it was opened

struct Filled {
  GrainWorld world;
  int plug;
};

Filled fill(int count) {
  GrainSetup setup;
  setup.kinds = {{kRadius, kGlassDensity, 0}};
  const int funnel = setup.walls.add_body(), plug = setup.walls.add_body(true);
  setup.walls.add_cylinder(funnel, {0, 0, 0}, {0, kSpoutLength, 0}, kSpout, true);
  setup.walls.add_cone(funnel, {0, kSpoutLength, 0}, kSpout, {0, kSpoutLength + kCone, 0}, kMouth,
                       true);
  setup.walls.add_cylinder(funnel, {0, kSpoutLength + kCone, 0}, {0, 1, 0}, kMouth, true);
  setup.walls.add_plane(plug, {0, 0, 0}, {0, 1, 0});
  const double spacing = 2.1 * kRadius;
  for (int layer = 0; static_cast<int>(setup.grains.size()) < count; ++layer)
    for (int n = 0; n < 30 * 30 && static_cast<int>(setup.grains.size()) < count; ++n) {
      const Vec3 at{(n % 30 - 14.5) * spacing + 1e-5 * (layer % 7),
                    kSpoutLength + kCone + (layer + 1) * spacing,
                    (n / 30 - 14.5) * spacing + 1e-5 * (layer % 5)};
      if (std::hypot(at.x, at.z) < 0.02) setup.grains.push_back({at, {}, 0});
    }
  setup.laws.restitution = {{0.65}};
  setup.laws.contact_time = 1e-4;
  setup.laws.quietest = kNever;
  setup.laws.rest.allowed = true;
  return {GrainWorld(std::move(setup)), plug};
}

int outside(const GrainWorld& world) {
  int n = 0;
  for (int i = 0; i < world.grains(); ++i) n += world.motion(i).place.y < 0;
  return n;
}

}  // namespace

std::string make_funnel(const ReproduceOptions& options) {
  StudyTable table;
  table.columns = {"grains",
                   "events to fill it [1e6]",
                   "at rest then",
                   "events of the last 0.1 s at rest [1e3]",
                   "events until the first is out [1e3]",
                   "collisions until then [1e3]",
                   "time until then [s]",
                   "out after 3 s",
                   "events until then [1e6]"};
  for (const int thousandths : {500, 1000}) {
    auto [world, plug] = fill(options.quick ? thousandths / 10 : thousandths);
    std::vector<GrainHit> hits;
    world.advance(kFilling - 0.1, hits);
    const std::uint64_t before = world.counts().events();
    world.advance(kFilling, hits);
    const std::uint64_t filled = world.counts().events(), touched = world.counts().collisions();
    const int resting = world.resting();
    world.set_body_velocity(plug, {0, -10, 0});
    std::uint64_t first = 0, first_touched = 0;
    double when = 0;
    for (int step = 1; step <= kPatience * 1000; ++step) {
      world.advance(kFilling + 1e-3 * step, hits);
      if (first == 0 && outside(world) > 0) {
        first = world.counts().events() - filled, when = 1e-3 * step;
        first_touched = world.counts().collisions() - touched;
      }
      if (outside(world) == world.grains()) break;
    }
    table.rows.push_back({fmt::format("{}", world.grains()),
                          fmt::format("{:.2f}", 1e-6 * double(filled)), fmt::format("{}", resting),
                          fmt::format("{:.1f}", 1e-3 * double(filled - before)),
                          fmt::format("{:.1f}", 1e-3 * double(first)),
                          fmt::format("{:.1f}", 1e-3 * double(first_touched)),
                          fmt::format("{:.3f}", when), fmt::format("{}", outside(world)),
                          fmt::format("{:.2f}", 1e-6 * double(world.counts().events() - filled))});
  }
  write_file_atomically(options.folder / "funnel.csv", table.csv());
  return fmt::format(
      "## Appendix B.2: a funnel that is filled at rest and then opened\n\nGlass beads of 1 mm "
      "radius in a cone above a spout of {:g} mm. The thesis: \"we have reached 10 million "
      "collisions without a single particle falling down from a funnel\".\n\n{}\n",
      2000 * kSpout, table.markdown());
}

}  // namespace peal::marko
