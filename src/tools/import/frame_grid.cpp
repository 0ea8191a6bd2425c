// The times of animation keys => a grid of frames.
#include <algorithm>
#include <array>
#include <cmath>

#include "tools/import/import_gltf.h"

namespace peal {
namespace {

// Whole rates first: over a second 23.976 and 24 are hard to tell apart.
constexpr std::array<double, 27> kRates{
    24,  25,  30,  48,  50,   60,         72,         90,         96,
    100, 120, 144, 192, 200,  240,        250,        300,        360,
    400, 480, 500, 600, 1000, 24 / 1.001, 30 / 1.001, 60 / 1.001, 120 / 1.001};

/// In frames: decimals that were cut off, and the single precision of the keys.
double tolerance(double time, double fps) { return 0.02 + 2e-7 * std::abs(time) * fps; }

bool on_grid(double time, double start, double fps) {
  const double frame = (time - start) * fps;
  return std::abs(frame - std::round(frame)) <= tolerance(time, fps);
}

}  // namespace

FrameGrid frame_grid(const std::vector<double>& times, double fps) {
  FrameGrid grid;
  if (fps > 0) grid.fps = fps;
  if (times.empty()) return grid;
  const double first = times.front(), last = times.back();
  const auto fits = [&](double rate, double start) {
    return std::all_of(times.begin(), times.end(),
                       [&](double t) { return on_grid(t, start, rate); });
  };
  if (fps <= 0) {
    const auto rate = std::find_if(kRates.begin(), kRates.end(), [&](double candidate) {
      return fits(candidate, 0) || fits(candidate, first);
    });
    grid.regular = rate != kRates.end();
    if (grid.regular) grid.fps = *rate;
    if (!grid.regular) {
      double gap = 1;
      for (std::size_t k = 1; k < times.size(); ++k) gap = std::min(gap, times[k] - times[k - 1]);
      grid.fps = std::clamp(1 / gap, 24.0, 1000.0);
    }
  }
  // Frames are counted from time 0, unless the keys begin between two of them.
  const double origin = on_grid(first, 0, grid.fps) ? 0 : first;
  const double before = std::floor((first - origin) * grid.fps + tolerance(first, grid.fps));
  const double after = std::ceil((last - origin) * grid.fps - tolerance(last, grid.fps));
  grid.start = origin + before / grid.fps;
  grid.frames = static_cast<int>(std::clamp(after - before, 0.0, 1e9)) + 1;
  return grid;
}

}  // namespace peal
