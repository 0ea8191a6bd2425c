// The maps of directivity_picture.h.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "io/plot/bodies/body_frame.h"
#include "io/plot/bodies/directivity_sheet.h"
#include "io/plot/picture_style.h"

namespace peal {
namespace {

using namespace style;

constexpr int kTickRoom = 34, kBottomRoom = 24;
constexpr double kLineLevel = 6;  // [dB] below the loudest direction

/// Level between the directions of the grid, azimuth and elevation in parts of the map.
class MapLevels {
 public:
  MapLevels(const DirectionGrid& grid, std::vector<double> parts)
      : grid_(grid), parts_(std::move(parts)) {}

  /// u: 0 at azimuth -180 degrees, 1 at +180; v: 0 at the top.
  double at(double u, double v) const {
    const double column = (u - 0.5) * grid_.columns, row = v * (grid_.rows - 1);
    const double c0 = std::floor(column);
    const int r0 = std::clamp(static_cast<int>(std::floor(row)), 0, grid_.rows - 2);
    const double fc = column - c0, fr = row - r0;
    const auto value = [&](int r, int c) {
      c = ((c % grid_.columns) + grid_.columns) % grid_.columns;
      return parts_[static_cast<std::size_t>(r) * grid_.columns + static_cast<std::size_t>(c)];
    };
    const int c = static_cast<int>(c0);
    return (1 - fr) * ((1 - fc) * value(r0, c) + fc * value(r0, c + 1)) +
           fr * ((1 - fc) * value(r0 + 1, c) + fc * value(r0 + 1, c + 1));
  }

 private:
  DirectionGrid grid_;
  std::vector<double> parts_;
};

std::vector<std::uint32_t> map_image(const MapLevels& levels, int width, int height,
                                     const std::vector<Colour>& palette, double line) {
  std::vector<double> parts(static_cast<std::size_t>(width) * height);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      parts[static_cast<std::size_t>(y) * width + x] =
          levels.at((x + 0.5) / width, (y + 0.5) / height);
  std::vector<std::uint32_t> pixels(parts.size());
  const auto last = static_cast<double>(palette.size() - 1);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const std::size_t i = static_cast<std::size_t>(y) * width + x;
      Colour colour = palette[static_cast<std::size_t>(std::lround(parts[i] * last))];
      const bool loud = parts[i] >= line;
      const bool edge = (x + 1 < width && (parts[i + 1] >= line) != loud) ||
                        (y + 1 < height && (parts[i + width] >= line) != loud);
      if (edge) colour = {0.42 * colour.red, 0.42 * colour.green, 0.42 * colour.blue};
      pixels[i] = packed(colour);
    }
  return pixels;
}

}  // namespace

void write_directivity_maps(const std::filesystem::path& path, const std::string& heading,
                            const std::string& figures, const DirectionGrid& grid,
                            const std::vector<DirectivityPanel>& panels,
                            const DirectivityOptions& options) {
  check_directivity(heading, grid, panels, options);
  DirectivitySheet sheet;
  sheet.heading = heading, sheet.figures = figures;
  sheet.footer = fmt::format(
      "level far away re the loudest direction, whose level is given over the mean of all  ·  "
      "line: "
      "−{:g} dB  ·  azimuth from +z towards +x, "
      "elevation towards +y",
      kLineLevel);
  sheet.columns = std::min(sheet_columns(panels.size(), 1.75), 4);
  sheet.image_left = kTickRoom, sheet.image_bottom = kBottomRoom;
  sheet.image_width = sheet_panel_width(options.width, sheet.columns) - kTickRoom;
  sheet.image_height = sheet.image_width / 2;
  sheet.range = options.range;
  sheet.palette = level_palette();
  sheet.draw = [&](Canvas& canvas, std::size_t, const Point& corner) {
    const double w = sheet.image_width, h = sheet.image_height;
    for (const int azimuth : {-180, -90, 0, 90, 180}) {
      const double x = corner.x + (azimuth + 180) / 360.0 * w;
      if (std::abs(azimuth) < 180)
        canvas.line({std::round(x) + 0.5, corner.y}, {std::round(x) + 0.5, corner.y + h}, kGrid, 1);
      canvas.text({x, corner.y + h + 13}, fmt::format("{}°", azimuth), 12, kFaintText,
                  azimuth == -180  ? Anchor::start
                  : azimuth == 180 ? Anchor::end
                                   : Anchor::middle);
    }
    for (const int elevation : {-90, 0, 90}) {
      const double y = corner.y + (90 - elevation) / 180.0 * h;
      if (elevation == 0)
        canvas.line({corner.x, std::round(y) + 0.5}, {corner.x + w, std::round(y) + 0.5}, kGrid, 1);
      canvas.text({corner.x - 6, std::clamp(y, corner.y + 7, corner.y + h - 7)},
                  fmt::format("{}°", elevation), 12, kFaintText, Anchor::end);
    }
  };
  std::vector<SheetPanel> drawn(panels.size());
  parallel_for(panels.size(), [&](std::size_t i) {
    const MapLevels levels(grid, shown_parts(panels[i], options.range));
    drawn[i] = {panels[i].title, panels[i].figures,
                map_image(levels, sheet.image_width, sheet.image_height, sheet.palette,
                          1 - kLineLevel / options.range)};
  });
  write_sheet(path, sheet, drawn);
}

}  // namespace peal
