// Axes and colour bars that the pictures share. Places in pixels; colours of `style::kScreen`
// unless a theme is given.
#pragma once
#include <functional>
#include <span>
#include <string>

#include "io/plot/picture_style.h"

namespace peal::style {

struct Mark {
  double part = 0;    // 0 at the low end, 1 at the high end
  std::string label;  // empty: a minor mark
};

/// Names of the axes: upwards at the left edge `left` of a plot, and below the numbers.
void side_label(Canvas& canvas, const Box& box, double left, const std::string& text,
                const Theme& theme = kScreen);
void bottom_label(Canvas& canvas, const Box& box, const std::string& text,
                  const Theme& theme = kScreen);

/// Numbers and lines across the panel; the line at zero is stronger where `zero` says so.
void horizontal_mark(Canvas& canvas, const Box& box, double y, const std::string& label,
                     const Theme& theme, bool zero = false);
void vertical_mark(Canvas& canvas, const Box& box, double x, const std::string& label,
                   const Theme& theme);

/// From 0 to `length` [s]: a grid inside the panel, and with `label` numbers and a name below it.
void time_axis(Canvas& canvas, const Box& box, double length, bool label);

/// A bar at the right of a panel, with marks; its width is `kBarWidth`.
void colour_bar(Canvas& canvas, const Box& panel, const std::function<Colour(double)>& shade,
                std::span<const Mark> marks, const std::string& label);

}  // namespace peal::style
