#include "tools/compare/comparison_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "io/plot/line_plot.h"
#include "io/plot/picture_style.h"
#include "io/plot/spectrogram_panel.h"

namespace peal {
namespace {

using namespace style;

constexpr int kComparisonWidth = 1100;
constexpr std::size_t kColumns = 1500;  // extremes are drawn when there are more samples
constexpr double kMostDb = 60;          // a bar is not longer
constexpr int kSpectrogramRows = 240, kSpectrogramPanel = kTop + kSpectrogramRows + kBottom;
constexpr double kShortest = 0.1;     // [s] what is shorter has no spectrogram worth the name
constexpr double kDynamicRange = 90;  // [dB]

struct TimeScale {
  double factor;
  const char* label;
};

TimeScale time_scale(double length) {
  if (length < 1e-3) return {1e6, "time [µs]"};
  return length < 0.5 ? TimeScale{1e3, "time [ms]"} : TimeScale{1, "time [s]"};
}

/// Long signals as a line through the extremes of each column, in order.
template <class Value>
Series signal(const SignalComparison& c, Value value, const std::string& label, SeriesStyle style,
              const Colour& colour) {
  Series series{label, {}, {}, style, colour};
  const std::size_t size = c.a.size();
  const double factor = time_scale(static_cast<double>(size) * c.step).factor;
  const auto add = [&](std::size_t n) {
    series.x.push_back(factor * (c.begin + static_cast<double>(n) * c.step));
    series.y.push_back(value(n));
  };
  if (size <= 2 * kColumns) {
    for (std::size_t n = 0; n < size; ++n) add(n);
    return series;
  }
  for (std::size_t column = 0; column < kColumns; ++column) {
    const std::size_t from = column * size / kColumns, to = (column + 1) * size / kColumns;
    std::size_t low = from, high = from;
    for (std::size_t n = from; n < to; ++n) {
      if (value(n) < value(low)) low = n;
      if (value(n) > value(high)) high = n;
    }
    add(std::min(low, high)), add(std::max(low, high));
  }
  return series;
}

std::string percent(double part) {
  return std::isfinite(part) ? fmt::format("{:.3g} %", 100 * part) : "∞";
}

LinePlot bars(const SignalComparison& c) {
  LinePlot plot{"third octaves, b over a",
                "frequency [Hz]",
                "difference [dB]",
                true,
                false,
                {},
                {},
                {},
                kComparisonWidth,
                300};
  const double edge = std::pow(10, 0.042);
  Series outline{"", {}, {}, SeriesStyle::line, kFirstCurve};
  double most = 1;
  for (const BandDifference& band : c.bands) {
    const double height = std::clamp(band.difference, -kMostDb, kMostDb);
    most = std::max(most, std::abs(height));
    for (const auto& [x, y] : {std::pair{band.frequency / edge, 0.0},
                               {band.frequency / edge, height},
                               {band.frequency * edge, height},
                               {band.frequency * edge, 0.0},
                               {band.frequency * edge, std::nan("")}})
      outline.x.push_back(x), outline.y.push_back(y);
  }
  plot.y_range = AxisRange{-1.1 * most, 1.1 * most};
  plot.x_range = AxisRange{c.bands.front().frequency / 1.3, c.bands.back().frequency * 1.3};
  plot.series.push_back(
      {"", {plot.x_range->low, plot.x_range->high}, {0, 0}, SeriesStyle::line, kScreen.zero});
  plot.series.push_back(std::move(outline));
  return plot;
}

Spectrogram spectrogram_of(const std::vector<double>& signal, double step, bool pascals) {
  // Levels are re 20 µPa; numbers without a unit read re 1.
  const double factor = pascals ? 1 : kReferencePressure;
  std::vector<float> samples;
  samples.reserve(signal.size());
  for (const double value : signal) samples.push_back(static_cast<float>(factor * value));
  AnalysisOptions options;
  options.columns = kComparisonWidth - kLeft - kBarRoom;
  options.rows = kSpectrogramRows;
  return analyse_sound(stream_of(samples, 1, 1 / step), options).spectrogram;
}

/// Both with the colours of one range: equal colours are equal levels.
void draw_spectrograms(Canvas& canvas, double top, const SignalComparison& c,
                       const ComparisonLabels& labels) {
  const bool pascals = labels.unit == "Pa";
  const Spectrogram a = spectrogram_of(c.a, c.step, pascals),
                    b = spectrogram_of(c.b, c.step, pascals);
  const Spectrogram* const both[] = {&a, &b};
  const LevelRange range = common_range(both, kDynamicRange);
  const double length = static_cast<double>(c.a.size()) * c.step;
  for (const Spectrogram* s : both) {
    text_within(canvas, {kLeft, top + kTop / 2.0}, s == &a ? "a: " + labels.a : "b: " + labels.b,
                kTitleSize, kText, kComparisonWidth - kLeft - kBarRoom, Anchor::start, true);
    draw_spectrogram(
        canvas, {kLeft, top + kTop, static_cast<double>(s->columns), static_cast<double>(s->rows)},
        *s, range, {length, true, true, pascals ? "dB SPL" : "dB re 1"});
    top += kSpectrogramPanel;
  }
}

}  // namespace

void write_comparison_picture(const std::filesystem::path& path, const SignalComparison& c,
                              const ComparisonLabels& labels) {
  const TimeScale time = time_scale(static_cast<double>(c.a.size()) * c.step);
  const std::string pressure = fmt::format("pressure [{}]", labels.unit);
  std::vector<LinePlot> panels;
  panels.push_back(
      {labels.title, time.label, pressure, false, false, {}, {}, {}, kComparisonWidth, 380});
  panels[0].series = {signal(
                          c, [&](std::size_t n) { return c.a[n]; }, "a: " + labels.a,
                          SeriesStyle::line, kFirstCurve),
                      signal(
                          c, [&](std::size_t n) { return c.b[n]; }, "b: " + labels.b,
                          SeriesStyle::dashed, kSecondCurve)};
  // A dashed line through extremes would be a cloud.
  if (c.a.size() > 2 * kColumns) panels[0].series[1].style = SeriesStyle::line;
  panels.push_back({fmt::format("difference: {} of a", percent(c.l2)),
                    time.label,
                    pressure,
                    false,
                    false,
                    {},
                    {},
                    {},
                    kComparisonWidth,
                    300});
  panels[1].series = {signal(
      c, [&](std::size_t n) { return c.b[n] - c.a[n]; }, "b − a", SeriesStyle::line, kDifference)};
  if (!c.moved.empty() && c.delay != 0)
    panels[1].series.push_back(signal(
        c, [&](std::size_t n) { return c.moved[n] - c.a[n]; },
        fmt::format("without the delay of {:.4g} µs: {}", 1e6 * c.delay, percent(c.l2_aligned)),
        SeriesStyle::line, kSecondCurve));
  if (!c.bands.empty()) panels.push_back(bars(c));

  const double length = static_cast<double>(c.a.size()) * c.step;
  const bool spectrograms = length >= kShortest;
  int height = spectrograms ? 2 * kSpectrogramPanel : 0;
  for (LinePlot& panel : panels) {
    // Equal times stand below each other.
    if (!panel.log_x)
      panel.x_range = AxisRange{time.factor * c.begin, time.factor * (c.begin + length)};
    if (spectrograms) panel.right = kBarRoom;
    height += panel.height;
  }
  Canvas canvas(kComparisonWidth, height, picture_kind(path), kPaper);
  double top = 0;
  for (const LinePlot& panel : panels) {
    draw_line_plot(canvas, {0, top}, panel, PlotTheme::screen);
    top += panel.height;
  }
  if (spectrograms) draw_spectrograms(canvas, top, c, labels);
  canvas.write(path);
}

}  // namespace peal
