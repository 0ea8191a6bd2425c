#include "io/plot/plot_axes.h"

#include "io/plot/ticks.h"

namespace peal::style {

void side_label(Canvas& canvas, const Box& box, double left, const std::string& text,
                const Theme& theme) {
  canvas.text({left + 24, box.y + box.height / 2}, text, kLabelSize, theme.faint_text,
              Anchor::middle, false, true);
}

void bottom_label(Canvas& canvas, const Box& box, const std::string& text, const Theme& theme) {
  canvas.text({box.x + box.width / 2, box.bottom() + 46}, text, kLabelSize, theme.faint_text,
              Anchor::middle);
}

void horizontal_mark(Canvas& canvas, const Box& box, double y, const std::string& label,
                     const Theme& theme, bool zero) {
  const double at = std::round(y) + 0.5;
  canvas.line({box.x, at}, {box.right(), at},
              label.empty() ? theme.fine_grid
              : zero        ? theme.zero
                            : theme.grid,
              1);
  if (!label.empty()) canvas.text({box.x - 10, at}, label, kTickSize, theme.text, Anchor::end);
}

void vertical_mark(Canvas& canvas, const Box& box, double x, const std::string& label,
                   const Theme& theme) {
  const double at = std::round(x) + 0.5;
  canvas.line({at, box.y}, {at, box.bottom()}, label.empty() ? theme.fine_grid : theme.grid, 1);
  if (label.empty()) return;
  canvas.line({at, box.bottom()}, {at, box.bottom() + 6}, theme.frame, 1);
  canvas.text({at, box.bottom() + 19}, label, kTickSize, theme.text, Anchor::middle);
}

void time_axis(Canvas& canvas, const Box& box, double length, bool label) {
  const bool clock = length >= 120, milli = length < 0.5;
  const double scale = milli ? 1000 : 1;
  const int room = std::max(3, static_cast<int>(box.width / 110));
  const auto ticks = clock ? clock_ticks(0, length, room) : linear_ticks(0, length * scale, room);
  for (const Tick& tick : ticks) {
    const double at = std::round(box.x + tick.value / (length * scale) * box.width) + 0.5;
    if (tick.value > 0 && at < box.right() - 1)
      canvas.line({at, box.y}, {at, box.bottom()}, kGrid, 1);
    if (!label) continue;
    canvas.line({at, box.bottom()}, {at, box.bottom() + 6}, kFrame, 1);
    canvas.text({at, box.bottom() + 19}, tick.label, kTickSize, kText, Anchor::middle);
  }
  if (label) bottom_label(canvas, box, clock ? "time [min:s]" : milli ? "time [ms]" : "time [s]");
}

void colour_bar(Canvas& canvas, const Box& panel, const std::function<Colour(double)>& shade,
                std::span<const Mark> marks, const std::string& label) {
  const Box box{panel.right() + kBarGap, panel.y, kBarWidth, panel.height};
  const int rows = static_cast<int>(box.height);
  for (int r = 0; r < rows; ++r)
    canvas.fill({box.x, box.y + r, box.width, 1}, shade(1 - (r + 0.5) / rows));
  canvas.outline(pixel_frame(box), kFrame, 1);
  double widest = 0;
  for (const Mark& mark : marks) {
    const double at = std::round(box.bottom() - mark.part * box.height) + 0.5;
    canvas.line({box.right() + 1, at}, {box.right() + (mark.label.empty() ? 4 : 6), at}, kFrame, 1);
    canvas.text({box.right() + 10, at}, mark.label, kTickSize, kText);
    widest = std::max(widest, canvas.text_width(mark.label, kTickSize));
  }
  canvas.text({box.right() + std::max(66.0, widest + 28), box.y + box.height / 2}, label,
              kLabelSize, kFaintText, Anchor::middle, false, true);
}

}  // namespace peal::style
