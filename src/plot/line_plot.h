// Line plots for benchmarks and validation pages: linear or logarithmic axes, several series with a
// legend, PNG or SVG by the file's ending; one plot, or several side by side. Written atomically.
#pragma once
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "plot/colour_map.h"

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

struct LinePlot {
  std::string title, x_label, y_label;  // units in the labels
  bool log_x = false, log_y = false;
  std::optional<AxisRange> x_range, y_range;  // from the data when empty
  std::vector<Series> series;
  int width = 960, height = 560;  // [pixels]
};

/// Throws when nothing can be drawn: no finite point, values <= 0 on a logarithmic axis.
void write_line_plot(const LinePlot& plot, const std::filesystem::path& path);

/// Panels row by row; rows and columns are as high and wide as their largest panel.
void write_line_plots(std::span<const LinePlot> panels, int columns,
                      const std::filesystem::path& path);

}  // namespace peal
