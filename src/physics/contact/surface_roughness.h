// How rough surfaces of ordinary objects are, for scenes that do not say.
// In: name of a material or of its group in the material library. Out: rms height [m] over a band
// of wavelengths [m] and the slope of the power spectrum of a profile.
// A height means little without its band: the same surface is rougher over a longer way. Heights
// are R_q = 1.25 R_a (Gaussian heights); the bands are those in which R_a of such a surface is
// measured, cut-off and stylus limit of ISO 4288 and ISO 3274:
//   R_a   up to 0.1 um: 250 um to 2.5 um,     up to 2 um: 0.8 mm to 2.5 um,
//         up to 10 um:  2.5 mm to 8 um,       up to 80 um: 8 mm to 25 um.
// Slopes: a profile with Hurst exponent H has -1 - 2H. -2 is the Sayles & Thomas 1978 law of
// surfaces of all kinds, H = 0.85 +- 0.15 (-2.7) is common after polishing and blasting (Persson
// 2014, "On the fractal dimension of rough surfaces"). Heights are typical, a factor of three
// either way is ordinary: steel as cold rolled or finely ground (R_a 0.1 .. 3 um; bearing balls
// 0.01 .. 0.2 um, ISO 3290), castings 12 .. 25 um, sanded wood 4 .. 10 um with its pores, trowelled
// concrete tens of um.
#pragma once
#include <cmath>
#include <cstdint>
#include <string_view>

#include "physics/contact/roughness_kernel.h"

namespace peal {

struct SurfaceRoughness {
  double rms = 1e-6;         // [m] over the band below
  double slope = -2;         // of the power spectrum over spatial frequency
  double longest = 0.8e-3;   // [m]
  double shortest = 2.5e-6;  // [m]
};

struct NamedRoughness {
  std::string_view name;
  SurfaceRoughness roughness;
};

/// Materials first, groups of the library behind them: the first match counts.
inline constexpr NamedRoughness kSurfaceRoughness[] = {
    {"cast-iron", {15e-6, -2, 8e-3, 25e-6}},  // as cast
    {"lead", {3e-6, -2, 2.5e-3, 8e-6}},       // soft, dented
    {"stainless-steel", {0.3e-6, -2, 0.8e-3, 2.5e-6}},
    {"silver", {0.2e-6, -2.7, 0.8e-3, 2.5e-6}},  // polished
    {"gold", {0.2e-6, -2.7, 0.8e-3, 2.5e-6}},
    {"fused-silica", {0.01e-6, -2.7, 0.25e-3, 2.5e-6}},
    {"porcelain", {0.3e-6, -2.7, 0.8e-3, 2.5e-6}},  // glazed
    {"stoneware", {1e-6, -2, 0.8e-3, 2.5e-6}},
    {"earthenware", {6e-6, -2, 2.5e-3, 8e-6}},  // unglazed
    {"alumina", {0.8e-6, -2, 0.8e-3, 2.5e-6}},  // as sintered
    {"brick", {50e-6, -2, 8e-3, 25e-6}},
    {"granite", {1e-6, -2, 0.8e-3, 2.5e-6}},  // polished slab
    {"marble", {0.5e-6, -2, 0.8e-3, 2.5e-6}},
    {"slate", {10e-6, -2, 2.5e-3, 8e-6}},  // split
    {"limestone", {8e-6, -2, 2.5e-3, 8e-6}},
    {"sandstone", {60e-6, -2, 8e-3, 25e-6}},
    {"concrete", {60e-6, -2, 8e-3, 25e-6}},
    {"ice", {2e-6, -2.7, 2.5e-3, 8e-6}},
    {"oak", {10e-6, -2, 2.5e-3, 8e-6}},  // large pores
    {"pine", {6e-6, -2, 2.5e-3, 8e-6}},
    {"balsa", {12e-6, -2, 2.5e-3, 8e-6}},
    {"mdf", {4e-6, -2, 2.5e-3, 8e-6}},
    {"cork", {40e-6, -2, 8e-3, 25e-6}},
    {"bone", {2e-6, -2, 0.8e-3, 2.5e-6}},
    {"acrylic", {0.05e-6, -2.7, 0.25e-3, 2.5e-6}},  // cast sheet
    {"polycarbonate", {0.05e-6, -2.7, 0.25e-3, 2.5e-6}},
    // Groups
    {"metal", {1e-6, -2, 0.8e-3, 2.5e-6}},
    {"glass", {0.05e-6, -2.7, 0.25e-3, 2.5e-6}},  // used: new float glass has 1 nm
    {"ceramic", {0.5e-6, -2.7, 0.8e-3, 2.5e-6}},
    {"stone", {10e-6, -2, 2.5e-3, 8e-6}},
    {"wood", {7e-6, -2, 2.5e-3, 8e-6}},
    {"plastic", {1e-6, -2, 0.8e-3, 2.5e-6}},  // moulded
    {"rubber", {8e-6, -2, 2.5e-3, 8e-6}},
};

/// Null when neither a material nor a group of that name is listed: ask again with the group.
constexpr const SurfaceRoughness* find_roughness(std::string_view material_or_group) noexcept {
  for (const NamedRoughness& entry : kSurfaceRoughness)
    if (entry.name == material_or_group) return &entry.roughness;
  return nullptr;
}

/// By material, else by its group, else the 1 um of a machined surface.
constexpr SurfaceRoughness default_roughness(std::string_view material,
                                             std::string_view group = {}) noexcept {
  if (const SurfaceRoughness* found = find_roughness(material)) return *found;
  if (const SurfaceRoughness* found = find_roughness(group)) return *found;
  return {};
}

/// The same surface seen over another band: the power spectrum stays as it is, and the rms height
/// follows from it. A rolling sound needs waves as long as speed / lowest frequency.
inline Roughness roughness_over(const SurfaceRoughness& surface, double longest, double shortest,
                                std::uint64_t seed) noexcept {
  // Int_{1/longest}^{1/shortest} f^slope df
  const auto power = [g = surface.slope + 1](double from, double to) {
    return std::abs(g) < 1e-9 ? std::log(from / to) : (std::pow(to, -g) - std::pow(from, -g)) / g;
  };
  const double part = power(longest, shortest) / power(surface.longest, surface.shortest);
  return {surface.rms * std::sqrt(part > 0 ? part : 0), surface.slope, longest, shortest, seed};
}

/// Shortest wavelength [m] that a ball of this radius [m] rolls down into and not over: waves more
/// curved than the ball are bridged. Where Int (2 pi f)^4 P(f) df, the mean square curvature of
/// all longer waves, reaches 1/radius^2. Within the band; the `patch` of a rolling contact is the
/// greater of this and the length of the contact.
inline double shortest_followed(const Roughness& surface, double radius) noexcept {
  const double g = surface.slope + 1, q = surface.slope + 5, low = 1 / surface.longest;
  const double all = std::abs(g) < 1e-9
                         ? std::log(surface.longest / surface.shortest)
                         : (std::pow(surface.shortest, -g) - std::pow(surface.longest, -g)) / g;
  const double wave = 4 * std::numbers::pi * std::numbers::pi * surface.rms * radius;
  const double reach = all / (wave * wave);  // Int f^(slope + 4) df at the end
  const double end =
      std::abs(q) < 1e-9 ? low * std::exp(reach) : std::pow(std::pow(low, q) + q * reach, 1 / q);
  // Without an end (q < 0, long waves hold most of the curvature) all waves are followed.
  return end > low ? std::max(1 / end, surface.shortest) : surface.shortest;
}

/// Longest wave [m] that a contact feels: bodies follow longer ones as a whole.
inline constexpr double kLongestTouched = 0.01;

/// Two surfaces on each other: the rougher one decides the spectrum, both the height.
inline Roughness roughness_of_pair(const SurfaceRoughness& a, const SurfaceRoughness& b,
                                   std::uint64_t seed) noexcept {
  const SurfaceRoughness& rougher = a.rms >= b.rms ? a : b;
  Roughness pair = roughness_over(rougher, kLongestTouched, rougher.shortest, seed);
  if (rougher.rms > 0) pair.rms *= std::hypot(a.rms, b.rms) / rougher.rms;
  return pair;
}

}  // namespace peal
