#include "engine/instruments/rub_settings.h"

#include "dsp/rolling_exciter.h"
#include "engine/instruments/ringing_modes.h"

namespace peal {
namespace {

constexpr double kLongest = 1e-2;   // [m] waves of roughness that a rubbing contact feels,
constexpr double kShortest = 2e-5;  // [m] as in scenes

}  // namespace

FrictionLaw law_of(const peal_rub_settings& s) noexcept {
  FrictionLaw law;
  law.stiffness = s.stiffness, law.damping = s.damping, law.viscosity = s.viscosity;
  law.roughness = 1;  // the noise is in newtons
  law.static_friction = s.static_friction, law.dynamic_friction = s.dynamic_friction;
  law.stribeck_speed = s.stribeck_speed, law.breakaway = s.breakaway;
  return law;
}

ContactPair rolling_pair(const peal_rub_settings& s) noexcept {
  return rolling_exciter(s.rolling_radius, s.rolling_rms, s.exciter_mass);
}

Roughness rubbed_roughness(const peal_rub_settings& s) noexcept {
  return {1, s.roughness_slope, kLongest, kShortest, 1};
}

peal_rub_settings default_rub_settings() noexcept {
  const FrictionLaw law;
  peal_rub_settings s{};
  s.stiffness = law.stiffness, s.damping = law.damping, s.viscosity = law.viscosity;
  s.roughness_slope = -1;
  s.dynamic_friction = law.dynamic_friction, s.static_friction = law.static_friction;
  s.stribeck_speed = law.stribeck_speed, s.breakaway = law.breakaway;
  s.exciter_mass = 0.05, s.exciter_damping = 200;
  s.area = 0.01, s.distance = 1;
  s.rolling_radius = 0.02, s.rolling_rms = 1e-6;
  return s;
}

bool check_rub(const peal_rub_settings& s) noexcept {
  const auto in = [](double x, double low, double high) { return x >= low && x <= high; };
  if (const char* problem = problem_of(law_of(s)); *problem) return refuse("%s", problem);
  if (!in(s.roughness, 0, 10)) return refuse("roughness: expected 0 to 10, got %g", s.roughness);
  if (!in(s.roughness_slope, -6, 2))
    return refuse("roughness_slope: expected -6 to 2, got %g", s.roughness_slope);
  if (!in(s.exciter_mass, 1e-6, 1e6))
    return refuse("exciter_mass: expected 1e-6 to 1e6 kg, got %g", s.exciter_mass);
  if (!in(s.exciter_damping, 0, 1e6))
    return refuse("exciter_damping: expected 0 to 1e6 1/s, got %g", s.exciter_damping);
  if (!in(s.rolling_load, 0, kMostRubForce))
    return refuse("rolling_load: expected 0 to 1e6 N, got %g", s.rolling_load);
  if (!in(s.rolling_radius, 1e-6, 1e3))
    return refuse("rolling_radius: expected 1e-6 to 1000 m, got %g", s.rolling_radius);
  if (!in(s.rolling_rms, 0, 0.1))
    return refuse("rolling_rms: expected 0 to 0.1 m, got %g", s.rolling_rms);
  if (!in(s.travel_from, -kFarthestRub, kFarthestRub))
    return refuse("travel_from: expected -1e6 to 1e6 m, got %g", s.travel_from);
  if (!in(s.travel_to, s.travel_from, kFarthestRub))
    return refuse("travel_to: expected travel_from to 1e6 m, got %g", s.travel_to);
  return check_small_source(s.area, s.distance);
}

}  // namespace peal
