// A spectrogram in a picture: levels as colours, axes of time and frequency, a colour bar. The
// range of the colours is given, so that pictures which belong together can share one.
#pragma once
#include <span>
#include <string>

#include "io/plot/canvas.h"
#include "io/plot/sound_analysis.h"

namespace peal {

/// Levels of the darkest and of the lightest colour.
struct LevelRange {
  double low = 0, high = 90;  // [dB SPL]
};

/// Throws unless the range can be drawn; `what` names it in the sentence.
void check_level_range(const LevelRange& range, const std::string& what);

/// The loudest of all, rounded up to a multiple of 5 dB, and `dynamic_range` dB below it. Silence
/// gets the range of ordinary hearing, 0 to `dynamic_range`.
LevelRange common_range(std::span<const Spectrogram* const> spectrograms, double dynamic_range);

struct SpectrogramPanel {
  double duration = 0;  // [s]
  bool log_frequency = true, label_time = true;
  std::string unit = "dB SPL";
};

/// `box` has one pixel per column and row of the spectrogram; names and numbers stand around it.
void draw_spectrogram(Canvas& canvas, const Box& box, const Spectrogram& spectrogram,
                      const LevelRange& range, const SpectrogramPanel& panel);

}  // namespace peal
