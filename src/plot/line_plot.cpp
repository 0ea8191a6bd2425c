#include "plot/line_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "plot/canvas.h"
#include "plot/ticks.h"

namespace peal {
namespace {

const Colour kPaper{1, 1, 1}, kInk{0.13, 0.15, 0.19}, kSoftInk{0.36, 0.39, 0.44};
const Colour kGrid{0.90, 0.91, 0.93}, kFineGrid{0.955, 0.96, 0.967}, kFrame{0.60, 0.63, 0.68};
constexpr double kTitleSize = 18, kLabelSize = 15, kTickSize = 13.5, kLineWidth = 2;
constexpr double kLeft = 92, kRight = 28, kTop = 54, kBottom = 66;
constexpr double kLegendRow = 22, kLegendKey = 34, kLegendPad = 10;

struct Axis {
  double low, high;
  bool log;
  double part(double v) const {  // 0 at the low end, 1 at the high end
    return log ? std::log(v / low) / std::log(high / low) : (v - low) / (high - low);
  }
  std::vector<Tick> ticks(int most) const {
    return log ? log_ticks(low, high, most) : linear_ticks(low, high, most);
  }
};

void check(const LinePlot& plot) {
  for (const Series& s : plot.series) {
    if (s.x.size() != s.y.size())
      fail("plot '{}', series '{}': {} x values but {} y values", plot.title, s.label, s.x.size(),
           s.y.size());
    for (std::size_t i = 0; i < s.x.size(); ++i)
      if ((plot.log_x && s.x[i] <= 0) || (plot.log_y && s.y[i] <= 0))
        fail("plot '{}', series '{}': ({}, {}) cannot stand on a logarithmic axis", plot.title,
             s.label, s.x[i], s.y[i]);
  }
}

Axis make_axis(const LinePlot& plot, bool vertical) {
  const bool log = vertical ? plot.log_y : plot.log_x;
  if (const auto& range = vertical ? plot.y_range : plot.x_range) {
    if (!(range->low < range->high) || (log && range->low <= 0) ||
        !std::isfinite(range->high - range->low))
      fail("plot '{}': range from {} to {} cannot be drawn", plot.title, range->low, range->high);
    return {range->low, range->high, log};
  }
  double low = INFINITY, high = -INFINITY;
  for (const Series& s : plot.series)
    for (std::size_t i = 0; i < s.x.size(); ++i) {
      if (!std::isfinite(s.x[i]) || !std::isfinite(s.y[i])) continue;
      const double v = vertical ? s.y[i] : s.x[i];
      low = std::min(low, v), high = std::max(high, v);
    }
  if (!(low <= high)) fail("plot '{}' has no point to draw", plot.title);
  if (log) {
    const double margin = low == high ? 2 : std::pow(high / low, vertical ? 0.05 : 0.0);
    return {low / margin, high * margin, log};
  }
  const double flat = low == 0 ? 1 : 0.5 * std::abs(low);
  const double margin = low == high ? flat : vertical ? 0.06 * (high - low) : 0;
  return {low - margin, high + margin, log};
}

class Drawing {
 public:
  Drawing(const LinePlot& plot, Canvas& canvas, const Point& corner)
      : plot_(plot),
        canvas_(canvas),
        corner_(corner),
        box_{corner.x + kLeft, corner.y + kTop, plot.width - kLeft - kRight,
             plot.height - kTop - kBottom},
        x_(make_axis(plot, false)),
        y_(make_axis(plot, true)) {}

  void draw() {
    axes();
    canvas_.clip({box_.x - 4, box_.y - 4, box_.width + 8, box_.height + 8});
    for (std::size_t i = 0; i < plot_.series.size(); ++i)
      draw_series(plot_.series[i], colour_of(i));
    canvas_.unclip();
    legend();
  }

 private:
  Colour colour_of(std::size_t i) const {
    return plot_.series[i].colour.value_or(line_colour(static_cast<int>(i)));
  }

  Point place(double x, double y) const {
    return {box_.x + x_.part(x) * box_.width, box_.bottom() - y_.part(y) * box_.height};
  }

  void axes() {
    for (const Tick& tick : x_.ticks(std::max(3, static_cast<int>(box_.width / 80)))) {
      const double at = std::round(box_.x + x_.part(tick.value) * box_.width) + 0.5;
      canvas_.line({at, box_.y}, {at, box_.bottom()}, tick.label.empty() ? kFineGrid : kGrid, 1);
      if (!tick.label.empty())
        canvas_.text({at, box_.bottom() + 16}, tick.label, kTickSize, kInk, Anchor::middle);
    }
    for (const Tick& tick : y_.ticks(std::max(3, static_cast<int>(box_.height / 45)))) {
      const double at = std::round(box_.bottom() - y_.part(tick.value) * box_.height) + 0.5;
      canvas_.line({box_.x, at}, {box_.right(), at}, tick.label.empty() ? kFineGrid : kGrid, 1);
      if (!tick.label.empty())
        canvas_.text({box_.x - 9, at}, tick.label, kTickSize, kInk, Anchor::end);
    }
    canvas_.outline({box_.x + 0.5, box_.y + 0.5, box_.width, box_.height}, kFrame, 1);
    canvas_.text({box_.x, corner_.y + kTop / 2}, plot_.title, kTitleSize, kInk, Anchor::start,
                 true);
    canvas_.text({box_.x + box_.width / 2, box_.bottom() + 44}, plot_.x_label, kLabelSize, kSoftInk,
                 Anchor::middle);
    canvas_.text({corner_.x + 22, box_.y + box_.height / 2}, plot_.y_label, kLabelSize, kSoftInk,
                 Anchor::middle, false, true);
  }

  void draw_series(const Series& series, const Colour& colour) {
    std::vector<Point> run;
    const bool dots =
        series.style == SeriesStyle::points || series.style == SeriesStyle::line_and_points;
    const auto flush = [&] {
      if (series.style != SeriesStyle::points && run.size() > 1)
        canvas_.polyline(run, colour, kLineWidth, series.style == SeriesStyle::dashed);
      if (dots || run.size() == 1)
        for (const Point& p : run) canvas_.disc(p, 3.6, colour);
      run.clear();
    };
    for (std::size_t i = 0; i < series.x.size(); ++i) {
      if (std::isfinite(series.x[i]) && std::isfinite(series.y[i]))
        run.push_back(place(series.x[i], series.y[i]));
      else
        flush();
    }
    flush();
  }

  // How much of the data a box would cover: points along the lines, sampled.
  int covered(const Box& box) const {
    int count = 0;
    for (const Series& s : plot_.series)
      for (std::size_t i = 0; i + 1 < s.x.size(); ++i) {
        if (!std::isfinite(s.y[i]) || !std::isfinite(s.y[i + 1])) continue;
        const Point a = place(s.x[i], s.y[i]), b = place(s.x[i + 1], s.y[i + 1]);
        for (double u = 0; u <= 1; u += 0.125) {
          const double px = a.x + u * (b.x - a.x), py = a.y + u * (b.y - a.y);
          count += px > box.x && px < box.right() && py > box.y && py < box.bottom();
        }
      }
    return count;
  }

  void legend() {
    double widest = 0;
    int rows = 0;
    for (const Series& s : plot_.series)
      if (!s.label.empty()) {
        widest = std::max(widest, canvas_.text_width(s.label, kTickSize));
        ++rows;
      }
    if (rows == 0) return;
    const double width = widest + kLegendKey + 3 * kLegendPad,
                 height = rows * kLegendRow + kLegendPad;
    const double right = box_.right() - width - 12, bottom = box_.bottom() - height - 12;
    Box best{right, box_.y + 12, width, height};
    for (const Point& corner :
         {Point{box_.x + 12, box_.y + 12}, Point{box_.x + 12, bottom}, Point{right, bottom}}) {
      const Box box{corner.x, corner.y, width, height};
      if (covered(box) < covered(best)) best = box;
    }
    canvas_.fill(best, {1, 1, 1, 0.88});
    canvas_.outline({best.x + 0.5, best.y + 0.5, best.width, best.height}, kGrid, 1);
    double y = best.y + kLegendPad / 2 + kLegendRow / 2;
    for (std::size_t i = 0; i < plot_.series.size(); ++i) {
      const Series& s = plot_.series[i];
      if (s.label.empty()) continue;
      const Colour colour = colour_of(i);
      const double from = best.x + kLegendPad, to = from + kLegendKey;
      const Point ends[] = {{from, y}, {to, y}};
      if (s.style != SeriesStyle::points)
        canvas_.polyline(ends, colour, kLineWidth, s.style == SeriesStyle::dashed);
      if (s.style == SeriesStyle::points || s.style == SeriesStyle::line_and_points)
        canvas_.disc({(from + to) / 2, y}, 3.6, colour);
      canvas_.text({to + kLegendPad, y}, s.label, kTickSize, kInk);
      y += kLegendRow;
    }
  }

  const LinePlot& plot_;
  Canvas& canvas_;
  Point corner_;
  Box box_;
  Axis x_, y_;
};

}  // namespace

void write_line_plot(const LinePlot& plot, const std::filesystem::path& path) {
  write_line_plots({&plot, 1}, 1, path);
}

void write_line_plots(std::span<const LinePlot> panels, int columns,
                      const std::filesystem::path& path) {
  if (panels.empty() || columns < 1) fail("'{}': nothing to plot", path.string());
  const std::size_t across = std::min(panels.size(), static_cast<std::size_t>(columns));
  const std::size_t down = (panels.size() + across - 1) / across;
  std::vector<int> left(across + 1, 0), top(down + 1, 0);
  for (std::size_t i = 0; i < panels.size(); ++i) {
    const LinePlot& plot = panels[i];
    check(plot);
    if (plot.width < 240 || plot.height < 200)
      fail("plot '{}': {} x {} pixels are too small; it needs 240 x 200 at least", plot.title,
           plot.width, plot.height);
    int &width = left[i % across + 1], &height = top[i / across + 1];
    width = std::max(width, plot.width), height = std::max(height, plot.height);
  }
  for (std::size_t i = 1; i <= across; ++i) left[i] += left[i - 1];
  for (std::size_t i = 1; i <= down; ++i) top[i] += top[i - 1];
  const std::string ending = path.extension().string();
  if (ending != ".png" && ending != ".svg")
    fail("'{}': a plot can be written as .png or .svg", path.string());
  Canvas canvas(left.back(), top.back(), ending == ".png" ? Canvas::Kind::png : Canvas::Kind::svg,
                kPaper);
  for (std::size_t i = 0; i < panels.size(); ++i) {
    const Point corner{static_cast<double>(left[i % across]), static_cast<double>(top[i / across])};
    Drawing(panels[i], canvas, corner).draw();
  }
  canvas.write(path);
}

}  // namespace peal
