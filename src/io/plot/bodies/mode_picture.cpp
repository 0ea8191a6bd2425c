// The contact sheet of body_picture.h.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/parallel.h"
#include "io/plot/bodies/body_frame.h"
#include "io/plot/bodies/body_picture.h"
#include "io/plot/bodies/mode_motion.h"
#include "io/plot/picture_style.h"

namespace peal {
namespace {

using namespace style;

constexpr int kModesMargin = 28, kModesGap = 14, kModeStrip = 40, kModesFooter = 56,
              kWidestPanel = 620;
constexpr double kPanelMargin = 16;  // [pixels] around the body
constexpr double kSteepest = 1.0;    // tilt of the surface by the shown deformation [rad]
constexpr double kLineSlope = 0.6;   // zeros are drawn where the value changes faster, per extent

struct Sheet {
  int columns = 1, rows = 1, panel_width = 0, image_height = 0, width = 0;
};

// Displacements of the vertices in use, the largest of length 1.
std::vector<Vec3> unit_shape(const BodySurface& surface, const BodyPictureMesh& mesh,
                             const ModePanel& panel, const std::string& name) {
  if (panel.displacement.size() != mesh.vertices.size())
    fail("picture '{}', panel '{}': {} displacements for {} vertices; expected one for each", name,
         panel.title, panel.displacement.size(), mesh.vertices.size());
  double largest = 0;
  std::vector<Vec3> shape;
  for (const int v : surface.source) {
    const Vec3& u = panel.displacement[static_cast<std::size_t>(v)];
    if (!is_finite(u))
      fail(
          "picture '{}', panel '{}': the displacement of vertex {} is ({}, {}, {}); expected "
          "finite numbers",
          name, panel.title, v, u.x, u.y, u.z);
    largest = std::max({largest, std::abs(u.x), std::abs(u.y), std::abs(u.z)});
    shape.push_back(u);
  }
  if (largest == 0)
    fail("picture '{}', panel '{}': no vertex of the surface moves; leave this panel out", name,
         panel.title);
  double longest = 0;
  for (Vec3& u : shape) u = u / largest, longest = std::max(longest, norm(u));
  for (Vec3& u : shape) u = u / longest;
  return shape;
}

// The wanted amplitude, less where short waves would tilt the surface into folds. `tilt`: change
// of displacement along an edge per its length; the steepest fiftieth may fold.
double shown_amplitude(const BodySurface& surface, std::span<const Vec3> shape, double wanted) {
  std::vector<double> tilt;
  tilt.reserve(3 * surface.triangles.size());
  for (const auto& triangle : surface.triangles)
    for (int i = 0; i < 3; ++i) {
      const auto a = static_cast<std::size_t>(triangle[i]),
                 b = static_cast<std::size_t>(triangle[(i + 1) % 3]);
      const double length = norm(surface.vertices[b] - surface.vertices[a]);
      tilt.push_back(length > 1e-9 ? norm(shape[b] - shape[a]) / length : 0);
    }
  const auto steep = tilt.end() - 1 - static_cast<std::ptrdiff_t>(tilt.size() / 50);
  std::nth_element(tilt.begin(), steep, tilt.end());
  return std::min(wanted, kSteepest / std::max(*steep, 1e-9));
}

// Columns that make a sheet of pleasant proportions with few empty places.
Sheet arrange(int panels, int width, double aspect) {
  Sheet best;
  double least = INFINITY;
  for (int columns = 1; columns <= std::min(panels, 8); ++columns) {
    Sheet s;
    s.columns = columns, s.rows = (panels + columns - 1) / columns;
    s.panel_width =
        std::min(kWidestPanel, (width - 2 * kModesMargin - (columns - 1) * kModesGap) / columns);
    if (columns > 1 && s.panel_width < 170) break;
    s.image_height = static_cast<int>(std::lround(s.panel_width * aspect));
    s.width = 2 * kModesMargin + columns * s.panel_width + (columns - 1) * kModesGap;
    const double height = s.rows * (s.image_height + kModeStrip + kModesGap);
    const double empty = static_cast<double>(s.columns * s.rows - panels) / panels;
    const double cost = std::abs(std::log(s.width / height / 1.55)) + 2.2 * empty;
    if (cost < least) least = cost, best = s;
  }
  return best;
}

void footer(Canvas& canvas, double y, bool nodal_lines, bool directed) {
  const Box bar{kModesMargin + 64.0, std::round(y) - 6, 132, 12};
  canvas.text({bar.x - 12, y}, "inward", kTickSize - 1, kFaintText, Anchor::end);
  const std::vector<Colour> colours = diverging_palette();
  for (int i = 0; i < static_cast<int>(bar.width); ++i)
    canvas.fill({bar.x + i, bar.y, 1, bar.height},
                colours[static_cast<std::size_t>((i + 0.5) / bar.width *
                                                 static_cast<double>(colours.size()))]);
  canvas.text({bar.right() + 12, y}, "outward", kTickSize - 1, kFaintText);
  const double x = bar.right() + 96;
  const double room = canvas.width() - kModesMargin - x;
  std::string words = directed ? "motion along the surface normal, or as the title says"
                               : "motion along the surface normal";
  // What is known without words goes first where the sheet is narrow.
  for (const char* more : {nodal_lines ? "  ·  dark: nodal lines" : "",
                           "  ·  pale: outline at rest", "  ·  deformation exaggerated"})
    if (canvas.text_width(words + more, kTickSize - 1) <= room) words += more;
  text_within(canvas, {x, y}, words, kTickSize - 1, kFaintText, room);
}

}  // namespace

void write_mode_picture(const std::filesystem::path& path, const std::string& heading,
                        const BodyPictureMesh& mesh, const std::vector<ModePanel>& panels,
                        const BodyPictureOptions& options) {
  if (panels.empty() || panels.size() > kMostModePanels)
    fail("picture '{}': {} panels; expected 1 to {}", heading, panels.size(), kMostModePanels);
  check_body_options(options, heading);
  const BodySurface surface = make_body_surface(mesh, heading);
  const BodyView view = choose_view(surface, options);

  std::vector<std::vector<Vec3>> shapes(panels.size()), positions(panels.size());
  std::vector<ShownMotion> motions(panels.size());
  const std::vector<Vec3> rest_normals = corner_normals(surface, surface.vertices);
  Box box = projected_box(view, surface.vertices);
  for (std::size_t i = 0; i < panels.size(); ++i) {
    shapes[i] = unit_shape(surface, mesh, panels[i], heading);
    const double amplitude = shown_amplitude(surface, shapes[i], options.amplitude);
    motions[i] = shown_motion(surface, rest_normals, shapes[i]);
    positions[i] = bent_vertices(surface, shapes[i], amplitude, motions[i]);
    box = united(box, projected_box(view, positions[i]));
  }
  const double aspect = std::clamp(box.height / std::max(box.width, 1e-6), 0.36, 1.15);
  const Sheet sheet = arrange(static_cast<int>(panels.size()), options.width, aspect);
  const PanelFit fit =
      fit_panel(view, box, sheet.panel_width, sheet.image_height, kPanelMargin, kPanelMargin);
  const std::vector<Vec3> rest = fit.place(surface.vertices);
  const std::vector<Colour> palette = diverging_palette();

  std::vector<std::vector<std::uint32_t>> images(panels.size());
  parallel_for(panels.size(), [&](std::size_t i) {
    const std::vector<Vec3> placed = fit.place(positions[i]);
    const std::vector<Vec3> normals = rotated(view, corner_normals(surface, positions[i]));
    RasterBody body;
    body.positions = placed, body.triangles = surface.triangles;
    body.normals = normals, body.values = motions[i].values;
    body.palette = palette, body.low = -1, body.high = 1;
    body.line_slope = options.nodal_lines ? kLineSlope / fit.scale : 0;
    body.depth_edge = 0.03 * fit.scale;
    body.rest = rest;
    images[i] = raster_body(body, sheet.panel_width, sheet.image_height, kBodyGround);
  });

  const std::string figures = extent_text(surface.extent);
  const int width = std::max(sheet.width, 760);
  const double room = width - 2.0 * kModesMargin;
  const int top = static_cast<int>(heading_height(room, heading, figures));
  const int panel_height = sheet.image_height + kModeStrip;
  const int height = top + sheet.rows * panel_height + (sheet.rows - 1) * kModesGap + kModesFooter;
  Canvas canvas(width, height, Canvas::Kind::png, kPaper);
  style::heading(canvas, kModesMargin, room, heading, figures);
  const int left = (width - sheet.width) / 2 + kModesMargin;
  for (std::size_t i = 0; i < panels.size(); ++i) {
    const int column = static_cast<int>(i) % sheet.columns,
              row = static_cast<int>(i) / sheet.columns;
    const Box panel{static_cast<double>(left + column * (sheet.panel_width + kModesGap)),
                    static_cast<double>(top + row * (panel_height + kModesGap)),
                    static_cast<double>(sheet.panel_width), static_cast<double>(panel_height)};
    canvas.image({panel.x, panel.y}, sheet.panel_width, sheet.image_height, images[i]);
    canvas.fill({panel.x, panel.y + sheet.image_height, panel.width, kModeStrip}, kPanel);
    canvas.outline(pixel_frame(panel), {kFrame.red, kFrame.green, kFrame.blue, 0.55}, 1);
    text_within(canvas, {panel.x + panel.width / 2, panel.bottom() - kModeStrip / 2.0},
                motions[i].direction.empty() ? panels[i].title
                                             : panels[i].title + "   " + motions[i].direction,
                kLabelSize, kText, panel.width - 20, Anchor::middle);
  }
  const bool directed = std::any_of(motions.begin(), motions.end(),
                                    [](const ShownMotion& m) { return !m.direction.empty(); });
  footer(canvas, height - kModesFooter / 2.0, options.nodal_lines, directed);
  canvas.write(path);
}

}  // namespace peal
