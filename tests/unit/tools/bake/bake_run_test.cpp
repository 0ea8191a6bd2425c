// Which units scenes need, who computes them, and what happens to the ones that cannot be.
#include "tools/bake/bake_run.h"

#include <gtest/gtest.h>

#include <map>
#include <thread>

#include "models/bake/pulse_library.h"
#include "scene/load.h"
#include "unit/models/bake/fixtures.h"

namespace peal::test {
namespace {

Scene scene_of(const std::string& objects, const std::string& file = "a.json") {
  return parse_scene(R"({"peal": 1, "name": "bake", "duration": 0.1,
    "listeners": [{"name": "mic", "kind": "mono", "position": [0, 1, 0]}],
    "objects": [)" + objects +
                         "]}",
                     file, {});
}

std::string object(const std::string& name, const std::string& shape,
                   const std::string& more = "") {
  // Side by side: what they touch is not the point.
  static int count = 0;
  return R"({"name": ")" + name + R"(", "material": "steel", "position": [)" +
         std::to_string(++count) + R"(, 1, 0], "shape": )" + shape + more + "}";
}

const std::string kRing = R"({"kind": "ring", "radius": 0.02, "wire_radius": 0.006})";
const std::string kTube =
    R"({"kind": "tube", "radius": 0.014, "thickness": 0.006, "length": 0.02})";

BakeOptions coarse_bake() {
  BakeOptions options;
  options.cell = 0.004;
  return options;
}

TEST(BakePlan, HasOneUnitForEveryDifferentBodyThatNeedsAField) {
  const Scene a =
      scene_of(object("ring", kRing) + "," + object("again", kRing) + "," + object("tube", kTube) +
               "," + object("ball", R"({"kind": "sphere", "radius": 0.01})") + "," +
               object("fixed", R"({"kind": "bowl"})", R"(, "static": true)"));
  const Scene b = scene_of(object("far", kRing), "b.json");
  const BakePlan plan = plan_bake({a, b}, coarse_bake());
  EXPECT_TRUE(plan.failures.empty());
  EXPECT_EQ(plan.balls, 1);
  EXPECT_EQ(plan.proxies, 0);
  ASSERT_EQ(plan.units.size(), 2u);
  EXPECT_GE(plan.units[0].plan.cell_steps, plan.units[1].plan.cell_steps);
  std::map<std::string, int> objects;
  for (const BakeUnit& unit : plan.units) objects[unit.object] = unit.objects;
  EXPECT_EQ(objects, (std::map<std::string, int>{{"ring", 3}, {"tube", 1}}));
  EXPECT_EQ(plan.units[0].scene, "a.json");
}

TEST(BakePlan, HasNoFieldsForASceneThatOnlyRings) {
  Scene rings = scene_of(object("ring", kRing));
  rings.sources.clear();
  EXPECT_EQ(plan_bake({rings}, coarse_bake()).units.size(), 1u);  // a list of bodies
  rings.sources.emplace_back().kind = "impact";
  EXPECT_TRUE(plan_bake({rings}, coarse_bake()).units.empty());
}

TEST(BakePlan, IsEmptyInDraft) {
  BakeOptions draft;
  draft.quality = MeshLevel::draft;
  const BakePlan plan = plan_bake({scene_of(object("ring", kRing))}, draft);
  EXPECT_TRUE(plan.units.empty());
  EXPECT_EQ(plan.proxies, 1);
}

TEST(BakePlan, NamesSceneAndObjectOfWhatCannotBeComputed) {
  const std::string thin = R"({"kind": "ring", "radius": 0.02, "wire_radius": 0.001})";
  const BakePlan plan =
      plan_bake({scene_of(object("thin", thin) + "," + object("ring", kRing))}, coarse_bake());
  EXPECT_EQ(plan.units.size(), 1u);
  ASSERT_EQ(plan.failures.size(), 1u);
  EXPECT_TRUE(plan.failures[0].starts_with("a.json: object 'thin': walls of ")) << plan.failures[0];
}

TEST(BakeRun, KeepsWhatIsThereAndMakesTheRest) {
  const Folder folder;
  const PulseCache cache(folder / "pulses");
  const BakePlan plan =
      plan_bake({scene_of(object("ring", kRing) + "," + object("tube", kTube))}, coarse_bake());
  ASSERT_EQ(plan.units.size(), 2u);
  BakeRun run;
  std::vector<UnitState> seen;
  double last = 0, all = 0;
  run.finished = [&](std::size_t, const UnitResult& result) { seen.push_back(result.state); };
  run.progress = [&](double done, double total) {
    EXPECT_GE(done, 0);
    EXPECT_LE(done, total * (1 + 1e-9));
    last = done, all = total;
  };
  const auto first = bake(plan.units, cache, run);
  EXPECT_EQ(seen, (std::vector{UnitState::made, UnitState::made}));
  EXPECT_GT(first[0].bytes, 0);
  EXPECT_GT(first[0].coefficients, 0u);
  seen.clear();
  bake(plan.units, cache, run);
  EXPECT_EQ(seen, (std::vector{UnitState::kept, UnitState::kept}));
  run.force = true;
  seen.clear();
  bake(plan.units, cache, run);
  EXPECT_EQ(seen, (std::vector{UnitState::made, UnitState::made}));
  // Nothing but the entries is left.
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder / "pulses")) {
    EXPECT_EQ(entry.path().extension(), ".pulses");
    ++files;
  }
  EXPECT_EQ(files, 2u);
}

TEST(BakeRun, RemovesWhatAKilledWriterLeft) {
  const Folder folder;
  write_bytes(folder / ".a.pulses.1-2-3.part", "old");
  write_bytes(folder / ".b.pulses.1-2-3.part", "being written");
  write_bytes(folder / "notes.txt", "precious");
  const auto past = std::filesystem::file_time_type::clock::now() - std::chrono::hours(2);
  std::filesystem::last_write_time(folder / ".a.pulses.1-2-3.part", past);
  std::filesystem::last_write_time(folder / "notes.txt", past);
  bake({}, PulseCache(folder.path()), {});
  EXPECT_FALSE(std::filesystem::exists(folder / ".a.pulses.1-2-3.part"));
  EXPECT_TRUE(std::filesystem::exists(folder / ".b.pulses.1-2-3.part"));
  EXPECT_TRUE(std::filesystem::exists(folder / "notes.txt"));
}

// What was baked is what rendering looks for.
TEST(BakeRun, RenderingFindsWhatWasBaked) {
  const Folder folder;
  const PulseCache cache(folder / "pulses");
  const BakePlan plan = plan_bake({scene_of(object("ring", kRing))}, coarse_bake());
  ASSERT_EQ(plan.units.size(), 1u);
  bake(plan.units, cache, {});
  PulseLibrary library{cache};
  const BakeUnit& unit = plan.units[0];
  library.get(*unit.surface, unit.plan.request);
  EXPECT_EQ(library.found(), 1);
  EXPECT_EQ(library.computed(), 0);
}

TEST(BakeRun, AUnitThatCannotBeStoredFailsAndTheOthersGoOn) {
  const Folder folder;
  const PulseCache cache(folder / "pulses");
  const BakePlan plan =
      plan_bake({scene_of(object("ring", kRing) + "," + object("tube", kTube))}, coarse_bake());
  // A folder where the file should be.
  std::filesystem::create_directories(cache.path_of(plan.units[0].key));
  const auto results = bake(plan.units, cache, {});
  EXPECT_EQ(results[0].state, UnitState::failed);
  EXPECT_TRUE(results[0].error.starts_with("a.json: object '" + plan.units[0].object + "': "))
      << results[0].error;
  EXPECT_EQ(results[1].state, UnitState::made);
}

// Two who know nothing of each other: every unit is made once.
TEST(BakeRun, TwoShareTheUnits) {
  const Folder folder;
  const PulseCache cache(folder / "pulses");
  const BakePlan plan =
      plan_bake({scene_of(object("ring", kRing) + "," + object("tube", kTube))}, coarse_bake());
  std::vector<UnitResult> a, b;
  {
    std::thread other([&] { b = bake(plan.units, cache, {}); });
    a = bake(plan.units, cache, {});
    other.join();
  }
  for (std::size_t i = 0; i < plan.units.size(); ++i) {
    const int made = (a[i].state == UnitState::made) + (b[i].state == UnitState::made);
    EXPECT_EQ(made, 1) << i;
    EXPECT_TRUE(cache.holds(plan.units[i].key));
  }
}

}  // namespace
}  // namespace peal::test
