#include "io/plot/line_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "io/plot/plot_axes.h"
#include "io/plot/ticks.h"

namespace peal {
namespace {

using namespace style;
constexpr double kLineWidth = 2;
constexpr double kLegendRow = 22, kLegendKey = 34, kLegendPad = 10;

const Theme& theme_of(PlotTheme theme) { return theme == PlotTheme::print ? kPrint : kScreen; }

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

void check_plot(const LinePlot& plot) {
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
  Drawing(const LinePlot& plot, Canvas& canvas, const Point& corner, const Theme& theme)
      : plot_(plot),
        canvas_(canvas),
        theme_(theme),
        corner_(corner),
        box_{corner.x + kLeft, corner.y + kTop,
             static_cast<double>(plot.width - kLeft - plot.right),
             static_cast<double>(plot.height - kTop - kBottom)},
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
    if (plot_.series[i].colour) return *plot_.series[i].colour;
    return line_colour(static_cast<int>(i), theme_.line_lightness);
  }

  Point place(double x, double y) const {
    return {box_.x + x_.part(x) * box_.width, box_.bottom() - y_.part(y) * box_.height};
  }

  void axes() {
    if (theme_.panel.red != theme_.paper.red) canvas_.fill(box_, theme_.panel);
    for (const Tick& tick : x_.ticks(std::max(3, static_cast<int>(box_.width / 80))))
      vertical_mark(canvas_, box_, box_.x + x_.part(tick.value) * box_.width, tick.label, theme_);
    for (const Tick& tick : y_.ticks(std::max(3, static_cast<int>(box_.height / 45))))
      horizontal_mark(canvas_, box_, box_.bottom() - y_.part(tick.value) * box_.height, tick.label,
                      theme_, !plot_.log_y && tick.value == 0);
    canvas_.outline(pixel_frame(box_), theme_.frame, 1);
    text_within(canvas_, {box_.x, corner_.y + kTop / 2.0}, plot_.title, kTitleSize, theme_.text,
                box_.width, Anchor::start, true);
    bottom_label(canvas_, box_, plot_.x_label, theme_);
    side_label(canvas_, box_, corner_.x, plot_.y_label, theme_);
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
    canvas_.fill(best, {theme_.panel.red, theme_.panel.green, theme_.panel.blue, 0.88});
    canvas_.outline({best.x + 0.5, best.y + 0.5, best.width, best.height}, theme_.grid, 1);
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
      canvas_.text({to + kLegendPad, y}, s.label, kTickSize, theme_.text);
      y += kLegendRow;
    }
  }

  const LinePlot& plot_;
  Canvas& canvas_;
  const Theme& theme_;
  Point corner_;
  Box box_;
  Axis x_, y_;
};

}  // namespace

Canvas::Kind picture_kind(const std::filesystem::path& path) {
  const std::string ending = path.extension().string();
  if (ending != ".png" && ending != ".svg")
    fail("'{}': a plot can be written as .png or .svg", path.string());
  return ending == ".png" ? Canvas::Kind::png : Canvas::Kind::svg;
}

void draw_line_plot(Canvas& canvas, const Point& corner, const LinePlot& plot, PlotTheme theme) {
  check_plot(plot);
  if (plot.width < 240 || plot.height < 200)
    fail("plot '{}': {} x {} pixels are too small; it needs 240 x 200 at least", plot.title,
         plot.width, plot.height);
  Drawing(plot, canvas, corner, theme_of(theme)).draw();
}

void write_line_plot(const LinePlot& plot, const std::filesystem::path& path, PlotTheme theme) {
  write_line_plots({&plot, 1}, 1, path, theme);
}

void write_line_plots(std::span<const LinePlot> panels, int columns,
                      const std::filesystem::path& path, PlotTheme theme) {
  if (panels.empty() || columns < 1) fail("'{}': nothing to plot", path.string());
  const std::size_t across = std::min(panels.size(), static_cast<std::size_t>(columns));
  const std::size_t down = (panels.size() + across - 1) / across;
  std::vector<int> left(across + 1, 0), top(down + 1, 0);
  for (std::size_t i = 0; i < panels.size(); ++i) {
    int &width = left[i % across + 1], &height = top[i / across + 1];
    width = std::max(width, panels[i].width), height = std::max(height, panels[i].height);
  }
  for (std::size_t i = 1; i <= across; ++i) left[i] += left[i - 1];
  for (std::size_t i = 1; i <= down; ++i) top[i] += top[i - 1];
  Canvas canvas(left.back(), top.back(), picture_kind(path), theme_of(theme).paper);
  for (std::size_t i = 0; i < panels.size(); ++i)
    draw_line_plot(canvas,
                   {static_cast<double>(left[i % across]), static_cast<double>(top[i / across])},
                   panels[i], theme);
  canvas.write(path);
}

}  // namespace peal
