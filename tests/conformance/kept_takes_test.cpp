// When a kept take is played again, and when not.
#include <gtest/gtest.h>

#include "motion/take/scene_take.h"
#include "motion/take/take_file.h"
#include "render/take_stage.h"
#include "support/rendered.h"

namespace peal {
namespace {

// What an older program kept has a key of another form: it is said, and nothing of it is played.
TEST(KeptTakes, OfAnotherVersionAreSimulatedAnewWithASentence) {
  const test::TemporaryFolder folder;
  RenderOptions options;
  options.folder = folder.path();
  options.quiet = true;
  Scene scene = test::scene_from(impact_kind().example);
  Take take = simulate_take(scene);
  const auto kept = [&](const std::string& key) {
    take.motion_key = key;
    write_take_file(folder.path() / kTakeName, take);
    return take_for(scene, options);
  };
  const TakeStage same = kept(motion_key(scene));
  EXPECT_NE(same.origin, "simulated");
  EXPECT_TRUE(same.warnings.empty());
  const TakeStage old = kept("0123456789abcdef0123456789abcdef");
  EXPECT_EQ(old.origin, "simulated");
  ASSERT_EQ(old.warnings.size(), 1u);
  EXPECT_NE(old.warnings[0].find("it is simulated anew"), std::string::npos) << old.warnings[0];
  const std::string before = motion_key(scene);
  scene.motion.gravity.y = -1.6;
  const TakeStage changed = kept(before);
  EXPECT_EQ(changed.origin, "simulated");
  EXPECT_TRUE(changed.warnings.empty());
}

}  // namespace
}  // namespace peal
