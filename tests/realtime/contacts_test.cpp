// Contacts that last: silent at rest, sounding while they slide or roll, without clicks at updates.
#include <gtest/gtest.h>

#include <algorithm>

#include "realtime/toy_world.h"

namespace peal {
namespace {

double rms(const std::vector<float>& samples, std::size_t from, std::size_t to) {
  double sum = 0;
  for (std::size_t n = from; n < to; ++n) sum += double(samples[n]) * samples[n];
  return std::sqrt(sum / double(to - from));
}

class ContactsTest : public testing::Test {
 protected:
  ContactsTest() : toy_(30) {
    limits_.full_scale = 1, limits_.inaudible = 1e-9;
    engine_ = std::make_unique<ToyEngine>(std::vector<const ToyBody*>{&toy_}, limits_);
    engine_->listen({0, 1, 0}, {0, 1, 0});
    object_ = engine_->spawn(0, {0, 0, 0});
    contact_ = engine_->game().contact_begin(object_, kGround);
  }
  /// Seconds of an unchanging contact that is told `updates` times a second.
  std::vector<float> rub(double seconds, double force, double slip, double roll,
                         double updates = 60) {
    std::vector<std::vector<float>> out;
    const int grains = static_cast<int>(seconds * 750), every = static_cast<int>(750 / updates);
    for (int g = 0; g < grains; ++g) {
      if (g % every == 0) {
        EngineContact state;
        state.point = {0.03, 0, 0.01}, state.normal_force = force;
        state.slip = {slip, 0, 0}, state.roll = {roll, 0, 0};
        engine_->game().contact_update(contact_, state);
      }
      engine_->render(1, out);
    }
    return out[0];
  }
  EngineContactState state() { return engine_->core().contact_state(contact_ % EngineIds::kMost); }

  ToyBody toy_;
  EngineLimits limits_;
  std::unique_ptr<ToyEngine> engine_;
  int object_ = -1, contact_ = -1;
};

TEST_F(ContactsTest, RestIsSilentAndSlidingIsNot) {
  const auto rest = rub(0.2, 5, 0, 0);
  EXPECT_EQ(rms(rest, 0, rest.size()), 0);
  EXPECT_EQ(state(), EngineContactState::rest);
  const auto slide = rub(0.5, 5, 0.2, 0);
  EXPECT_GT(rms(slide, slide.size() / 2, slide.size()), 1e-6);
  EXPECT_EQ(state(), EngineContactState::slide);
  EXPECT_EQ(engine_->counts().contacts, 1);
}

TEST_F(ContactsTest, StatesChangeWithHysteresis) {
  rub(0.1, 5, 0.006, 0);
  EXPECT_EQ(state(), EngineContactState::rest);
  rub(0.1, 5, 0.02, 0);
  EXPECT_EQ(state(), EngineContactState::slide);
  rub(0.1, 5, 0.006, 0);
  EXPECT_EQ(state(), EngineContactState::slide);
  rub(0.1, 5, 0.002, 0.05);
  EXPECT_EQ(state(), EngineContactState::roll);
  rub(0.1, 5, 0.006, 0.006);
  EXPECT_EQ(state(), EngineContactState::roll);
  rub(0.1, 5, 0, 0.001);
  EXPECT_EQ(state(), EngineContactState::rest);
}

TEST_F(ContactsTest, RollingIsLouderWhenFasterAndEndsWhenItIsOver) {
  const auto slow = rub(0.5, 2, 0, 0.1), fast = rub(0.5, 2, 0, 1.0);
  const double of_slow = rms(slow, slow.size() / 2, slow.size());
  const double of_fast = rms(fast, fast.size() / 2, fast.size());
  EXPECT_GT(of_slow, 1e-7);
  EXPECT_GT(of_fast, 2 * of_slow);
  EXPECT_TRUE(engine_->game().contact_end(contact_));
  EXPECT_FALSE(engine_->game().contact_end(contact_));
  engine_->render(3 * 750);
  EXPECT_EQ(engine_->counts().contacts, 0);
  EXPECT_EQ(engine_->counts().voices, 0);
}

// A contact whose updates stop coming ends by itself.
TEST_F(ContactsTest, ForgottenContactsEnd) {
  rub(0.2, 2, 0.2, 0);
  ASSERT_EQ(engine_->counts().contacts, 1);
  engine_->render(750);
  EXPECT_EQ(engine_->counts().contacts, 0);
}

// The rate of updates is not heard when nothing changes, and a change is spread over the interval.
TEST_F(ContactsTest, UpdatesThemselvesAreNotHeard) {
  const auto rare = rub(0.6, 2, 0, 0.5, 30);
  ContactsTest::engine_->game().contact_end(contact_);
  engine_->render(2000);
  engine_ = std::make_unique<ToyEngine>(std::vector<const ToyBody*>{&toy_}, limits_);
  engine_->listen({0, 1, 0}, {0, 1, 0});
  object_ = engine_->spawn(0, {0, 0, 0});
  contact_ = engine_->game().contact_begin(object_, kGround);
  const auto often = rub(0.6, 2, 0, 0.5, 120);
  ASSERT_EQ(rare.size(), often.size());
  for (std::size_t n = 0; n < rare.size(); ++n) ASSERT_EQ(rare[n], often[n]) << n;
}

// Contacts of hard pressing, at speeds up to 100 m/s: bounded, and silent soon after their end.
TEST_F(ContactsTest, HardContactsStayBounded) {
  limits_.full_scale = 10;
  engine_ = std::make_unique<ToyEngine>(std::vector<const ToyBody*>{&toy_}, limits_);
  engine_->listen({0, 1, 0}, {0, 1, 0});
  object_ = engine_->spawn(0, {0, 0, 0});
  contact_ = engine_->game().contact_begin(object_, kGround);
  for (const double force : {1e-6, 1.0, 1e3, 1e9, -5.0})
    for (const double speed : {0.02, 1.0, 100.0})
      for (float x : rub(0.05, force, speed, speed)) ASSERT_LE(std::abs(x), 1.0f);
  engine_->game().contact_end(contact_);
  const auto after = engine_->render(20 * 750)[0];
  EXPECT_EQ(rms(after, after.size() - 100, after.size()), 0);
}

}  // namespace
}  // namespace peal
