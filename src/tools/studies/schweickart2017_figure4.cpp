// Fig. 4: sections that are moved upwards, and the pressure around them.
#include <fmt/format.h>

#include "base/constants.h"
#include "motion/rods/scene_rod.h"
#include "tools/sections/section_picture.h"
#include "tools/studies/schweickart2017_parts.h"
#include "tools/studies/study_table.h"

namespace peal::schweickart2017 {

std::string make_figure4(const ReproduceOptions& options) {
  const PolygonOutline triangle{{{-1, -0.577, 0}, {1, -0.577, 0}, {0, 1.155, 0}}};
  const PolygonOutline angle{
      {{0, 0, 0}, {2, 0, 0}, {2, 0.4, 0}, {0.4, 0.4, 0}, {0.4, 2, 0}, {0, 2, 0}}};
  const auto small = [](PolygonOutline outline) {
    for (Vec3& corner : outline.corners) corner = 0.01 * corner;
    return outline;
  };
  const std::vector<std::pair<std::string, RodOutline>> sections{
      {"circle", CircleOutline{0.01}},
      {"square", RectangleOutline{0.02, 0.02}},
      {"rectangle, flat", RectangleOutline{0.02, 0.01}},
      {"rectangle, upright", RectangleOutline{0.01, 0.02}},
      {"band of the strapping, flat", RectangleOutline{0.0254, 0.00079375}},
      {"ellipse, flat", EllipseOutline{0.01, 0.005}},
      {"triangle", small(triangle)},
      {"angle", small(angle)}};
  std::vector<SectionPanel> panels;
  StudyTable table;
  table.columns = {"section", "upwards D [m^2]", "sideways share", "of the circle around it"};
  for (const auto& [name, outline] : sections) {
    SectionPanel panel{name, outline, section_of(outline), 0, 0};
    // The given x axis lies along the picture's: d1 is turned by the axis of the section.
    panel.turned = panel.section.axis;
    panel.direction = kPi / 2 - panel.section.axis;
    const double up = section_pressure(panel, panel.direction);
    const double side = section_pressure(panel, -panel.section.axis);
    const double round = 2 * kPi * panel.section.reach * panel.section.reach;
    table.rows.push_back({name, fmt::format("{:.6g}", up), fmt::format("{:.3f}", side / up),
                          fmt::format("{:.3f}", up / round)});
    panels.push_back(std::move(panel));
  }
  write_section_picture(options.folder / "fig4.png", "Sections that are moved upwards", panels, 4);
  return fmt::format(
      "## Fig. 4: radiation of sections\n\n![sections](fig4.png)\n\n{}\nUpwards D: pressure above "
      "per acceleration upwards, times 4 pi c r / rho. Sideways share: of it that goes to the "
      "side, "
      "where D is not diagonal.\n",
      table.markdown());
}

}  // namespace peal::schweickart2017
