// Words and units in the picture of a sound.
#pragma once
#include <optional>
#include <string>

#include "io/plot/sound_analysis.h"

namespace peal {

struct PressureUnit {
  double size;  // [Pa]
  const char* name;
};

/// The unit in which a peak [Pa] reads as a handy number.
PressureUnit pressure_unit(double peak);

/// "2 s · 48000 Hz · 2 channels · peak 322 mPa = 84.1 dB SPL · rms 69.0 dB SPL", or "silent".
/// `rms` [Pa] stands for that of the analysis when it is given.
std::string sound_figures(const SoundAnalysis& sound, int channel, std::optional<double> rms = {});

}  // namespace peal
