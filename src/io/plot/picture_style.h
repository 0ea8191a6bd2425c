// Look of all pictures in one place: colours, letter sizes, margins, and text that keeps to its
// room. Two palettes: `kScreen` (dark) for what the program shows (renders, comparisons, modes,
// fields), `kPrint` (white) for plots of benchmarks and studies, which stand in printed pages.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

#include "io/plot/canvas.h"

namespace peal::style {

struct Theme {
  Colour paper, panel;      // around the plots, behind them
  Colour text, faint_text;  // numbers and titles, names of axes
  Colour frame, grid, fine_grid, zero;
  double line_lightness;  // added to the line colours, which are made for white [OKLab]
};
inline constexpr Theme kScreen{{0.055, 0.063, 0.086}, {0.035, 0.041, 0.060}, {0.90, 0.91, 0.93},
                               {0.66, 0.69, 0.74},    {0.36, 0.39, 0.45},    {1, 1, 1, 0.09},
                               {1, 1, 1, 0.04},       {1, 1, 1, 0.22},       0.24};
inline constexpr Theme kPrint{{1, 1, 1},
                              {1, 1, 1},
                              {0.13, 0.15, 0.19},
                              {0.36, 0.39, 0.44},
                              {0.60, 0.63, 0.68},
                              {0.90, 0.91, 0.93},
                              {0.955, 0.96, 0.967},
                              {0.72, 0.75, 0.79},
                              0};

inline constexpr Colour kPaper = kScreen.paper, kPanel = kScreen.panel;
inline constexpr Colour kText = kScreen.text, kFaintText = kScreen.faint_text;
inline constexpr Colour kFrame = kScreen.frame, kGrid = kScreen.grid;
inline constexpr double kTickSize = 15, kLabelSize = 16, kTitleSize = 21;

// Margins of plots [pixels]. A panel ends before `kBarRoom` where a colour bar stands beside it.
inline constexpr int kLeft = 96, kRight = 28, kTop = 62, kBottom = 66;
inline constexpr int kBarRoom = 132, kBarGap = 18, kBarWidth = 20;

/// The signal of a pressure, a second one laid over it, and their difference, on `kScreen`.
inline constexpr Colour kFirstCurve{0.55, 0.84, 0.86}, kSecondCurve{0.97, 0.68, 0.36},
    kDifference{0.70, 0.73, 0.79};

inline std::uint32_t packed(const Colour& c) {
  const auto part = [](double v) {
    return static_cast<std::uint32_t>(std::lround(255 * std::clamp(v, 0.0, 1.0)));
  };
  return part(c.red) << 16 | part(c.green) << 8 | part(c.blue);
}

/// One pixel wide frame around whole pixels.
inline Box pixel_frame(const Box& b) { return {b.x - 0.5, b.y - 0.5, b.width + 1, b.height + 1}; }

/// Writes at most `room` pixels wide: first smaller letters, then an ellipsis. Returns the width.
double text_within(Canvas& canvas, const Point& at, const std::string& text, double size,
                   const Colour& colour, double room, Anchor anchor = Anchor::start,
                   bool bold = false);

/// Bold heading and fainter figures in one line where both have room, else in two.
/// The band reaches from the top of the picture down to `heading_height` pixels.
void heading(Canvas& canvas, double left, double room, const std::string& title,
             const std::string& figures);
double heading_height(double room, const std::string& title, const std::string& figures);

}  // namespace peal::style
