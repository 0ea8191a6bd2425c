// An exciter that rolls while nothing presses it: the pair that it makes with its way
// (dsp/contact_sound.h). In: radius of curvature [m], rms of the way's roughness [m], mass [kg].
#pragma once
#include "dsp/contact_sound.h"
#include "physics/contact/surface_roughness.h"

namespace peal {

inline ContactPair rolling_exciter(double radius, double rms, double mass) noexcept {
  constexpr double kModulus = 6e10;   // [Pa] metal or glass on each other
  constexpr double kShortest = 2e-5;  // [m] waves of the way
  constexpr double kRestitution = 0.5;
  ContactPair pair;
  pair.radius = radius, pair.modulus = kModulus, pair.mass = mass;
  pair.restitution = kRestitution;
  pair.roughness = {rms, -2, kLongestTouched, kShortest, 1};
  return pair;
}

}  // namespace peal
