#include "io/plot/bodies/body_frame.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "io/plot/diverging_map.h"

namespace peal {
namespace {

constexpr int kSteps = 512;

template <class Map>
std::vector<Colour> palette(Map map) {
  std::vector<Colour> colours;
  for (int i = 0; i <= kSteps; ++i) colours.push_back(map(i / static_cast<double>(kSteps)));
  return colours;
}

}  // namespace

Vec3 PanelFit::place(const Vec3& p) const {
  const Vec3 seen = view.rotated(p);
  return {columns / 2.0 + scale * (seen.x - centre_x), rows / 2.0 - scale * (seen.y - centre_y),
          scale * seen.z};
}

std::vector<Vec3> PanelFit::place(std::span<const Vec3> points) const {
  std::vector<Vec3> placed;
  placed.reserve(points.size());
  for (const Vec3& p : points) placed.push_back(place(p));
  return placed;
}

PanelFit fit_panel(const BodyView& view, const Box& box, int columns, int rows, double margin_x,
                   double margin_y) {
  PanelFit fit;
  fit.view = view;
  fit.columns = columns, fit.rows = rows;
  fit.centre_x = box.x + box.width / 2, fit.centre_y = box.y + box.height / 2;
  const double tiny = 1e-6;  // a body seen as a line still has one length
  fit.scale = std::min((columns - 2 * margin_x) / std::max(box.width, tiny),
                       (rows - 2 * margin_y) / std::max(box.height, tiny));
  return fit;
}

Box united(const Box& a, const Box& b) {
  const double x = std::min(a.x, b.x), y = std::min(a.y, b.y);
  return {x, y, std::max(a.right(), b.right()) - x, std::max(a.bottom(), b.bottom()) - y};
}

std::vector<Vec3> rotated(const BodyView& view, std::span<const Vec3> normals) {
  std::vector<Vec3> seen;
  seen.reserve(normals.size());
  for (const Vec3& n : normals) seen.push_back(view.rotated(n));
  return seen;
}

std::vector<Colour> diverging_palette() {
  return palette([](double u) { return diverging_colour(2 * u - 1); });
}
std::vector<Colour> level_palette() {
  return palette([](double u) { return level_colour(0.30 + 0.67 * u); });
}
std::vector<Colour> plain_palette() { return {Colour{0.76, 0.78, 0.81}}; }

void check_body_options(const BodyPictureOptions& options, const std::string& name) {
  if (options.width < 400 || options.width > 10000)
    fail("picture '{}': width: expected 400 to 10000 pixels, got {}", name, options.width);
  if (!(options.amplitude >= 0 && options.amplitude <= 0.5))
    fail("picture '{}': amplitude: expected 0 to 0.5 of the body's size, got {}", name,
         options.amplitude);
}

}  // namespace peal
