// Grains that fall past everything, from the frames of a tape.
#include "motion/take/lost_grains.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "motion/take/scene_take.h"
#include "scene/load.h"
#include "sources/kinds.h"

namespace peal {
namespace {

/// Eight beads above a tile that is too small for half of them.
std::string said_of_beads(const std::string& motion, std::vector<LostGrains>& lost) {
  const Scene scene = parse_scene(fmt::format(R"({{"peal": 1, "name": "tile", "duration": 0.6,
    "listeners": [{{"name": "ear", "position": [0, 1, 1]}}],
    "objects": [{{"name": "tile", "static": true, "material": "oak", "position": [0, 0, 0],
                 "shape": {{"kind": "box", "size": [0.02, 0.02, 0.02]}}}}],
    "grains": [{{"name": "on", "material": "glass", "count": 1, "radius": 0.002, "rolling": 1,
                "position": [0, 0.05, 0], "size": [0.005, 0.005, 0.005]}},
               {{"name": "beside", "material": "glass", "count": 4, "radius": 0.002,
                "position": [0.1, 0.05, 0], "size": [0.01, 0.005, 0.01]}}],
    "motion": {}, "sources": []}})",
                                              motion),
                                  "tile.json", source_declarations());
  const Take take = simulate_take(scene, {}, nullptr, {});
  lost = lost_grains(scene, *take.tape);
  std::string said;
  for (const std::string& line : warn_of_lost_grains(scene, *take.tape)) said += line;
  return said;
}

TEST(LostGrains, AreNamedWithTheirTime) {
  std::vector<LostGrains> lost;
  const std::string said = said_of_beads("{}", lost);
  ASSERT_EQ(lost.size(), 1u) << said;
  EXPECT_EQ(lost[0].crowd, 1);
  EXPECT_EQ(lost[0].count, 4);
  // From 0.05 m to 0.2 m below the tile's reach (its half diagonal, 0.0173 m): a frame is 1/60 s.
  EXPECT_NEAR(lost[0].time, std::sqrt(2 * (0.05 + 0.2 + 0.0173) / 9.81), 1.5 / 60);
  EXPECT_NE(said.find("4 grains of 'beside' fell past everything, grain "), std::string::npos)
      << said;
}

TEST(LostGrains, AFloorCatchesThem) {
  std::vector<LostGrains> lost;
  EXPECT_EQ(said_of_beads(R"({"floor": {"material": "oak", "height": -0.5}})", lost), "");
  EXPECT_TRUE(lost.empty());
}

}  // namespace
}  // namespace peal
