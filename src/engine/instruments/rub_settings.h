// What peal_rub_settings (peal/instruments_c.h) mean to friction and rolling. SI units; real-time
// safe.
#pragma once
#include <peal/instruments_c.h>

#include "dsp/contact_sound.h"
#include "physics/contact/friction_kernel.h"
#include "physics/contact/roughness_kernel.h"

namespace peal {

inline constexpr double kMostRubForce = 1e6;  // [N]
inline constexpr double kFarthestRub = 1e6;   // [m]

peal_rub_settings default_rub_settings() noexcept;
/// False, and a refusal (ringing_modes.h), when a number makes no sense.
bool check_rub(const peal_rub_settings& settings) noexcept;

/// Noise enters it in newtons.
FrictionLaw law_of(const peal_rub_settings& settings) noexcept;
/// Of the way slid: rms 1, times roughness and normal force it is that noise.
Roughness rubbed_roughness(const peal_rub_settings& settings) noexcept;
/// The exciter on the way it rolls over.
ContactPair rolling_pair(const peal_rub_settings& settings) noexcept;

}  // namespace peal
