#include "io/data/pressure_probes.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <fstream>

#include "base/error.h"
#include "base/files/temporary_folder.h"
#include "io/data/hdf5_file.h"

namespace peal {
namespace {

PressureProbes two_probes() {
  PressureProbes probes;
  probes.begin = -1e-5, probes.step = 2e-6;
  probes.unit = "Pa/(m/s^2)";
  probes.probes = {{"front", {0, 1, 2.5}}, {"back", {0, -1, -2}}};
  probes.positions = {{0.1, 0, 0}, {-0.1, 0, 0.5}};
  return probes;
}

template <class Read>
std::string message_of(Read read) {
  try {
    read();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(PressureProbes, AFileBringsBackWhatWasWritten) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "p.h5";
  write_probe_file(path, two_probes(), "a test");
  const PressureProbes read = read_probe_file(path);
  EXPECT_EQ(read.begin, -1e-5);
  EXPECT_EQ(read.step, 2e-6);
  EXPECT_EQ(read.unit, "Pa/(m/s^2)");
  ASSERT_EQ(read.probes.size(), 2u);
  EXPECT_EQ(read.probes[1].name, "back");
  EXPECT_EQ(read.probes[0].pressure, (std::vector<double>{0, 1, 2.5}));
  EXPECT_EQ(read.positions[1], (Vec3{-0.1, 0, 0.5}));
}

// What the page promises to those who write the file themselves: rate instead of step, arrays
// instead of attributes, one probe without its dimension, no names, no positions.
TEST(PressureProbes, ForeignFilesNeedLittle) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "p.h5";
  const std::array pressure{1.0f, 2.0f, 3.0f, 4.0f};
  const std::array rate{48000.0};
  Hdf5Writer out(path);
  out.array("pressure", std::span<const float>(pressure), {4}, "Pa");
  out.array("rate", std::span<const double>(rate), {1}, "1/s");
  out.close();
  const PressureProbes read = read_probe_file(path);
  EXPECT_DOUBLE_EQ(read.step, 1 / 48000.0);
  EXPECT_EQ(read.begin, 0);
  ASSERT_EQ(read.probes.size(), 1u);
  EXPECT_EQ(read.probes[0].name, "probe 1");
  EXPECT_EQ(read.probes[0].pressure[3], 4);
}

TEST(PressureProbes, BadFilesEndInASentence) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "p.h5";
  const auto message = [&] { return message_of([&] { read_probe_file(path); }); };
  std::ofstream(path) << "not HDF5 at all";
  EXPECT_NE(message().find("not an HDF5 file"), std::string::npos) << message();
  const std::array pressure{1.0, std::nan("")}, good{1.0, 2.0};
  const auto write = [&](std::span<const double> values, double step, bool with_step) {
    Hdf5Writer out(path);
    out.array("pressure", values, {1, 2}, "Pa");
    if (with_step) out.attribute("step", step);
    out.close();
  };
  write(good, 1, false);
  EXPECT_NE(message().find("needs 'step'"), std::string::npos) << message();
  write(good, -1, true);
  EXPECT_NE(message().find("'step' is -1"), std::string::npos) << message();
  write(good, std::nan(""), true);
  EXPECT_NE(message().find("'step' is nan"), std::string::npos) << message();
  write(pressure, 1, true);
  EXPECT_NE(message().find("probe 1, sample 1 is not a finite"), std::string::npos) << message();
  write(good, 1, true);
  EXPECT_EQ(message(), "no error");
  // Cut off at any place: a sentence, never a crash.
  write_probe_file(path, two_probes());
  std::ifstream in(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  for (std::size_t size = 0; size < bytes.size(); size += 97) {
    std::ofstream(path, std::ios::binary) << bytes.substr(0, size);
    EXPECT_NE(message(), "no error") << size;
  }
}

TEST(PressureProbes, TablesHaveTimesAndOneColumnPerProbe) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "t.csv";
  const auto message = [&](const std::string& text) {
    std::ofstream(path) << text;
    return message_of([&] { read_probe_table(path); });
  };
  EXPECT_EQ(message("time,left,right\n0.001,1,2\n0.002,3,4\n0.003,5,6\n"), "no error");
  const PressureProbes read = read_probe_table(path);
  EXPECT_NEAR(read.step, 0.001, 1e-15);
  EXPECT_EQ(read.begin, 0.001);
  EXPECT_EQ(read.probes[1].name, "right");
  EXPECT_EQ(read.probes[1].pressure[2], 6);
  EXPECT_NE(message("time,a\n0,1\n0.1,2\n0.3,4\n").find("not evenly"), std::string::npos);
  EXPECT_NE(message("0,1\n0.1,2\n").find("header row"), std::string::npos);
  EXPECT_NE(message("a,b\n0,1\n0.1,2\n").find("no column of times"), std::string::npos);
  EXPECT_NE(message("time\n0\n1\n").find("column of pressure"), std::string::npos);
  EXPECT_NE(message("time,a\n1,1\n0,2\n").find("must rise"), std::string::npos);
  EXPECT_NE(message("time,a\n0,1\n1,x\n").find("t.csv:3"), std::string::npos);
}

}  // namespace
}  // namespace peal
