#include <algorithm>
#include <cmath>
#include <vector>

#include "base/error.h"
#include "physics/rods/rod_section.h"
#include "physics/rods/section_panels.h"

namespace peal {
namespace {

/// Twice the area of a triangle, > 0 counter-clockwise.
double doubled_area(const SectionPoint& a, const SectionPoint& b, const SectionPoint& c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

bool sides_meet(const SectionPoint& a, const SectionPoint& b, const SectionPoint& c,
                const SectionPoint& d) {
  const auto apart = [](double p, double q) { return (p > 0 && q > 0) || (p < 0 && q < 0); };
  if (std::max(a.x, b.x) < std::min(c.x, d.x) || std::max(c.x, d.x) < std::min(a.x, b.x) ||
      std::max(a.y, b.y) < std::min(c.y, d.y) || std::max(c.y, d.y) < std::min(a.y, b.y))
    return false;
  return !apart(doubled_area(a, b, c), doubled_area(a, b, d)) &&
         !apart(doubled_area(c, d, a), doubled_area(c, d, b));
}

void check_outline(std::span<const SectionPoint> outline, int panels) {
  const int n = static_cast<int>(outline.size());
  if (n < 3) fail("section: expected an outline of at least 3 points, got {}", n);
  if (n > 2000) fail("section: an outline may have 2000 points, got {}; leave some out", n);
  if (panels < 64 || panels > 8000)
    fail("section: expected 64 to 8000 boundary panels, got {}", panels);
  for (int i = 0; i < n; ++i) {
    const SectionPoint &a = outline[i], &b = outline[(i + 1) % n];
    if (!std::isfinite(a.x) || !std::isfinite(a.y))
      fail("section: point {} of the outline is not finite", i);
    if (a.x == b.x && a.y == b.y)
      fail("section: points {} and {} of the outline coincide; leave one out", i, (i + 1) % n);
  }
  for (int i = 0; i < n; ++i) {
    const SectionPoint &a = outline[i], &b = outline[(i + 1) % n];
    for (int j = i + 2; j < n; ++j)
      if ((j + 1) % n != i && sides_meet(a, b, outline[j], outline[(j + 1) % n]))
        fail(
            "section: the outline crosses itself, sides {} and {}; list its corners in order "
            "around it",
            i, j);
  }
}

struct OutlineMoments {
  double area = 0, x = 0, y = 0;  // signed area, its first moments
  double xx = 0, yy = 0, xy = 0;
};

OutlineMoments moments_of(std::span<const SectionPoint> outline) {
  OutlineMoments m;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const SectionPoint &a = outline[i], &b = outline[(i + 1) % outline.size()];
    const double w = a.x * b.y - b.x * a.y;
    m.area += w / 2;
    m.x += w * (a.x + b.x) / 6;
    m.y += w * (a.y + b.y) / 6;
    m.xx += w * (a.x * a.x + a.x * b.x + b.x * b.x) / 12;
    m.yy += w * (a.y * a.y + a.y * b.y + b.y * b.y) / 12;
    m.xy += w * (2 * a.x * a.y + a.x * b.y + b.x * a.y + 2 * b.x * b.y) / 24;
  }
  return m;
}

}  // namespace

RodSection polygon_section(std::span<const SectionPoint> outline, int panels) {
  check_outline(outline, panels);
  std::vector<SectionPoint> points(outline.begin(), outline.end());
  RodSection section;
  // Twice: moments about a far origin would cancel.
  for (int pass = 0; pass < 2; ++pass) {
    OutlineMoments m = moments_of(points);
    if (!(std::fabs(m.area) > 0)) fail("section: the outline encloses no area");
    for (SectionPoint& p : points) p.x -= m.x / m.area, p.y -= m.y / m.area;
    section.centre_x += m.x / m.area;
    section.centre_y += m.y / m.area;
  }
  OutlineMoments m = moments_of(points);
  if (m.area < 0) std::reverse(points.begin(), points.end());
  m = moments_of(points);
  const bool round =
      std::hypot((m.xx - m.yy) / 2, m.xy) < 1e-9 * (m.xx + m.yy);  // every axis is principal
  section.axis = round ? 0 : std::atan2(2 * m.xy, m.xx - m.yy) / 2;
  const double c = std::cos(section.axis), s = std::sin(section.axis);
  for (SectionPoint& p : points) {
    p = {c * p.x + s * p.y, -s * p.x + c * p.y};
    section.reach = std::max(section.reach, std::hypot(p.x, p.y));
  }
  m = moments_of(points);
  section.area = m.area;
  section.moment1 = m.xx;
  section.moment2 = m.yy;
  section.polar = m.xx + m.yy;
  const PanelResults solved =
      solve_panels(points, m.area, section.moment1, section.moment2, panels);
  section.torsion = solved.torsion;
  section.d11 = solved.d11;
  section.d12 = solved.d12;
  section.d22 = solved.d22;
  section.turn_d1 = solved.turn_d1;
  section.turn_d2 = solved.turn_d2;
  section.turn_q = std::hypot(solved.turn_xy, solved.turn_xx);
  section.turn_axis = std::atan2(-solved.turn_xx, solved.turn_xy) / 2;
  return section;
}

}  // namespace peal
