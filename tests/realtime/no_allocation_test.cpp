// After load nothing allocates, locks or writes, whatever is asked of the engine.
#include <gtest/gtest.h>

#include <mutex>

#include "realtime/toy_world.h"
#include "realtime/watched_calls.h"

namespace peal {
namespace {

TEST(NoAllocation, TheWatchSeesAllocationsAndLocks) {
  if (!calls_can_be_watched()) GTEST_SKIP() << "a sanitizer has its own malloc";
  std::mutex mutex;
  WatchedCalls seen;
  {
    CallWatch watch;
    std::vector<double>* volatile made = new std::vector<double>(100);
    delete made;
    mutex.lock(), mutex.unlock();
    seen = watch.calls();
  }
  EXPECT_EQ(seen.memory, 4);
  EXPECT_EQ(seen.locks, 1);
}

// Bodies of different size, more than there are voices, moved, struck, rubbed, culled, stolen from,
// despawned; both kinds of output.
void play(int ears) {
  ToyBody small(7), middle(60), large(203), click_only(0);
  for (ToyBody* body : {&small, &middle, &click_only}) body->make_click(48000);
  EngineLimits limits;
  limits.ears = ears, limits.max_objects = 20, limits.max_voices = 6, limits.max_modes = 300;
  limits.max_pushes = 3, limits.max_contacts = 8;
  ToyEngine engine({&small, &middle, &large, &click_only}, limits);
  engine.listen({-0.1, 1, 0}, {0.1, 1, 0});
  std::vector<int> objects(20, -1), contacts;
  contacts.reserve(100);
  double loudest = 0;
  CallWatch watch;
  unsigned random = 1;
  const auto draw = [&](unsigned n) {
    random = random * 1664525u + 1013904223u;
    return static_cast<int>((random >> 8) % n);
  };
  for (int g = 0; g < 3000; ++g) {
    const int i = draw(20);
    const double x = 0.4 * i;
    if (objects[i] < 0) {
      objects[i] = engine.spawn(draw(4), {x, 0, 0});
    } else if (draw(40) == 0) {
      engine.game().despawn(objects[i]);
      objects[i] = -1;
    } else {
      EnginePose pose;
      pose.position = {x + 0.001 * draw(100), 0, 0};
      pose.velocity = {0.5, 0, 0}, pose.spin = {0, 3, 0};
      engine.game().set_pose(objects[i], pose);
      if (draw(3) == 0) engine.strike(objects[i], {x + 0.03, 0, 0}, 0.1 + 0.1 * draw(20));
      if (draw(30) == 0 && contacts.size() < 100)
        contacts.push_back(engine.game().contact_begin(objects[i], kGround));
    }
    for (int contact : contacts) {
      EngineContact state;
      state.normal_force = 1 + draw(9), state.point = {x, 0, 0};
      state.slip = {0.02 * draw(9), 0, 0}, state.roll = {0.02 * draw(9), 0, 0};
      if (draw(10) == 0) engine.game().contact_update(contact, state);
      if (draw(200) == 0) engine.game().contact_end(contact);
    }
    if (draw(50) == 0) engine.listen({-0.1, 1, 0.01 * draw(50)}, {0.1, 1, 0});
    engine.take_events();
    engine.core().render_hop();
    for (int c = 0; c < engine.core().channels(); ++c)
      for (int n = 0; n < kHop; ++n)
        loudest = std::max(loudest, std::abs(double(engine.core().channel(c)[n])));
  }
  const WatchedCalls seen = watch.calls();
  EXPECT_EQ(seen.memory, 0);
  EXPECT_EQ(seen.locks, 0);
  EXPECT_EQ(seen.writes, 0);
  EXPECT_GT(loudest, 1e-4);
  EXPECT_LE(loudest, 1);
  EXPECT_GT(engine.counts().stolen, 10);
  EXPECT_GT(engine.counts().impacts, 100);
}

TEST(NoAllocation, NorLocksWithEars) { play(2); }
TEST(NoAllocation, NorLocksWithOneEar) { play(1); }
TEST(NoAllocation, NorLocksWithDryRows) { play(0); }

}  // namespace
}  // namespace peal
