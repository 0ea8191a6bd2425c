#include "io/plot/spectrogram_panel.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "io/plot/plot_axes.h"
#include "io/plot/ticks.h"

namespace peal {

using namespace style;

void check_level_range(const LevelRange& range, const std::string& what) {
  if (!(range.low < range.high) || !std::isfinite(range.high - range.low))
    fail("{}: expected a lower and a higher level in dB SPL, such as 0,90, got {},{}", what,
         range.low, range.high);
}

LevelRange common_range(std::span<const Spectrogram* const> spectrograms, double dynamic_range) {
  float loudest = kSilenceLevel;
  for (const Spectrogram* s : spectrograms)
    for (const float level : s->level) loudest = std::max(loudest, level);
  const double top = loudest > kSilenceLevel ? 5 * std::ceil(loudest / 5) : dynamic_range;
  return {top - dynamic_range, top};
}

namespace {

void frequency_axis(Canvas& canvas, const Box& box, double low, double high, bool log) {
  const int room = std::max(3, static_cast<int>(box.height / 32));
  for (const Tick& tick : log ? log_ticks(low, high, room) : linear_ticks(low, high, room)) {
    const double part =
        log ? std::log(tick.value / low) / std::log(high / low) : (tick.value - low) / (high - low);
    const double at = std::round(box.bottom() - part * box.height) + 0.5;
    const bool named = !tick.label.empty();
    canvas.line({box.x - (named ? 7 : 4), at}, {box.x - 1, at}, kFrame, 1);
    if (!named) continue;
    if (part > 0.01 && part < 0.99) canvas.line({box.x, at}, {box.right(), at}, kGrid, 1);
    canvas.text({box.x - 11, at}, format_thousands(tick.value), kTickSize, kText, Anchor::end);
  }
}

}  // namespace

void draw_spectrogram(Canvas& canvas, const Box& box, const Spectrogram& s, const LevelRange& range,
                      const SpectrogramPanel& panel) {
  const double span = range.high - range.low;
  std::vector<std::uint32_t> pixels(s.level.size());
  for (int r = 0; r < s.rows; ++r)
    for (int c = 0; c < s.columns; ++c)
      pixels[static_cast<std::size_t>(s.rows - 1 - r) * static_cast<std::size_t>(s.columns) +
             static_cast<std::size_t>(c)] = packed(level_colour((s.at(c, r) - range.low) / span));
  canvas.image({box.x, box.y}, s.columns, s.rows, pixels);
  frequency_axis(canvas, box, s.edges.front(), s.edges.back(), panel.log_frequency);
  time_axis(canvas, box, panel.duration, panel.label_time);
  side_label(canvas, box, box.x - kLeft, "frequency [Hz]");
  canvas.outline(pixel_frame(box), kFrame, 1);
  std::vector<Mark> marks;
  for (const Tick& t : linear_ticks(range.low, range.high, std::max(3, s.rows / 36)))
    marks.push_back({(t.value - range.low) / span, t.label});
  colour_bar(canvas, box, level_colour, marks,
             fmt::format("{} in {:.3g} Hz bands", panel.unit, s.bandwidth));
}

}  // namespace peal
