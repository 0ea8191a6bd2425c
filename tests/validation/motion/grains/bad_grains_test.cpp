// Crowds that cannot be: a sentence that names file and field, or grain, place and time.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "base/error.h"
#include "motion/grains/crowd_world.h"
#include "scene/load.h"

namespace peal {
namespace {

std::string crowd_scene(const std::string& grains, const std::string& more = "") {
  return R"({"peal": 1, "name": "bad", "duration": 0.1,
    "listeners": [{"name": "mic", "kind": "mono", "position": [0, 1, 1]}],
    "materials": {"stuff": {"young": 1e9, "poisson": 0.3, "density": 2000)" +
         more + R"(}},
    "objects": [{"name": "block", "static": true, "sound": "none", "material": "oak",
                 "position": [0, 0, 0], "shape": {"kind": "box", "size": [0.1, 0.02, 0.1]}}],
    "grains": [{"name": "beads", "material": "stuff", )" +
         std::string(grains.find("\"position\"") == std::string::npos
                         ? R"("position": [0, 0.1, 0], )"
                         : "") +
         grains + R"(}],
    "sources": []})";
}

std::string said(const std::string& text) {
  try {
    const Scene scene = parse_scene(text, "bad.json", {});
    CrowdWorld world(scene);
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing";
}

TEST(BadGrains, AreNamedByFileAndField) {
  const std::pair<const char*, const char*> cases[] = {
      {R"("radius": 0)", "bad.json:/grains/0/radius: expected"},
      {R"("radius": 1e300)", "bad.json:/grains/0/radius: expected"},
      {R"("radius": 0.002, "radius_to": 0.001)", "bad.json:/grains/0/radius_to: expected >= 0.002"},
      {R"("count": 0)", "bad.json:/grains/0/count: expected"},
      {R"("count": 2000000)", "bad.json:/grains/0/count: expected"},
      {R"("rate": -1)", "bad.json:/grains/0/rate: expected"},
      {R"("rolling": -0.1)", "bad.json:/grains/0/rolling: expected"},
      {R"("spin": 3)", "bad.json:/grains/0/spin: expected"},
      {R"("sizes": 3)", "bad.json:/grains/0/sizes"},
      {R"("size": [0, 0, 0])", "bad.json:/grains/0/size"}};
  for (const auto& [field, sentence] : cases)
    EXPECT_NE(said(crowd_scene(field)).find(sentence), std::string::npos)
        << field << " => " << said(crowd_scene(field));
}

TEST(BadGrains, RestitutionsLieBetweenZeroAndOne) {
  for (const char* value : {"1.5", "-0.1"}) {
    const std::string got =
        said(crowd_scene(R"("count": 3)", fmt::format(R"(, "restitution": {})", value)));
    EXPECT_NE(got.find("bad.json:/materials/stuff/restitution: expected"), std::string::npos)
        << got;
  }
}

TEST(BadGrains, StartsThatOverlapNameGrainAndPlace) {
  const std::string in_the_block =
      said(crowd_scene(R"("count": 60, "radius": 0.002, "position": [0, 0.01, 0])"));
  EXPECT_NE(in_the_block.find("grain "), std::string::npos) << in_the_block;
  EXPECT_NE(in_the_block.find("move their region"), std::string::npos) << in_the_block;
}

}  // namespace
}  // namespace peal
