#include "io/plot/canvas.h"

#include <cairo-svg.h>
#include <cairo.h>

#include <algorithm>

#include "base/constants.h"
#include "base/error.h"
#include "base/files/atomic_file.h"

namespace peal {
namespace {

constexpr int kLargest = 32767;  // cairo's limit for images

cairo_status_t collect(void* bytes, const unsigned char* data, unsigned length) {
  auto& target = *static_cast<std::vector<std::byte>*>(bytes);
  const auto* first = reinterpret_cast<const std::byte*>(data);
  target.insert(target.end(), first, first + length);
  return CAIRO_STATUS_SUCCESS;
}

void check_cairo(cairo_status_t status) {
  if (status != CAIRO_STATUS_SUCCESS) fail("drawing failed: {}", cairo_status_to_string(status));
}

}  // namespace

Canvas::Canvas(int width, int height, Kind kind, const Colour& background)
    : width_(width), height_(height), kind_(kind) {
  if (width < 1 || height < 1 || width > kLargest || height > kLargest)
    fail("a picture of {} x {} pixels cannot be drawn", width, height);
  surface_ = kind == Kind::png
                 ? cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height)
                 : cairo_svg_surface_create_for_stream(collect, &bytes_, width, height);
  cairo_ = cairo_create(surface_);
  cairo_set_line_join(cairo_, CAIRO_LINE_JOIN_ROUND);
  fill({0, 0, static_cast<double>(width), static_cast<double>(height)}, background);
}

Canvas::~Canvas() {
  cairo_destroy(cairo_);
  cairo_surface_destroy(surface_);
}

void Canvas::set(const Colour& c) {
  cairo_set_source_rgba(cairo_, c.red, c.green, c.blue, c.opacity);
}

void Canvas::fill(const Box& box, const Colour& colour) {
  set(colour);
  cairo_rectangle(cairo_, box.x, box.y, box.width, box.height);
  cairo_fill(cairo_);
}

void Canvas::outline(const Box& box, const Colour& colour, double line_width) {
  set(colour);
  cairo_set_line_width(cairo_, line_width);
  cairo_rectangle(cairo_, box.x, box.y, box.width, box.height);
  cairo_stroke(cairo_);
}

void Canvas::trace(std::span<const Point> points) {
  cairo_new_path(cairo_);
  for (const Point& p : points) cairo_line_to(cairo_, p.x, p.y);
}

void Canvas::line(const Point& from, const Point& to, const Colour& colour, double line_width) {
  const Point ends[] = {from, to};
  polyline(ends, colour, line_width);
}

void Canvas::polyline(std::span<const Point> points, const Colour& colour, double line_width,
                      bool dashed) {
  if (points.empty()) return;
  set(colour);
  cairo_set_line_width(cairo_, line_width);
  const double dashes[] = {4 * line_width, 3 * line_width};
  cairo_set_dash(cairo_, dashes, dashed ? 2 : 0, 0);
  trace(points);
  cairo_stroke(cairo_);
  cairo_set_dash(cairo_, nullptr, 0, 0);
}

void Canvas::polygon(std::span<const Point> points, const Colour& colour) {
  if (points.empty()) return;
  set(colour);
  trace(points);
  cairo_close_path(cairo_);
  cairo_fill(cairo_);
}

void Canvas::disc(const Point& centre, double radius, const Colour& colour) {
  set(colour);
  cairo_new_path(cairo_);
  cairo_arc(cairo_, centre.x, centre.y, radius, 0, 2 * kPi);
  cairo_fill(cairo_);
}

void Canvas::image(const Point& corner, int columns, int rows,
                   std::span<const std::uint32_t> pixels) {
  if (columns < 1 || rows < 1) return;
  cairo_surface_t* picture = cairo_image_surface_create(CAIRO_FORMAT_RGB24, columns, rows);
  check_cairo(cairo_surface_status(picture));
  cairo_surface_flush(picture);
  unsigned char* data = cairo_image_surface_get_data(picture);
  const int stride = cairo_image_surface_get_stride(picture);
  for (int r = 0; r < rows; ++r)
    std::copy_n(pixels.begin() + static_cast<std::ptrdiff_t>(r) * columns, columns,
                reinterpret_cast<std::uint32_t*>(data + static_cast<std::ptrdiff_t>(r) * stride));
  cairo_surface_mark_dirty(picture);
  cairo_set_source_surface(cairo_, picture, corner.x, corner.y);
  cairo_pattern_set_filter(cairo_get_source(cairo_), CAIRO_FILTER_NEAREST);
  cairo_paint(cairo_);
  cairo_surface_destroy(picture);
}

void Canvas::set_font(double size, bool bold) const {
  cairo_select_font_face(cairo_, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
                         bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(cairo_, size);
}

double Canvas::text_width(const std::string& text, double size, bool bold) const {
  set_font(size, bold);
  cairo_text_extents_t extents;
  cairo_text_extents(cairo_, text.c_str(), &extents);
  return extents.x_advance;
}

void Canvas::text(const Point& at, const std::string& text, double size, const Colour& colour,
                  Anchor anchor, bool bold, bool quarter_turn) {
  set(colour);
  set_font(size, bold);
  const double width = text_width(text, size, bold);
  const double shift = anchor == Anchor::start ? 0 : anchor == Anchor::middle ? width / 2 : width;
  cairo_save(cairo_);
  cairo_translate(cairo_, at.x, at.y);
  if (quarter_turn) cairo_rotate(cairo_, -kPi / 2);
  cairo_move_to(cairo_, -shift, 0.36 * size);  // half the height of capitals and digits
  cairo_show_text(cairo_, text.c_str());
  cairo_restore(cairo_);
  cairo_new_path(cairo_);
}

void Canvas::clip(const Box& box) {
  cairo_save(cairo_);
  cairo_rectangle(cairo_, box.x, box.y, box.width, box.height);
  cairo_clip(cairo_);
}

void Canvas::unclip() { cairo_restore(cairo_); }

const std::vector<std::byte>& Canvas::finish() {
  if (finished_) return bytes_;
  finished_ = true;
  check_cairo(cairo_status(cairo_));
  if (kind_ == Kind::png)
    check_cairo(cairo_surface_write_to_png_stream(surface_, collect, &bytes_));
  cairo_surface_finish(surface_);
  check_cairo(cairo_surface_status(surface_));
  return bytes_;
}

void Canvas::write(const std::filesystem::path& path) { write_file_atomically(path, finish()); }

}  // namespace peal
