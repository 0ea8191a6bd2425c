// Touches of rods and hits of grains in events.csv.
#include "motion/export/matter_events.h"

#include <gtest/gtest.h>

#include <sstream>

#include "motion/export/events_csv.h"
#include "motion/take/event_tape.h"

namespace peal {
namespace {

ShapePush push(double time, int object, float impulse) {
  ShapePush out;
  out.time = time, out.duration = 1e-5f, out.object = object, out.by = 1;
  out.point = {0.1f, 0.2f, static_cast<float>(time)};
  out.impulse = {0, -impulse, 0};
  return out;
}

GrainHit hit(double time, std::int32_t partner, float impulse) {
  GrainHit out;
  out.time = time, out.partner = partner, out.impulse = impulse, out.speed = 2;
  out.place[1] = 0.25f;
  return out;
}

Take take_of(const MotionBlock& block, double end) {
  Take take;
  take.end = end;
  take.bodies = {{"plate", 0, {}}, {"wire", 1, {1, 1, 1}}};
  take.tracks = {PoseTrack(Pose{}), PoseTrack(Pose{})};
  auto tape = std::make_shared<ChunkFile>(ChunkFile::temporary({}));
  EventTapeWriter().record(block, *tape);
  take.tape = tape;
  return take;
}

std::vector<GrainsSpec> two_crowds() {
  GrainsSpec sand, beads;
  sand.name = "sand", sand.count = 10;
  beads.name = "beads, glass", beads.count = 10;
  return {sand, beads};
}

TEST(MatterEvents, PushesWithoutAPauseAreOneTouch) {
  MotionBlock block;
  block.end = 1;
  for (int k = 0; k < 50; ++k) block.pushes.push_back(push(0.1 + k * 1e-5, 0, 1e-3f));
  for (int k = 0; k < 3; ++k) block.pushes.push_back(push(0.1002 + k * 1e-5, kFloor, 1e-3f));
  block.pushes.push_back(push(0.1018, 0, 5e-3f));  // 1.3 ms later
  std::stable_sort(block.pushes.begin(), block.pushes.end(),
                   [](auto& a, auto& b) { return a.time < b.time; });
  const MatterEvents got = matter_events(take_of(block, 1), {});
  ASSERT_EQ(got.events.size(), 3u);
  EXPECT_DOUBLE_EQ(got.events[0].time, 0.1);
  EXPECT_EQ(got.events[0].a, 1);
  EXPECT_EQ(got.events[0].b, 0);
  EXPECT_NEAR(got.events[0].impulse, 0.05, 1e-7);
  EXPECT_NEAR(got.events[0].place.z, 0.1, 1e-7);
  EXPECT_EQ(got.events[1].b, kFloor);
  EXPECT_NEAR(got.events[1].impulse, 0.003, 1e-8);
  EXPECT_NEAR(got.events[2].impulse, 0.005, 1e-8);
}

TEST(MatterEvents, RowsAreInOrderOfTimeWithTheNamesOfCrowds) {
  MotionBlock block;
  block.end = 1;
  block.pushes = {push(0.3, kFloor, 0.5f)};
  block.crowds = {{0, {hit(0.2, partner_of_object(0), 1e-6f), hit(0.4, 15, 2e-6f)}},
                  {1, {hit(0.25, partner_of_object(kFloor), 3e-6f)}}};
  Take take = take_of(block, 1);
  take.impacts.push_back({0.22, 0, kFloor, {}, {}, {0, 1, 0}, {0, 1, 0}, 1, 0, 1});
  std::istringstream text(events_csv(take, two_crowds()));
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  ASSERT_EQ(lines.size(), 6u);
  EXPECT_EQ(lines[1], "0.200000000,hit,sand,plate,0,0.25,0,1e-06,2,,,,1");
  EXPECT_EQ(lines[2], "0.220000000,impact,plate,floor,0,0,0,1,1,,,,1");
  EXPECT_EQ(lines[3], "0.250000000,hit,\"beads, glass\",floor,0,0.25,0,3e-06,2,,,,1");
  EXPECT_EQ(lines[4], "0.300000000,touch,wire,floor,0.1,0.2,0.3,0.5,,,,,1");
  EXPECT_EQ(lines[5], "0.400000000,hit,sand,\"beads, glass\",0,0.25,0,2e-06,2,,,,1");
}

TEST(MatterEvents, OfTooManyHitsEveryMomentKeepsItsStrongest) {
  MotionBlock block;
  block.end = 1;
  block.crowds = {{0, {}}};
  // A crowded moment of 1000 at 0.5 s, ten alone before it.
  for (int k = 0; k < 10; ++k) block.crowds[0].hits.push_back(hit(0.02 * k, 1, 1e-9f));
  for (int k = 0; k < 1000; ++k)
    block.crowds[0].hits.push_back(hit(0.502 + 1e-6 * k, 1, static_cast<float>(1 + k % 100)));
  const Take take = take_of(block, 1);
  const MatterEvents got = matter_events(take, two_crowds(), 60);
  EXPECT_EQ(got.hits, 1010u);
  EXPECT_EQ(got.left_out, 950u);
  ASSERT_EQ(got.events.size(), 60u);
  for (std::size_t k = 0; k < 10; ++k) EXPECT_LT(got.events[k].time, 0.2);
  for (std::size_t k = 10; k < 60; ++k) {
    EXPECT_GE(got.events[k].impulse, 96);  // ten of each strength: the fifty strongest are 96..100
    EXPECT_GE(got.events[k].time, got.events[k - 1].time);
  }
  EXPECT_EQ(matter_events(take, two_crowds()).left_out, 0u);
}

TEST(MatterEvents, WithoutATapeThereAreNone) {
  EXPECT_TRUE(matter_events({}, two_crowds()).events.empty());
}

}  // namespace
}  // namespace peal
