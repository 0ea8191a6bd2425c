#include "motion/export/events_csv.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>
#include <sstream>

namespace peal {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

constexpr const char* kHead =
    "time,kind,body_a,body_b,px,py,pz,impulse,closing_speed,normal_force,slip,roll,confidence";

Take two_bodies() {
  Take take;
  take.end = 2;
  take.bodies = {{"coin.001", 0.01, {1, 1, 1}}, {"a \"big\", plate", 1, {1, 1, 1}}};
  // The coin moves along x at 1 m/s, turned by 90 degrees about z.
  const Quat turned = Quat::from_axis_angle({0, 0, 1}, std::numbers::pi / 2);
  PoseTrack coin;
  coin.append({0, {{0, 1, 0}, turned}, {1, 0, 0}, {}});
  coin.append({2, {{2, 1, 0}, turned}, {1, 0, 0}, {}});
  take.tracks = {coin, PoseTrack(Pose{})};
  return take;
}

ContactSample sample(double time, ContactState state, int track = 0) {
  ContactSample s;
  s.track = track, s.body_a = 0, s.body_b = 1, s.time = time, s.state = state;
  s.normal_force = 0.1, s.normal = {0, 1, 0}, s.slip = {0.3, 0, 0.4}, s.roll = {0, 0, 2};
  return s;
}

TEST(EventsCsv, ImpactsStandAtTheirPlaceInTheWorld) {
  Take take = two_bodies();
  take.impacts.push_back(
      {0.5, 0, kFloor, {0.1, 0, 0}, {}, {0, 1, 0}, {0, 0.03, 0.04}, 0.7, 0.001, 0.25});
  const auto lines = lines_of(events_csv(take));
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0], kHead);
  EXPECT_EQ(lines[1], "0.500000000,impact,coin.001,floor,0.5,1.1,0,0.05,0.7,,,,0.25");
}

TEST(EventsCsv, OnlyChangesOfContactsAreTold) {
  Take take = two_bodies();
  take.contacts = {sample(0.1, ContactState::slide),     sample(0.2, ContactState::slide),
                   sample(0.25, ContactState::slide, 1), sample(0.3, ContactState::roll),
                   sample(0.4, ContactState::rest),      sample(0.5, ContactState::rest)};
  ContactSample end = sample(0.6, ContactState::rest);
  end.ends = true;
  take.contacts.push_back(end);
  const auto lines = lines_of(events_csv(take));
  ASSERT_EQ(lines.size(), 6u);
  const std::string bodies = "coin.001,\"a \"\"big\"\", plate\",";
  EXPECT_EQ(lines[1], "0.100000000,slide," + bodies + "0.1,1,0,,,0.1,0.5,2,");
  EXPECT_TRUE(lines[2].starts_with("0.250000000,slide,")) << lines[2];
  EXPECT_TRUE(lines[3].starts_with("0.300000000,roll,")) << lines[3];
  EXPECT_TRUE(lines[4].starts_with("0.400000000,rest,")) << lines[4];
  EXPECT_EQ(lines[5], "0.600000000,end," + bodies + ",,,,,,,,");
}

TEST(EventsCsv, RowsAreInOrderOfTimeAndHaveAllCells) {
  Take take = two_bodies();
  take.contacts = {sample(0.2, ContactState::slide), sample(0.4, ContactState::rest)};
  for (const double time : {0.1, 0.2, 0.3, 0.9})
    take.impacts.push_back({time, 0, kFloor, {}, {}, {0, 1, 0}, {}, 0, 0, 1});
  take.bodies[1].name = "plate";
  const auto lines = lines_of(events_csv(take));
  std::string kinds;
  double last = 0;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    EXPECT_EQ(std::count(lines[i].begin(), lines[i].end(), ','), 12) << lines[i];
    EXPECT_GE(std::stod(lines[i]), last);
    last = std::stod(lines[i]);
    kinds += lines[i][lines[i].find(',') + 1];
  }
  EXPECT_EQ(kinds, "iisiri");
}

TEST(EventsCsv, ATakeWithoutEventsHasAHeadOnly) {
  EXPECT_EQ(events_csv({}), std::string(kHead) + "\n");
  Take take = two_bodies();
  take.tracks[0] = {};  // no pose: no place
  take.impacts.push_back({0.5, 0, kFloor, {}, {}, {0, 1, 0}, {}, 0, 0, 1});
  EXPECT_EQ(lines_of(events_csv(take)).at(1), "0.500000000,impact,coin.001,floor,,,,0,0,,,,1");
}

}  // namespace
}  // namespace peal
