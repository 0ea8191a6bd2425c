// The sound of one blow at one point, exactly as a render makes it: tables of a ClickField,
// weighted for the ear and convolved with the samples of the force. Body frame, SI units.
#pragma once
#include <vector>

#include "dsp/modal/force_samples.h"
#include "emission/fields/click_field.h"

namespace peal {

/// Pressure [Pa] at n / field.rate(), n < samples. @param start [s] of the force; its times in [s].
std::vector<double> click_pressure(const ClickField& field, const Air& air, const Vec3& ear,
                                   const VelocityJump& velocity_jump, double start,
                                   const ForceTimes& force, std::size_t samples);

}  // namespace peal
