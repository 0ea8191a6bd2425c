// After they are made, instruments that one plays by hand allocate, lock and write nothing.
#include <gtest/gtest.h>
#include <peal/instruments_c.h>

#include "realtime/watched_calls.h"

namespace peal {
namespace {

TEST(NoAllocation, WhateverIsAskedOfInstruments) {
  if (!calls_can_be_watched()) GTEST_SKIP() << "a sanitizer has its own malloc";
  const peal_mode modes[3] = {{950, 40, 0.02, 1}, {1843, 60, 0.03, 0.8}, {3125, 90, 0.03, -0.6}};
  peal_rub_settings settings = peal_default_rub_settings();
  peal_rub* rub = peal_rub_create(48000, &settings, modes, 3);
  peal_modal* modal = peal_modal_create(48000, modes, 3, 0.01, 1);
  ASSERT_TRUE(rub && modal);
  ASSERT_TRUE(peal_rub_set_exciter_modes(rub, modes, 2, 1e-3));
  float out[200], trace[200], force[200] = {1, 2, 3};
  WatchedCalls seen;
  {
    CallWatch watch;
    for (int k = 0; k < 2000; ++k) {
      settings.roughness = k % 3 * 0.1, settings.roughness_slope = -1 - k % 2;
      settings.exciter_mass = 0.05 + 0.01 * (k % 5), settings.distance = 1 + k % 4;
      settings.rolling_load = k % 7, settings.rolling_rms = 1e-6 * (k % 11);
      peal_rub_set(rub, &settings);
      peal_rub_force(rub, k % 13, k % 100 < 50 ? k % 5 : 0);
      if (k % 97 == 0) peal_rub_set_velocity(rub, 1), peal_rub_set_position(rub, 2);
      if (k % 501 == 0) peal_rub_reset(rub);
      peal_rub_render(rub, out, 1 + k % 200);
      peal_rub_trace(rub, trace, trace, trace, trace, 200);
      peal_rub_push_body(rub, k % 17);
      peal_rub_states(rub, trace, trace, trace, trace, 200);
      peal_rub_get_state(rub);
      settings.stiffness = -1;
      EXPECT_FALSE(peal_rub_set(rub, &settings));  // its sentence needs no memory either
      settings.stiffness = 1e4 + k;
      peal_modal_strike(modal, 0.01, 1e-3, k % 300);
      peal_modal_render(modal, k % 2 ? force : nullptr, out, 1 + k % 200);
      if (k % 301 == 0) peal_modal_stop(modal);
    }
    seen = watch.calls();
  }
  EXPECT_EQ(seen.memory, 0);
  EXPECT_EQ(seen.locks, 0);
  peal_rub_destroy(rub);
  peal_modal_destroy(modal);
}

}  // namespace
}  // namespace peal
