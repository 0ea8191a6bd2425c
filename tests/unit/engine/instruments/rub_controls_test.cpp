// What the controls of a rubbed body do: settings, forces, reset; and that what it reports is what
// Newton says.
#include <algorithm>
#include <numbers>
#include <string>

#include "rub_run.h"

namespace peal {
namespace {

TEST(RubControls, SettingsThatAreSetAreThoseOfTheNextSample) {
  const Rub set = make(peal_default_rub_settings(), kBrake), made = make(brake_settings(), kBrake);
  peal_rub_settings brake = brake_settings();
  ASSERT_TRUE(peal_rub_set(set.get(), &brake));
  for (const Rub* rub : {&set, &made}) {
    peal_rub_set_velocity(rub->get(), 0.3);
    peal_rub_force(rub->get(), 0, 40);
  }
  const std::vector<float> sound = rendered(set.get(), 0.3);
  EXPECT_GT(rms(sound, 0.1, 0.3), 1e-3);
  EXPECT_EQ(sound, rendered(made.get(), 0.3));
}

TEST(RubControls, TwiceAsFarIsHalfAsLoud) {
  const Rub rub = make(peal_default_rub_settings(), kGlass);
  peal_rub_force(rub.get(), 1.5, 1);
  rendered(rub.get(), 1);
  const double before = rms(rendered(rub.get(), 0.5), 0, 0.5);
  peal_rub_settings far = peal_default_rub_settings();
  far.distance *= 2, far.area *= 4;
  ASSERT_TRUE(peal_rub_set(rub.get(), &far));
  rendered(rub.get(), 0.1);
  EXPECT_NEAR(rms(rendered(rub.get(), 0.5), 0, 0.5), 2 * before, 0.01 * before);
}

// p = rho A x'' / (4 pi r): with its sign.
TEST(RubControls, PressureFollowsTheBodysAcceleration) {
  const Rub rub = make(peal_default_rub_settings(), kGlass);
  peal_rub_force(rub.get(), 1.5, 1);
  RubRun run;
  run.blocks(rub.get(), 1, [](double) {});
  double product = 0, power = 0;
  for (std::size_t n = run.sound.size() / 2; n + 1 < run.sound.size(); ++n) {
    const double a = (run.velocity[n + 1] - run.velocity[n - 1]) * kRate / 2;
    product += run.sound[n] * a, power += a * a;
  }
  const double expected = 1.2041 * 0.01 / (4 * std::numbers::pi);
  EXPECT_NEAR(product / power, expected, 0.02 * expected);
}

// Steady sliding: the hand bears friction and what holds the finger back, f_e = f + m g v, and the
// bristles make it, f = sigma0 z + sigma2 v in the mean.
TEST(RubControls, FrictionIsWhatTheHandBears) {
  const peal_rub_settings s = peal_default_rub_settings();
  const Rub rub = make(s, kGlass);
  peal_rub_force(rub.get(), 1.5, 1);
  rendered(rub.get(), 64 * 700 / kRate);
  const peal_rub_state before = peal_rub_get_state(rub.get());
  double friction = 0, bend = 0, slip = 0;
  const int blocks = 600;
  for (int b = 0; b < blocks; ++b) {
    std::vector<float> out(64), v(64), z(64), f(64);
    peal_rub_render(rub.get(), out.data(), 64);
    peal_rub_trace(rub.get(), v.data(), z.data(), f.data(), nullptr, 64);
    for (int n = 0; n < 64; ++n) friction += f[n], bend += z[n], slip += v[n];
    ASSERT_FLOAT_EQ(static_cast<float>(peal_rub_get_state(rub.get()).friction), f[63]);
    ASSERT_FLOAT_EQ(static_cast<float>(peal_rub_get_state(rub.get()).bend), z[63]);
  }
  const double seconds = blocks * 64 / kRate;
  const peal_rub_state after = peal_rub_get_state(rub.get());
  const double speed = (after.exciter_position - before.exciter_position) / seconds;
  friction /= 64 * blocks, bend /= 64 * blocks, slip /= 64 * blocks;
  EXPECT_GT(speed, 0.05);
  EXPECT_NEAR(slip, speed, 0.01 * speed);
  EXPECT_NEAR(friction, 1.5 - s.exciter_mass * s.exciter_damping * speed, 2e-3);
  EXPECT_NEAR(friction, s.stiffness * bend + s.viscosity * slip, 0.01 * friction);
}

// f_e is reached in a straight line within 64 samples: half of it in the mean.
TEST(RubControls, ForcesGlide) {
  const Rub rub = make(brake_settings(), kBrake);
  peal_rub_force(rub.get(), 30, 0);
  rendered(rub.get(), 64 / kRate + 1e-9);
  const double full = 30.0 / 15 * 64 / kRate;
  EXPECT_NEAR(peal_rub_get_state(rub.get()).exciter_velocity, 0.5 * full, 0.01 * full);
  EXPECT_EQ(peal_rub_get_state(rub.get()).tangential_force, 30);
}

TEST(RubControls, ResetLeavesNothing) {
  const Rub rub = make(peal_default_rub_settings(), kGlass);
  peal_rub_force(rub.get(), 1.5, 1);
  rendered(rub.get(), 1);
  std::vector<float> out(100);
  peal_rub_render(rub.get(), out.data(), 100);  // within a hop
  peal_rub_reset(rub.get());
  const peal_rub_state s = peal_rub_get_state(rub.get());
  for (const double x :
       {s.tangential_force, s.normal_force, s.exciter_position, s.exciter_velocity,
        s.resonator_position, s.resonator_velocity, s.velocity, s.bend, s.friction, s.stuck})
    EXPECT_EQ(x, 0);
  std::vector<float> trace(4096, 1);
  peal_rub_trace(rub.get(), nullptr, trace.data(), nullptr, nullptr, 4096);
  EXPECT_EQ(trace, std::vector<float>(4096));
  for (const float x : rendered(rub.get(), 0.1)) ASSERT_EQ(x, 0);
  peal_rub_force(rub.get(), 1.5, 1);
  EXPECT_GT(rms(rendered(rub.get(), 1), 0.5, 1), 0.01);
}

TEST(RubControls, StickingDoesNotDependOnHowManySamplesAreAskedFor) {
  peal_rub_settings s = peal_default_rub_settings();
  s.stiffness = 1e6, s.damping = 0.5, s.viscosity = 0.1, s.exciter_mass = 0.1;
  double first = 0;
  for (const int frames : {64, 16, 48, 480}) {
    const Rub rub = make(s, {{548, 6.9, 0.0005, 1}, {1370, 11.5, 0.0005, 1}});
    peal_rub_force(rub.get(), 2.85, 2);
    rendered(rub.get(), 1);
    std::vector<float> out(frames);
    double sum = 0;
    const int blocks = 40000 / frames;
    for (int b = 0; b < blocks; ++b) {
      peal_rub_render(rub.get(), out.data(), frames);
      sum += peal_rub_get_state(rub.get()).stuck / blocks;
    }
    if (frames == 64) first = sum;
    EXPECT_GT(sum, 0.3);
    EXPECT_NEAR(sum, first, 0.02) << frames;
  }
}

// Below the breakaway force bristles are elastic: what is let go returns. Without a breakaway a
// part of every bend is slip.
TEST(RubControls, BreakawayKeepsWhatIsElastic) {
  double way[2];
  for (const int plastic : {0, 1}) {
    peal_rub_settings s = peal_default_rub_settings();
    s.breakaway = plastic ? 0 : 0.9;
    const Rub rub = make(s, kGlass);
    peal_rub_force(rub.get(), 0, 1);
    rendered(rub.get(), 0.01);
    peal_rub_force(rub.get(), 0.4 * s.dynamic_friction, 1);
    rendered(rub.get(), 0.5);
    EXPECT_NEAR(peal_rub_get_state(rub.get()).bend, 0.4 * s.dynamic_friction / s.stiffness, 2e-6);
    peal_rub_force(rub.get(), 0, 1);
    rendered(rub.get(), 0.5);
    way[plastic] = peal_rub_get_state(rub.get()).exciter_position;
  }
  EXPECT_LT(std::abs(way[0]), 1e-9);
  EXPECT_GT(std::abs(way[1]), 1e-7);
}

// The noise is roughness f_N w, w of rms 1: seen in the friction of a heavy thing that slides fast,
// where bristles stay bent alike.
TEST(RubControls, RoughnessIsItsPartOfTheNormalForce) {
  for (const double roughness : {0.01, 0.02}) {
    peal_rub_settings s = brake_settings();
    s.roughness = roughness, s.roughness_slope = -2, s.exciter_mass = 1e4;
    const Rub rub = make(s, {{950, 4000, 50, 1}});
    peal_rub_set_velocity(rub.get(), 2);
    peal_rub_force(rub.get(), 0, 40);
    rendered(rub.get(), 0.2);
    double sum = 0, square = 0;
    for (int b = 0; b < 600; ++b) {
      std::vector<float> out(64), f(64);
      peal_rub_render(rub.get(), out.data(), 64);
      peal_rub_trace(rub.get(), nullptr, nullptr, f.data(), nullptr, 64);
      for (const float x : f) sum += x / 38400, square += static_cast<double>(x) * x / 38400;
    }
    EXPECT_NEAR(std::sqrt(square - sum * sum), roughness * 40, 0.15 * roughness * 40);
  }
}

// A wheel that rolls leans on the body with its load: x = load sum shape^2 / (m w^2).
TEST(RubControls, AWheelLeansOnTheBodyWithItsLoad) {
  peal_rub_settings s = brake_settings();
  s.rolling_load = 50, s.rolling_radius = 0.3, s.rolling_rms = 1e-8;
  const Rub rub = make(s, kBrake);
  peal_rub_set_velocity(rub.get(), 0.1);
  rendered(rub.get(), 1);
  double mean = 0;
  for (int n = 0; n < 500; ++n) {
    rendered(rub.get(), 64 / kRate + 1e-9);
    mean += peal_rub_get_state(rub.get()).resonator_position / 500;
  }
  double expected = 0;
  for (const peal_mode& m : kBrake) {
    const double w = 2 * std::numbers::pi * m.frequency;
    expected += 50 * m.shape * m.shape / (m.mass * w * w);
  }
  EXPECT_NEAR(std::abs(mean), expected, 0.05 * expected);
}

TEST(RubControls, NoInstrumentAndNoSettingsAreToldApart) {
  const Rub rub = make(peal_default_rub_settings(), kGlass);
  peal_rub_settings wrong = peal_default_rub_settings();
  wrong.stiffness = -1;
  EXPECT_FALSE(peal_rub_set(rub.get(), &wrong));
  EXPECT_FALSE(peal_rub_set(rub.get(), nullptr));
  EXPECT_NE(std::string(peal_rub_problem()).find("settings"), std::string::npos);
  EXPECT_FALSE(peal_rub_set_modes(nullptr, kGlass.data(), 2));
  EXPECT_NE(std::string(peal_rub_problem()).find("no instrument"), std::string::npos);
}

// While nothing presses: both bodies answer forces from outside as their stiffness and mass say.
TEST(RubControls, ForcesFromOutsideBendModesAndCarryTheMass) {
  const std::vector<peal_mode> dull = {{548, 400, 0.01, 1}, {1370, 400, 0.01, 1}};
  const std::vector<peal_mode> rod = {{300, 400, 0.02, -0.5}};
  const peal_rub_settings s = peal_default_rub_settings();
  const Rub rub = make(s, dull);
  ASSERT_TRUE(peal_rub_set_exciter_modes(rub.get(), rod.data(), 1, 1e-3));
  peal_rub_push_body(rub.get(), 2);
  peal_rub_force(rub.get(), 1.5, 0);
  rendered(rub.get(), 64 * 200 / kRate);
  float xe[2], ve[2], xr[2], vr[2];
  ASSERT_EQ(peal_rub_states(rub.get(), xe, ve, xr, vr, 2), 2);
  const auto bend = [](double force, const peal_mode& m) {
    return force * m.shape * m.shape / (m.mass * std::pow(2 * std::numbers::pi * m.frequency, 2));
  };
  const double body = bend(2, dull[0]) + bend(2, dull[1]);
  EXPECT_NEAR(xr[1], body, 1e-4 * body);
  EXPECT_NEAR(vr[1], 0, 1e-6);
  const double speed = 1.5 / (s.exciter_mass * s.exciter_damping);
  EXPECT_NEAR(ve[1], speed, 1e-5 * speed);
  EXPECT_NEAR((xe[1] - xe[0]) * kRate, speed, 0.02 * speed);  // positions are of float
  // Let go, the rod's own mode springs back: x falls by its bend (the mass coasts on).
  const double at = xe[1];
  peal_rub_force(rub.get(), 0, 0);
  rendered(rub.get(), 64 * 200 / kRate);
  peal_rub_states(rub.get(), xe, ve, nullptr, nullptr, 2);
  const double ramp = 0.5 * 64 / kRate;  // the force falls within 64 samples
  const double coast = speed * (1 / s.exciter_damping + ramp) - bend(1.5, rod[0]);
  EXPECT_NEAR(xe[1] - at, coast, 0.01 * coast);
}

// A rod that rings beside its mass takes part: with it the glass sounds otherwise, the rod is
// heard, and without modes all is as it was.
TEST(RubControls, AnExciterThatRingsIsHeardAndLeavesNothingBehind) {
  const std::vector<peal_mode> rod = {{820, 30, 0.02, 1}};
  const Rub plain = make(peal_default_rub_settings(), kGlass);
  const Rub rings = make(peal_default_rub_settings(), kGlass);
  const Rub silent = make(peal_default_rub_settings(), kGlass);
  ASSERT_TRUE(peal_rub_set_exciter_modes(rings.get(), rod.data(), 1, 0.01));
  ASSERT_TRUE(peal_rub_set_exciter_modes(silent.get(), rod.data(), 1, 1e-9));
  std::vector<float> sound[3];
  int k = 0;
  for (const Rub* rub : {&plain, &rings, &silent}) {
    peal_rub_force(rub->get(), 1.5, 1);
    sound[k++] = rendered(rub->get(), 1);
  }
  EXPECT_NE(sound[0], sound[2]);
  std::vector<float> own(sound[1].size());
  for (std::size_t n = 0; n < own.size(); ++n) own[n] = sound[1][n] - sound[2][n];
  EXPECT_GT(rms(own, 0, 0.1), 0.01 * rms(sound[2], 0.5, 1));
  for (const Rub* rub : {&rings, &plain}) {
    peal_rub_reset(rub->get());
    ASSERT_TRUE(peal_rub_set_exciter_modes(rub->get(), nullptr, 0, 0.01));
    peal_rub_force(rub->get(), 1.5, 1);
  }
  EXPECT_EQ(rendered(rings.get(), 0.3), rendered(plain.get(), 0.3));
}

TEST(RubControls, ModesOfAnExciterThatMakeNoSenseAreRefused) {
  const Rub rub = make(peal_default_rub_settings(), kGlass);
  const peal_mode bad = {820, 30, -1, 1}, good = {820, 30, 1, 1};
  EXPECT_FALSE(peal_rub_set_exciter_modes(rub.get(), &bad, 1, 0.01));
  EXPECT_EQ(std::string(peal_rub_problem()).find("mode 0: expected a mass"), 0u);
  EXPECT_FALSE(peal_rub_set_exciter_modes(rub.get(), &good, 1, -1));
  EXPECT_FALSE(peal_rub_set_exciter_modes(rub.get(), nullptr, 1, 0.01));
  EXPECT_FALSE(peal_rub_set_exciter_modes(nullptr, &good, 1, 0.01));
  peal_rub_push_body(rub.get(), NAN);
  peal_rub_push_body(nullptr, 1);
  EXPECT_EQ(peal_rub_states(nullptr, nullptr, nullptr, nullptr, nullptr, 4), 0);
  for (const float x : rendered(rub.get(), 0.01)) EXPECT_EQ(x, 0);
}

}  // namespace
}  // namespace peal
