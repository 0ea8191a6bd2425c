#include "tools/studies/pair_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "io/plot/canvas.h"
#include "io/plot/ticks.h"

namespace peal {
namespace {

const Colour kPaperColour{1, 1, 1}, kInk{0.13, 0.15, 0.19}, kGrid{0.90, 0.91, 0.93};
const Colour kLink{0.78, 0.80, 0.83}, kTheirs{0.36, 0.39, 0.44};
constexpr double kLeast = 150, kRight = 70, kTitle = 40, kLegend = 44, kRow = 34, kBottom = 56;
constexpr double kWidth = 900, kText = 14;

double height(const PairPanel& panel) {
  return kLegend + kRow * static_cast<double>(panel.rows.size()) + kBottom;
}

/// @param left where the axis begins, behind the names
void draw(Canvas& canvas, const PairPanel& panel, double legend, double left) {
  double low = INFINITY, high = 0;
  for (const PaperAndOurs& row : panel.rows) {
    low = std::min({low, row.paper, row.ours});
    high = std::max({high, row.paper, row.ours});
  }
  low = std::pow(10, std::floor(std::log10(low))), high = std::pow(10, std::ceil(std::log10(high)));
  if (!(high > low)) high = 10 * low;
  const double top = legend + kLegend;
  const double bottom = top + kRow * static_cast<double>(panel.rows.size());
  const auto place = [&](double x) {
    return left + (kWidth - left - kRight) * std::log(x / low) / std::log(high / low);
  };
  const Colour ours = line_colour(1);
  const double line = legend + 18;
  canvas.disc({26, line}, 6, kTheirs);
  canvas.text({40, line}, panel.paper, kText, kInk);
  const double next = 40 + canvas.text_width(panel.paper, kText) + 30;
  canvas.disc({next, line}, 6, ours);
  canvas.text({next + 14, line}, "ours", kText, kInk);
  for (const Tick& tick : log_ticks(low, high, 8)) {
    if (tick.label.empty()) continue;
    const double x = std::round(place(tick.value)) + 0.5;
    canvas.line({x, top}, {x, bottom}, kGrid, 1);
    canvas.text({x, bottom + 16}, tick.label, 13, kInk, Anchor::middle);
  }
  canvas.text({(left + kWidth - kRight) / 2, bottom + 40}, panel.axis, kText, kInk, Anchor::middle);
  for (std::size_t i = 0; i < panel.rows.size(); ++i) {
    const PaperAndOurs& row = panel.rows[i];
    const double y = top + kRow * (static_cast<double>(i) + 0.5);
    const double a = place(row.ours), b = place(row.paper);
    canvas.text({left - 14, y}, row.name, kText, kInk, Anchor::end);
    canvas.line({a, y}, {b, y}, kLink, 2);
    canvas.disc({b, y}, 6, kTheirs);
    canvas.disc({a, y}, 6, ours);
    const bool ours_first = a <= b;
    canvas.text({b + (ours_first ? 11 : -11), y}, panel.label(row.paper), 12.5, kTheirs,
                ours_first ? Anchor::start : Anchor::end);
    canvas.text({a + (ours_first ? -11 : 11), y}, panel.label(row.ours), 12.5, ours,
                ours_first ? Anchor::end : Anchor::start);
  }
}

}  // namespace

std::string seconds_label(double seconds) {
  if (seconds < 0.1) return fmt::format("{:.1g} s", seconds);
  return fmt::format("{:.{}f} s", seconds, seconds < 1 ? 2 : seconds < 10 ? 1 : 0);
}

void write_pair_chart(const std::string& title, const std::vector<PairPanel>& panels,
                      const std::filesystem::path& path) {
  double bottom = kTitle;
  for (const PairPanel& panel : panels) {
    if (panel.rows.empty()) fail("'{}': nothing to draw", path.string());
    for (const PaperAndOurs& row : panel.rows)
      if (!(row.paper > 0 && row.ours > 0 && std::isfinite(row.paper) && std::isfinite(row.ours)))
        fail("'{}': numbers must be above 0, '{}' has {} and {}", path.string(), row.name,
             row.paper, row.ours);
    bottom += height(panel);
  }
  Canvas canvas(static_cast<int>(kWidth), static_cast<int>(bottom),
                path.extension() == ".png" ? Canvas::Kind::png : Canvas::Kind::svg, kPaperColour);
  canvas.text({20, 26}, title, 18, kInk, Anchor::start, true);
  double at = kTitle, left = kLeast;
  for (const PairPanel& panel : panels)
    for (const PaperAndOurs& row : panel.rows)
      left = std::max(left, canvas.text_width(row.name, kText) + 30);
  for (const PairPanel& panel : panels) draw(canvas, panel, at, left), at += height(panel);
  canvas.write(path);
}

}  // namespace peal
