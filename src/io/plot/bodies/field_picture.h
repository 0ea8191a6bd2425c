// Pictures of a pressure field in a plane through a body: one panel per instant, all on one colour
// scale that is the same to both sides of zero. Enters: cells of a slice, row 0 at the bottom.
// Leaves: PNG, written atomically.
#pragma once
#include <array>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace peal {

struct FieldPicture {
  int columns = 0, rows = 0;
  double cell = 0;           // [m]
  double left = 0, low = 0;  // [m] outer edges of the first column and row
  std::vector<float> air;    // 0 .. 1 of each cell; where it is 0 there is no pressure
  std::vector<std::array<double, 4>> outline;  // of the body: pieces of line (x, y, x, y) [m]
  std::string across = "x", up = "y";          // names of the axes
  double limit = 1;                            // value at the ends of the colour scale
  std::string unit;                            // behind "Pa", such as "per m/s²"
  std::string title, figures;                  // heading
};

struct FieldPanel {
  double time = 0;  // [s]
  std::span<const float> pressure;
};

/// The value that all but 0.5 % of the air in all panels keeps below, 2 digits; 1 when all are 0.
double field_limit(const FieldPicture& picture, std::span<const FieldPanel> panels);

/// @param side [pixels] of the longer side of a panel. @param columns 0: chosen
void write_field_picture(const std::filesystem::path& path, const FieldPicture& picture,
                         std::span<const FieldPanel> panels, int side = 300, int columns = 0);

}  // namespace peal
