// Made-up transfers whose differences are known: a gain, another sign, another centre, places.
#include "tools/compare/transfer_comparison.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/files/temporary_folder.h"
#include "base/rng.h"
#include "io/data/hdf5_file.h"
#include "models/bake/transfer_file.h"
#include "support/error_of.h"
#include "tools/compare/transfer_report.h"

namespace peal::test {
namespace {

TransferResult some_transfer(int modes = 6, std::uint64_t seed = 1) {
  TransferResult out;
  out.name = "some";
  out.record.emplace();
  out.record->radius = 0.1;
  out.record->centre = {0.01, -0.02, 0.005};
  KeyedRng random(seed, 2, 3);
  for (int i = 0; i < modes; ++i) {
    ModeTransfer mode;
    mode.omega = 2 * kPi * 700 * (i + 1);
    mode.order = 2 + i;
    for (std::size_t k = 0; k < harmonic_count(mode.order); ++k)
      mode.coefficients.emplace_back(random.normal(), random.normal());
    out.record->modes.push_back(std::move(mode));
  }
  return out;
}

TransferResult times(TransferResult t, std::complex<float> factor) {
  for (ModeTransfer& mode : t.record->modes)
    for (auto& c : mode.coefficients) c *= factor;
  return t;
}

std::vector<Vec3> some_places(double distance) {
  std::vector<Vec3> out;
  for (int i = 0; i < 40; ++i) {
    const double z = -1 + (i + 0.5) / 20, s = std::sqrt(1 - z * z);
    out.push_back(distance * Vec3{s * std::cos(2.4 * i), s * std::sin(2.4 * i), z});
  }
  return out;
}

TransferResult at_places(const TransferResult& t, const std::vector<Vec3>& places) {
  TransferResult out;
  out.name = "places";
  out.pressures = pressures_at(*t.record, places);
  return out;
}

TEST(TransferComparison, OneDecibelIsOneDecibel) {
  const auto gain = static_cast<float>(std::pow(10, 0.05));
  const TransferResult a = some_transfer(), b = times(a, gain);
  const TransferComparison c = compare_transfers(a, b);
  ASSERT_EQ(c.modes.size(), 6u);
  for (const ModeDifference& mode : c.modes) {
    EXPECT_NEAR(mode.difference, 1.00, 1e-4);
    EXPECT_NEAR(mode.l2, gain - 1, 1e-5);
    EXPECT_LT(mode.pattern, 1e-6);
  }
  EXPECT_NEAR(c.rms_decibel(), 1.00, 1e-4);
  EXPECT_NEAR(c.worst_decibel(), 1.00, 1e-4);
  EXPECT_NE(transfer_text(c).find("+1.00"), std::string::npos) << transfer_text(c);
}

TEST(TransferComparison, LevelIsTheRadiatedPowerOfUnitVelocity) {
  const TransferResult a = some_transfer(2);
  const TransferComparison c = compare_transfers(a, a);
  for (const ModeDifference& mode : c.modes) {
    const TransferRecord& record = *a.record;
    const double rms = std::sqrt(radiated_power(record, record.modes[mode.a]) * 2 *
                                 record.air.density * record.air.speed_of_sound / (4 * kPi));
    EXPECT_NEAR(mode.level_a, 20 * std::log10(rms), 1e-9);
    EXPECT_EQ(mode.l2, 0);
  }
}

TEST(TransferComparison, ATurnedPhaseIsNoOtherPattern) {
  const TransferResult a = some_transfer(), b = times(a, {0, -1});
  for (const ModeDifference& mode : compare_transfers(a, b).modes) {
    EXPECT_NEAR(mode.difference, 0, 1e-6);
    EXPECT_NEAR(mode.l2, std::sqrt(2), 1e-6);
    EXPECT_LT(mode.pattern, 1e-6);
  }
}

// A monopole seen from a sphere around another place: the same sound in other coefficients.
TEST(TransferComparison, AnotherCentreIsTheSameSound) {
  TransferResult a = some_transfer(1), b = a;
  const Vec3 source{0.01, 0.02, -0.015};
  const double k = a.omega(0) / a.record->air.speed_of_sound;
  const auto monopole = [&](TransferResult& t, const Vec3& centre) {
    t.record->centre = centre;
    ModeTransfer& mode = t.record->modes[0];
    mode.order = 20;
    const ShellQuadrature shell(mode.order);
    std::vector<double> re, im, cr(harmonic_count(20)), ci(cr.size());
    for (const Vec3& direction : shell.directions()) {
      const double r = norm(centre + t.record->radius * direction - source);
      re.push_back(std::cos(k * r) / r), im.push_back(std::sin(k * r) / r);
    }
    shell.project(re, cr), shell.project(im, ci);
    mode.coefficients.clear();
    for (std::size_t i = 0; i < cr.size(); ++i) mode.coefficients.emplace_back(cr[i], ci[i]);
  };
  monopole(a, {0, 0, 0}), monopole(b, {0.03, 0.01, -0.02});
  const ModeDifference mode = compare_transfers(a, b).modes[0];
  EXPECT_NEAR(mode.level_a, 0, 1e-4);  // 1 Pa at 1 m
  EXPECT_NEAR(mode.difference, 0, 1e-4);
  EXPECT_LT(mode.l2, 1e-5);
}

TEST(TransferComparison, PressuresAreComparedAtTheirPlaces) {
  const TransferResult a = some_transfer();
  const std::vector<Vec3> places = some_places(0.3);
  const TransferResult p = at_places(times(a, 2), places);
  for (const auto& [x, y, sign] : {std::tuple{&a, &p, 1}, {&p, &a, -1}})
    for (const ModeDifference& mode : compare_transfers(*x, *y).modes) {
      EXPECT_NEAR(mode.difference, sign * 6.0206, 1e-4);
      EXPECT_LT(mode.pattern, 1e-6);
    }
  EXPECT_LT(compare_transfers(p, p).worst_l2(), 1e-12);
  const TransferResult other = at_places(a, some_places(0.4));
  EXPECT_NE(error_of([&] { compare_transfers(p, other); }).find("place 0"), std::string::npos);
}

TEST(TransferComparison, APlaceInsideTheSphereIsAnError) {
  const TransferResult a = some_transfer();
  TransferResult p = at_places(a, some_places(0.3));
  p.pressures->places[7] = {0.02, 0, 0};
  const std::string error = error_of([&] { compare_transfers(a, p); });
  EXPECT_NE(error.find("1 of 40 places lie inside"), std::string::npos) << error;
  EXPECT_NE(error.find("place 7"), std::string::npos) << error;
}

TEST(TransferComparison, ModesMatchByFrequencyAndSilenceIsLeftOut) {
  const TransferResult a = some_transfer(8);
  TransferResult b = a;
  b.record->modes.erase(b.record->modes.begin() + 2);  // b lacks the third,
  b.record->modes[4].coefficients.clear();             // did not compute the sixth
  b.record->modes[4].order = 0;
  for (ModeTransfer& mode : b.record->modes) mode.omega *= 1.0004;
  const TransferComparison c = compare_transfers(a, b);
  ASSERT_EQ(c.modes.size(), 6u);
  for (const ModeDifference& mode : c.modes) {
    EXPECT_EQ(mode.b, mode.a - (mode.a > 2 ? 1 : 0));
    EXPECT_NE(mode.a, 2u);
    EXPECT_NE(mode.a, 5u);
  }
  EXPECT_NE(c.notes[0].find("by frequency, within 0.1 %: 7 of the 8 in a and 7 in b"),
            std::string::npos)
      << c.notes[0];
  EXPECT_NE(c.notes[1].find("silence: 1 of 7 pairs"), std::string::npos) << c.notes[1];
}

TEST(TransferComparison, OtherFrequenciesMatchByOrderOrNotAtAll) {
  const TransferResult a = some_transfer(8);
  TransferResult b = a;
  for (ModeTransfer& mode : b.record->modes) mode.omega *= 1.03;
  const TransferComparison c = compare_transfers(a, b);
  EXPECT_EQ(c.modes.size(), 8u);
  EXPECT_NE(c.notes[0].find("by order alone; frequencies differ by up to 3 %"), std::string::npos)
      << c.notes[0];
  b.record->modes.pop_back();
  EXPECT_NE(error_of([&] { compare_transfers(a, b); }).find("do not belong together"),
            std::string::npos);
}

TEST(TransferComparison, AnotherAirIsNoted) {
  TransferResult a = some_transfer(), b = a;
  b.record->air.density = 1.1;
  const TransferComparison c = compare_transfers(a, b);
  EXPECT_NE(c.notes.back().find("not the same air"), std::string::npos);
}

TEST(TransferComparison, OtherUnitsAndTwinsAreDoubted) {
  const TransferResult a = some_transfer();
  const auto noted = [&](const TransferResult& b, const char* text) {
    bool found = false;
    for (const std::string& note : compare_transfers(a, b).notes)
      found = found || note.find(text) != std::string::npos;
    return found;
  };
  EXPECT_TRUE(noted(times(a, 1000), "+60 dB or more: are both in Pa"));
  EXPECT_FALSE(noted(times(a, 2), "are both in Pa"));
  TransferResult twins = some_transfer(2, 1);
  twins.record->modes[1] = twins.record->modes[0];
  TransferResult mixed = twins;
  auto &one = mixed.record->modes[0].coefficients, &two = twins.record->modes[1].coefficients;
  std::reverse(two.begin(), two.end());
  one = two;  // another combination of the two
  const TransferComparison c = compare_transfers(twins, mixed);
  EXPECT_NE(c.notes.back().find("a twin of the same frequency"), std::string::npos);
}

// Another program's file: its numbers are looked at before anything is compared.
TEST(ReadTransfer, AForeignNumberThatIsNoneIsNamed) {
  const TemporaryFolder folder;
  const auto file = [&](const char* name, float real, double omega) {
    Hdf5Writer out(folder.path() / name);
    out.attribute("format", std::string("peal transfer"));
    out.attribute("version", std::int64_t{1});
    out.attribute("content", std::string("pressures"));
    out.attribute("time_sign", std::int64_t{1});
    const std::vector<double> omegas{omega}, places{0, 0, 1};
    const std::vector<float> re{real}, im{2};
    out.array("omega", std::span<const double>(omegas), {1}, "rad/s");
    out.array("places", std::span<const double>(places), {1, 3}, "m");
    out.array("real", std::span<const float>(re), {1, 1}, "Pa");
    out.array("imag", std::span<const float>(im), {1, 1}, "Pa");
    out.close();
    return folder.path() / name;
  };
  const auto good = file("good.h5", 1, 6000);
  EXPECT_TRUE(is_transfer(good));  // by what it says, whatever its name
  EXPECT_EQ(read_transfer(good).pressures->at(0, 0), std::complex<float>(1, -2));
  const std::string error = error_of([&] { read_transfer(file("bad.h5", NAN, 6000)); });
  EXPECT_NE(error.find("bad.h5"), std::string::npos) << error;
  EXPECT_NE(error.find("not a number"), std::string::npos) << error;
  EXPECT_NE(error_of([&] { read_transfer(file("zero.h5", 1, 0)); }).find("omega"),
            std::string::npos);
  EXPECT_FALSE(is_transfer(folder.path() / "none.transfer"));
}

TEST(TransferRecordFigures, RmsIsThatOfTheDirectionsAndFallsToTheFarField) {
  const TransferResult a = some_transfer(3);
  const TransferRecord& record = *a.record;
  for (const ModeTransfer& mode : record.modes) {
    const ShellQuadrature shell(12);
    double sum = 0;
    for (std::size_t i = 0; i < shell.size(); ++i)
      sum += shell.weights()[i] * std::norm(transfer_pressure(
                                      record, mode, record.centre + 0.23 * shell.directions()[i]));
    EXPECT_NEAR(rms_pressure(record, mode, 0.23), std::sqrt(sum / (4 * kPi)), 1e-9);
    const double far = rms_pressure(record, mode, 1e5) * 1e5;
    EXPECT_NEAR(4 * kPi * far * far / (2 * record.air.density * record.air.speed_of_sound),
                radiation_damping(record, mode), 1e-6 * radiation_damping(record, mode));
  }
}

TEST(TransferReport, JsonHasAllModesAndThePictureIsThere) {
  const TransferResult a = some_transfer(30), b = times(a, 2);
  const TransferComparison c = compare_transfers(a, b);
  const std::string json = transfer_json(c, "a\"b", "c");
  EXPECT_NE(json.find("\"mode_a\": 30"), std::string::npos);
  EXPECT_NE(json.find("a\\\"b"), std::string::npos);
  EXPECT_NE(transfer_text(c).find("the 20 most different of 30 modes"), std::string::npos);
  const TemporaryFolder folder;
  for (const char* name : {"m.png", "m.svg"}) {
    write_transfer_picture(folder.path() / name, c, {"a", "b", 1.0});
    EXPECT_GT(std::filesystem::file_size(folder.path() / name), 5000u);
  }
  // One mode alone has a frequency axis too.
  write_transfer_picture(folder.path() / "one.png",
                         compare_transfers(some_transfer(1), some_transfer(1)), {});
}

}  // namespace
}  // namespace peal::test
