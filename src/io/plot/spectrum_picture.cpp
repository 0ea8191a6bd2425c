#include "io/plot/spectrum_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "base/error.h"
#include "io/plot/canvas.h"
#include "io/plot/label_places.h"
#include "io/plot/plot_axes.h"
#include "io/plot/ticks.h"

namespace peal {
namespace {

using namespace style;

constexpr double kHeadroom = 0.16;  // of the panel, above the strongest line, for labels
constexpr Colour kCurve{0.42, 0.50, 0.62, 0.85}, kLeader{0.36, 0.39, 0.45, 0.8},
    kCurveFill{0.42, 0.50, 0.62, 0.16};

void check_lines(const std::string& name, const std::vector<SpectrumLine>& lines,
                 const SpectrumPictureOptions& o) {
  if (o.width < 480 || o.height < 300 || o.width > 10000 || o.height > 10000)
    fail("spectrum '{}': {} x {} pixels; expected 480 x 300 to 10000 x 10000", name, o.width,
         o.height);
  if (!(o.dynamic_range > 0) || !std::isfinite(o.dynamic_range))
    fail("spectrum '{}': dynamic range: expected > 0 dB, got {}", name, o.dynamic_range);
  if (!(o.min_hz >= 0) || !(o.max_hz >= 0) || !std::isfinite(o.min_hz + o.max_hz) ||
      (o.max_hz > 0 && o.min_hz >= o.max_hz))
    fail("spectrum '{}': an axis from {} to {} Hz cannot be drawn", name, o.min_hz, o.max_hz);
  if (lines.empty()) fail("spectrum '{}' has no line to draw", name);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const SpectrumLine& l = lines[i];
    if (!(l.frequency > 0) || !std::isfinite(l.frequency))
      fail("spectrum '{}', line {}: frequency: expected > 0 Hz, got {}", name, i, l.frequency);
    if (std::isnan(l.level) || l.level == INFINITY)
      fail("spectrum '{}', line {} ({} Hz): level: expected a number of dB, got {}", name, i,
           l.frequency, l.level);
    if (!(l.decay > 0) || !std::isfinite(l.decay))
      fail("spectrum '{}', line {} ({} Hz): T60: expected > 0 s, got {}", name, i, l.frequency,
           l.decay);
  }
}

std::string hertz(double f) { return fmt::format("{:.{}f} Hz", f, f < 1000 ? 1 : 0); }

class Spectrum {
 public:
  Spectrum(const std::string& name, const std::vector<SpectrumLine>& all,
           const SpectrumPictureOptions& options)
      : name_(name), options_(options), count_(all.size()) {
    choose_frequencies(all);
    double strongest = -INFINITY;
    for (const SpectrumLine& l : all)
      if (l.frequency >= low_hz_ && l.frequency <= high_hz_)
        strongest = std::max(strongest, l.level);
    if (!std::isfinite(strongest))
      fail("spectrum '{}': no line is excited between {:.4g} and {:.4g} Hz", name, low_hz_,
           high_hz_);
    bottom_ = strongest - options.dynamic_range;
    top_ = strongest + options.dynamic_range * kHeadroom / (1 - kHeadroom);
    for (const SpectrumLine& l : all)
      if (l.frequency >= low_hz_ && l.frequency <= high_hz_ && l.level > bottom_)
        lines_.push_back(l);
    // Strongest first; equal ones in the order of frequency.
    std::stable_sort(lines_.begin(), lines_.end(), [](const auto& a, const auto& b) {
      return a.level != b.level ? a.level > b.level : a.frequency < b.frequency;
    });
    choose_decays();
    if (lines_.size() > 60) dot_ = 3.5, stem_ = 1.5;
    if (lines_.size() > 250) dot_ = 2.5, stem_ = 1;
  }

  std::string figures(const std::string& sub_heading) const {
    const std::string shown = lines_.size() == count_
                                  ? fmt::format("{} modes", count_)
                                  : fmt::format("{} of {} modes, the others are weaker or outside",
                                                lines_.size(), count_);
    return sub_heading.empty() ? shown : sub_heading + "  ·  " + shown;
  }

  void draw(Canvas& canvas, const Box& box) {
    canvas_ = &canvas, box_ = box;
    canvas.fill(box, kPanel);
    axes();
    canvas.clip(box);
    if (options_.resonances) curve();
    // The weakest first, so that the strong ones stay whole.
    for (auto l = lines_.rbegin(); l != lines_.rend(); ++l) {
      const Point end = place(*l);
      canvas.line({end.x, box.bottom()}, end, tone(l->decay), stem_);
    }
    for (auto l = lines_.rbegin(); l != lines_.rend(); ++l) {
      canvas.disc(place(*l), dot_ + 1.5, kPanel);
      canvas.disc(place(*l), dot_, tone(l->decay));
    }
    labels();
    canvas.unclip();
    canvas.outline(pixel_frame(box), kFrame, 1);
    decay_bar();
  }

 private:
  void choose_frequencies(const std::vector<SpectrumLine>& all) {
    double low = INFINITY, high = 0;
    for (const SpectrumLine& l : all)
      if (l.level > -INFINITY) low = std::min(low, l.frequency), high = std::max(high, l.frequency);
    if (high == 0) low = 20, high = 20000;
    low /= 1.25, high *= 1.25;
    if (high < 10 * low) {
      const double widen = std::sqrt(10 * low / high) * (1 + 1e-12);
      low /= widen, high *= widen;
    }
    low_hz_ = options_.min_hz > 0 ? options_.min_hz : low;
    high_hz_ = options_.max_hz > 0 ? options_.max_hz : high;
    if (!(low_hz_ < high_hz_))
      fail("spectrum '{}': an axis from {} to {} Hz cannot be drawn", name_, low_hz_, high_hz_);
  }

  // A factor of four at least: small differences of decay are not made to look large.
  void choose_decays() {
    short_ = INFINITY, long_ = 0;
    for (const SpectrumLine& l : lines_)
      short_ = std::min(short_, l.decay), long_ = std::max(long_, l.decay);
    const double widen = long_ < 4 * short_ ? std::sqrt(4 * short_ / long_) : 1;
    short_ /= widen, long_ *= widen;
  }

  double x(double hz) const {
    return box_.x + std::log(hz / low_hz_) / std::log(high_hz_ / low_hz_) * box_.width;
  }
  double y(double level) const {
    return box_.bottom() - (level - bottom_) / (top_ - bottom_) * box_.height;
  }
  Point place(const SpectrumLine& l) const { return {x(l.frequency), y(l.level)}; }
  static Colour tone_at(double part) { return level_colour(0.36 + 0.60 * part); }
  Colour tone(double decay) const {
    return tone_at(std::log(decay / short_) / std::log(long_ / short_));
  }

  void axes() {
    const int across = std::max(3, static_cast<int>(box_.width / 80));
    for (const Tick& tick : log_ticks(low_hz_, high_hz_, across)) {
      const bool named = !tick.label.empty();
      vertical_mark(*canvas_, box_, x(tick.value), named ? format_thousands(tick.value) : "",
                    kScreen);
    }
    const int upward = std::max(3, static_cast<int>(box_.height / 45));
    for (const Tick& tick : linear_ticks(bottom_, top_, upward))
      horizontal_mark(*canvas_, box_, y(tick.value), tick.label, kScreen);
    bottom_label(*canvas_, box_, "frequency [Hz]");
    side_label(*canvas_, box_, 0, options_.level_label);
  }

  // Each pixel column shows the highest value in it: peaks far narrower than a pixel keep their
  // height.
  void curve() {
    const int columns = static_cast<int>(box_.width);
    const double step = std::log(high_hz_ / low_hz_) / columns;
    std::vector<Point> points{{box_.x, box_.bottom()}};
    for (int c = 0; c < columns; ++c) {
      const double from = low_hz_ * std::exp(c * step), to = low_hz_ * std::exp((c + 1) * step);
      double power = 0;
      for (const SpectrumLine& l : lines_) {
        const double away = std::max({0.0, from - l.frequency, l.frequency - to});
        const double detuning = 2 * kPi * away * l.decay / (3 * std::log(10.0));
        power += std::pow(10, (l.level - top_) / 10) / (1 + detuning * detuning);
      }
      const double level = power > 0 ? top_ + 10 * std::log10(power) : bottom_;
      points.push_back({box_.x + c + 0.5, std::min(y(level), box_.bottom() + 4)});
    }
    points.push_back({box_.right(), box_.bottom()});
    canvas_->polygon(points, kCurveFill);
    canvas_->polyline(std::span(points).subspan(1, points.size() - 2), kCurve, 1.2);
  }

  void labels() {
    LabelPlaces places({box_.x + 4, box_.y + 4, box_.width - 8, box_.height - 8});
    for (const SpectrumLine& l : lines_) {
      const Point end = place(l);
      places.block({end.x - dot_ - 1, end.y - dot_ - 1, 2 * dot_ + 2, 2 * dot_ + 2});
      places.block({end.x - 1, end.y, 2, box_.bottom() - end.y});
    }
    const double size = kTickSize - 1;
    const auto most = static_cast<std::size_t>(std::max(0, options_.labels));
    for (std::size_t i = 0; i < std::min(most, lines_.size()); ++i) {
      const std::string text = hertz(lines_[i].frequency);
      const Point end = place(lines_[i]);
      const auto at = places.place(end, canvas_->text_width(text, size) + 8, size + 5);
      if (!at) continue;
      if (at->with_line)
        canvas_->line({end.x, at->middle.y + size / 2 + 3}, {end.x, end.y - dot_ - 3}, kLeader, 1);
      // The curve may pass behind.
      const double width = canvas_->text_width(text, size) + 4;
      canvas_->fill({at->middle.x - width / 2, at->middle.y - size / 2 - 1, width, size + 2},
                    {kPanel.red, kPanel.green, kPanel.blue, 0.75});
      canvas_->text(at->middle, text, size, kText, Anchor::middle);
    }
  }

  void decay_bar() {
    const bool milli = long_ < 0.5;
    const double unit = milli ? 1e-3 : 1;
    std::vector<Mark> marks;
    const int most = std::max(3, static_cast<int>(box_.height / 48));
    for (const Tick& tick : log_ticks(short_ / unit, long_ / unit, most))
      marks.push_back(
          {std::log(tick.value * unit / short_) / std::log(long_ / short_), tick.label});
    colour_bar(*canvas_, box_, tone_at, marks, milli ? "decay T60 [ms]" : "decay T60 [s]");
  }

  std::string name_;
  const SpectrumPictureOptions& options_;
  std::size_t count_;
  std::vector<SpectrumLine> lines_;  // those shown, strongest first
  double dot_ = 5, stem_ = 2;        // [pixels] radius of a line's end, width of the line
  double low_hz_ = 0, high_hz_ = 0, bottom_ = 0, top_ = 0, short_ = 0, long_ = 0;
  Canvas* canvas_ = nullptr;
  Box box_;
};

}  // namespace

void write_spectrum_picture(const std::filesystem::path& path, const std::string& heading,
                            const std::string& sub_heading, const std::vector<SpectrumLine>& lines,
                            const SpectrumPictureOptions& options) {
  check_lines(heading, lines, options);
  Spectrum spectrum(heading, lines, options);
  const std::string figures = spectrum.figures(sub_heading);
  const double room = options.width - kLeft - 24;
  const double top = heading_height(room, heading, figures);
  Canvas canvas(options.width, options.height, Canvas::Kind::png, kPaper);
  style::heading(canvas, kLeft, room, heading, figures);
  spectrum.draw(canvas, {kLeft, top, static_cast<double>(options.width - kLeft - kBarRoom),
                         options.height - top - kBottom});
  canvas.write(path);
}

}  // namespace peal
