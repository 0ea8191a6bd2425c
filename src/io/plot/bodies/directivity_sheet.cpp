#include "io/plot/bodies/directivity_sheet.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "base/error.h"
#include "io/plot/picture_style.h"

namespace peal {
namespace {

using namespace style;

constexpr int kSheetMargin = 28, kSheetGap = 14, kBalloonStrip = 34, kFigureStrip = 24,
              kSheetFooter = 64;

void sheet_colour_bar(Canvas& canvas, double y, const DirectivitySheet& sheet) {
  const Box bar{kSheetMargin + 4.0, std::round(y) - 14, 240, 13};
  const auto last = static_cast<double>(sheet.palette.size() - 1);
  for (int i = 0; i < static_cast<int>(bar.width); ++i)
    canvas.fill({bar.x + i, bar.y, 1, bar.height},
                sheet.palette[static_cast<std::size_t>(std::lround((i + 0.5) / bar.width * last))]);
  canvas.outline(pixel_frame(bar), kFrame, 1);
  constexpr int kMarks = 4;
  for (int i = 0; i <= kMarks; ++i) {
    const double part = i / static_cast<double>(kMarks), at = bar.x + part * bar.width;
    canvas.line({at, bar.bottom()}, {at, bar.bottom() + 5}, kFrame, 1);
    const double level = (part - 1) * sheet.range;
    canvas.text({at, bar.bottom() + 14},
                i == kMarks ? "0 dB" : fmt::format("{}{:g}", level < 0 ? "−" : "", -level),
                kTickSize - 1, kFaintText, Anchor::middle);
  }
  const double x = bar.right() + 46;
  text_within(canvas, {x, y}, sheet.footer, kTickSize - 1, kFaintText,
              canvas.width() - kSheetMargin - x);
}

}  // namespace

Vec3 DirectionGrid::direction(int row, int column) const {
  const double elevation = kPi * (0.5 - row / (rows - 1.0)), azimuth = 2 * kPi * column / columns;
  // The poles are one direction, whatever the column.
  const double across = row == 0 || row == rows - 1 ? 0 : std::cos(elevation);
  return {across * std::sin(azimuth), std::sin(elevation), across * std::cos(azimuth)};
}

void check_directivity(const std::string& name, const DirectionGrid& grid,
                       const std::vector<DirectivityPanel>& panels,
                       const DirectivityOptions& options) {
  if (panels.empty() || panels.size() > kMostDirectivityPanels)
    fail("picture '{}': {} panels; expected 1 to {}", name, panels.size(), kMostDirectivityPanels);
  if (grid.rows < 3 || grid.columns < 4 || grid.rows > 2000 || grid.columns > 4000)
    fail("picture '{}': {} x {} directions; expected 3 x 4 to 2000 x 4000", name, grid.rows,
         grid.columns);
  if (options.width < 400 || options.width > 10000)
    fail("picture '{}': width: expected 400 to 10000 pixels, got {}", name, options.width);
  if (!(options.range >= 1 && options.range <= 200))
    fail("picture '{}': range: expected 1 to 200 dB, got {}", name, options.range);
  for (const DirectivityPanel& panel : panels) {
    if (panel.levels.size() != grid.size())
      fail("picture '{}', panel '{}': {} levels for {} directions", name, panel.title,
           panel.levels.size(), grid.size());
    bool sounds = false;
    for (const double level : panel.levels) {
      if (std::isnan(level) || level == INFINITY)
        fail("picture '{}', panel '{}': a level is {}; expected a number of dB", name, panel.title,
             level);
      sounds = sounds || std::isfinite(level);
    }
    if (!sounds)
      fail("picture '{}', panel '{}': silent in all directions; leave it out", name, panel.title);
  }
}

std::vector<double> shown_parts(const DirectivityPanel& panel, double range) {
  const double loudest = *std::max_element(panel.levels.begin(), panel.levels.end());
  std::vector<double> parts;
  parts.reserve(panel.levels.size());
  for (const double level : panel.levels)
    parts.push_back(std::clamp(1 + (std::max(level, kSilentLevel) - loudest) / range, 0.0, 1.0));
  return parts;
}

int sheet_columns(std::size_t count, double aspect) {
  const int panels = static_cast<int>(count);
  int best = 1;
  double least = INFINITY;
  for (int columns = 1; columns <= std::min(panels, 6); ++columns) {
    const int rows = (panels + columns - 1) / columns;
    const double empty = static_cast<double>(columns * rows - panels) / panels;
    const double cost = std::abs(std::log(columns * aspect / (rows * 1.15) / 1.5)) + 1.5 * empty;
    if (cost < least) least = cost, best = columns;
  }
  return best;
}

int sheet_panel_width(int width, int columns) {
  return std::min(620, (width - 2 * kSheetMargin - (columns - 1) * kSheetGap) / columns);
}

void write_sheet(const std::filesystem::path& path, const DirectivitySheet& sheet,
                 const std::vector<SheetPanel>& panels) {
  const int columns = sheet.columns;
  const int rows = (static_cast<int>(panels.size()) + columns - 1) / columns;
  const int panel_width = sheet.image_left + sheet.image_width;
  const bool with_figures = std::any_of(panels.begin(), panels.end(),
                                        [](const SheetPanel& p) { return !p.figures.empty(); });
  const int strip = kBalloonStrip + (with_figures ? kFigureStrip : 0);
  const int panel_height = strip + sheet.image_height + sheet.image_bottom;
  const int grid_width = columns * panel_width + (columns - 1) * kSheetGap;
  const int width = std::max(grid_width + 2 * kSheetMargin, 760);
  const double room = width - 2.0 * kSheetMargin;
  const int top = static_cast<int>(heading_height(room, sheet.heading, sheet.figures));
  const int height = top + rows * panel_height + (rows - 1) * kSheetGap + kSheetFooter;
  Canvas canvas(width, height, Canvas::Kind::png, kPaper);
  style::heading(canvas, kSheetMargin, room, sheet.heading, sheet.figures);
  const int left = (width - grid_width) / 2;
  for (std::size_t i = 0; i < panels.size(); ++i) {
    const int column = static_cast<int>(i) % columns, row = static_cast<int>(i) / columns;
    const double x = left + column * (panel_width + kSheetGap),
                 y = top + row * (panel_height + kSheetGap);
    const double text_room = sheet.image_width - 8.0, middle = x + sheet.image_left;
    text_within(canvas, {middle, y + kBalloonStrip / 2.0}, panels[i].title, kLabelSize, kText,
                text_room);
    if (!panels[i].figures.empty())
      text_within(canvas, {middle, y + kBalloonStrip + kFigureStrip / 2.0 - 6}, panels[i].figures,
                  kTickSize - 1, kFaintText, text_room);
    const Point corner{x + sheet.image_left, y + strip};
    canvas.image(corner, sheet.image_width, sheet.image_height, panels[i].image);
    canvas.outline(pixel_frame({corner.x, corner.y, static_cast<double>(sheet.image_width),
                                static_cast<double>(sheet.image_height)}),
                   {kFrame.red, kFrame.green, kFrame.blue, 0.55}, 1);
    if (sheet.draw) sheet.draw(canvas, i, corner);
  }
  sheet_colour_bar(canvas, height - kSheetFooter / 2.0, sheet);
  canvas.write(path);
}

}  // namespace peal
