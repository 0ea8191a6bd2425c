// The scenes of tests/data/friction: a glass that is rubbed, a brake, a door. The table holds
// samples of an independent program (bilinear K method, 44.1 kHz); friction_params.json says how
// far samples can be compared before chaos, and how the scenes sound on the whole.
#include <fmt/format.h>

#include <map>

#include "support/csv_rows.h"
#include "support/friction_scenes.h"

namespace peal {
namespace {

using test::friction_scene, test::FrictionRun, test::FrictionScene, test::run_scene;
using test::Stretch;
using Scheme = FrictionPair::Scheme;

constexpr double kRate = 44100;
constexpr Scheme kSchemes[] = {Scheme::exact, Scheme::midpoint, Scheme::bilinear};
const char* name_of(Scheme scheme) {
  return scheme == Scheme::exact ? "exact" : scheme == Scheme::midpoint ? "midpoint" : "bilinear";
}

TEST(FrictionReference, BilinearSchemeGivesTheReferenceSamples) {
  const std::map<std::string, double> until{{"wineglass", 3.0}, {"brake", 1.7}, {"door", 0.05}};
  std::map<std::string, std::vector<CsvRow>> table;
  for (const CsvRow& row : csv_rows("friction/friction_reference.csv"))
    table[row.text("scene")].push_back(row);
  ASSERT_EQ(table.size(), until.size());
  for (const auto& [name, rows] : table) {
    const FrictionScene scene = friction_scene(name);
    FrictionPair pair(scene.law, scene.exciter, scene.resonator, kRate, Scheme::bilinear);
    pair.set_external(scene.external(0));
    // Against the largest value so far of each column: perturbations grow by 1e5 in the glass.
    std::map<std::string, double> largest;
    double worst = 0;
    int n = 0, compared = 0;
    for (const CsvRow& row : rows) {
      if (row["n"] > until.at(name) * kRate + 0.5) break;
      while (n < row["n"]) test::step_scene(pair, scene, Scheme::bilinear, ++n, kRate);
      const std::pair<const char*, double> values[] = {{"v_rel", pair.slip()},
                                                       {"z", pair.bend()},
                                                       {"f", pair.force()},
                                                       {"v_res", pair.resonator_velocity()},
                                                       {"x_res", pair.resonator_position()},
                                                       {"v_exc", pair.exciter_velocity()}};
      for (const auto& [column, value] : values) {
        double& size = largest[column];
        size = std::max(size, std::fabs(row[column]));
        worst = std::max(worst, std::fabs(value - row[column]) / size);
      }
      ++compared;
    }
    EXPECT_GE(compared, 200);
    EXPECT_LT(worst, 1e-7) << name;
    RecordProperty(name, fmt::format("{:.2g}", worst));
  }
}

void expect_near(double got, double expected, double part, const std::string& what) {
  EXPECT_NEAR(got, expected, part * expected) << what;
}

// Brake and door are chaotic: starts that differ by 1e-10 m/s differ by up to 2 % in the speed at
// which the squeal begins, and by up to 3 % in the pitch of the least periodic windows of the door.
// There the median of several starts is compared.
constexpr int kStarts = 5;

std::vector<FrictionRun> run_starts(FrictionScene scene, Scheme scheme) {
  std::vector<FrictionRun> runs;
  for (int k = 0; k < kStarts; ++k) {
    scene.resonator[0].velocity = 1e-10 * k;
    runs.push_back(run_scene(scene, scheme));
  }
  return runs;
}

template <class Value>
double median(const std::vector<FrictionRun>& runs, const Value& value) {
  std::vector<double> values;
  for (const FrictionRun& run : runs) values.push_back(value(run));
  std::nth_element(values.begin(), values.begin() + kStarts / 2, values.end());
  return values[kStarts / 2];
}

TEST(FrictionReference, TheGlassSingsItsTone) {
  const FrictionScene scene = friction_scene("wineglass");
  for (const Scheme scheme : kSchemes) {
    const FrictionRun run = run_scene(scene, scheme);
    const Stretch steady{run.resonator, kRate, 1, 3};
    const auto& expected = scene.result.at("steady");
    const std::string name = std::string("glass, ") + name_of(scheme);
    // Midpoint and bilinear rule lower the mode, and so the tone, by 0.28 Hz.
    expect_near(Stretch{run.resonator, kRate, 1, 1.3}.pitch(), expected.at("f0_Hz"), 0.005,
                name + " f0");
    expect_near(steady.rms(), expected.at("rms_v_res"), 0.005, name + " rms");
    expect_near(Stretch{run.exciter, kRate, 1, 3}.mean(), expected.at("v_exc_mean"), 0.005,
                name + " v");
    double reached = 0;
    while (reached < 1 && Stretch({run.resonator, kRate, reached, reached + 0.02}).rms() <
                              0.9 * expected.at("rms_v_res").get<double>())
      reached += 0.001;
    EXPECT_NEAR(reached + 0.01, 0.31, 0.01) << name;
  }
}

TEST(FrictionReference, AGlassOfLittleMassSticksAndSlips) {
  const FrictionScene scene = friction_scene("wineglass_strong_stick_slip");
  for (const Scheme scheme : kSchemes) {
    const FrictionRun run = run_scene(scene, scheme);
    const Stretch steady{run.resonator, kRate, 1, 2};
    const std::string name = std::string("light glass, ") + name_of(scheme);
    expect_near(Stretch{run.resonator, kRate, 1, 1.3}.pitch(), scene.result.at("f0_Hz"), 0.005,
                name + " f0");
    expect_near(steady.rms(), scene.result.at("rms_v_res"), 0.005, name + " rms");
    expect_near(Stretch{run.exciter, kRate, 1, 2}.mean(), scene.result.at("v_exc_mean"), 0.005,
                name + " v");
  }
}

/// [s] the first 5 ms whose rms is above a tenth of the squeal's.
double onset(const FrictionRun& run) {
  const double loud = 0.1 * Stretch{run.resonator, kRate, 1.85, 1.95}.rms();
  double t = 1;
  while (t < 2.5 && Stretch({run.resonator, kRate, t, t + 0.005}).rms() < loud) t += 0.001;
  return t;
}

TEST(FrictionReference, TheBrakeIsSilentAndThenSqueals) {
  const FrictionScene scene = friction_scene("brake");
  for (const Scheme scheme : kSchemes) {
    const std::vector<FrictionRun> runs = run_starts(scene, scheme);
    const FrictionRun& run = runs[0];
    const std::string name = std::string("brake, ") + name_of(scheme);
    EXPECT_LT(Stretch({run.resonator, kRate, 0.8, 1.5}).rms(), 1e-6) << name;
    expect_near(median(runs, onset), scene.result.at("onset_s"), 0.02, name + " onset");
    const auto speed = [](const FrictionRun& r) {
      return r.exciter[static_cast<std::size_t>(onset(r) * kRate)];
    };
    expect_near(median(runs, speed), scene.result.at("v_exc_at_onset"), 0.02, name + " v at onset");
    for (const auto& window : scene.result.at("squeal")) {
      const double from = window.at("t").at(0), to = window.at("t").at(1);
      const std::string what = fmt::format("{} {:.2f} s", name, from);
      expect_near(Stretch{run.resonator, kRate, from, to}.pitch(), window.at("f0_Hz"), 0.02,
                  what + " f0");
      expect_near(Stretch{run.exciter, kRate, from, to}.mean(), window.at("v_exc_mean"), 0.02,
                  what + " v");
    }
    EXPECT_LT(Stretch({run.resonator, kRate, 2.6, 2.8}).rms(), 0.01) << name;
  }
}

TEST(FrictionReference, TheDoorGlidesUpAndDown) {
  const FrictionScene scene = friction_scene("door");
  for (const Scheme scheme : kSchemes) {
    const std::vector<FrictionRun> runs = run_starts(scene, scheme);
    for (const auto& window : scene.result.at("track")) {
      const double from = window.at("t").at(0), to = window.at("t").at(1);
      const std::string what = fmt::format("door, {} {:.2f} s", name_of(scheme), from);
      const auto pitch = [&](const FrictionRun& run) {
        return Stretch{run.resonator, kRate, from, to}.pitch();
      };
      const bool periodic = window.at("periodicity").get<double>() > 0.9;
      expect_near(periodic ? pitch(runs[0]) : median(runs, pitch), window.at("f0_Hz"), 0.02,
                  what + " f0");
      expect_near(Stretch{runs[0].exciter, kRate, from, to}.mean(), window.at("v_exc_mean"), 0.02,
                  what + " v");
    }
  }
}

/// Greatest difference of the resonator's velocities at the samples of the slower run.
double difference(const FrictionRun& a, const FrictionRun& b) {
  const int ratio = static_cast<int>(b.rate / a.rate + 0.5);
  double worst = 0;
  for (std::size_t n = 0; n < a.resonator.size(); ++n)
    worst = std::max(worst, std::fabs(a.resonator[n] - b.resonator[ratio * (n + 1) - 1]));
  return worst;
}

TEST(FrictionReference, SchemesConvergeToEachOtherWithSecondOrder) {
  const FrictionScene scene = friction_scene("wineglass");
  std::vector<FrictionRun> runs[3];
  for (int k = 0; k < 4; ++k)
    for (int s = 0; s < 3; ++s)
      runs[s].push_back(run_scene(scene, kSchemes[s], kRate * (4 << k), 0.15));
  for (int s = 0; s < 3; ++s) {
    for (int k = 0; k < 2; ++k)
      EXPECT_NEAR(
          difference(runs[s][k], runs[s][k + 1]) / difference(runs[s][k + 1], runs[s][k + 2]), 4,
          0.2)
          << name_of(kSchemes[s]) << " alone, " << k;
    for (int k = 0; k < 3; ++k)
      EXPECT_NEAR(difference(runs[s][k], runs[(s + 1) % 3][k]) /
                      difference(runs[s][k + 1], runs[(s + 1) % 3][k + 1]),
                  4, 0.2)
          << name_of(kSchemes[s]) << " and " << name_of(kSchemes[(s + 1) % 3]) << ", " << k;
  }
}

/// Frequency [Hz] of a mode that rings alone: x_{n+1} = a x_n - b x_{n-1} gives both poles.
double ringing(const FrictionMode& mode, Scheme scheme, bool prewarped) {
  FrictionPair pair({}, {}, {mode}, kRate, scheme, prewarped);
  double x[4];
  for (double& value : x) pair.step(0, 0), value = pair.resonator_position();
  const double det = x[1] * x[1] - x[0] * x[2];
  const double a = (x[1] * x[2] - x[0] * x[3]) / det, b = (x[2] * x[2] - x[1] * x[3]) / det;
  return std::acos(0.5 * a / std::sqrt(b)) * kRate / (2 * kPi);
}

TEST(FrictionReference, PrewarpedModesAndExactOnesSoundWhereTheyShould) {
  const FrictionMode mode{3125, 90, 0.03, -0.6, 1e-3, 0};
  const double damped = std::sqrt(3125.0 * 3125 - std::pow(45 / (2 * kPi), 2));
  EXPECT_NEAR(ringing(mode, Scheme::exact, false), damped, 1e-6);
  EXPECT_NEAR(ringing(mode, Scheme::bilinear, true), damped, 1e-6);
  EXPECT_NEAR(ringing(mode, Scheme::midpoint, true), damped, 1e-6);
  EXPECT_NEAR(ringing(mode, Scheme::bilinear, false), 3074.9, 0.1);
  EXPECT_NEAR(ringing(mode, Scheme::midpoint, false), 3074.9, 0.1);
}

TEST(FrictionReference, ExactModesAnswerAHeldForceAsTheoryTells) {
  // Position after one sample under a force, for free, damped, overdamped and ringing modes,
  // against 2000 small steps of the midpoint rule.
  const FrictionMode modes[] = {
      {0, 0, 2},   {0, 200, 0.05},  {0, 1e6, 0.05},    {548, 6.9, 0.01}, {500, 2e4, 0.01},
      {3, 0.1, 1}, {5000, 10, 0.1}, {18000, 900, 0.1}, {500, 1e6, 0.01}, {7018, 88200, 0.1}};
  for (FrictionMode mode : modes) {
    mode.position = 1e-4, mode.velocity = 0.3;
    FrictionPair exact({}, {mode}, {}, kRate, Scheme::exact);
    FrictionPair fine({}, {mode}, {}, 20000 * kRate / 10, Scheme::midpoint);
    exact.step(5, 0);
    for (int n = 0; n < 2000; ++n) fine.step(5, 0);
    EXPECT_NEAR(exact.exciter_position(), fine.exciter_position(),
                3e-6 * (std::fabs(fine.exciter_position()) + 1e-5))
        << mode.frequency << " " << mode.decay;
    EXPECT_NEAR(exact.exciter_velocity(), fine.exciter_velocity(),
                3e-6 * (std::fabs(fine.exciter_velocity()) + 0.3))
        << mode.frequency << " " << mode.decay;
  }
}

TEST(FrictionContact, IsTheBristleOfAHop) {
  const FrictionScene scene = friction_scene("wineglass");
  FrictionContact contact(scene.law, kRate);
  FrictionBristle bristle;
  for (int hop = 0; hop < 3; ++hop) {
    for (int n = 0; n < kHop; ++n) contact.normal_force()[n] = n == 40 ? NAN : 1 + 0.01 * n;
    for (int n = 0; n < kHop; ++n) {
      const double free = 0.2 * std::sin(0.07 * (hop * kHop + n));
      contact.force(n, 3 * free, 1e-3);  // a trial that is not accepted leaves nothing behind
      const double force = contact.force(n, free, 2e-3);
      const auto expected =
          bristle.solve(scene.law, n == 40 ? 0 : 1 + 0.01 * n, free, 2e-3, 0.5 / kRate);
      contact.accept(n);
      bristle.accept(expected, 0.5 / kRate);
      ASSERT_EQ(force, expected.force);
      ASSERT_EQ(contact.bend()[n], bristle.z);
      if (n == 40) {
        ASSERT_EQ(force, 0);
        ASSERT_EQ(bristle.z, 0);
      }
    }
  }
  EXPECT_NE(bristle.z, 0);
}

}  // namespace
}  // namespace peal
