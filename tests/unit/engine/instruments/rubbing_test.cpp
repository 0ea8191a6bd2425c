// Bodies that are rubbed by hand, against the reference runs of tests/data/friction (bilinear
// K method at 44.1 kHz, Avanzini, Serafin & Rocchesso 2005).
#include <cmath>
#include <numbers>

#include "rub_run.h"

namespace peal {
namespace {

/// Where the autocorrelation of a stretch is largest, 250 to 1500 Hz, between samples by a
/// parabola.
double pitch(const std::vector<float>& x, double from, double to, double rate = kRate) {
  const auto begin = static_cast<std::size_t>(from * rate),
             end = static_cast<std::size_t>(to * rate);
  const auto likeness = [&](std::size_t lag) {
    double product = 0, power = 0;
    for (std::size_t n = begin; n + lag < end && n + lag < x.size(); ++n) {
      product += static_cast<double>(x[n]) * x[n + lag];
      power += static_cast<double>(x[n]) * x[n] + static_cast<double>(x[n + lag]) * x[n + lag];
    }
    return 2 * product / power;
  };
  std::size_t best = static_cast<std::size_t>(rate / 1500);
  double most = -1;
  for (std::size_t lag = best; lag < rate / 250; ++lag)
    if (const double l = likeness(lag); l > most + 0.02) best = lag, most = l;
  // Ten periods later the same peak tells the period ten times as well.
  double period = static_cast<double>(best);
  for (const int periods : {1, 10, 40}) {
    const auto at = static_cast<std::size_t>(std::lround(period * periods));
    if (begin + 2 * at > end) break;
    const double l = likeness(at - 1), m = likeness(at), r = likeness(at + 1);
    period = (static_cast<double>(at) + 0.5 * (l - r) / (l - 2 * m + r)) / periods;
  }
  return rate / period;
}

TEST(Rubbing, AGlassSingsAsTheReferenceDoes) {
  const Rub rub = make(peal_default_rub_settings(), kGlass);
  ASSERT_TRUE(rub);
  RubRun run;
  run.blocks(rub.get(), 3,
             [&](double t) { peal_rub_force(rub.get(), 1.5 * std::min(1.0, t / 0.1), 1); });
  EXPECT_NEAR(pitch(run.velocity, 1, 3), 548.04, 0.005 * 548.04);
  EXPECT_NEAR(pitch(run.sound, 1, 3), 548.04, 0.005 * 548.04);
  EXPECT_NEAR(rms(run.velocity, 1, 3), 0.1058, 0.005 * 0.1058);
  // p = rho A x'' / (4 pi r)
  const double pi = std::numbers::pi, expected = 1.2041 * 0.01 * 2 * pi * 548 * 0.10575 / (4 * pi);
  EXPECT_NEAR(rms(run.sound, 1, 3), expected, 0.01 * expected);
  double stuck = 0;
  for (std::size_t b = run.stuck.size() / 2; b < run.stuck.size(); ++b) stuck += run.stuck[b];
  EXPECT_NEAR(stuck / (run.stuck.size() - run.stuck.size() / 2), 0.081, 0.02);
  EXPECT_NEAR(peal_rub_get_state(rub.get()).exciter_velocity, 0.1177, 0.01);
}

TEST(Rubbing, AThinGlassSticksHalfOfTheTimeAndIsPulledUp) {
  peal_rub_settings s = peal_default_rub_settings();
  s.stiffness = 1e6, s.damping = 0.5, s.viscosity = 0.1, s.exciter_mass = 0.1;
  const Rub rub = make(s, {{548, 6.9, 0.0005, 1}, {1370, 11.5, 0.0005, 1}});
  RubRun run;
  run.blocks(rub.get(), 2,
             [&](double t) { peal_rub_force(rub.get(), 2.85 * std::min(1.0, t / 0.05), 2); });
  EXPECT_NEAR(pitch(run.velocity, 1, 2), 587.36, 0.005 * 587.36);
  EXPECT_NEAR(rms(run.velocity, 1, 2), 0.1989, 0.01 * 0.1989);
  double stuck = 0;
  for (std::size_t b = run.stuck.size() / 2; b < run.stuck.size(); ++b) stuck += run.stuck[b];
  EXPECT_NEAR(stuck / static_cast<double>(run.stuck.size() - run.stuck.size() / 2), 0.46, 0.03);
}

TEST(Rubbing, ABrakeIsSilentThenSqueals) {
  const Rub rub = make(brake_settings(), kBrake);
  ASSERT_TRUE(rub);
  peal_rub_set_velocity(rub.get(), 2);
  RubRun run;
  run.blocks(rub.get(), 2.8,
             [&](double t) { peal_rub_force(rub.get(), 0, 40 * std::min(1.0, t / 0.02)); });
  EXPECT_LT(rms(run.velocity, 0.8, 1.5), 2e-6);
  EXPECT_NEAR(rms(run.velocity, 1.85, 1.95), 0.33871, 0.02 * 0.33871);
  EXPECT_NEAR(pitch(run.velocity, 1.85, 1.95), 952.65, 0.005 * 952.65);
  EXPECT_NEAR(pitch(run.velocity, 2.15, 2.25), 924.13, 0.01 * 924.13);
  EXPECT_LT(rms(run.velocity, 2.6, 2.8), 1e-2 * rms(run.velocity, 1.85, 1.95));
}

TEST(Rubbing, SoundFollowsForceWithin64Samples) {
  const Rub rub = make(brake_settings(), kBrake);
  peal_rub_set_velocity(rub.get(), 1);
  std::vector<float> out(1024);
  peal_rub_render(rub.get(), out.data(), 1000);  // not a whole number of hops
  for (const float x : out) ASSERT_EQ(x, 0);
  peal_rub_force(rub.get(), 0, 40);
  std::vector<float> after(64);
  peal_rub_render(rub.get(), after.data(), 64);
  double sum = 0;
  for (const float x : after) sum += std::abs(x);
  EXPECT_GT(sum, 0);
}

TEST(Rubbing, SamplesDoNotDependOnHowManyAreAskedFor) {
  const Rub a = make(peal_default_rub_settings(), kGlass),
            b = make(peal_default_rub_settings(), kGlass);
  for (const Rub* rub : {&a, &b}) peal_rub_force(rub->get(), 1, 1);
  std::vector<float> whole(4096), parts(4096);
  peal_rub_render(a.get(), whole.data(), 4096);
  for (int at = 0, count = 1; at < 4096; at += count, count = count % 200 + 37) {
    count = std::min(count, 4096 - at);
    peal_rub_render(b.get(), parts.data() + at, count);
  }
  EXPECT_EQ(whole, parts);
}

TEST(Rubbing, AWheelRollsOverItsWayAndIsSilentAtRest) {
  peal_rub_settings s = brake_settings();
  s.rolling_load = 20, s.rolling_radius = 0.3, s.rolling_rms = 2e-6;
  double before = 0;
  for (const double speed : {0.1, 0.4, 1.6}) {
    const Rub rub = make(s, kBrake);
    peal_rub_set_velocity(rub.get(), speed);
    RubRun run;
    run.blocks(rub.get(), 0.5, [](double) {});
    const double level = rms(run.sound, 0.2, 0.5);
    EXPECT_GT(level, 1.3 * before) << speed;
    before = level;
    // Friction takes over: the wheel slows down, the sound of rolling ends.
    EXPECT_DOUBLE_EQ(peal_rub_get_state(rub.get()).exciter_velocity, speed);
    run.blocks(rub.get(), 0.1, [&](double) { peal_rub_force(rub.get(), 0, 40); });
    EXPECT_LT(peal_rub_get_state(rub.get()).exciter_velocity, speed);
  }
  const Rub still = make(s, kBrake);
  RubRun run;
  run.blocks(still.get(), 0.2, [](double) {});
  for (const float x : run.sound) ASSERT_EQ(x, 0);
}

// What howls under a brake fades when the brake is let go; rolling comes back after it, without a
// blow.
TEST(Rubbing, AWheelIsNotSetDownOnABodyThatHowls) {
  for (const char* key : {"brake", "tram"}) {
    const peal_rub_preset& p = *peal_rub_preset_named(key);
    const Rub rub = make(p.settings, {p.modes, p.modes + p.mode_count});
    peal_rub_set_velocity(rub.get(), 0.8 * p.settings.stribeck_speed);
    RubRun run;
    run.blocks(rub.get(), 1, [&](double) {
      peal_rub_force(rub.get(), 0.6 * p.push, 0.5 * p.press);
      peal_rub_set_velocity(rub.get(), 0.8 * p.settings.stribeck_speed);
    });
    const double howl = peak(run.sound, 0.9, 1);
    ASSERT_GT(howl * p.gain, 0.1) << key;
    run.blocks(rub.get(), 1.5, [&](double) { peal_rub_force(rub.get(), 0, 0); });
    const double rolling = peak(run.sound, 2, 2.5);
    double before = howl;
    for (double t = 1; t < 2; t += 0.02) {
      const double now = peak(run.sound, t, t + 0.02);
      EXPECT_LT(now, std::max(1.1 * before, 0.05 * howl)) << key << " at " << t << " s";
      before = now;
    }
    EXPECT_GT(rolling, 1e-4 * howl) << key << " rolls on";
  }
}

TEST(Rubbing, AWheelThatStopsFallsSilent) {
  peal_rub_settings s = brake_settings();
  s.rolling_load = 20, s.rolling_rms = 2e-6, s.exciter_damping = 10;
  const Rub rub = make(s, kBrake);
  peal_rub_set_velocity(rub.get(), 1);
  RubRun run;
  run.blocks(rub.get(), 2.5, [](double) {});
  EXPECT_GT(rms(run.sound, 0.05, 0.2), 1e-5);
  EXPECT_EQ(rms(run.sound, 2.3, 2.5), 0);
}

TEST(Rubbing, RoughnessOfTheWaySlidIsHeard) {
  peal_rub_settings s = brake_settings();
  const Rub smooth = make(s, kBrake);
  s.roughness = 0.05;
  const Rub rough = make(s, kBrake);
  RubRun a, b;
  for (auto [rub, run] : {std::pair{&smooth, &a}, std::pair{&rough, &b}}) {
    peal_rub_set_velocity(rub->get(), 2);
    run->blocks(rub->get(), 0.4, [&](double) { peal_rub_force(rub->get(), 0, 10); });
  }
  EXPECT_GT(rms(b.sound, 0.3, 0.4), 100 * rms(a.sound, 0.3, 0.4));
}

TEST(Rubbing, OtherModesGoOnWithTheMotion) {
  const Rub rub = make(peal_default_rub_settings(), kGlass);
  RubRun run;
  run.blocks(rub.get(), 0.5, [&](double) { peal_rub_force(rub.get(), 1.5, 1); });
  const peal_rub_state before = peal_rub_get_state(rub.get());
  std::vector<peal_mode> others = kGlass;
  others[0].frequency = 500, others[1].mass = 0.005;  // softer, lighter: no energy comes in
  ASSERT_TRUE(peal_rub_set_modes(rub.get(), others.data(), 2));
  const peal_rub_state after = peal_rub_get_state(rub.get());
  EXPECT_NEAR(after.resonator_position, before.resonator_position, 1e-12);
  EXPECT_NEAR(after.resonator_velocity, before.resonator_velocity, 1e-9);
  RubRun next;
  next.blocks(rub.get(), 1.5, [](double) {});
  EXPECT_NEAR(pitch(next.sound, 1, 1.5), 500, 3);
}

TEST(Rubbing, NonsenseIsRefusedWithASentence) {
  peal_rub_settings s = peal_default_rub_settings();
  const auto refused = [&](const peal_rub_settings& settings, const std::vector<peal_mode>& modes,
                           const char* word) {
    EXPECT_FALSE(make(settings, modes));
    EXPECT_NE(std::string(peal_rub_problem()).find(word), std::string::npos) << peal_rub_problem();
  };
  refused(s, {}, "modes");
  refused(s, {{30000, 1, 1, 1}}, "mode 0: expected a frequency");
  refused(s, {{100, 1, 1, 1}, {100, 2000, 1, 1}}, "mode 1: expected a decay");
  refused(s, {{100, 1, 0, 1}}, "mass");
  refused(s, {{100, 1, 1, std::nan("")}}, "shape");
  for (double peal_rub_settings::*field :
       {&peal_rub_settings::stiffness, &peal_rub_settings::exciter_mass, &peal_rub_settings::area,
        &peal_rub_settings::distance, &peal_rub_settings::rolling_radius,
        &peal_rub_settings::rolling_rms, &peal_rub_settings::roughness}) {
    peal_rub_settings wrong = s;
    wrong.*field = std::nan("");
    refused(wrong, kGlass, "expected");
    const Rub rub = make(s, kGlass);
    EXPECT_FALSE(peal_rub_set(rub.get(), &wrong));
  }
  const Rub rub = make(s, kGlass);
  peal_rub_force(rub.get(), std::nan(""), 1e300);
  peal_rub_set_velocity(rub.get(), -1e300);
  peal_rub_set_position(rub.get(), std::nan(""));
  std::vector<float> out(4096);
  peal_rub_render(rub.get(), out.data(), 4096);
  for (const float x : out) ASSERT_TRUE(std::isfinite(x));
  peal_rub_render(nullptr, out.data(), 64);
  peal_rub_destroy(nullptr);
}

}  // namespace
}  // namespace peal
