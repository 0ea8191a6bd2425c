// Saved rigid motion that is cut off, foreign or wrong: a sentence, and no motion goes on from it.
#include <gtest/gtest.h>

#include "base/state_bytes.h"
#include "support/error_of.h"
#include "validation/motion/rigid/rigid_bodies.h"

namespace peal {
namespace {

RigidSetup two_that_fall(double step = 1e-3) {
  RigidSetup setup;
  setup.step = step;
  setup.bodies = {ball(0.02, 0.26, {0.03, 0.1, 0}),
                  bar({0.2, 0.01, 0.03}, 0.3, {0, 0.03, 0}, Quat::from_axis_angle({0, 0, 1}, 0.1))};
  return setup;
}

std::vector<std::byte> state_at(double time) {
  RigidMotion motion(two_that_fall());
  motion.step(time);
  motion.forget_before(time);
  StateWriter out;
  motion.save(out);
  return {out.bytes().begin(), out.bytes().end()};
}

std::string error_of_loading(std::span<const std::byte> bytes, const RigidSetup& setup) {
  RigidMotion motion(setup);
  const std::string text = error_of([&] {
    StateReader in(bytes, "run.checkpoint");
    motion.load(in);
    in.finish();
  });
  return text;
}

TEST(RigidState, CutOffAnywhereIsAnError) {
  const std::vector<std::byte> state = state_at(0.2);
  for (std::size_t length = 0; length < state.size(); length += 1 + length / 50) {
    const std::string text = error_of_loading(std::span(state).first(length), two_that_fall());
    ASSERT_EQ(text.find("run.checkpoint: "), 0u) << length << ": " << text;
  }
}

TEST(RigidState, OfAnotherSceneIsAnError) {
  const std::vector<std::byte> state = state_at(0.2);
  RigidSetup more = two_that_fall();
  more.bodies.push_back(ball(0.02, 0.26, {1, 1, 0}));
  EXPECT_NE(error_of_loading(state, more).find("another scene"), std::string::npos);
  EXPECT_NE(error_of_loading(state, two_that_fall(5e-4)).find("another scene"), std::string::npos);
}

// Whatever byte is wrong: an Error, or a motion that can be stepped or says why not; the
// checkpoint's hash is there for the rest.
TEST(RigidState, AWrongByteDoesNoHarm) {
  const std::vector<std::byte> state = state_at(0.2);
  int refused = 0;
  for (std::size_t i = 0; i < state.size(); i += 41) {
    std::vector<std::byte> bad = state;
    bad[i] ^= std::byte{0xff};
    RigidMotion motion(two_that_fall());
    try {
      StateReader in(bad);
      motion.load(in);
      motion.step(0.21);
    } catch (const Error&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 10);
}

TEST(RigidState, AMotionThatFailedToLoadDoesNotGoOn) {
  const std::vector<std::byte> state = state_at(0.2);
  RigidMotion motion(two_that_fall());
  StateReader in(std::span<const std::byte>(state).first(state.size() / 2));
  EXPECT_THROW(motion.load(in), Error);
  EXPECT_NE(error_of([&] { motion.step(0.3); }).find("could not be loaded"), std::string::npos);
  StateWriter out;
  EXPECT_THROW(motion.save(out), Error);
}

}  // namespace
}  // namespace peal
