#include "tools/sections/section_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "io/plot/line_plot.h"
#include "io/plot/picture_style.h"

namespace peal {
namespace {

using namespace style;

constexpr int kPanelSize = 420, kTitle = 64;  // [pixels]
constexpr double kLobe = 0.34;                // of the panel: a lobe of length 1
constexpr double kBody = 0.09;                // of the panel: the reach of the section
constexpr int kDirections = 360;
constexpr Colour kPositive{0.97, 0.62, 0.25}, kNegative{0.36, 0.58, 0.95};
constexpr Colour kSection{0.62, 0.66, 0.72};

Point at(const Point& middle, double length, double angle) {
  return {middle.x + length * std::cos(angle), middle.y - length * std::sin(angle)};
}

void draw_panel(Canvas& canvas, const Point& corner, const SectionPanel& panel) {
  const Box box{corner.x, corner.y, kPanelSize, kPanelSize};
  canvas.fill(box, kScreen.panel);
  canvas.outline(pixel_frame(box), kFrame, 1);
  text_within(canvas, {box.x + 14, box.y + 22}, panel.title, kLabelSize, kText, box.width - 28);
  const Point middle{box.x + box.width / 2, box.y + box.height / 2 + 14};
  const RodSection& s = panel.section;
  const double whole = 2 * kPi * s.reach * s.reach;  // D of the circle around it

  std::vector<Point> ring;
  for (int k = 0; k <= kDirections; ++k)
    ring.push_back(at(middle, kLobe * kPanelSize, 2 * kPi * k / kDirections));
  canvas.polyline(ring, kGrid, 1, true);
  // Rays from the outline outwards, as long as the pressure is large; then the curve of their ends.
  double largest = 0;
  std::vector<Point> curve;
  for (int k = 0; k <= kDirections; ++k) {
    const double angle = 2 * kPi * k / kDirections;
    const double p = section_pressure(panel, angle) / whole;
    largest = std::max(largest, std::fabs(p));
    const Colour colour = p > 0 ? kPositive : kNegative;
    const Point end = at(middle, std::fabs(p) * kLobe * kPanelSize, angle + panel.turned);
    if (k % 6 == 0) canvas.line(middle, end, colour, 1.5);
    if (!curve.empty()) canvas.line(curve.back(), end, colour, 2.5);
    curve.push_back(end);
  }

  std::vector<Point> body;
  for (const Vec3& c : outline_points(panel.outline, 96)) {
    const Vec3 own = c - Vec3{s.centre_x, s.centre_y, 0};
    body.push_back(at(middle, kBody * kPanelSize * std::hypot(own.x, own.y) / s.reach,
                      std::atan2(own.y, own.x) - s.axis + panel.turned));
  }
  canvas.polygon(body, kSection);
  const double way = panel.direction + panel.turned;
  const Point tip = at(middle, 0.2 * kPanelSize, way);
  canvas.line(at(middle, -0.05 * kPanelSize, way), tip, kText, 2);
  for (const double side : {-0.45, 0.45})
    canvas.line(tip, at(tip, -0.035 * kPanelSize, way + side), kText, 2);
  text_within(canvas, {box.x + 14, box.bottom() - 20},
              fmt::format("largest {:.3g} of the circle around it", largest), kTickSize, kFaintText,
              box.width - 28);
}

}  // namespace

double section_pressure(const SectionPanel& panel, double angle) {
  const RodSection& s = panel.section;
  const double a1 = std::cos(panel.direction), a2 = std::sin(panel.direction);
  return std::cos(angle) * (s.d11 * a1 + s.d12 * a2) + std::sin(angle) * (s.d12 * a1 + s.d22 * a2);
}

void write_section_picture(const std::filesystem::path& path, const std::string& heading,
                           const std::vector<SectionPanel>& panels, int columns) {
  constexpr int kGap = 16;
  columns = std::min(columns, static_cast<int>(panels.size()));
  const int rows = (static_cast<int>(panels.size()) + columns - 1) / columns;
  Canvas canvas(kGap + columns * (kPanelSize + kGap), kTitle + rows * (kPanelSize + kGap),
                picture_kind(path), kPaper);
  text_within(canvas, {kGap + 4, kTitle / 2.0}, heading, kTitleSize, kText,
              canvas.width() - 2.0 * kGap - 8, Anchor::start, true);
  for (std::size_t k = 0; k < panels.size(); ++k) {
    const int row = static_cast<int>(k) / columns, column = static_cast<int>(k) % columns;
    draw_panel(
        canvas,
        {double(kGap + column * (kPanelSize + kGap)), double(kTitle + row * (kPanelSize + kGap))},
        panels[k]);
  }
  canvas.write(path);
}

}  // namespace peal
