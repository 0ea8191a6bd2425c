#include "io/plot/picture_style.h"

namespace peal::style {
namespace {

constexpr double kSmallest = 0.72;       // of the letter size, before text is cut
constexpr std::size_t kMostBytes = 400;  // more never fits
constexpr double kBand = 62, kSecondLine = 26, kHeadingGap = 24;
constexpr double kFiguresSize = kLabelSize + 1;

bool one_line(const Canvas& canvas, double room, const std::string& title,
              const std::string& figures) {
  return title.empty() || figures.empty() ||
         canvas.text_width(title, kTitleSize, true) + kHeadingGap +
                 canvas.text_width(figures, kFiguresSize) <=
             room;
}

// Cuts whole characters, not bytes, from the end.
void drop_last_character(std::string& text) {
  while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xC0) == 0x80) text.pop_back();
  if (!text.empty()) text.pop_back();
}

}  // namespace

double text_within(Canvas& canvas, const Point& at, const std::string& text, double size,
                   const Colour& colour, double room, Anchor anchor, bool bold) {
  std::string shown = text;
  while (shown.size() > kMostBytes) drop_last_character(shown);
  const bool cut = shown.size() < text.size();
  const double smallest = kSmallest * size;
  // Step by step: hinted letters do not shrink in proportion.
  while (size > smallest && canvas.text_width(shown, size, bold) > room) size -= 0.5;
  if (cut || canvas.text_width(shown, size, bold) > room) {
    while (!shown.empty() && canvas.text_width(shown + "…", size, bold) > room)
      drop_last_character(shown);
    shown += "…";
  }
  canvas.text(at, shown, size, colour, anchor, bold);
  return canvas.text_width(shown, size, bold);
}

double heading_height(double room, const std::string& title, const std::string& figures) {
  if (title.empty() && figures.empty()) return kHeadingGap;
  const Canvas ruler(1, 1, Canvas::Kind::png, kPaper);
  return one_line(ruler, room, title, figures) ? kBand : kBand + kSecondLine;
}

void heading(Canvas& canvas, double left, double room, const std::string& title,
             const std::string& figures) {
  const double middle = kBand / 2;
  double x = left, y = middle + 1;
  const bool together = one_line(canvas, room, title, figures);
  if (!title.empty()) {
    const double width =
        text_within(canvas, {x, middle}, title, kTitleSize, kText, room, Anchor::start, true);
    if (together)
      x += width + kHeadingGap;
    else
      y = kBand + 1;
  }
  if (!figures.empty())
    text_within(canvas, {x, y}, figures, kFiguresSize, kFaintText, left + room - x);
}

}  // namespace peal::style
