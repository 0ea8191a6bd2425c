#include "io/plot/bodies/body_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "io/plot/bodies/body_frame.h"
#include "io/plot/plot_axes.h"
#include "io/plot/ticks.h"

namespace peal {
namespace {

using namespace style;

constexpr int kMargin = 28;
constexpr double kSideRoom = 128, kHeadRoom = 58;  // [pixels] around the body, for its measures
constexpr double kOffset = 20;                     // [pixels] from the box to a dimension line
constexpr Colour kMeasure{0.62, 0.66, 0.72};

struct Scale {
  double low = 0, high = 1;
  std::vector<Colour> palette;
};

Scale make_scale(const BodySurface& surface, const BodyPictureMesh& mesh, const BodyField& field,
                 const std::string& name) {
  if (field.values.empty()) return {0, 1, plain_palette()};
  if (field.values.size() != mesh.vertices.size())
    fail("picture '{}', field '{}': {} values for {} vertices; expected one for each", name,
         field.label, field.values.size(), mesh.vertices.size());
  double low = INFINITY, high = -INFINITY;
  for (const int v : surface.source) {
    const double value = field.values[static_cast<std::size_t>(v)];
    if (!std::isfinite(value))
      fail("picture '{}', field '{}': vertex {} has the value {}; expected a finite number", name,
           field.label, v, value);
    low = std::min(low, value), high = std::max(high, value);
  }
  low = field.low.value_or(low), high = field.high.value_or(high);
  if (!(low <= high) || !std::isfinite(high - low))
    fail("picture '{}', field '{}': a colour bar from {} to {} cannot be drawn", name, field.label,
         low, high);
  if (low < 0 && high > 0) {
    const double most = std::max(-low, high);
    return {-most, most, diverging_palette()};
  }
  // One value everywhere: a bar around it. Differences below rounding are no differences.
  if (high - low <= 1e-9 * std::max(std::abs(low), std::abs(high))) {
    const double half = low == 0 ? 1 : 0.5 * std::abs(low);
    low -= half, high += half;
  }
  return {low, high, level_palette()};
}

void field_bar(Canvas& canvas, const Box& panel, const Scale& scale, const std::string& label) {
  const auto last = static_cast<double>(scale.palette.size() - 1);
  const auto shade = [&](double part) {
    return scale.palette[static_cast<std::size_t>(std::lround(part * last))];
  };
  std::vector<Mark> marks;
  const int most = std::max(3, static_cast<int>(panel.height) / 60);
  for (const Tick& tick : linear_ticks(scale.low, scale.high, most))
    marks.push_back({(tick.value - scale.low) / (scale.high - scale.low), tick.label});
  colour_bar(canvas, panel, shade, marks, label);
}

// Four corners of the bounding box, between which its measures are drawn: left and right of the
// nearest corner of the floor (of the ceiling, seen from below), and above the outermost left.
struct Corners {
  Vec3 near, along_x, along_z, side;
  Corners(const BodySurface& surface, const BodyView& view) {
    const Vec3 half = surface.half_box(), t = view.toward;
    near = {t.x < 0 ? -half.x : half.x, t.y < 0 ? half.y : -half.y, t.z < 0 ? -half.z : half.z};
    along_x = {-near.x, near.y, near.z}, along_z = {near.x, near.y, -near.z};
    side = dot(view.right, along_x) < dot(view.right, along_z) ? along_x : along_z;
  }
  Vec3 above_side() const { return {side.x, -side.y, side.z}; }
};

// Lines with end marks along three edges of the bounding box, outside the body, with their lengths.
class Dimensions {
 public:
  Dimensions(Canvas& canvas, const Box& panel, const PanelFit& fit, const BodySurface& surface)
      : canvas_(canvas), panel_(panel), fit_(fit), surface_(surface) {}

  void draw() {
    const Corners c(surface_, fit_.view);
    const Point middle = at({0, 0, 0});
    measure(at(c.along_x), at(c.near), middle, surface_.extent.x);
    measure(at(c.near), at(c.along_z), middle, surface_.extent.z);
    measure(at(c.side), at(c.above_side()), middle, surface_.extent.y);
  }

 private:
  Point at(const Vec3& p) const {
    const Vec3 placed = fit_.place(p);
    return {panel_.x + placed.x, panel_.y + placed.y};
  }

  void measure(const Point& from, const Point& to, const Point& middle, double length) {
    if (!(length > 0)) return;
    const double dx = to.x - from.x, dy = to.y - from.y, size = std::hypot(dx, dy);
    if (size < 1) return;  // seen end on
    Point out{-dy / size, dx / size};
    const Point centre{(from.x + to.x) / 2, (from.y + to.y) / 2};
    if (out.x * (centre.x - middle.x) + out.y * (centre.y - middle.y) < 0) out = {-out.x, -out.y};
    const auto shifted = [&](const Point& p, double by) {
      return Point{p.x + by * out.x, p.y + by * out.y};
    };
    canvas_.line(shifted(from, kOffset), shifted(to, kOffset), kMeasure, 1.2);
    for (const Point& end : {from, to})
      canvas_.line(shifted(end, kOffset - 6), shifted(end, kOffset + 6), kMeasure, 1.2);

    const LengthUnit unit =
        length_unit(std::max({surface_.extent.x, surface_.extent.y, surface_.extent.z}));
    const std::string text = length_number(length, unit) + " " + unit.name;
    // Beside the line on its outer side: clear of it however the line slopes.
    const double width = canvas_.text_width(text, kLabelSize);
    const double clear = 12 + std::abs(out.x) * width / 2 + std::abs(out.y) * 0.36 * kLabelSize;
    Point place = shifted(centre, kOffset + clear);
    Box box{place.x - width / 2 - 4, place.y - kLabelSize / 2 - 3, width + 8, kLabelSize + 6};
    for (int i = 0; i < 40 && collides(box); ++i)
      place = {place.x + 5 * out.x, place.y + 5 * out.y}, box.x += 5 * out.x, box.y += 5 * out.y;
    texts_.push_back(box);
    canvas_.text(place, text, kLabelSize, kText, Anchor::middle);
  }

  bool collides(const Box& a) const {
    return std::any_of(texts_.begin(), texts_.end(), [&](const Box& b) {
      return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
    });
  }

  Canvas& canvas_;
  Box panel_;
  const PanelFit& fit_;
  const BodySurface& surface_;
  std::vector<Box> texts_;
};

}  // namespace

void write_body_picture(const std::filesystem::path& path, const std::string& heading,
                        const BodyPictureMesh& mesh, const BodyField& field,
                        const BodyPictureOptions& options) {
  check_body_options(options, heading);
  const BodySurface surface = make_body_surface(mesh, heading);
  const Scale scale = make_scale(surface, mesh, field, heading);
  const BodyView view = choose_view(surface, options);
  const Corners corners(surface, view);
  const Vec3 measured[] = {corners.near, corners.along_x, corners.along_z, corners.above_side()};
  const Box box = united(projected_box(view, surface.vertices), projected_box(view, measured));

  const bool with_bar = !field.values.empty();
  const int width = std::min(options.width, 1200);
  const int columns = width - kMargin - (with_bar ? kBarRoom : kMargin);
  const double aspect = std::clamp(box.height / std::max(box.width, 1e-6), 0.30, 0.85);
  const double free = columns - 2 * kSideRoom;
  const int rows = static_cast<int>(std::lround(free * aspect + 2 * kHeadRoom));
  const PanelFit fit = fit_panel(view, box, columns, rows, kSideRoom, kHeadRoom);

  const std::vector<Vec3> placed = fit.place(surface.vertices);
  const std::vector<Vec3> normals = rotated(view, corner_normals(surface, surface.vertices));
  std::vector<double> values;
  if (with_bar)
    for (const auto& triangle : surface.triangles)
      for (const int v : triangle)
        values.push_back(
            field.values[static_cast<std::size_t>(surface.source[static_cast<std::size_t>(v)])]);
  RasterBody body;
  body.positions = placed, body.triangles = surface.triangles;
  body.normals = normals, body.values = values;
  body.palette = scale.palette, body.low = scale.low, body.high = scale.high;
  body.depth_edge = 0.03 * fit.scale;

  const std::string figures =
      fmt::format("{}  ·  {} triangles", extent_text(surface.extent), surface.triangles.size());
  const double room = width - 2.0 * kMargin;
  const double top = heading_height(room, heading, figures);
  Canvas canvas(width, static_cast<int>(top) + rows + kMargin, Canvas::Kind::png, kPaper);
  style::heading(canvas, kMargin, room, heading, figures);
  const Box panel{kMargin, top, static_cast<double>(columns), static_cast<double>(rows)};
  canvas.image({panel.x, panel.y}, columns, rows, raster_body(body, columns, rows, kBodyGround));
  canvas.outline(pixel_frame(panel), {kFrame.red, kFrame.green, kFrame.blue, 0.55}, 1);
  canvas.clip(panel);
  Dimensions(canvas, panel, fit, surface).draw();
  canvas.unclip();
  if (with_bar) field_bar(canvas, panel, scale, field.label);
  canvas.write(path);
}

}  // namespace peal
