// What is written is read; what was damaged is refused with a sentence; rounding keeps its bound.
#include "models/bake/pulse_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>

#include "base/error.h"
#include "fixtures.h"
#include "io/data/hdf5_file.h"
#include "support/error_of.h"

namespace peal::test {
namespace {

TEST(PulseFile, GivesBackWhatWasWritten) {
  const Folder folder;
  const PulseRecord record = some_record();
  write_pulse_file(folder / "a.pulses", record, "a key");
  const PulseFile file = read_pulse_file(folder / "a.pulses");
  const PulseRecord& read = file.record;
  EXPECT_EQ(file.about, "a key");
  EXPECT_EQ(read.coefficients, record.coefficients);
  EXPECT_EQ(read.values, record.values);
  EXPECT_EQ(read.samples, record.samples);
  EXPECT_EQ(read.polar_axis, 1);
  EXPECT_EQ(read.air.speed_of_sound, record.air.speed_of_sound);
  EXPECT_EQ(read.air.density, record.air.density);
  EXPECT_EQ(norm(read.centre - record.centre), 0);
  EXPECT_EQ(read.radius, record.radius);
  EXPECT_EQ(read.pulse, record.pulse);
  EXPECT_EQ(read.max_frequency, record.max_frequency);
  EXPECT_EQ(read.begin, record.begin);
  EXPECT_EQ(read.step, record.step);
  EXPECT_EQ(read.cell, record.cell);
  EXPECT_EQ(read.tail, record.tail);
  EXPECT_EQ(read.wall_cells, record.wall_cells);
}

TEST(PulseFile, TheSameRecordGivesTheSameBytes) {
  const Folder folder;
  write_pulse_file(folder / "a.pulses", some_record(), "key");
  write_pulse_file(folder / "b.pulses", some_record(), "key");
  EXPECT_TRUE(read_bytes(folder / "a.pulses") == read_bytes(folder / "b.pulses"));
}

TEST(PulseFile, ARecordWithoutChannelsIsARecord) {
  const Folder folder;
  PulseRecord record = some_record();
  record.coefficients.clear(), record.values.clear();
  write_pulse_file(folder / "a.pulses", record, "silent");
  EXPECT_TRUE(read_pulse_file(folder / "a.pulses").record.values.empty());
}

// Each DOF has its own bound: rotations are 1e5 times smaller here and must not vanish.
TEST(PulseFile, RoundingStaysBelowItsBoundForEveryDof) {
  const PulseRecord exact = some_record();
  PulseRecord rounded = exact;
  round_pulses(rounded);
  std::array<double, kRigidDofs> largest{}, error{};
  for (std::size_t c = 0; c < exact.coefficients.size(); ++c)
    for (int i = 0; i < exact.samples; ++i) {
      const auto dof = static_cast<std::size_t>(exact.coefficients[c].dof);
      largest[dof] = std::max(largest[dof], std::abs(double{exact.coefficient(c)[i]}));
      error[dof] = std::max(error[dof], std::abs(double{exact.coefficient(c)[i]} -
                                                 double{rounded.coefficient(c)[i]}));
    }
  for (int dof = 0; dof < kRigidDofs; ++dof) {
    EXPECT_LT(error[dof] / largest[dof], kPulseRounding) << dof;
    EXPECT_GT(error[dof] / largest[dof], 0.1 * kPulseRounding) << "rounded too finely";
  }
  PulseRecord twice = rounded;
  round_pulses(twice);
  EXPECT_EQ(twice.values, rounded.values);
}

TEST(PulseFile, RoundedRecordsAreSmall) {
  const Folder folder;
  PulseRecord record = some_record(4000);
  write_pulse_file(folder / "exact.pulses", record, "key");
  round_pulses(record);
  write_pulse_file(folder / "rounded.pulses", record, "key");
  const auto exact = std::filesystem::file_size(folder / "exact.pulses");
  const auto rounded = std::filesystem::file_size(folder / "rounded.pulses");
  EXPECT_LT(rounded, exact / 3);
  EXPECT_LT(rounded, record.values.size());  // less than a byte per value
}

// Wherever a bit flips, the file is refused or the content is untouched.
TEST(PulseFile, EveryBitFlipIsNoticedOrHarmless) {
  const Folder folder;
  PulseRecord record = some_record(40);
  round_pulses(record);
  write_pulse_file(folder / "good.pulses", record, "key");
  const std::string good = read_bytes(folder / "good.pulses");
  int refused = 0, harmless = 0;
  for (std::size_t at = 0; at < good.size(); at += 31) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ (1 << (at % 8)));
    write_bytes(folder / "bad.pulses", bad);
    try {
      const PulseFile file = read_pulse_file(folder / "bad.pulses");
      EXPECT_EQ(file.record.values, record.values) << at;
      EXPECT_EQ(file.record.coefficients, record.coefficients) << at;
      EXPECT_EQ(file.record.radius, record.radius) << at;
      EXPECT_EQ(file.about, "key") << at;
      ++harmless;
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("bad.pulses"), std::string::npos) << error.what();
      ++refused;
    }
  }
  EXPECT_GT(refused, harmless);  // the rest is room that HDF5 leaves empty
}

TEST(PulseFile, EveryTruncationIsNoticed) {
  const Folder folder;
  write_pulse_file(folder / "good.pulses", some_record(), "key");
  const std::string good = read_bytes(folder / "good.pulses");
  for (std::size_t length = 0; length < good.size(); length += good.size() / 60) {
    write_bytes(folder / "bad.pulses", good.substr(0, length));
    EXPECT_THROW(read_pulse_file(folder / "bad.pulses"), Error) << length;
  }
}

TEST(PulseFile, RefusesForeignFiles) {
  const Folder folder;
  {
    Hdf5Writer other(folder / "other.pulses");
    other.attribute("format", std::string("peal modes"));
    other.close();
  }
  EXPECT_NE(
      error_of([&] { read_pulse_file(folder / "other.pulses"); }).find("not a file of pulses"),
      std::string::npos);
  EXPECT_NE(error_of([&] { read_pulse_file(folder / "none.pulses"); }).find("none.pulses"),
            std::string::npos);
}

TEST(PulseFile, RecordsThatDoNotFitTogetherAreNotWritten) {
  const auto said = [](const std::function<void(PulseRecord&)>& spoil) {
    PulseRecord record = some_record(10);
    spoil(record);
    return error_of([&] { check_pulses(record, "here"); });
  };
  EXPECT_EQ(said([](PulseRecord& r) { r.values.pop_back(); }),
            "here: the sizes of its arrays do not fit together");
  EXPECT_EQ(said([](PulseRecord& r) { r.samples = -1; }),
            "here: the sizes of its arrays do not fit together");
  EXPECT_EQ(said([](PulseRecord& r) { r.values[5] = std::numeric_limits<float>::quiet_NaN(); }),
            "here: holds a value that is not a number");
  EXPECT_EQ(said([](PulseRecord& r) { r.step = 0; }),
            "here: 'step' is 0; expected a positive number");
  EXPECT_EQ(said([](PulseRecord& r) { r.polar_axis = 3; }),
            "here: 'polar_axis' is 3; expected 0, 1 or 2");
  EXPECT_EQ(said([](PulseRecord& r) { r.coefficients[0].dof = 6; }),
            "here: 'channels' names freedom 6, harmonic (0, 0)");
  EXPECT_EQ(said([](PulseRecord& r) { r.coefficients[1].m = -2; }),
            "here: 'channels' names freedom 0, harmonic (1, -2)");
  EXPECT_EQ(said([](PulseRecord& r) { r.coefficients[1] = r.coefficients[0]; }),
            "here: 'channels' names freedom 0, harmonic (0, 0) twice");
}

}  // namespace
}  // namespace peal::test
