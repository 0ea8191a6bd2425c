#include "io/plot/sound_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "io/plot/canvas.h"
#include "io/plot/picture_text.h"
#include "io/plot/plot_axes.h"
#include "io/plot/ticks.h"

namespace peal {
namespace {

using namespace style;
// The peaks stand out by themselves: a click of a tenth of a millisecond is one column of them.
const Colour kExtremes{0.30, 0.66, 0.74}, kRms = {0.78, 0.95, 0.95};
constexpr int kPanelGap = 24;
constexpr double kPen = 3;  // [pixels] a column alone is lost when the picture is shown smaller

class Picture {
 public:
  Picture(const SoundAnalysis& sound, const SoundPictureOptions& options, Canvas& canvas)
      : sound_(sound), options_(options), canvas_(canvas) {}

  void title() {
    const double room = canvas_.width() - kLeft - kRight;
    heading(canvas_, kLeft, room, options_.title,
            sound_figures(sound_, options_.channel, options_.rms));
  }

  void waveform(const Box& box, bool label_time, double peak) {
    canvas_.fill(box, kPanel);
    const PressureUnit unit = pressure_unit(peak);
    const double limit = 1.06 * peak;
    const auto y = [&](double p) { return box.y + box.height / 2 * (1 - p / limit); };
    time_axis(canvas_, box, sound_.duration, label_time);
    const int room = std::max(3, static_cast<int>(box.height / 45));
    for (const Tick& tick : linear_ticks(-limit / unit.size, limit / unit.size, room))
      horizontal_mark(canvas_, box, y(tick.value * unit.size), tick.label, kScreen,
                      tick.value == 0);
    side_label(canvas_, box, 0, fmt::format("pressure [{}]", unit.name));
    canvas_.clip(box);
    if (sound_.envelope.samples.empty())
      bands(box, y);
    else
      curves(box, y);
    canvas_.unclip();
    canvas_.outline(pixel_frame(box), kFrame, 1);
  }

 private:
  // One bar for each pixel column, stretched to touch its neighbour so that steep flanks stay
  // whole.
  template <class ToY>
  void bands(const Box& box, ToY y) {
    const Envelope& e = sound_.envelope;
    for (std::size_t c = 0; c < e.low.size(); ++c) {
      double low = e.low[c], high = e.high[c];
      if (c > 0)
        low = std::min<double>(low, e.high[c - 1]), high = std::max<double>(high, e.low[c - 1]);
      bar(box.x + static_cast<double>(c), y(high), y(low), kPen, kExtremes);
    }
    for (std::size_t c = 0; c < e.low.size(); ++c) {
      const double rms = e.rms[c];
      bar(box.x + static_cast<double>(c), y(std::min<double>(rms, e.high[c])),
          y(std::max<double>(-rms, e.low[c])), 1, kRms);
    }
  }
  void bar(double x, double top, double bottom, double width, const Colour& colour) {
    const double height = std::max(1.0, bottom - top);
    canvas_.fill({x - (width - 1) / 2, (top + bottom - height) / 2, width, height}, colour);
  }

  // Few frames: lines between the samples, dots when they stand well apart.
  template <class ToY>
  void curves(const Box& box, ToY y) {
    for (const auto& samples : sound_.envelope.samples) {
      std::vector<Point> points;
      const double step = box.width / static_cast<double>(samples.size());
      for (std::size_t i = 0; i < samples.size(); ++i)
        points.push_back({box.x + static_cast<double>(i) * step, y(samples[i])});
      canvas_.polyline(points, kFirstCurve, 1.5);
      if (step > 8)
        for (const Point& p : points) canvas_.disc(p, 2.5, kFirstCurve);
    }
  }

  const SoundAnalysis& sound_;
  const SoundPictureOptions& options_;
  Canvas& canvas_;
};

}  // namespace

SoundScale write_sound_picture(const SoundStream& stream, const std::filesystem::path& path,
                               const SoundPictureOptions& options) {
  const bool combined = options.kind == PictureKind::combined;
  const int height = options.height > 0 ? options.height : combined ? 860 : 460;
  const int columns = options.width - kLeft - kBarRoom, rows = height - kTop - kBottom;
  if (columns < 100 || rows < 100)
    fail("a picture of {} x {} pixels is too small; it needs {} x {} at least", options.width,
         height, kLeft + kBarRoom + 100, kTop + kBottom + 100);
  if (!(options.dynamic_range > 0) || !std::isfinite(options.dynamic_range))
    fail("dynamic range: expected > 0 dB, got {}", options.dynamic_range);
  if (options.levels) check_level_range(*options.levels, "colours of the spectrogram");
  if (options.peak && !(*options.peak > 0 && std::isfinite(*options.peak)))
    fail("axis of the waveform: expected > 0 Pa, got {}", *options.peak);
  const int upper = combined ? (rows - kPanelGap) / 3 : rows;
  const int lower = combined ? rows - kPanelGap - upper : rows;

  AnalysisOptions analysis;
  analysis.columns = columns;
  analysis.rows = options.kind == PictureKind::waveform ? 0 : lower;
  analysis.channel = options.channel;
  analysis.min_hz = options.min_hz;
  analysis.max_hz = options.max_hz;
  analysis.log_frequency = options.log_frequency;
  const SoundAnalysis sound = analyse_sound(stream, analysis);
  const Spectrogram* const spectrograms[] = {&sound.spectrogram};
  const double own_peak = sound.envelope.peak > 0 ? sound.envelope.peak : 1;
  const SoundScale scale{
      options.peak.value_or(own_peak),
      options.levels.value_or(common_range(spectrograms, options.dynamic_range))};

  Canvas canvas(options.width, height, Canvas::Kind::png, kPaper);
  Picture picture(sound, options, canvas);
  picture.title();
  const double width = columns;
  if (options.kind != PictureKind::spectrogram)
    picture.waveform({kLeft, kTop, width, static_cast<double>(upper)}, !combined, scale.peak);
  if (options.kind != PictureKind::waveform)
    draw_spectrogram(
        canvas,
        {kLeft, static_cast<double>(height - kBottom - lower), width, static_cast<double>(lower)},
        sound.spectrogram, scale.levels, {sound.duration, options.log_frequency, true, "dB SPL"});
  canvas.write(path);
  return scale;
}

}  // namespace peal
