// Pictures of how loud a body is in which direction, one panel per mode. Enters: levels [dB] on a
// grid of directions, y up, seen from the body. Leaves: PNG files, written atomically, the same
// bytes every time. Each panel has its own scale: 0 dB is its loudest direction.
#pragma once
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "base/vec.h"
#include "io/plot/bodies/body_picture.h"

namespace peal {

/// Row 0 looks up (+y), the last one down; column 0 is azimuth 0 (+z), then towards +x, once round.
struct DirectionGrid {
  int rows = 91, columns = 180;  // rows hold both poles; the columns do not repeat the first
  std::size_t size() const { return static_cast<std::size_t>(rows) * columns; }
  Vec3 direction(int row, int column) const;
};

struct DirectivityPanel {
  std::string title;           // "2   548.0 Hz"
  std::string figures;         // smaller, below it; may be empty
  std::vector<double> levels;  // [dB] per direction, row after row; any reference, -inf is silence
};

struct DirectivityOptions {
  int width = 1600;   // [pixels] of the sheet
  double range = 40;  // [dB] shown below the loudest direction
};

inline constexpr std::size_t kMostDirectivityPanels = 24;

/// Maps: azimuth to the right (-180 to 180 degrees, +z in the middle), elevation up, level as
/// colour, a line at -6 dB below the loudest direction.
void write_directivity_maps(const std::filesystem::path& path, const std::string& heading,
                            const std::string& figures, const DirectionGrid& grid,
                            const std::vector<DirectivityPanel>& panels,
                            const DirectivityOptions& options = {});

/// Balloons: the radius is the level above the range's floor. When the body is given, the first
/// panel shows it from where the balloons are seen.
void write_directivity_balloons(const std::filesystem::path& path, const std::string& heading,
                                const std::string& figures, const DirectionGrid& grid,
                                const std::vector<DirectivityPanel>& panels,
                                const BodyPictureMesh& body = {},
                                const DirectivityOptions& options = {});

}  // namespace peal
