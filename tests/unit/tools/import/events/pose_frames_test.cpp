#include "tools/import/events/pose_frames.h"

#include <gtest/gtest.h>

#include <cmath>

#include "io/data/csv_table.h"

namespace peal {
namespace {

/// Two seconds of a swing at 240 poses per second, with so many decimals.
PoseTable swing(int decimals) {
  std::string text = "time,body,px,py,pz,qw,qx,qy,qz\n";
  for (int n = 0; n <= 480; ++n)
    text += fmt::format("{:.6f},ball,0,{:.{}f},0,1,0,0,0\n", n / 240.0, 1.5 + std::sin(n / 80.0),
                        decimals);
  CsvReader csv(text, "p.csv");
  return read_pose_table(csv, {});
}

// Too few decimals: fewer frames are used, which is told, and never so few that the motion is lost.
TEST(PoseFrames, CoarseNumbersThinTheFramesAndAreTold) {
  const Vec3 gravity{0, -9.81, 0};
  for (const int decimals : {0, 2, 3, 4, 6}) {
    PoseTable table = swing(decimals);
    const PoseFrames frames = frames_of(table, {{0, {}, {}}}, gravity);
    EXPECT_EQ(frames.times.front(), 0);
    EXPECT_EQ(frames.times.back(), 2);
    EXPECT_GE(frames.frame_rate(), 20) << decimals;
    if (decimals == 6) {
      EXPECT_EQ(frames.times.size(), 481u);
      EXPECT_TRUE(table.warnings.empty());
    } else {
      ASSERT_EQ(table.warnings.size(), 1u) << decimals;
      EXPECT_NE(table.warnings[0].find("write six decimals"), std::string::npos);
    }
  }
}

}  // namespace
}  // namespace peal
