// peal::Engine and its C interface over a bank in memory.
#include <gtest/gtest.h>
#include <malloc.h>
#include <peal/engine.h>
#include <peal/engine_c.h>

#include <cstring>

#include "engine/bank/bank_writer.h"
#include "realtime/toy_world.h"
#include "realtime/watched_calls.h"

namespace peal {
namespace {

class EngineTest : public testing::Test {
 protected:
  EngineTest() : board_(24, 400, 6, "board"), bar_(60, 700, 6, "bar") {
    board_.make_click(48000);
    BankContents contents;
    contents.ground = {3e10, 0.5, 0.6, 1e-5};
    contents.bodies = {board_.body(), bar_.body()};
    contents.objects = {{"shelf", 0, true}};
    BankError error;
    EXPECT_TRUE(write_bank(contents, bank_, error)) << error.text;
  }
  std::unique_ptr<Engine> make(EngineLimits limits = {}) {
    std::string error;
    auto engine = Engine::create(bank_, limits, error);
    EXPECT_TRUE(engine) << error;
    return engine;
  }
  std::string error_of(std::span<const std::byte> bank, const EngineLimits& limits = {}) {
    std::string error;
    EXPECT_FALSE(Engine::create(bank, limits, error));
    return error;
  }
  static std::vector<float> play(Engine& engine, int block, int blocks) {
    engine.set_listener({0, 1, 0}, {0.2, 1, 0});
    const int a = engine.spawn(1);
    EngineImpact impact;
    impact.a = a, impact.closing_speed = 0.3, impact.point = {0.03, 0, 0.01};
    engine.impact(impact);
    std::vector<float> left(block), right(block), out;
    float* const ears[] = {left.data(), right.data()};
    for (int b = 0; b < blocks; ++b) {
      engine.render(ears, block);
      out.insert(out.end(), left.begin(), left.end());
    }
    return out;
  }

  ToyBody board_, bar_;
  std::vector<std::byte> bank_;
};

TEST_F(EngineTest, BodiesAreFoundByTheirNames) {
  const auto engine = make();
  EXPECT_EQ(engine->bodies(), 2);
  EXPECT_EQ(engine->find_body("bar"), 1);
  EXPECT_EQ(engine->find_body("shelf"), 0);
  EXPECT_EQ(engine->find_body("spoon"), -1);
  EXPECT_STREQ(engine->body_name(0), "board");
  EXPECT_STREQ(engine->body_name(7), "");
  EXPECT_DOUBLE_EQ(engine->body_mass(1), 0.2);
}

// A game renders silence long before it says where the ears are; then nothing may glide from there.
TEST_F(EngineTest, WhatIsSilentIsAtOnceWhereItIsTold) {
  const auto fresh = make();
  const std::vector<float> expected = play(*fresh, 128, 40);
  const auto waited = make();
  std::vector<float> silence(128);
  float* const ears[] = {silence.data(), silence.data()};
  for (int b = 0; b < 50; ++b) waited->render(ears, 128);
  const std::vector<float> later = play(*waited, 128, 40);
  const auto moved = make();
  const int far = moved->spawn(1, {.position = {2, 0, 0}});
  moved->set_listener({0, 0, 3}, {0, 0, 3});
  for (int b = 0; b < 50; ++b) moved->render(ears, 128);
  moved->set_listener({0, 1, 0}, {0.2, 1, 0});
  moved->set_pose(far, {});
  EngineImpact impact;
  impact.a = far, impact.closing_speed = 0.3, impact.point = {0.03, 0, 0.01};
  moved->impact(impact);
  float most = 0;
  for (const float x : expected) most = std::max(most, std::abs(x));
  EXPECT_GT(most, 1e-4f);
  for (std::size_t n = 0; n < expected.size(); ++n) {
    EXPECT_NEAR(later[n], expected[n], 1e-5f * most) << n;
  }
  std::vector<float> left(128), right(128);
  float* const both[] = {left.data(), right.data()};
  for (std::size_t b = 0; b < expected.size() / 128; ++b) {
    moved->render(both, 128);
    for (std::size_t n = 0; n < 128; ++n)
      EXPECT_NEAR(left[n], expected[128 * b + n], 1e-5f * most) << b << " " << n;
  }
}

TEST_F(EngineTest, AbsurdBlowsAreRefused) {
  const auto engine = make();
  EngineImpact impact;
  impact.a = engine->spawn(1);
  impact.impulse = 1e30;
  EXPECT_FALSE(engine->impact(impact));
  impact.impulse = -1, impact.closing_speed = 1e5;
  EXPECT_FALSE(engine->impact(impact));
  impact.closing_speed = 5;
  EXPECT_TRUE(engine->impact(impact));
}

TEST_F(EngineTest, BanksAndLimitsThatMakeNoSenseEndInASentence) {
  EXPECT_NE(error_of({}), "");
  EXPECT_NE(error_of({bank_.data(), bank_.size() / 2}), "");
  auto other = bank_;
  other[8] = std::byte{9};  // the version
  EXPECT_NE(error_of(other).find("version"), std::string::npos);
  EngineLimits limits;
  limits.rate = 44100;
  EXPECT_NE(error_of(bank_, limits).find("48000"), std::string::npos);
  limits = {};
  limits.ears = 3;
  EXPECT_NE(error_of(bank_, limits).find("ears"), std::string::npos);
  limits = {};
  limits.max_distance = std::nan("");
  EXPECT_NE(error_of(bank_, limits).find("max_distance"), std::string::npos);
}

// What is said before is what is taken: within a tenth, by the C library's own count.
TEST_F(EngineTest, MemoryIsKnownBeforeItIsTaken) {
  EngineLimits many;
  many.ears = 0, many.max_objects = 2000, many.max_contacts = 60, many.max_events = 5000;
  for (const EngineLimits& limits : {EngineLimits{}, many}) {
    std::string error;
    const auto needed = static_cast<double>(Engine::memory_needed(bank_, limits, error));
    EXPECT_EQ(error, "");
    peal_limits c = peal_default_limits();
    c.ears = limits.ears, c.max_objects = limits.max_objects, c.max_events = limits.max_events;
    c.max_contacts = limits.max_contacts;
    EXPECT_EQ(static_cast<double>(peal_memory_needed(bank_.data(), bank_.size(), &c)), needed);
    EXPECT_GT(needed, 5e6);
    if (!calls_can_be_watched()) continue;  // a sanitizer has its own malloc
    make(limits);                           // tables that are made once
    const auto used = [] {
      const auto info = mallinfo2();
      return static_cast<double>(info.uordblks + info.hblkhd);
    };
    const double before = used();
    const auto engine = make(limits);
    EXPECT_NEAR((used() - before) / needed, 1, 0.1);
  }
}

TEST_F(EngineTest, AbsurdMemoryIsRefusedWithAWayOut) {
  EngineLimits limits;
  limits.max_voices = 1024, limits.max_distance = 3000;  // 4 GB of travelling sound
  EXPECT_NE(error_of(bank_, limits).find("max_distance"), std::string::npos);
  limits = {};
  limits.ears = 0, limits.max_objects = 65536, limits.max_memory = 3e8;
  const std::string error = error_of(bank_, limits);
  EXPECT_NE(error.find("max_objects"), std::string::npos) << error;
  EXPECT_NE(error.find("max_memory"), std::string::npos) << error;
  limits = {};
  limits.max_memory = 2e6;
  EXPECT_NE(error_of(bank_, limits).find("max_voices"), std::string::npos);
  std::string none;
  EXPECT_EQ(Engine::memory_needed({}, {}, none), 0u);
  EXPECT_NE(none, "");
}

TEST_F(EngineTest, BlocksOfAnyLengthGiveTheSameSamples) {
  const auto whole = play(*make(), 128, 100), odd = play(*make(), 37, 340);
  float largest = 0;
  for (std::size_t n = 0; n < odd.size(); ++n) {
    ASSERT_EQ(whole[n], odd[n]) << n;
    largest = std::max(largest, std::abs(odd[n]));
  }
  EXPECT_GT(largest, 1e-5f);
}

TEST_F(EngineTest, ABankAtAnyAddressWillDo) {
  std::vector<std::byte> shifted(bank_.size() + 64);
  for (const int shift : {0, 1, 8, 33}) {
    std::copy(bank_.begin(), bank_.end(), shifted.begin() + shift);
    std::string error;
    EXPECT_TRUE(Engine::create({shifted.data() + shift, bank_.size()}, {}, error)) << error;
  }
}

TEST_F(EngineTest, NothingIsAllocatedAfterCreate) {
  if (!calls_can_be_watched()) GTEST_SKIP() << "a sanitizer has its own malloc";
  const auto engine = make();
  std::vector<float> left(128), right(128);
  float* const ears[] = {left.data(), right.data()};
  CallWatch watch;
  engine->set_listener({0, 1, 0}, {0.2, 1, 0});
  const int a = engine->spawn(0), b = engine->spawn(1, {}, true);
  const int contact = engine->contact_begin(a, b);
  for (int block = 0; block < 300; ++block) {
    EngineImpact impact;
    impact.a = a, impact.b = b, impact.impulse = 0.01;
    EngineContact state;
    state.normal_force = 2, state.slip = {0.1, 0, 0};
    if (block % 10 == 0) engine->impact(impact), engine->contact_update(contact, state);
    engine->render(ears, 128);
    if (block == 150) {
      EXPECT_EQ(engine->contact_state(contact), EngineContactState::slide);
    }
  }
  engine->despawn(a);
  EXPECT_EQ(engine->stats().contacts, 1);
  EXPECT_EQ(watch.calls().all(), 0);
}

TEST_F(EngineTest, DryRowsBelongToObjects) {
  EngineLimits limits;
  limits.ears = 0, limits.max_objects = 3;
  const auto engine = make(limits);
  engine->spawn(0);
  const int b = engine->spawn(1);
  EXPECT_EQ(engine->dry_row(b), 1);
  EXPECT_EQ(engine->dry_row(12345), -1);
  EngineImpact impact;
  impact.a = b, impact.closing_speed = 1, impact.point = {0.03, 0, 0};
  engine->impact(impact);
  std::vector<float> rows[3] = {std::vector<float>(256), std::vector<float>(256)};
  float* const dry[] = {rows[0].data(), rows[1].data(), nullptr};
  engine->render_dry(dry, 256);
  EXPECT_TRUE(std::all_of(rows[0].begin(), rows[0].end(), [](float x) { return x == 0; }));
  EXPECT_FALSE(std::all_of(rows[1].begin(), rows[1].end(), [](float x) { return x == 0; }));
}

TEST_F(EngineTest, TheCInterfaceGivesTheSameSound) {
  const auto expected = play(*make(), 128, 20);
  char error[64] = "x";
  peal_limits limits = peal_default_limits();
  peal_engine* engine = peal_create(bank_.data(), bank_.size(), &limits, error, sizeof error);
  ASSERT_TRUE(engine) << error;
  EXPECT_STREQ(error, "");
  const double left[3] = {0, 1, 0}, right[3] = {0.2, 1, 0};
  EXPECT_EQ(peal_set_listener(engine, left, right), 1);
  const peal_pose pose = peal_default_pose();
  peal_impact impact = peal_default_impact();
  impact.a = peal_spawn(engine, peal_find_body(engine, "bar"), &pose, 0);
  impact.closing_speed = 0.3, impact.point[0] = 0.03, impact.point[2] = 0.01;
  EXPECT_EQ(peal_strike(engine, &impact), 1);
  float a[128], b[128];
  float* const ears[] = {a, b};
  for (int block = 0; block < 20; ++block) {
    peal_render(engine, ears, 128);
    for (int n = 0; n < 128; ++n) ASSERT_EQ(a[n], expected[128 * block + n]);
  }
  EXPECT_EQ(peal_get_stats(engine).impacts, 1);
  peal_destroy(engine);

  EXPECT_EQ(peal_create(nullptr, 10, nullptr, error, sizeof error), nullptr);
  EXPECT_STRNE(error, "");
  EXPECT_EQ(std::strlen(error) < sizeof error, true);
  EXPECT_EQ(peal_spawn(nullptr, 0, &pose, 0), -1);
  peal_render(nullptr, nullptr, 128);
  peal_destroy(nullptr);
}

}  // namespace
}  // namespace peal
