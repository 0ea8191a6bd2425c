// What is written is read; hostile and damaged files are refused with a sentence; other programs'
// files are understood; rounding keeps its bound near and far.
#include "models/bake/transfer_file.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "base/error.h"
#include "base/rng.h"
#include "fixtures.h"
#include "io/data/hdf5_file.h"
#include "models/bake/mode_pressures.h"
#include "models/bake/transfer_head.h"
#include "support/error_of.h"

namespace peal::test {
namespace {

TransferRecord some_transfer(int modes = 5) {
  TransferRecord record;
  record.centre = {0.001, -0.002, 0.003};
  record.radius = 0.11;
  KeyedRng random(1, 2, 3);
  for (int i = 0; i < modes; ++i) {
    ModeTransfer mode;
    mode.omega = 2000.0 * (i + 1);
    mode.order = 3 + 2 * i;
    mode.error = 0.01 * i;
    mode.method = i % 2 ? TransferMethod::boundary_elements : TransferMethod::time_domain;
    // Evanescent orders are large on the sphere and nothing far away.
    for (int l = 0; l <= mode.order; ++l)
      for (int m = -l; m <= l; ++m)
        mode.coefficients.emplace_back(std::exp(-0.5 * std::abs(l - 4)) * random.normal(),
                                       std::exp(-0.5 * std::abs(l - 4)) * random.normal());
    record.modes.push_back(mode);
  }
  record.modes.push_back({});  // not computed
  record.modes.back().omega = 2e5;
  return record;
}

void expect_equal_transfers(const TransferRecord& a, const TransferRecord& b) {
  EXPECT_EQ(a.air.speed_of_sound, b.air.speed_of_sound);
  EXPECT_EQ(a.air.density, b.air.density);
  EXPECT_EQ(a.radius, b.radius);
  EXPECT_EQ(a.centre, b.centre);
  ASSERT_EQ(a.modes.size(), b.modes.size());
  for (std::size_t i = 0; i < a.modes.size(); ++i) {
    EXPECT_EQ(a.modes[i].omega, b.modes[i].omega);
    EXPECT_EQ(a.modes[i].error, b.modes[i].error);
    EXPECT_EQ(a.modes[i].method, b.modes[i].method);
    EXPECT_EQ(a.modes[i].order, b.modes[i].order);
    EXPECT_TRUE(a.modes[i].coefficients == b.modes[i].coefficients);
  }
}

TEST(TransferFile, GivesBackWhatWasWritten) {
  const Folder folder;
  write_transfer_file(folder / "a.transfer", some_transfer(), "a key");
  const TransferFile file = read_transfer_file(folder / "a.transfer");
  EXPECT_EQ(file.about, "a key");
  EXPECT_TRUE(file.hashed);
  expect_equal_transfers(file.record, some_transfer());
  EXPECT_EQ(transfer_content(folder / "a.transfer"), TransferContent::multipoles);
  write_transfer_file(folder / "b.transfer", some_transfer(), "a key");
  EXPECT_TRUE(read_bytes(folder / "a.transfer") == read_bytes(folder / "b.transfer"));
}

TEST(TransferFile, ARecordWithoutModesIsARecord) {
  const Folder folder;
  TransferRecord record = some_transfer();
  record.modes.clear();
  write_transfer_file(folder / "a.transfer", record, "");
  EXPECT_TRUE(read_transfer_file(folder / "a.transfer").record.modes.empty());
}

// The far field of a mode may be a thousandth of what is on the sphere: it must not be rounded
// away.
TEST(TransferFile, RoundingIsNotHeardNearOrFar) {
  TransferRecord exact = some_transfer(), rounded = exact;
  for (TransferRecord* record : {&exact, &rounded}) {
    record->modes[0].omega = 30;  // ka = 0.01: l = 3 is 1e-6 of l = 0 at 100 r1
    for (int m = -3; m <= 3; ++m) record->modes[0].coefficients[harmonic_index(3, m)] *= 1e4f;
  }
  round_transfer(rounded);
  for (const double distance : {1.0001, 2.0, 10.0, 1000.0})
    for (std::size_t i = 0; i < 5; ++i) {
      double error = 0, power = 0;
      KeyedRng random(4, 5, 6);
      for (int n = 0; n < 40; ++n) {
        const Vec3 d = normalized(Vec3{random.normal(), random.normal(), random.normal()});
        const Vec3 place = exact.centre + distance * exact.radius * d;
        const auto p = transfer_pressure(exact, exact.modes[i], place);
        error += std::norm(transfer_pressure(rounded, rounded.modes[i], place) - p);
        power += std::norm(p);
      }
      EXPECT_LT(std::sqrt(error / power), 3e-4) << i << " at " << distance;
    }
  TransferRecord twice = rounded;
  round_transfer(twice);
  expect_equal_transfers(twice, rounded);
}

TEST(TransferFile, RoundedRecordsAreSmallAndOrdersThatNobodyHearsAreCut) {
  const Folder folder;
  TransferRecord record = some_transfer(20);
  for (ModeTransfer& mode : record.modes) {
    if (mode.coefficients.empty()) continue;
    mode.order += 10;
    mode.coefficients.resize(harmonic_count(mode.order), {1e-7f, -1e-7f});
  }
  write_transfer_file(folder / "exact.transfer", record, "key");
  std::size_t values = 0;
  round_transfer(record);
  for (const ModeTransfer& mode : record.modes) values += 2 * mode.coefficients.size();
  EXPECT_LE(record.modes[3].order, 9);
  write_transfer_file(folder / "rounded.transfer", record, "key");
  EXPECT_LT(std::filesystem::file_size(folder / "rounded.transfer"), 3 * values + 10000);
  EXPECT_LT(std::filesystem::file_size(folder / "rounded.transfer"),
            std::filesystem::file_size(folder / "exact.transfer") * 0.8);
}

TEST(TransferFile, EveryBitFlipIsNoticedOrHarmless) {
  const Folder folder;
  const TransferRecord record = some_transfer(3);
  write_transfer_file(folder / "good.transfer", record, "key");
  const std::string good = read_bytes(folder / "good.transfer");
  int refused = 0, unhashed = 0;
  for (std::size_t at = 0; at < good.size(); at += 29) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ (1 << (at % 8)));
    write_bytes(folder / "bad.transfer", bad);
    try {
      const TransferFile file = read_transfer_file(folder / "bad.transfer");
      if (!file.hashed) {  // the name of the hash itself: the cache refuses it
        ++unhashed;
        continue;
      }
      expect_equal_transfers(file.record, record);
      EXPECT_EQ(file.about, "key") << at;
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("bad.transfer"), std::string::npos) << error.what();
      ++refused;
    }
  }
  EXPECT_GT(refused, 100);
  EXPECT_LE(unhashed, 2);
}

TEST(TransferFile, EveryTruncationIsNoticed) {
  const Folder folder;
  write_transfer_file(folder / "good.transfer", some_transfer(), "key");
  const std::string good = read_bytes(folder / "good.transfer");
  for (std::size_t length = 0; length < good.size(); length += good.size() / 60) {
    write_bytes(folder / "bad.transfer", good.substr(0, length));
    EXPECT_THROW(read_transfer_file(folder / "bad.transfer"), Error) << length;
  }
}

/// A file as another program would write it: no hash, no methods, no errors.
struct Foreign {
  std::string format = "peal transfer", content = "multipoles";
  std::int64_t version = 1, time_sign = -1;
  double radius = 0.1, speed = 340;
  std::vector<double> centre{0, 0, 0}, omega{1000, 2000};
  std::vector<std::int32_t> order{0, 1};
  std::vector<float> real{1, 2, 3, 4, 5}, imag{6, 7, 8, 9, 10};
  std::string without;  // this array is left out

  void write(const std::filesystem::path& path) const {
    Hdf5Writer out(path);
    out.attribute("format", format), out.attribute("version", version);
    out.attribute("content", content), out.attribute("time_sign", time_sign);
    out.attribute("speed_of_sound", speed), out.attribute("density", 1.2);
    out.attribute("radius", radius);
    const auto put = [&](const char* name, const auto& values) {
      if (without == name) return;
      out.array(name, std::span(values.data(), values.size()), {values.size()}, "1");
    };
    put("centre", centre), put("omega", omega), put("order", order);
    put("real", real), put("imag", imag);
    out.close();
  }
};

TEST(TransferFile, ReadsWhatOtherProgramsWrite) {
  const Folder folder;
  Foreign foreign;
  foreign.write(folder / "f.transfer");
  const TransferFile file = read_transfer_file(folder / "f.transfer");
  EXPECT_FALSE(file.hashed);
  ASSERT_EQ(file.record.modes.size(), 2u);
  EXPECT_EQ(file.record.modes[1].method, TransferMethod::foreign);
  EXPECT_EQ(file.record.modes[1].coefficients[3], std::complex<float>(5, 10));
  foreign.time_sign = 1;  // e^{+i omega t}: the same pressure, conjugated
  foreign.write(folder / "f.transfer");
  EXPECT_EQ(read_transfer_file(folder / "f.transfer").record.modes[1].coefficients[3],
            std::complex<float>(5, -10));
}

TEST(TransferFile, HostileFilesAreRefusedByName) {
  const Folder folder;
  const auto said = [&](const std::function<void(Foreign&)>& spoil) {
    Foreign foreign;
    spoil(foreign);
    foreign.write(folder / "h.transfer");
    const std::string text = error_of([&] { read_transfer_file(folder / "h.transfer"); });
    EXPECT_TRUE(text.starts_with((folder / "h.transfer").string())) << text;
    return text.substr(std::min(text.size(), (folder / "h.transfer").string().size()));
  };
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(said([](Foreign& f) { f.format = "peal pulses"; }), ": not a file of transfers");
  EXPECT_NE(said([](Foreign& f) { f.version = 7; }).find("version 7"), std::string::npos);
  EXPECT_NE(said([](Foreign& f) { f.content = "maps"; }).find("'content' is 'maps'"),
            std::string::npos);
  EXPECT_NE(said([](Foreign& f) { f.content = "pressures"; }).find("holds pressures"),
            std::string::npos);
  EXPECT_NE(said([](Foreign& f) { f.time_sign = 0; }).find("'time_sign' is 0"), std::string::npos);
  EXPECT_NE(said([](Foreign& f) { f.radius = -1; }).find("'radius' is -1"), std::string::npos);
  EXPECT_NE(said([](Foreign& f) { f.speed = 0; }).find("'speed_of_sound' is 0"), std::string::npos);
  EXPECT_NE(said([](Foreign& f) {
              f.centre = {1, 2};
            }).find("'centre' has 2 values"),
            std::string::npos);
  EXPECT_NE(said([](Foreign& f) {
              f.centre = {1e6, 0, 0};
            }).find("'centre' lies"),
            std::string::npos);
  EXPECT_NE(said([&](Foreign& f) { f.omega[1] = infinity; }).find("mode 1: 'omega' is inf"),
            std::string::npos);
  EXPECT_NE(said([](Foreign& f) { f.omega[0] = 1e12; }).find("mode 0: 'omega' is 1e+12"),
            std::string::npos);
  EXPECT_NE(said([](Foreign& f) {
              f.order = {0, 2'000'000'000};
            }).find("'order' of mode 1"),
            std::string::npos);
  EXPECT_NE(said([](Foreign& f) {
              f.order = {0, -2};
            }).find("'order' of mode 1 is -2"),
            std::string::npos);
  EXPECT_NE(said([](Foreign& f) { f.order = {0}; }).find("'order' has 1 values; expected 2"),
            std::string::npos);
  EXPECT_NE(said([](Foreign& f) {
              f.order = {0, 2};
            }).find("'real' has 5 values; expected 10"),
            std::string::npos);
  EXPECT_NE(said([](Foreign& f) { f.imag.pop_back(); }).find("'imag' has 4 values; expected 5"),
            std::string::npos);
  EXPECT_NE(said([&](Foreign& f) { f.real[2] = nan; }).find("mode 1: 'real' or 'imag'"),
            std::string::npos);
  for (const char* array : {"centre", "omega", "order", "real", "imag"})
    EXPECT_NE(said([&](Foreign& f) { f.without = array; }).find(array), std::string::npos);
  write_bytes(folder / "text.transfer", "hello");
  EXPECT_THROW(read_transfer_file(folder / "text.transfer"), Error);
  EXPECT_THROW(read_transfer_file(folder / "none.transfer"), Error);
}

TEST(ModePressures, AreReadAsWritten) {
  const Folder folder;
  const TransferRecord record = some_transfer();
  std::vector<Vec3> places;
  for (int i = 0; i < 30; ++i) places.push_back({0.5 * std::cos(i), 0.5 * std::sin(i), 0.1 * i});
  const ModePressures given = pressures_at(record, places);
  write_mode_pressures(folder / "p.transfer", given, "somewhere");
  EXPECT_EQ(transfer_content(folder / "p.transfer"), TransferContent::pressures);
  const ModePressures read = read_mode_pressures(folder / "p.transfer");
  EXPECT_EQ(read.omega, given.omega);
  EXPECT_TRUE(read.places == given.places);
  EXPECT_TRUE(read.pressures == given.pressures);
  const auto exact = transfer_pressure(record, record.modes[2], places[7]);
  EXPECT_LT(std::abs(std::complex<double>(read.at(2, 7)) - exact), 1e-6 * std::abs(exact));
  EXPECT_EQ(read.at(5, 7), std::complex<float>());  // not computed
}

TEST(ModePressures, HostileFilesAreRefusedByName) {
  const Folder folder;
  const auto said = [&](std::vector<double> places, std::size_t columns, std::size_t rows,
                        float value, const char* without) {
    {
      Hdf5Writer out(folder / "h.transfer");
      out.attribute("format", std::string("peal transfer"));
      out.attribute("version", std::int64_t{1});
      out.attribute("content", std::string("pressures"));
      out.attribute("time_sign", std::int64_t{-1});
      const std::vector<double> omega{100, 200};
      out.array("omega", std::span<const double>(omega), {2}, "rad/s");
      out.array("places", std::span<const double>(places), {places.size() / columns, columns}, "m");
      const std::vector<float> values(rows * 2, value);
      for (const char* name : {"real", "imag"})
        if (std::string(name) != without)
          out.array(name, std::span<const float>(values), {rows, 2}, "Pa");
      out.close();
    }
    return error_of([&] { read_mode_pressures(folder / "h.transfer"); });
  };
  const std::vector<double> two{1, 0, 0, 0, 1, 0};
  EXPECT_NE(said({1, 0, 0, 1}, 2, 2, 1, "").find("'places' has 2 columns"), std::string::npos);
  EXPECT_NE(said(two, 3, 3, 1, "").find("'real' is 3 x 2"), std::string::npos);
  EXPECT_NE(said(two, 3, 2, NAN, "").find("not a number"), std::string::npos);
  EXPECT_NE(said({NAN, 0, 0, 0, 1, 0}, 3, 2, 1, "").find("'places'"), std::string::npos);
  EXPECT_NE(said(two, 3, 2, 1, "imag").find("imag"), std::string::npos);
  write_transfer_file(folder / "m.transfer", some_transfer(), "");
  EXPECT_NE(error_of([&] { read_mode_pressures(folder / "m.transfer"); }).find("holds multipoles"),
            std::string::npos);
}

}  // namespace
}  // namespace peal::test
