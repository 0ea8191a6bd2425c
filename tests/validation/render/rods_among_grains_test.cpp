// Where grains and rods were in one place, from the frames of a tape.
#include "motion/take/rods_among_grains.h"

#include <gtest/gtest.h>

#include "base/rng.h"
#include "motion/take/scene_take.h"
#include "scene/load.h"
#include "sources/kinds.h"

namespace peal {
namespace {

TEST(RodsAmongGrains, PiecesAreAsFarApartAsTheirNearestPlaces) {
  for (std::uint64_t n = 0; n < 200; ++n) {
    KeyedRng random(5, 0, n);
    Vec3 x[4];
    for (Vec3& v : x) v = {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
    if (n % 10 == 0) x[3] = x[2] + (x[1] - x[0]);  // parallel
    double least = 1e9;
    constexpr int kSteps = 200;
    for (int i = 0; i <= kSteps; ++i)
      for (int k = 0; k <= kSteps; ++k)
        least = std::min(least, norm(x[0] + (double(i) / kSteps) * (x[1] - x[0]) - x[2] -
                                     (double(k) / kSteps) * (x[3] - x[2])));
    const double got = piece_distance(x[0], x[1], x[2], x[3]);
    EXPECT_LE(got, least + 1e-12) << n;
    EXPECT_GT(got, least - 0.02) << n;  // a step of the lattice
  }
}

/// Twenty beads fly past a thin rod that floats across their way, or beside it, without weight.
std::vector<RodAmongGrains> seen(double beside, std::string& said) {
  const Scene scene = parse_scene(fmt::format(R"({{"peal": 1, "name": "rain", "duration": 0.2,
    "listeners": [{{"name": "ear", "position": [0, 1, 1]}}],
    "objects": [{{"name": "wire", "body": "rod", "material": "steel", "position": [0, 0.2, {}],
      "shape": {{"kind": "rod", "points": 9, "section": {{"kind": "circle", "radius": 0.002}},
                "centreline": {{"kind": "straight", "length": 0.2}}}}}}],
    "grains": [{{"name": "beads", "material": "glass", "count": 20, "radius": 0.001,
                "position": [0, 0.5, 0], "velocity": [0, -2.4, 0], "size": [0.1, 0.01, 0.0015]}}],
    "motion": {{"gravity": [0, 0, 0]}}, "sources": []}})",
                                              beside),
                                  "rain.json", source_declarations());
  const Take take = simulate_take(scene, {}, nullptr, {});
  for (const std::string& line : warn_of_rods_among_grains(scene, *take.tape)) said += line;
  return rods_among_grains(scene, *take.tape);
}

// At 2.4 m/s a bead goes 4 cm from frame to frame: ten times what it can touch.
TEST(RodsAmongGrains, BeadsThatGoThroughARodAreTold) {
  std::string said;
  const auto through = seen(0, said);
  ASSERT_EQ(through.size(), 1u);
  EXPECT_EQ(through[0].object, 0);
  EXPECT_EQ(through[0].crowd, 0);
  EXPECT_EQ(through[0].grains, 20);
  EXPECT_NEAR(through[0].time, 0.3 / 2.4, 1.5 / 60);
  EXPECT_NE(said.find("20 grains of 'beads' went through the rod 'wire'"), std::string::npos)
      << said;
}

TEST(RodsAmongGrains, NothingIsToldOfARodBesideThem) {
  std::string said;
  EXPECT_TRUE(seen(0.004, said).empty());
  EXPECT_EQ(said, "");
}

}  // namespace
}  // namespace peal
