// Drawing surface of the pictures (cairo): pixels or SVG, origin at the top left, lengths in
// pixels. The finished picture is written atomically.
#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "io/plot/colour_map.h"

struct _cairo;
struct _cairo_surface;

namespace peal {

struct Box {
  double x = 0, y = 0, width = 0, height = 0;
  double right() const { return x + width; }
  double bottom() const { return y + height; }
};

struct Point {
  double x = 0, y = 0;
};

enum class Anchor { start, middle, end };  // of a text, along its direction

class Canvas {
 public:
  enum class Kind { png, svg };
  Canvas(int width, int height, Kind kind, const Colour& background);
  ~Canvas();
  Canvas(const Canvas&) = delete;
  Canvas& operator=(const Canvas&) = delete;

  int width() const { return width_; }
  int height() const { return height_; }

  void fill(const Box& box, const Colour& colour);
  void outline(const Box& box, const Colour& colour, double line_width);
  void line(const Point& from, const Point& to, const Colour& colour, double line_width);
  void polyline(std::span<const Point> points, const Colour& colour, double line_width,
                bool dashed = false);
  void polygon(std::span<const Point> points, const Colour& colour);
  void disc(const Point& centre, double radius, const Colour& colour);
  /// `pixels` are 0xRRGGBB, row after row from the top; drawn one to one at the box's corner.
  void image(const Point& corner, int columns, int rows, std::span<const std::uint32_t> pixels);

  /// `at` is on the middle height of the letters; `quarter_turn` writes upwards.
  void text(const Point& at, const std::string& text, double size, const Colour& colour,
            Anchor anchor = Anchor::start, bool bold = false, bool quarter_turn = false);
  double text_width(const std::string& text, double size, bool bold = false) const;

  void clip(const Box& box);  // until unclip()
  void unclip();

  /// Complete PNG or SVG; ends the drawing.
  const std::vector<std::byte>& finish();
  void write(const std::filesystem::path& path);

 private:
  void set(const Colour& colour);
  void set_font(double size, bool bold) const;
  void trace(std::span<const Point> points);

  int width_, height_;
  Kind kind_;
  std::vector<std::byte> bytes_;
  bool finished_ = false;
  _cairo_surface* surface_ = nullptr;
  _cairo* cairo_ = nullptr;
};

}  // namespace peal
