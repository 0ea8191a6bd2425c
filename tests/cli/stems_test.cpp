// Stems: who shares one, and what their files are called.
#include <gtest/gtest.h>

#include "scenes.h"

namespace peal::test {
namespace {

Json spoons() {
  Json scene = struck_scene();
  for (int k = 0; k < 2; ++k) {
    scene["objects"][k]["name"] = k == 0 ? "Spoon" : "Spoon.001";
    scene["sources"][k]["object"] = scene["objects"][k]["name"];
  }
  scene["output"] = {{"stems", "objects"}};
  return scene;
}

TEST(StemNames, SpoonAndSpoon001AreApartAndListed) {
  const Folder folder;
  const Rendering both = render_in(folder, spoons());
  ASSERT_EQ(both.outcome.code, 0) << both.outcome.all();
  EXPECT_EQ(both.report["listeners"][0]["stems"], (Json{"mic-Spoon.wav", "mic-Spoon.001.wav"}));
  for (int k = 0; k < 2; ++k) {
    const std::string file = k == 0 ? "out/mic-Spoon.wav" : "out/mic-Spoon.001.wav";
    EXPECT_NE(both.outcome.out.find(file + "  stem\n"), std::string::npos) << both.outcome.out;
    // Each is what is heard when the other is not struck.
    Json alone = spoons();
    alone["sources"].erase(1 - k);
    alone.erase("output");
    const Rendering one = render(alone);
    EXPECT_EQ(read_wav(folder / file).samples, one.sounds.at(0).samples);
  }
}

TEST(StemNames, GroupsAndCopiesShareOne) {
  Json scene = spoons();
  scene["output"]["stems"] = "groups";
  EXPECT_EQ(render(scene).report["listeners"][0]["stems"], Json{"mic-Spoon.wav"});
  scene = struck_scene();
  scene["objects"][0]["copies"] = {{"count", 2}, {"spacing", {0, 0.1, 0}}};
  scene["sources"][0]["object"] = "left.001";
  scene["sources"].push_back(scene["sources"][0]);
  scene["sources"][2]["object"] = "left.002";
  scene["output"] = {{"stems", "objects"}};
  EXPECT_EQ(render(scene).report["listeners"][0]["stems"], (Json{"mic-left.wav", "mic-right.wav"}));
}

}  // namespace
}  // namespace peal::test
