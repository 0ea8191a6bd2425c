// Line plots: linear or logarithmic axes, several series with a legend, PNG or SVG by the file's
// ending; one plot, or several side by side. Written atomically.
#pragma once
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "io/plot/canvas.h"

namespace peal {

enum class SeriesStyle { line, dashed, points, line_and_points };

struct Series {
  std::string label;         // in the legend; empty: not listed
  std::vector<double> x, y;  // equal lengths; a NaN in y interrupts the line
  SeriesStyle style = SeriesStyle::line;
  std::optional<Colour> colour = {};  // the next of line_colour() when empty
};

struct AxisRange {
  double low = 0, high = 1;
};

/// Colours: white pages of benchmarks and studies, or the dark pictures of the program.
enum class PlotTheme { print, screen };

struct LinePlot {
  std::string title, x_label, y_label;  // units in the labels
  bool log_x = false, log_y = false;
  std::optional<AxisRange> x_range, y_range;  // from the data when empty
  std::vector<Series> series;
  int width = 960, height = 560;  // [pixels]
  int right = 28;                 // [pixels] of margin beside the plot
};

/// Throws when nothing can be drawn: no finite point, values <= 0 on a logarithmic axis.
void write_line_plot(const LinePlot& plot, const std::filesystem::path& path,
                     PlotTheme theme = PlotTheme::print);

/// Panels row by row; rows and columns are as high and wide as their largest panel.
void write_line_plots(std::span<const LinePlot> panels, int columns,
                      const std::filesystem::path& path, PlotTheme theme = PlotTheme::print);

/// One plot into a larger picture, its left upper corner at `corner`.
void draw_line_plot(Canvas& canvas, const Point& corner, const LinePlot& plot, PlotTheme theme);

/// .png or .svg; throws at any other ending.
Canvas::Kind picture_kind(const std::filesystem::path& path);

}  // namespace peal
