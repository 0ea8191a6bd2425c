// The balloons of directivity_picture.h.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "io/plot/bodies/body_frame.h"
#include "io/plot/bodies/body_surface.h"
#include "io/plot/bodies/directivity_sheet.h"
#include "io/plot/picture_style.h"

namespace peal {
namespace {

using namespace style;

constexpr double kLeastRadius = 0.015;             // silent directions: a speck, not a hole
constexpr double kAxisFrom = 1.0, kAxisTo = 1.14;  // drawn tips of the axes
constexpr double kRoom = 1.26;                     // half the panel, in radii of the balloon

std::vector<std::array<int, 3>> grid_triangles(const DirectionGrid& grid) {
  std::vector<std::array<int, 3>> triangles;
  for (int r = 0; r + 1 < grid.rows; ++r)
    for (int c = 0; c < grid.columns; ++c) {
      const int next = (c + 1) % grid.columns, a = r * grid.columns + c,
                b = r * grid.columns + next, d = (r + 1) * grid.columns + c,
                e = (r + 1) * grid.columns + next;
      if (r > 0) triangles.push_back({a, d, b});
      if (r + 2 < grid.rows) triangles.push_back({b, d, e});
    }
  return triangles;
}

std::vector<Vec3> grid_directions(const DirectionGrid& grid) {
  std::vector<Vec3> out;
  for (int r = 0; r < grid.rows; ++r)
    for (int c = 0; c < grid.columns; ++c) out.push_back(grid.direction(r, c));
  return out;
}

/// Smooth normals per vertex; all copies of a pole share theirs.
std::vector<Vec3> balloon_normals(const DirectionGrid& grid, const std::vector<Vec3>& points,
                                  const std::vector<std::array<int, 3>>& triangles,
                                  const std::vector<Vec3>& directions) {
  std::vector<Vec3> normals(points.size());
  for (const auto& [a, b, c] : triangles) {
    const Vec3 area = cross(points[b] - points[a], points[c] - points[a]);
    for (const int v : {a, b, c}) normals[v] += area;
  }
  for (const int row : {0, grid.rows - 1}) {
    Vec3 sum;
    for (int c = 0; c < grid.columns; ++c) sum += normals[row * grid.columns + c];
    for (int c = 0; c < grid.columns; ++c) normals[row * grid.columns + c] = sum;
  }
  for (std::size_t v = 0; v < normals.size(); ++v)
    normals[v] = normalized(normals[v], directions[v]);
  return normals;
}

template <class Values>
auto per_corner(const std::vector<std::array<int, 3>>& triangles, const Values& values) {
  Values out;
  out.reserve(3 * triangles.size());
  for (const auto& t : triangles)
    for (const int v : t) out.push_back(values[static_cast<std::size_t>(v)]);
  return out;
}

PanelFit balloon_fit(const BodyView& view, int side) {
  return fit_panel(view, {-kRoom, -kRoom, 2 * kRoom, 2 * kRoom}, side, side, 0, 0);
}

std::vector<std::uint32_t> body_image(const BodySurface& surface, const BodyView& view, int side) {
  const PanelFit fit =
      fit_panel(view, projected_box(view, surface.vertices), side, side, 0.16 * side, 0.16 * side);
  const std::vector<Vec3> placed = fit.place(surface.vertices);
  const std::vector<Vec3> normals = rotated(view, corner_normals(surface, surface.vertices));
  const std::vector<Colour> palette = plain_palette();
  RasterBody body;
  body.positions = placed, body.triangles = surface.triangles, body.normals = normals;
  body.palette = palette, body.depth_edge = 0.03 * fit.scale;
  return raster_body(body, side, side, kBodyGround);
}

void draw_axes(Canvas& canvas, const Point& corner, const PanelFit& fit) {
  const std::pair<Vec3, const char*> axes[] = {
      {{1, 0, 0}, "x"}, {{0, 1, 0}, "y"}, {{0, 0, 1}, "z"}};
  for (const auto& [axis, name] : axes) {
    const auto at = [&](double length) {
      const Vec3 p = fit.place(length * axis);
      return Point{corner.x + p.x, corner.y + p.y};
    };
    canvas.line(at(kAxisFrom), at(kAxisTo), kPaper, 3.4);
    canvas.line(at(kAxisFrom), at(kAxisTo), kText, 1.4);
    const Point label = at(kAxisTo + 0.07);
    for (const Point& halo : {Point{-1, 0}, Point{1, 0}, Point{0, -1}, Point{0, 1}})
      canvas.text({label.x + halo.x, label.y + halo.y}, name, 13, kPaper, Anchor::middle);
    canvas.text(label, name, 13, kText, Anchor::middle);
  }
}

}  // namespace

void write_directivity_balloons(const std::filesystem::path& path, const std::string& heading,
                                const std::string& figures, const DirectionGrid& grid,
                                const std::vector<DirectivityPanel>& panels,
                                const BodyPictureMesh& body, const DirectivityOptions& options) {
  check_directivity(heading, grid, panels, options);
  const std::vector<Vec3> directions = grid_directions(grid);
  const std::vector<std::array<int, 3>> triangles = grid_triangles(grid);
  const bool with_body = !body.triangles.empty();
  const BodySurface surface =
      make_body_surface(with_body ? body : BodyPictureMesh{directions, triangles}, heading);
  const BodyView view = choose_view(surface, {});

  DirectivitySheet sheet;
  sheet.heading = heading, sheet.figures = figures;
  sheet.footer =
      "radius and colour: level far away re the loudest direction, whose level is given over the "
      "mean "
      "of all";
  const std::size_t first = with_body ? 1 : 0;
  sheet.columns = sheet_columns(panels.size() + first, 1);
  sheet.image_width = std::min(400, sheet_panel_width(options.width, sheet.columns));
  sheet.image_height = sheet.image_width;
  sheet.range = options.range;
  sheet.palette = level_palette();
  const int side = sheet.image_width;
  const PanelFit fit = balloon_fit(view, side);
  sheet.draw = [&](Canvas& canvas, std::size_t i, const Point& corner) {
    if (i >= first) draw_axes(canvas, corner, fit);
  };

  std::vector<SheetPanel> drawn(panels.size() + first);
  if (with_body)
    drawn[0] = {"the body", extent_text(surface.extent), body_image(surface, view, side)};
  parallel_for(panels.size(), [&](std::size_t i) {
    const std::vector<double> parts = shown_parts(panels[i], options.range);
    std::vector<Vec3> points;
    for (std::size_t v = 0; v < parts.size(); ++v)
      points.push_back(std::max(parts[v], kLeastRadius) * directions[v]);
    const std::vector<Vec3> placed = fit.place(points);
    const std::vector<Vec3> normals =
        per_corner(triangles, rotated(view, balloon_normals(grid, points, triangles, directions)));
    const std::vector<double> values = per_corner(triangles, parts);
    RasterBody raster;
    raster.positions = placed, raster.triangles = triangles;
    raster.normals = normals, raster.values = values;
    raster.palette = sheet.palette;
    raster.depth_edge = 0.03 * fit.scale;
    drawn[first + i] = {panels[i].title, panels[i].figures,
                        raster_body(raster, side, side, kBodyGround)};
  });
  write_sheet(path, sheet, drawn);
}

}  // namespace peal
