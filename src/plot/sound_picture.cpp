#include "plot/sound_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "plot/canvas.h"
#include "plot/picture_style.h"
#include "plot/picture_text.h"
#include "plot/ticks.h"

namespace peal {
namespace {

using namespace style;
const Colour kZero{1, 1, 1, 0.22};
const Colour kExtremes{0.18, 0.50, 0.60}, kRms{0.55, 0.84, 0.86};
constexpr int kLeft = 96, kRight = 128, kTop = 62, kBottom = 66, kGap = 24;
constexpr int kBarGap = 18, kBarWidth = 20;

class Picture {
 public:
  Picture(const SoundAnalysis& sound, const SoundPictureOptions& options, Canvas& canvas)
      : sound_(sound), options_(options), canvas_(canvas) {}

  void title() {
    double x = kLeft;
    if (!options_.title.empty()) {
      canvas_.text({x, kTop / 2.0}, options_.title, kTitleSize, kText, Anchor::start, true);
      x += canvas_.text_width(options_.title, kTitleSize, true) + 24;
    }
    canvas_.text({x, kTop / 2.0 + 1}, sound_figures(sound_, options_.channel), kLabelSize + 1,
                 kFaintText);
  }

  void waveform(const Box& box, bool label_time) {
    canvas_.fill(box, kPanel);
    const double peak = sound_.envelope.peak > 0 ? sound_.envelope.peak : 1;
    const PressureUnit unit = pressure_unit(peak);
    const double limit = 1.06 * peak;
    const auto y = [&](double p) { return box.y + box.height / 2 * (1 - p / limit); };
    time_axis(box, label_time);
    const int room = std::max(3, static_cast<int>(box.height / 45));
    for (const Tick& tick : linear_ticks(-limit / unit.size, limit / unit.size, room)) {
      const double at = std::round(y(tick.value * unit.size)) + 0.5;
      canvas_.line({box.x, at}, {box.right(), at}, tick.value == 0 ? kZero : kGrid, 1);
      canvas_.text({box.x - 10, at}, tick.label, kTickSize, kText, Anchor::end);
    }
    side_label(box, fmt::format("pressure [{}]", unit.name));
    canvas_.clip(box);
    if (sound_.envelope.samples.empty())
      bands(box, y);
    else
      curves(box, y);
    canvas_.unclip();
    canvas_.outline(pixel_frame(box), kFrame, 1);
  }

  void spectrogram(const Box& box) {
    const Spectrogram& s = sound_.spectrogram;
    const auto loudest = *std::max_element(s.level.begin(), s.level.end());
    // A silent sound gets the range of ordinary hearing.
    const double top =
        loudest > kSilenceLevel ? 5 * std::ceil(loudest / 5) : options_.dynamic_range;
    const double bottom = top - options_.dynamic_range;
    std::vector<std::uint32_t> pixels(s.level.size());
    for (int r = 0; r < s.rows; ++r)
      for (int c = 0; c < s.columns; ++c)
        pixels[static_cast<std::size_t>(s.rows - 1 - r) * static_cast<std::size_t>(s.columns) +
               static_cast<std::size_t>(c)] =
            packed(level_colour((s.at(c, r) - bottom) / options_.dynamic_range));
    canvas_.image({box.x, box.y}, s.columns, s.rows, pixels);
    frequency_axis(box);
    time_axis(box, true);
    side_label(box, "frequency [Hz]");
    canvas_.outline(pixel_frame(box), kFrame, 1);
    colour_bar({box.right() + kBarGap, box.y, kBarWidth, box.height}, bottom, top);
  }

 private:
  void side_label(const Box& box, const std::string& text) {
    canvas_.text({24, box.y + box.height / 2}, text, kLabelSize, kFaintText, Anchor::middle, false,
                 true);
  }

  // Marks below the panel, and a grid inside it.
  void time_axis(const Box& box, bool label) {
    const double length = sound_.duration;
    const bool clock = length >= 120, milli = length < 0.5;
    const double scale = milli ? 1000 : 1;
    const int room = std::max(3, static_cast<int>(box.width / 110));
    const auto ticks = clock ? clock_ticks(0, length, room) : linear_ticks(0, length * scale, room);
    for (const Tick& tick : ticks) {
      const double at = std::round(box.x + tick.value / (length * scale) * box.width) + 0.5;
      if (tick.value > 0 && at < box.right() - 1)
        canvas_.line({at, box.y}, {at, box.bottom()}, kGrid, 1);
      if (!label) continue;
      canvas_.line({at, box.bottom()}, {at, box.bottom() + 6}, kFrame, 1);
      canvas_.text({at, box.bottom() + 19}, tick.label, kTickSize, kText, Anchor::middle);
    }
    if (label)
      canvas_.text({box.x + box.width / 2, box.bottom() + 46},
                   clock   ? "time [min:s]"
                   : milli ? "time [ms]"
                           : "time [s]",
                   kLabelSize, kFaintText, Anchor::middle);
  }

  void frequency_axis(const Box& box) {
    const double low = sound_.spectrogram.edges.front(), high = sound_.spectrogram.edges.back();
    const int room = std::max(3, static_cast<int>(box.height / 32));
    const auto ticks =
        options_.log_frequency ? log_ticks(low, high, room) : linear_ticks(low, high, room);
    for (const Tick& tick : ticks) {
      const double part = options_.log_frequency ? std::log(tick.value / low) / std::log(high / low)
                                                 : (tick.value - low) / (high - low);
      const double at = std::round(box.bottom() - part * box.height) + 0.5;
      const bool named = !tick.label.empty();
      canvas_.line({box.x - (named ? 7 : 4), at}, {box.x - 1, at}, kFrame, 1);
      if (!named) continue;
      if (part > 0.01 && part < 0.99) canvas_.line({box.x, at}, {box.right(), at}, kGrid, 1);
      canvas_.text({box.x - 11, at}, format_thousands(tick.value), kTickSize, kText, Anchor::end);
    }
  }

  void colour_bar(const Box& box, double bottom, double top) {
    const int rows = static_cast<int>(box.height);
    for (int r = 0; r < rows; ++r)
      canvas_.fill({box.x, box.y + r, box.width, 1}, level_colour(1 - (r + 0.5) / rows));
    canvas_.outline(pixel_frame(box), kFrame, 1);
    for (const Tick& tick : linear_ticks(bottom, top, std::max(3, rows / 36))) {
      const double at =
          std::round(box.bottom() - (tick.value - bottom) / (top - bottom) * box.height);
      canvas_.line({box.right() + 1, at + 0.5}, {box.right() + 6, at + 0.5}, kFrame, 1);
      canvas_.text({box.right() + 10, at}, tick.label, kTickSize, kText);
    }
    canvas_.text({box.right() + 66, box.y + box.height / 2},
                 fmt::format("dB SPL in {:.3g} Hz bands", sound_.spectrogram.bandwidth), kLabelSize,
                 kFaintText, Anchor::middle, false, true);
  }

  // One bar for each pixel column, stretched to touch its neighbour so that steep flanks stay
  // whole.
  template <class ToY>
  void bands(const Box& box, ToY y) {
    const Envelope& e = sound_.envelope;
    for (std::size_t c = 0; c < e.low.size(); ++c) {
      double low = e.low[c], high = e.high[c];
      if (c > 0)
        low = std::min<double>(low, e.high[c - 1]), high = std::max<double>(high, e.low[c - 1]);
      bar(box.x + static_cast<double>(c), y(high), y(low), kExtremes);
      const double rms = e.rms[c];
      bar(box.x + static_cast<double>(c), y(std::min<double>(rms, e.high[c])),
          y(std::max<double>(-rms, e.low[c])), kRms);
    }
  }
  void bar(double x, double top, double bottom, const Colour& colour) {
    const double height = std::max(1.0, bottom - top);
    canvas_.fill({x, (top + bottom - height) / 2, 1, height}, colour);
  }

  // Few frames: lines between the samples, dots when they stand well apart.
  template <class ToY>
  void curves(const Box& box, ToY y) {
    for (const auto& samples : sound_.envelope.samples) {
      std::vector<Point> points;
      const double step = box.width / static_cast<double>(samples.size());
      for (std::size_t i = 0; i < samples.size(); ++i)
        points.push_back({box.x + static_cast<double>(i) * step, y(samples[i])});
      canvas_.polyline(points, kRms, 1.5);
      if (step > 8)
        for (const Point& p : points) canvas_.disc(p, 2.5, kRms);
    }
  }

  const SoundAnalysis& sound_;
  const SoundPictureOptions& options_;
  Canvas& canvas_;
};

}  // namespace

void write_sound_picture(const SoundStream& stream, const std::filesystem::path& path,
                         const SoundPictureOptions& options) {
  const bool combined = options.kind == PictureKind::combined;
  const int height = options.height > 0 ? options.height : combined ? 860 : 460;
  const int columns = options.width - kLeft - kRight, rows = height - kTop - kBottom;
  if (columns < 100 || rows < 100)
    fail("a picture of {} x {} pixels is too small; it needs {} x {} at least", options.width,
         height, kLeft + kRight + 100, kTop + kBottom + 100);
  if (!(options.dynamic_range > 0) || !std::isfinite(options.dynamic_range))
    fail("dynamic range: expected > 0 dB, got {}", options.dynamic_range);
  const int upper = combined ? (rows - kGap) / 3 : rows;
  const int lower = combined ? rows - kGap - upper : rows;

  AnalysisOptions analysis;
  analysis.columns = columns;
  analysis.rows = options.kind == PictureKind::waveform ? 0 : lower;
  analysis.channel = options.channel;
  analysis.min_hz = options.min_hz;
  analysis.max_hz = options.max_hz;
  analysis.log_frequency = options.log_frequency;
  const SoundAnalysis sound = analyse_sound(stream, analysis);

  Canvas canvas(options.width, height, Canvas::Kind::png, kPaper);
  Picture picture(sound, options, canvas);
  picture.title();
  const double width = columns;
  if (options.kind != PictureKind::spectrogram)
    picture.waveform({kLeft, kTop, width, static_cast<double>(upper)}, !combined);
  if (options.kind != PictureKind::waveform)
    picture.spectrogram(
        {kLeft, static_cast<double>(height - kBottom - lower), width, static_cast<double>(lower)});
  canvas.write(path);
}

}  // namespace peal
