#include "tools/import/events/pose_table.h"

#include <gtest/gtest.h>

#include "base/constants.h"
#include "base/error.h"
#include "io/data/csv_table.h"
#include "tools/import/events/pose_units.h"

namespace peal {
namespace {

const std::string kHeader = "time,body,px,py,pz,qw,qx,qy,qz\n";

PoseTable read(const std::string& text, const PoseTableOptions& options = {}) {
  CsvReader csv(text, "p.csv");
  return read_pose_table(csv, options);
}

std::string message_of(const std::string& text, const PoseTableOptions& options = {}) {
  try {
    read(text, options);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

/// Falls from 2 m at 60 frames per second, in other units of length and time.
std::string falling(double units_per_metre, double times_per_second, bool z_up = false) {
  std::string text = kHeader;
  for (int k = 0; k < 36; ++k) {
    const double t = k / 60.0, y = units_per_metre * (2 - 0.5 * 9.81 * t * t);
    text += fmt::format("{:.9g},ball,{:.9g},{:.9g},{:.9g},1,0,0,0\n", t * times_per_second,
                        units_per_metre * t, z_up ? 0 : y, z_up ? y : 0);
  }
  return text;
}

std::string unit_message(const std::string& text, const PoseTableOptions& options = {}) {
  try {
    PoseTable table = read(text, options);
    check_pose_units(table, {0, -9.81, 0}, 0.1);
    return table.warnings.empty() ? "good" : table.warnings.front();
  } catch (const Error& error) {
    return error.what();
  }
}

TEST(PoseTable, RowsAreSortedByBodyAndTime) {
  const PoseTable table = read(kHeader +
                               "0,a,1,2,3,1,0,0,0\n0,b,4,5,6,0,1,0,0\n0.2,a,1,2,3,1,0,0,0\n"
                               "0.1,a,1,2.5,3,1,0,0,0\n0.1,b,4,5,6,0,1,0,0\n");
  EXPECT_EQ(table.bodies, (std::vector<std::string>{"a", "b"}));
  ASSERT_EQ(table.rows.size(), 5u);
  EXPECT_EQ(table.rows[1].time, 0.1);
  EXPECT_EQ(table.rows[1].own.position.y, 2.5);
  EXPECT_EQ(table.range(1), (std::pair<std::size_t, std::size_t>{3, 5}));
  EXPECT_NEAR(table.step, 0.1, 1e-12);
  EXPECT_EQ(table.rounding, 0.05);  // one decimal
  ASSERT_EQ(table.warnings.size(), 1u);
  EXPECT_EQ(table.warnings[0], "p.csv:5: 'a' goes back to 0.1 s; 1 row was sorted by time");
}

TEST(PoseTable, FramesScaleAndUpAxis) {
  PoseTableOptions options;
  options.fps = 50;
  options.scale = 0.01;
  options.up = UpAxis::z;
  const PoseTable table = read(
      "frame,body,px,py,pz,rx,ry,rz\n1,a,100,200,300,0,0,90\n2,a,100,200,300,0,0,90\n", options);
  EXPECT_DOUBLE_EQ(table.rows[1].time, 0.04);
  EXPECT_NEAR(norm(table.rows[0].own.position - Vec3{1, 3, -2}), 0, 1e-12);
  // A quarter turn about the file's z is one about y; x goes to the file's y, which is -z.
  EXPECT_NEAR(norm(rotate(table.rows[0].own.rotation, {1, 0, 0}) - Vec3{0, 0, -1}), 0, 1e-12);
}

TEST(PoseTable, EulerAnglesTurnAboutXFirst) {
  const Quat q = rotation_from_euler(90, 90, 0);
  EXPECT_NEAR(norm(rotate(q, {0, 1, 0}) - Vec3{1, 0, 0}), 0, 1e-12);  // y -> z -> x
}

TEST(PoseTable, MistakesAreNamed) {
  EXPECT_EQ(message_of(kHeader + "0,a,1,2,nan,1,0,0,0\n"),
            "p.csv:2: column 'pz': expected a finite number, got 'nan'");
  EXPECT_EQ(message_of(kHeader + "0,a,1,2,3,1,1,0,0\n"),
            "p.csv:2: the quaternion (1, 1, 0, 0) has length 1.414; expected 1");
  EXPECT_EQ(message_of(kHeader + "0,a,1,2,3,0,0,0,0\n"),
            "p.csv:2: the quaternion (0, 0, 0, 0) has length 0; expected 1");
  EXPECT_EQ(message_of(kHeader + "0,a,1,2,3,1,0,0,0\n0.1,b,1,2,3,1,0,0,0\n0,a,1,2,4,1,0,0,0\n"),
            "p.csv: lines 2 and 4 give two different poses of 'a' at 0 s");
  EXPECT_EQ(message_of(kHeader), "p.csv: it has a header and no rows");
  EXPECT_EQ(message_of("frame,body,px,py,pz,qw,qx,qy,qz\n"),
            "p.csv: it counts frames; say how many there are in a second: --fps 24");
  EXPECT_EQ(message_of(kHeader + "0,a,0,0,0,1,0,0,0\n1,a,0,0,0,1,0,0,0\n2,a,0,0,0,1,0,0,0\n"),
            "p.csv: times step by 1: these look like frame numbers; use --fps 24");
  EXPECT_EQ(message_of(kHeader + "0,a,0,0,0,1,0,0,0\n16.7,a,0,0,0,1,0,0,0\n"),
            "p.csv: times step by 16.7 s: these look like milliseconds; write seconds");
  EXPECT_EQ(message_of(kHeader + "0.5,a,0,0,0,1,0,0,0\n", {24, 1, UpAxis::y}),
            "p.csv:2: column 'time': 0.5 is not a frame number; leave --fps out for seconds");
  EXPECT_EQ(message_of("time,body,px,py,pz\n0,a,0,0,0\n"),
            "p.csv: there is no column 'qw'; its header is time,body,px,py,pz");
  EXPECT_EQ(message_of(kHeader + "0,,0,0,0,1,0,0,0\n"),
            "p.csv:2: column 'body': the name is empty");
}

TEST(PoseTable, SmallErrorsAreRepairedWithAWarning) {
  const PoseTable table = read(kHeader +
                               "0,a,0,0,0,1.01,0,0,0\n0.1,a,0,0,0,1,0,0,0\n0.1,a,0,0,0,1,0,0,0\n"
                               "0.2,a,0,0,0,1,0,0,0\n0.5,a,0,0,0,1,0,0,0\n");
  ASSERT_EQ(table.warnings.size(), 3u);
  EXPECT_EQ(table.warnings[0],
            "p.csv:2: a quaternion has length 1.01; such ones are made unit vectors");
  EXPECT_EQ(table.warnings[1], "p.csv: 1 row is there twice");
  EXPECT_EQ(
      table.warnings[2],
      "p.csv: 1 gap in the frames; the longest: 'a' from 0.2 s to 0.5 s (a frame lasts 0.1 s)");
  EXPECT_EQ(table.rows[0].own.rotation, Quat{});
}

TEST(PoseUnits, FallingBodiesTellTheUnits) {
  EXPECT_EQ(unit_message(falling(1, 1)), "good");
  EXPECT_EQ(unit_message(falling(100, 1)),
            "p.csv: bodies fall with 981 m/s^2: this looks like centimetres: try --scale 0.01");
  EXPECT_EQ(unit_message(falling(1000, 1)),
            "p.csv: bodies fall with 9810 m/s^2: this looks like millimetres: try --scale 0.001");
  EXPECT_EQ(unit_message(falling(0.001, 1)),
            "p.csv: bodies fall with 0.00981 m/s^2: this looks like kilometres: try --scale 1000");
  EXPECT_EQ(unit_message(falling(39.3701, 1)),
            "p.csv: bodies fall with 386.2 m/s^2: this looks like inches: try --scale 0.0254");
  EXPECT_EQ(unit_message(falling(1, 60)),
            "p.csv: times step by 1: these look like frame numbers; use --fps 24");
  EXPECT_EQ(unit_message(falling(1, 30)),
            "p.csv: bodies fall with 0.0109 m/s^2: times look like frame numbers; use --fps 30");
  EXPECT_EQ(unit_message(falling(1, 1, true)),
            "p.csv: bodies fall along -z: z points up here; use --up z");
  EXPECT_EQ(unit_message(falling(1, 1, true), {0, 1, UpAxis::z}), "good");
  EXPECT_EQ(unit_message(falling(1, 60, false), {60, 1, UpAxis::y}), "good");
  EXPECT_EQ(unit_message(falling(100, 1), {0, 0.01, UpAxis::y}), "good");
  EXPECT_NE(unit_message(falling(0.5, 1)).find("but the scene's gravity is"), std::string::npos);
}

}  // namespace
}  // namespace peal
