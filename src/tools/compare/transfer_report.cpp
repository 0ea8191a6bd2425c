#include "tools/compare/transfer_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "io/plot/line_plot.h"
#include "io/plot/picture_style.h"
#include "tools/compare/report_text.h"

namespace peal {
namespace {

using namespace style;

constexpr int kTransferWidth = 1100;

/// The most different first shown, in their order.
std::vector<std::size_t> worst_modes(const TransferComparison& comparison, std::size_t most) {
  const auto& modes = comparison.modes;
  std::vector<std::size_t> order(modes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (order.size() <= most) return order;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) {
    return std::abs(modes[i].difference) > std::abs(modes[j].difference);
  });
  order.resize(most);
  std::sort(order.begin(), order.end());
  return order;
}

/// "+1.38"; nothing but rounding is "0.00", without a sign.
std::string decibel_text(double difference) {
  return std::abs(difference) < 0.005 ? "0.00" : fmt::format("{:+.2f}", difference);
}

double median_pattern(const TransferComparison& comparison) {
  std::vector<double> values;
  for (const ModeDifference& mode : comparison.modes) values.push_back(mode.pattern);
  std::nth_element(values.begin(), values.begin() + static_cast<long>(values.size() / 2),
                   values.end());
  return values[values.size() / 2];
}

LinePlot panel(const char* title, const char* y_label, int height) {
  LinePlot plot;
  plot.title = title, plot.x_label = "frequency [Hz]", plot.y_label = y_label;
  plot.log_x = true;
  plot.width = kTransferWidth, plot.height = height;
  return plot;
}

template <class Value>
Series series_of(const TransferComparison& c, const std::string& label, const Colour& colour,
                 Value value) {
  Series out{label, {}, {}, SeriesStyle::points, colour};
  for (const ModeDifference& mode : c.modes)
    out.x.push_back(mode.frequency_a), out.y.push_back(value(mode));
  return out;
}

}  // namespace

std::string transfer_text(const TransferComparison& comparison, std::size_t most_rows) {
  std::string out;
  for (const std::string& note : comparison.notes) out += "note: " + note + "\n";
  out +=
      fmt::format("b over a, {}\n{:>6}{:>14}{:>14}{:>13}{:>15}{:>15}\n", comparison.measure, "mode",
                  "frequency Hz", "level of a dB", "b over a dB", "relative L2", "pattern");
  for (const std::size_t i : worst_modes(comparison, most_rows)) {
    const ModeDifference& mode = comparison.modes[i];
    out += fmt::format("{:>6}{:>14.2f}{:>14.1f}{:>13}{:>15}{:>15}\n", mode.a + 1, mode.frequency_a,
                       mode.level_a, decibel_text(mode.difference), percent_text(mode.l2),
                       percent_text(mode.pattern));
  }
  if (comparison.modes.size() > most_rows)
    out += fmt::format("  (the {} most different of {} modes; compare.json has all)\n", most_rows,
                       comparison.modes.size());
  const ModeDifference& worst = *std::max_element(
      comparison.modes.begin(), comparison.modes.end(),
      [](const auto& x, const auto& y) { return std::abs(x.difference) < std::abs(y.difference); });
  return out + fmt::format(
                   "all {} modes: {:.2f} dB rms, {} dB at most (mode {} at {:.1f} Hz); "
                   "pattern {} at most, {} in the middle\n",
                   comparison.modes.size(), comparison.rms_decibel(),
                   decibel_text(worst.difference), worst.a + 1, worst.frequency_a,
                   percent_text(comparison.worst_pattern()),
                   percent_text(median_pattern(comparison)));
}

std::string transfer_json(const TransferComparison& comparison, const std::string& a,
                          const std::string& b) {
  std::string out = fmt::format("{{\n  \"a\": {},\n  \"b\": {},\n  \"measure\": {},\n",
                                json_string(a), json_string(b), json_string(comparison.measure));
  const auto figure = [&](const char* name, double value) {
    out += fmt::format("  \"{}\": {},\n", name, json_number(value));
  };
  figure("rms_difference_db", comparison.rms_decibel());
  figure("worst_difference_db", comparison.worst_decibel());
  figure("worst_relative_l2", comparison.worst_l2());
  figure("worst_pattern", comparison.worst_pattern());
  out += "  \"notes\": [";
  for (std::size_t i = 0; i < comparison.notes.size(); ++i)
    out += (i > 0 ? ", " : "") + json_string(comparison.notes[i]);
  out += "],\n  \"modes\": [";
  for (std::size_t i = 0; i < comparison.modes.size(); ++i) {
    const ModeDifference& m = comparison.modes[i];
    out += fmt::format(
        "{}\n    {{\"mode_a\": {}, \"mode_b\": {}, \"frequency_a_hz\": {}, \"frequency_b_hz\": {}, "
        "\"level_a_db\": {}, \"level_b_db\": {}, \"difference_db\": {}, \"relative_l2\": {}, "
        "\"pattern\": {}}}",
        i > 0 ? "," : "", m.a + 1, m.b + 1, json_number(m.frequency_a), json_number(m.frequency_b),
        json_number(m.level_a), json_number(m.level_b), json_number(m.difference),
        json_number(m.l2), json_number(m.pattern));
  }
  return out + "\n  ]\n}\n";
}

void write_transfer_picture(const std::filesystem::path& path, const TransferComparison& c,
                            const TransferLabels& labels) {
  double low = INFINITY, high = 0;
  for (const ModeDifference& mode : c.modes)
    low = std::min(low, mode.frequency_a), high = std::max(high, mode.frequency_a);
  const AxisRange range{low / 1.1, high * 1.1};
  LinePlot levels = panel("level of each mode for unit modal velocity", "rms level [dB]", 360);
  const bool far = c.measure.starts_with("far");
  levels.y_label = far ? "dB re 1 Pa at 1 m" : "dB re 1 Pa";
  levels.series = {series_of(c, "a: " + labels.a, kFirstCurve,
                             [](const ModeDifference& m) { return m.level_a; }),
                   series_of(c, "b: " + labels.b, kSecondCurve,
                             [](const ModeDifference& m) { return m.level_b; })};

  LinePlot difference = panel("", "difference [dB]", 320);
  difference.title = fmt::format("b over a, {}: {:.2f} dB rms, {:.2f} dB at most", c.measure,
                                 c.rms_decibel(), c.worst_decibel());
  const double most = std::max({0.1, 1.15 * c.worst_decibel(), 1.3 * labels.tolerance});
  difference.y_range = AxisRange{-most, most};
  const std::vector<double> ends{range.low, range.high};
  difference.series.push_back({"", ends, {0, 0}, SeriesStyle::line, kScreen.zero});
  if (labels.tolerance > 0)
    for (const double side : {-labels.tolerance, labels.tolerance})
      difference.series.push_back({"", ends, {side, side}, SeriesStyle::dashed, kDifference});
  difference.series.push_back(
      series_of(c, "", kFirstCurve, [](const ModeDifference& m) { return m.difference; }));

  LinePlot l2 = panel("what differs, without and with level and phase", "relative L2 [%]", 320);
  l2.series = {
      series_of(c, "as they are", kDifference, [](const ModeDifference& m) { return 100 * m.l2; }),
      series_of(c, "pattern alone", kFirstCurve,
                [](const ModeDifference& m) { return 100 * m.pattern; })};
  l2.title = "relative L2: as they are, and of the pattern alone";
  std::vector<LinePlot> panels{levels, difference, l2};
  for (LinePlot& plot : panels) plot.x_range = range;
  write_line_plots(panels, 1, path, PlotTheme::screen);
}

}  // namespace peal
