// Line spectrum of a struck body. Enters: one line per mode: frequency [Hz], level [dB], decay [s].
// Leaves: a PNG, written atomically. Stems on a logarithmic frequency axis, coloured by T60; behind
// them the power sum of the resonance peaks,
//     L(f) = 10 lg sum_i 10^(L_i/10) / (1 + (2 pi (f - f_i) / sigma_i)^2),   sigma = 3 ln 10 / T60,
// so that a long ring shows as a sharp peak.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace peal {

struct SpectrumLine {
  double frequency = 0;  // [Hz] > 0
  double level = 0;      // [dB]; minus infinity: not excited, not drawn
  double decay = 0;      // [s] T60 > 0: time in which the level falls by 60 dB
};

struct SpectrumPictureOptions {
  int width = 1600, height = 640;  // [pixels]
  double dynamic_range = 70;       // [dB] shown below the strongest line
  double min_hz = 0, max_hz = 0;   // 0: from the lines, at least one decade
  std::string level_label = "level [dB]";
  int labels = 10;  // so many of the strongest lines are given their frequency, where there is room
  bool resonances = true;  // the curve
};

/// Lines that are too weak or outside the axis are left out and counted in the picture. Throws when
/// no line can be drawn.
void write_spectrum_picture(const std::filesystem::path& path, const std::string& heading,
                            const std::string& sub_heading, const std::vector<SpectrumLine>& lines,
                            const SpectrumPictureOptions& options = {});

}  // namespace peal
