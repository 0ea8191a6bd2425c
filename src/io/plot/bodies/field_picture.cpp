#include "io/plot/bodies/field_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "io/plot/canvas.h"
#include "io/plot/diverging_map.h"
#include "io/plot/picture_text.h"
#include "io/plot/plot_axes.h"
#include "io/plot/ticks.h"

namespace peal {
namespace {

using namespace style;
const Colour kBody{0.33, 0.35, 0.39}, kOutline{0.12, 0.13, 0.16};
constexpr int kFieldGap = 10;
constexpr int kShades = 1024;  // of the colour scale
constexpr int kSubRows = 4;    // per pixel, for smooth edges of the body
constexpr double kQuantile = 0.995;

/// 0.05 ms, 12.5 µs: in one unit for all panels.
std::string time_text(double time, double longest) {
  return longest < 1e-3 ? fmt::format("{:.1f} µs", 1e6 * time + 0.0)
                        : fmt::format("{:.3f} ms", 1e3 * time + 0.0);
}

class Painter {
 public:
  Painter(const FieldPicture& picture, int side) : picture_(picture) {
    const double most = std::max(picture.columns, picture.rows);
    width_ = std::max(1, static_cast<int>(std::lround(side * picture.columns / most)));
    height_ = std::max(1, static_cast<int>(std::lround(side * picture.rows / most)));
    for (int i = 0; i < kShades; ++i)
      shades_.push_back(diverging_colour(2.0 * i / (kShades - 1) - 1));
    cover();
  }
  int width() const { return width_; }
  int height() const { return height_; }

  /// Pixel position of a place [m], from the panel's corner.
  Point place(double x, double y) const {
    return {(x - picture_.left) / (picture_.columns * picture_.cell) * width_,
            height_ - (y - picture_.low) / (picture_.rows * picture_.cell) * height_};
  }

  std::vector<std::uint32_t> pixels(std::span<const float> pressure) const {
    std::vector<std::uint32_t> out(static_cast<std::size_t>(width_) * height_);
    for (int r = 0; r < height_; ++r)
      for (int c = 0; c < width_; ++c) {
        const std::size_t i = static_cast<std::size_t>(r) * width_ + c;
        const double value = at(pressure, (c + 0.5) / width_ * picture_.columns - 0.5,
                                (height_ - r - 0.5) / height_ * picture_.rows - 0.5);
        const double shade = std::clamp(0.5 + 0.5 * value / picture_.limit, 0.0, 1.0);
        const Colour& air = shades_[static_cast<std::size_t>(std::lround(shade * (kShades - 1)))];
        const double part = cover_[i];
        out[i] = packed({air.red + part * (kBody.red - air.red),
                         air.green + part * (kBody.green - air.green),
                         air.blue + part * (kBody.blue - air.blue)});
      }
    return out;
  }

 private:
  /// Between four cells, each weighted with its nearness and its air.
  double at(std::span<const float> pressure, double column, double row) const {
    const double c = std::floor(column), r = std::floor(row);
    double sum = 0, weights = 0;
    for (int k = 0; k < 4; ++k) {
      const double cc = c + k % 2, rr = r + k / 2;
      const std::size_t i =
          static_cast<std::size_t>(std::clamp<double>(rr, 0, picture_.rows - 1)) *
              picture_.columns +
          static_cast<std::size_t>(std::clamp<double>(cc, 0, picture_.columns - 1));
      const double weight =
          (1 - std::abs(column - cc)) * (1 - std::abs(row - rr)) * picture_.air[i];
      sum += weight * pressure[i], weights += weight;
    }
    return weights > 1e-6 ? sum / weights : 0;
  }

  /// How much of each pixel is body: along each line of sight the outline is crossed in pairs.
  void cover() {
    cover_.assign(static_cast<std::size_t>(width_) * height_, 0.0f);
    std::vector<std::vector<double>> crossings(static_cast<std::size_t>(height_) * kSubRows);
    for (const auto& [x0, y0, x1, y1] : picture_.outline) {
      Point a = place(x0, y0), b = place(x1, y1);
      if (a.y > b.y) std::swap(a, b);
      const auto line = [&](double y) { return std::ceil(y * kSubRows - 0.5); };
      const double last = std::min<double>(line(b.y), height_ * kSubRows);
      for (double s = std::max(0.0, line(a.y)); s < last; ++s)
        crossings[static_cast<std::size_t>(s)].push_back(
            a.x + (b.x - a.x) * ((s + 0.5) / kSubRows - a.y) / (b.y - a.y));
    }
    for (std::size_t s = 0; s < crossings.size(); ++s) {
      std::vector<double>& xs = crossings[s];
      std::sort(xs.begin(), xs.end());
      float* row = cover_.data() + s / kSubRows * static_cast<std::size_t>(width_);
      for (std::size_t i = 0; i + 1 < xs.size(); i += 2) {
        const double from = std::max(0.0, xs[i]), to = std::min<double>(width_, xs[i + 1]);
        for (double c = std::floor(from); c < to; ++c)
          row[static_cast<std::size_t>(c)] +=
              static_cast<float>((std::min(to, c + 1) - std::max(from, c)) / kSubRows);
      }
    }
    for (float& part : cover_) part = std::min(part, 1.0f);
  }

  const FieldPicture& picture_;
  int width_ = 0, height_ = 0;
  std::vector<Colour> shades_;
  std::vector<float> cover_;
};

class Drawing {
 public:
  Drawing(const FieldPicture& picture, const Painter& painter, Canvas& canvas)
      : picture_(picture), painter_(painter), canvas_(canvas) {}

  void panel(const Box& box, const FieldPanel& panel, const std::string& stamp) {
    canvas_.image({box.x, box.y}, painter_.width(), painter_.height(),
                  painter_.pixels(panel.pressure));
    canvas_.clip(box);
    for (const auto& [x0, y0, x1, y1] : picture_.outline) {
      const Point a = painter_.place(x0, y0), b = painter_.place(x1, y1);
      canvas_.line({box.x + a.x, box.y + a.y}, {box.x + b.x, box.y + b.y}, kOutline, 1);
    }
    canvas_.unclip();
    const double width = canvas_.text_width(stamp, kTickSize) + 14;
    canvas_.fill({box.x + 6, box.y + 6, width, 24}, {0, 0, 0, 0.62});
    canvas_.text({box.x + 13, box.y + 18}, stamp, kTickSize, kText);
    canvas_.outline(pixel_frame(box), kFrame, 1);
  }

  void across_axis(const Box& box) {
    const double low = 1e3 * picture_.left, high = low + 1e3 * picture_.columns * picture_.cell;
    for (const Tick& tick :
         linear_ticks(low, high, std::max(3, static_cast<int>(box.width / 90)))) {
      const double at = std::round(box.x + painter_.place(1e-3 * tick.value, 0).x) + 0.5;
      canvas_.line({at, box.bottom() + 1}, {at, box.bottom() + 6}, kFrame, 1);
      // Labels of neighbouring panels must not meet.
      const double half = canvas_.text_width(tick.label, kTickSize) / 2;
      if (at - half > box.x - kFieldGap / 2.0 && at + half < box.right() + kFieldGap / 2.0)
        canvas_.text({at, box.bottom() + 18}, tick.label, kTickSize, kText, Anchor::middle);
    }
    bottom_label(canvas_, box, picture_.across + " [mm]");
  }

  void up_axis(const Box& box) {
    const double low = 1e3 * picture_.low, high = low + 1e3 * picture_.rows * picture_.cell;
    for (const Tick& tick :
         linear_ticks(low, high, std::max(3, static_cast<int>(box.height / 60)))) {
      const double at = std::round(box.y + painter_.place(0, 1e-3 * tick.value).y) + 0.5;
      canvas_.line({box.x - 6, at}, {box.x - 1, at}, kFrame, 1);
      canvas_.text({box.x - 10, at}, tick.label, kTickSize, kText, Anchor::end);
    }
    side_label(canvas_, box, 0, picture_.up + " [mm]");
  }

  void pressure_bar(const Box& panels) {
    const PressureUnit unit = pressure_unit(picture_.limit);
    const double limit = picture_.limit / unit.size;
    const int most = std::clamp(static_cast<int>(panels.height) / 40, 3, 11);
    std::vector<Mark> marks;
    for (const Tick& tick : linear_ticks(-limit, limit, most))
      marks.push_back({0.5 + 0.5 * tick.value / limit, tick.label});
    colour_bar(
        canvas_, panels, [](double part) { return diverging_colour(2 * part - 1); }, marks,
        fmt::format("pressure [{} {}]", unit.name, picture_.unit));
  }

 private:
  const FieldPicture& picture_;
  const Painter& painter_;
  Canvas& canvas_;
};

/// Full rows where that is possible, wider than high.
int columns_for(int panels) {
  int best = 1;
  for (int columns = 1; columns <= std::min(panels, 6); ++columns) {
    const int rows = (panels + columns - 1) / columns;
    if (columns >= rows && rows * columns == panels) return columns;
    best = columns;
  }
  return best;
}

}  // namespace

double field_limit(const FieldPicture& picture, std::span<const FieldPanel> panels) {
  std::vector<float> sizes;
  for (const FieldPanel& panel : panels)
    for (std::size_t i = 0; i < panel.pressure.size(); ++i)
      if (picture.air[i] > 0) sizes.push_back(std::abs(panel.pressure[i]));
  if (sizes.empty()) return 1;
  const auto at = sizes.begin() +
                  static_cast<std::ptrdiff_t>(kQuantile * static_cast<double>(sizes.size() - 1));
  std::nth_element(sizes.begin(), at, sizes.end());
  const double value = *at > 0 ? *at : *std::max_element(sizes.begin(), sizes.end());
  if (!(value > 0)) return 1;
  const double unit = std::pow(10, std::floor(std::log10(value)) - 1);
  return unit * std::ceil(value / unit - 1e-6);
}

void write_field_picture(const std::filesystem::path& path, const FieldPicture& picture,
                         std::span<const FieldPanel> panels, int side, int columns) {
  const std::size_t cells = static_cast<std::size_t>(picture.columns) * picture.rows;
  if (panels.empty() || cells == 0 || picture.air.size() != cells)
    fail("'{}': a picture of a field needs cells and at least one instant", path.string());
  double longest = 0;
  for (const FieldPanel& panel : panels) {
    if (panel.pressure.size() != cells)
      fail("'{}': a slice has {} values for {} cells", path.string(), panel.pressure.size(), cells);
    longest = std::max(longest, std::abs(panel.time));
  }
  const int count = static_cast<int>(panels.size());
  if (columns < 1) columns = columns_for(count);
  const int rows = (count + columns - 1) / columns;
  const Painter painter(picture, side);
  const double inner = columns * painter.width() + (columns - 1) * kFieldGap;
  const double room = inner + kBarGap + kBarWidth + 60;
  const double top = heading_height(room, picture.title, picture.figures);
  const double down = rows * painter.height() + (rows - 1) * kFieldGap;
  // Even sizes: movies want them.
  Canvas canvas(2 * static_cast<int>(std::ceil((kLeft + inner + kBarRoom) / 2)),
                2 * static_cast<int>(std::ceil((top + down + kBottom) / 2)), Canvas::Kind::png,
                kPaper);
  heading(canvas, kLeft, room, picture.title, picture.figures);
  Drawing drawing(picture, painter, canvas);
  for (int i = 0; i < count; ++i) {
    const int row = i / columns, column = i % columns;
    const Box box{kLeft + static_cast<double>(column) * (painter.width() + kFieldGap),
                  top + static_cast<double>(row) * (painter.height() + kFieldGap),
                  static_cast<double>(painter.width()), static_cast<double>(painter.height())};
    drawing.panel(box, panels[static_cast<std::size_t>(i)],
                  time_text(panels[static_cast<std::size_t>(i)].time, longest));
    if (column == 0) drawing.up_axis(box);
    if (i + columns >= count) drawing.across_axis(box);
  }
  drawing.pressure_bar({kLeft, top, inner, down});
  canvas.write(path);
}

}  // namespace peal
