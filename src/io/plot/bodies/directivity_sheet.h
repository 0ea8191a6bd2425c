// What both kinds of directivity pictures share: checks, the sheet of panels, its colour bar.
#pragma once
#include <functional>

#include "io/plot/bodies/directivity_picture.h"
#include "io/plot/canvas.h"

namespace peal {

inline constexpr double kSilentLevel = -1e300;  // [dB]

/// Throws unless every panel has a level for each direction and one of them is finite.
void check_directivity(const std::string& name, const DirectionGrid& grid,
                       const std::vector<DirectivityPanel>& panels,
                       const DirectivityOptions& options);

/// Levels re the loudest direction as 0 .. 1 of the range.
std::vector<double> shown_parts(const DirectivityPanel& panel, double range);

struct SheetPanel {
  std::string title, figures;
  std::vector<std::uint32_t> image;  // columns x rows of the sheet
};

struct DirectivitySheet {
  std::string heading, figures, footer;
  int columns = 1;                        // of panels
  int image_width = 0, image_height = 0;  // [pixels]
  int image_left = 0, image_bottom = 0;   // [pixels] room for ticks beside and below each image
  double range = 40;                      // [dB] of the colour bar
  std::vector<Colour> palette;
  /// What stands on the image and around it, in the pixels of the sheet.
  std::function<void(Canvas& canvas, std::size_t panel, const Point& corner)> draw;
};

/// Columns of `count` panels of this shape (width over height) for a sheet of `width` pixels.
int sheet_columns(std::size_t count, double aspect);
int sheet_panel_width(int width, int columns);

void write_sheet(const std::filesystem::path& path, const DirectivitySheet& sheet,
                 const std::vector<SheetPanel>& panels);

}  // namespace peal
