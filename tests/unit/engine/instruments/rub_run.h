// Bodies that are rubbed, for the tests of this folder: making them, playing them, what they leave.
#pragma once
#include <gtest/gtest.h>
#include <peal/instruments_c.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

namespace peal {

inline constexpr double kRate = 44100;
inline constexpr int kBlock = 64;

struct Destroy {
  void operator()(peal_rub* rub) const { peal_rub_destroy(rub); }
};
using Rub = std::unique_ptr<peal_rub, Destroy>;

inline const std::vector<peal_mode> kGlass = {{548, 6.9, 0.01, 1}, {1370, 11.5, 0.01, 1}};
inline const std::vector<peal_mode> kBrake = {
    {950, 40, 0.02, 1}, {1843, 60, 0.03, 0.8}, {3125, 90, 0.03, -0.6}};

inline Rub make(const peal_rub_settings& settings, const std::vector<peal_mode>& modes,
                double rate = kRate) {
  return Rub(peal_rub_create(rate, &settings, modes.data(), static_cast<int>(modes.size())));
}

inline peal_rub_settings brake_settings() {
  peal_rub_settings s = peal_default_rub_settings();
  s.stiffness = 1e6, s.static_friction = 0.5, s.dynamic_friction = 0.3, s.stribeck_speed = 0.4;
  s.exciter_mass = 15, s.exciter_damping = 0;
  return s;
}

/// What a run leaves: pressure at the ear and the velocity of the body.
struct RubRun {
  std::vector<float> sound, velocity, stuck;

  void blocks(peal_rub* rub, double seconds, auto&& control, double rate = kRate) {
    for (int b = 0; b * kBlock < seconds * rate; ++b) {
      control((b + 1) * kBlock / rate);
      std::vector<float> out(kBlock), v(kBlock);
      peal_rub_render(rub, out.data(), kBlock);
      ASSERT_EQ(peal_rub_trace(rub, nullptr, nullptr, nullptr, v.data(), kBlock), kBlock);
      sound.insert(sound.end(), out.begin(), out.end());
      velocity.insert(velocity.end(), v.begin(), v.end());
      stuck.push_back(static_cast<float>(peal_rub_get_state(rub).stuck));
    }
  }
};

inline double rms(const std::vector<float>& x, double from, double to, double rate = kRate) {
  double sum = 0;
  int count = 0;
  for (auto n = static_cast<std::size_t>(from * rate); n < to * rate && n < x.size(); ++n, ++count)
    sum += static_cast<double>(x[n]) * x[n];
  return std::sqrt(sum / count);
}

inline double peak(const std::vector<float>& x, double from, double to, double rate = kRate) {
  float most = 0;
  for (auto n = static_cast<std::size_t>(from * rate); n < to * rate && n < x.size(); ++n)
    most = std::max(most, std::abs(x[n]));
  return most;
}

inline std::vector<float> rendered(peal_rub* rub, double seconds, double rate = kRate) {
  std::vector<float> out(static_cast<std::size_t>(seconds * rate));
  peal_rub_render(rub, out.data(), static_cast<int>(out.size()));
  return out;
}

}  // namespace peal
