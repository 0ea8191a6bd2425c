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
    const int hops = static_cast<int>(seconds * 750), every = static_cast<int>(750 / updates);
    for (int g = 0; g < hops; ++g) {
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

// Boards in a row, each rubbing on the next one.
struct Chain {
  /// @param mixed every other contact first: parts that grow together late.
  explicit Chain(int boards, bool mixed = false) : toy(30) {
    EngineLimits limits;
    limits.full_scale = 1, limits.inaudible = 1e-9;
    engine = std::make_unique<ToyEngine>(std::vector<const ToyBody*>{&toy}, limits);
    engine->listen({0, 1, 0}, {0, 1, 0});
    for (int i = 0; i < boards; ++i) objects.push_back(engine->spawn(0, {0, 0.01 * i, 0}));
    const int count = boards - 1;
    for (int k = 0; k < count; ++k) {
      const int i = !mixed ? k : k < (count + 1) / 2 ? 2 * k : 2 * (k - (count + 1) / 2) + 1;
      contacts.push_back(engine->game().contact_begin(objects[i], objects[i + 1]));
    }
  }
  std::vector<float> rub(double seconds, double force, double slip) {
    std::vector<std::vector<float>> out;
    for (int g = 0; g < static_cast<int>(seconds * 750); ++g) {
      for (int contact : contacts) {
        EngineContact state;
        state.point = {0.03, 0, 0.01}, state.normal_force = force, state.slip = {slip, 0, 0};
        if (g % 12 == 0) engine->game().contact_update(contact, state);
      }
      engine->render(1, out);
    }
    return out[0];
  }
  ToyBody toy;
  std::unique_ptr<ToyEngine> engine;
  std::vector<int> objects, contacts;
};

// Three boards more than double the contacts: less than three times the sound. When parts of a
// chain are solved apart, each feels the others a hop late, and it is six times.
TEST(ContactChains, AreSolvedTogetherInWhicheverOrderTheyBegan) {
  Chain four(4), eight(8), mixed(8, true);
  const auto of_four = four.rub(0.6, 5, 0.2), of_eight = eight.rub(0.6, 5, 0.2),
             of_mixed = mixed.rub(0.6, 5, 0.2);
  const double least = rms(of_four, 9600, 28800), most = rms(of_eight, 9600, 28800);
  EXPECT_GT(least, 1e-6);
  EXPECT_LT(most, 3 * least);
  EXPECT_NEAR(rms(of_mixed, 9600, 28800), most, 0.2 * most);
}

TEST(ContactChains, AreBoundedEvenWhenTooLongForThat) {
  for (const int boards : {10, 12}) {
    ASSERT_GT(boards - 1, EngineContacts::kTogether);
    Chain chain(boards);
    ASSERT_GE(chain.contacts.back(), 0);
    const auto out = chain.rub(0.8, 5, 0.2);
    EXPECT_EQ(chain.engine->counts().contacts, boards - 1);
    const double early = rms(out, 9600, 19200), late = rms(out, 28800, 38400);
    EXPECT_GT(early, 1e-6);
    EXPECT_LT(late, 1.5 * early) << boards;
    for (const float x : chain.rub(0.1, 1e3, 10)) ASSERT_LE(std::abs(x), 1.0f);
  }
}

// Four contacts act on one body. A fifth is not heard, and counted once; when one of them ends, it
// takes its place.
TEST_F(ContactsTest, TheFifthOnABodyIsCounted) {
  std::vector<int> contacts{contact_};
  for (int i = 1; i < 5; ++i) contacts.push_back(engine_->game().contact_begin(object_, kGround));
  const auto rub_all = [&](int hops) {
    for (int g = 0; g < hops; ++g) {
      for (std::size_t i = 0; i < contacts.size() && g % 12 == 0; ++i) {
        EngineContact state;
        state.point = {0.02 * double(i) - 0.05, 0, 0.01}, state.normal_force = 3;
        state.slip = {0.2, 0, 0};
        engine_->game().contact_update(contacts[i], state);
      }
      engine_->render(1);
    }
  };
  rub_all(100);
  EXPECT_EQ(engine_->counts().contacts, 4);
  EXPECT_EQ(engine_->counts().crowded, 1);
  engine_->game().contact_end(contacts[0]);
  contacts.erase(contacts.begin());
  rub_all(100);
  EXPECT_EQ(engine_->counts().contacts, 4);
  EXPECT_EQ(engine_->counts().crowded, 1);
}

// Whoever forgets contacts of objects that are gone does not run out of them.
TEST_F(ContactsTest, DespawnEndsContactsAndFreesTheirIds) {
  EXPECT_GE(engine_->game().contact_begin(object_, kGround), 0);
  rub(0.2, 2, 0.2, 0);
  ASSERT_EQ(engine_->counts().contacts, 1);
  EXPECT_TRUE(engine_->game().despawn(object_));
  EXPECT_FALSE(engine_->game().contact_update(contact_, {}));
  EXPECT_FALSE(engine_->game().contact_end(contact_));
  const int next = engine_->spawn(0, {0, 0, 0});  // may take the same place
  engine_->render(60);
  EXPECT_EQ(engine_->counts().contacts, 0);
  for (int turn = 0; turn < 3; ++turn) {
    const int object = engine_->spawn(0, {0, 0, 0});
    for (int i = 0; i < limits_.max_contacts; ++i)
      ASSERT_GE(engine_->game().contact_begin(object, next), 0) << turn << " " << i;
    EXPECT_EQ(engine_->game().contact_begin(object, next), -1);
    EXPECT_TRUE(engine_->game().despawn(object));
    engine_->render(1);
  }
}

}  // namespace
}  // namespace peal
