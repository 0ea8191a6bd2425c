// Look of the dark pictures: colours, letter sizes, and text that keeps to its room.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

#include "plot/canvas.h"

namespace peal::style {

inline constexpr Colour kPaper{0.055, 0.063, 0.086}, kPanel{0.035, 0.041, 0.060};
inline constexpr Colour kText{0.90, 0.91, 0.93}, kFaintText{0.66, 0.69, 0.74};
inline constexpr Colour kFrame{0.36, 0.39, 0.45}, kGrid{1, 1, 1, 0.09};
inline constexpr double kTickSize = 15, kLabelSize = 16, kTitleSize = 21;

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
