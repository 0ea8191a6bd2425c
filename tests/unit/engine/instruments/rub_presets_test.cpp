// The presets as a hand plays them, and the stops at the ends of the exciter's way.
#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include "rub_run.h"

namespace peal {
namespace {

Rub make_preset(const peal_rub_preset& preset, double rate) {
  return peal::make(preset.settings, {preset.modes, preset.modes + preset.mode_count}, rate);
}

TEST(RubPresets, AreFoundByKeyAndEndWithTheLast) {
  std::set<std::string> keys;
  for (int i = 0; i < peal_rub_preset_count(); ++i) {
    const peal_rub_preset* preset = peal_rub_preset_at(i);
    ASSERT_TRUE(preset);
    EXPECT_EQ(peal_rub_preset_named(preset->key), preset);
    keys.insert(preset->key);
  }
  EXPECT_EQ(keys.size(), static_cast<std::size_t>(peal_rub_preset_count()));
  EXPECT_EQ(peal_rub_preset_at(-1), nullptr);
  EXPECT_EQ(peal_rub_preset_at(peal_rub_preset_count()), nullptr);
  EXPECT_EQ(peal_rub_preset_named("glas"), nullptr);
  EXPECT_EQ(peal_rub_preset_named(nullptr), nullptr);
}

/// Loudest and last 0.4 s, as parts of full scale.
struct Level {
  double most = 0, last = 0;
};
Level level(const std::vector<float>& sound, double gain) {
  Level out;
  for (double from = 0; from + 0.4 <= static_cast<double>(sound.size()) / 48000; from += 0.1) {
    out.last = gain * rms(sound, from, from + 0.4, 48000);
    out.most = std::max(out.most, out.last);
  }
  return out;
}

// A hand in the middle of its reach makes them sing on, all about as loud; wheels sound while they
// are braked and come to rest. Somewhat softer and harder pushes sing too.
TEST(RubPresets, SingUnderAHandAndAreAboutAsLoud) {
  for (int i = 0; i < peal_rub_preset_count(); ++i) {
    const peal_rub_preset& preset = *peal_rub_preset_at(i);
    const bool wheel = preset.settings.rolling_load > 0;
    for (const double part : {0.5, 0.43, 0.6}) {
      const Rub rub = make_preset(preset, 48000);
      ASSERT_TRUE(rub) << preset.key << ": " << peal_rub_problem();
      peal_rub_force(rub.get(), part * preset.push, wheel ? 0 : 0.5 * preset.press);
      if (wheel) {
        rendered(rub.get(), 1.5, 48000);
        peal_rub_force(rub.get(), 0, 0.5 * preset.press);
      }
      const Level heard = level(rendered(rub.get(), 4, 48000), preset.gain);
      const double sings = wheel ? heard.most : heard.last;
      EXPECT_GT(sings, part == 0.5 ? 0.12 : 0.04) << preset.key << " " << part;
      EXPECT_LT(sings, part == 0.5 ? 0.2 : 0.35) << preset.key << " " << part;
      if (wheel) {
        EXPECT_LT(heard.last, 0.01) << preset.key;
      }
    }
  }
}

TEST(RubStops, CatchAnExciterAndLetItGoBack) {
  peal_rub_preset door = *peal_rub_preset_named("door");
  door.settings.travel_from = -0.01, door.settings.travel_to = 0.04;
  for (const double rate : {8000.0, 44100.0, 192000.0}) {
    const std::vector<peal_mode> mode = {door.modes[0]};
    const Rub rub(peal_rub_create(rate, &door.settings, mode.data(), 1));
    ASSERT_TRUE(rub) << peal_rub_problem();
    peal_rub_set_velocity(rub.get(), 2);
    double farthest = 0;
    for (int n = 0; n < 600; ++n) {
      peal_rub_force(rub.get(), 40, 0);
      rendered(rub.get(), 0.01, rate);
      farthest = std::max(farthest, peal_rub_get_state(rub.get()).exciter_position);
    }
    // It lies where the spring of the stop bears the hand: f / (m w^2), w = 0.3 rate / 64.
    const double w = 0.3 * rate / 64;
    const peal_rub_state pressed = peal_rub_get_state(rub.get());
    EXPECT_NEAR(pressed.exciter_position, 0.04 + 40 / (w * w), 1e-3 * 40 / (w * w)) << rate;
    EXPECT_NEAR(pressed.exciter_velocity, 0, 1e-6);
    EXPECT_LT(farthest, 0.04 + 40 / (w * w) + 2 / w) << "no farther than its first swing";
    // Let go it stays; pulled it comes, and the other stop catches it.
    peal_rub_force(rub.get(), 0, 0);
    rendered(rub.get(), 3, rate);
    EXPECT_NEAR(peal_rub_get_state(rub.get()).exciter_position, 0.04, 0.003);
    peal_rub_force(rub.get(), -40, 0);
    rendered(rub.get(), 6, rate);
    EXPECT_NEAR(peal_rub_get_state(rub.get()).exciter_position, -0.01 - 40 / (w * w),
                1e-3 * 40 / (w * w));
  }
}

// Critical damping that never pulls: x = v t e^-wt until w t = 2, where the velocity is -v e^-2.
TEST(RubStops, GiveBackASeventhOfTheSpeed) {
  peal_rub_preset brake = *peal_rub_preset_named("brake");
  brake.settings.exciter_damping = 0, brake.settings.rolling_load = 0;
  brake.settings.travel_from = -1, brake.settings.travel_to = 0.1;
  const Rub rub = make_preset(brake, 48000);
  peal_rub_set_velocity(rub.get(), 2);
  rendered(rub.get(), 0.2, 48000);
  // Forces are held over hops of 0.3 / w, so that it is not e^-2 exactly.
  EXPECT_NEAR(peal_rub_get_state(rub.get()).exciter_velocity, -2 * std::exp(-2), 0.15);
}

// A light exciter that sticks to a ringing body trembles at its stop: that must not feed it.
TEST(RubStops, MakeNoEnergy) {
  peal_rub_settings s = peal_default_rub_settings();
  s.stiffness = 1e7, s.exciter_mass = 0.001, s.exciter_damping = 0, s.viscosity = 0;
  s.travel_to = 0.06;
  const peal_mode mode{300, 1, 0.01, 1};
  const Rub rub(peal_rub_create(48000, &s, &mode, 1));
  peal_rub_force(rub.get(), -1, 100);
  rendered(rub.get(), 0.5, 48000);
  peal_rub_force(rub.get(), 0, 100);
  const double first = peak(rendered(rub.get(), 0.5, 48000), 0, 0.5, 48000);
  rendered(rub.get(), 4, 48000);
  EXPECT_LT(peak(rendered(rub.get(), 0.5, 48000), 0, 0.5, 48000), 0.2 * first);
}

TEST(RubStops, AreNoneUnlessTheWayHasALength) {
  peal_rub_preset door = *peal_rub_preset_named("door");
  const Rub free = make_preset(door, 48000);
  peal_rub_force(free.get(), 40, 0);
  rendered(free.get(), 10, 48000);
  EXPECT_NEAR(peal_rub_get_state(free.get()).exciter_position, 40.0 / 400 * (10 - 1.0 / 400), 1e-3);
  for (const auto& [from, to] : {std::pair{1.0, 0.0}, {0.0, NAN}, {-2e6, 0.0}, {0.0, 2e6}}) {
    door.settings.travel_from = from, door.settings.travel_to = to;
    EXPECT_EQ(peal_rub_set(free.get(), &door.settings), 0) << from << " " << to;
    EXPECT_NE(std::string(peal_rub_problem()).find("travel_"), std::string::npos);
  }
}

}  // namespace
}  // namespace peal
