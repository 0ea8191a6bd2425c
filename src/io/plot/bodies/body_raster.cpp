#include "io/plot/bodies/body_raster.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace peal {
namespace {

constexpr int kSamples = 3;          // along each side of a pixel
constexpr double kLineWidth = 1.15;  // [pixels]
constexpr Vec3 kKeyLight{-0.42, 0.62, 0.66}, kFillLight{0.80, 0.05, 0.55};  // where they stand
constexpr float kFar = -std::numeric_limits<float>::infinity();

struct Light {  // linear red, green, blue
  float red = 0, green = 0, blue = 0;
  Light& operator+=(const Light& b) {
    red += b.red, green += b.green, blue += b.blue;
    return *this;
  }
};
Light operator*(float s, const Light& a) { return {s * a.red, s * a.green, s * a.blue}; }
Light operator+(Light a, const Light& b) { return a += b; }

double to_linear(double v) { return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); }
Light linear(const Colour& c) {
  return {static_cast<float>(to_linear(c.red)), static_cast<float>(to_linear(c.green)),
          static_cast<float>(to_linear(c.blue))};
}

// sRGB bytes by table: fine enough for the dark end, where a byte is 3e-4 of linear light.
class ByteTable {
 public:
  ByteTable() {
    for (int i = 0; i <= kSteps; ++i) {
      const double v = i / static_cast<double>(kSteps);
      const double s = v <= 0.0031308 ? 12.92 * v : 1.055 * std::pow(v, 1 / 2.4) - 0.055;
      bytes_[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(std::lround(255 * s));
    }
  }
  std::uint32_t operator()(const Light& c) const {
    return at(c.red) << 16 | at(c.green) << 8 | at(c.blue);
  }

 private:
  static constexpr int kSteps = 8192;
  std::uint32_t at(float v) const {
    return bytes_[static_cast<std::size_t>(std::clamp(v, 0.0f, 1.0f) * kSteps + 0.5f)];
  }
  std::array<std::uint8_t, kSteps + 1> bytes_{};
};

// Barycentric coordinates of a triangle as linear functions of the place on the screen.
struct Plane {
  double at = 0, dx = 0, dy = 0;  // value at (x, y): at + dx x + dy y
  double operator()(double x, double y) const { return at + dx * x + dy * y; }
};

struct Setup {
  Plane first, second, third;
  double twice_area = 0;  // [samples²], negative: seen from outside (y runs down)
  bool empty = true;
  Setup() = default;
  Setup(const Vec3& a, const Vec3& b, const Vec3& c) {
    twice_area = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
    if (!(std::abs(twice_area) > 1e-9)) return;
    empty = false;
    second = edge(c, a), third = edge(a, b);
    first = {1 - second.at - third.at, -second.dx - third.dx, -second.dy - third.dy};
  }
  Plane mix(double a, double b, double c) const {
    return {a * first.at + b * second.at + c * third.at,
            a * first.dx + b * second.dx + c * third.dx,
            a * first.dy + b * second.dy + c * third.dy};
  }

 private:
  // Zero on the line from p to q, one at the opposite corner.
  Plane edge(const Vec3& p, const Vec3& q) const {
    const double dx = -(q.y - p.y) / twice_area, dy = (q.x - p.x) / twice_area;
    return {-dx * p.x - dy * p.y, dx, dy};
  }
};

class Raster {
 public:
  Raster(const RasterBody& body, int columns, int rows)
      : body_(body),
        columns_(columns),
        rows_(rows),
        wide_(columns * kSamples),
        high_(rows * kSamples),
        depth_(static_cast<std::size_t>(wide_) * static_cast<std::size_t>(high_), kFar),
        owner_(depth_.size(), -1) {
    for (const Colour& c : body.palette) palette_.push_back(linear(c));
  }

  void draw() {
    cover(body_.positions, [&](std::size_t t, std::size_t sample, float z) {
      if (z > depth_[sample]) depth_[sample] = z, owner_[sample] = static_cast<std::int32_t>(t);
    });
    if (body_.rest.empty()) return;
    rest_.assign(depth_.size(), 0);
    cover(body_.rest, [&](std::size_t, std::size_t sample, float) { rest_[sample] = 1; });
  }

  std::vector<std::uint32_t> pixels(const RasterGround& ground) {
    static const ByteTable bytes;
    const Light top = linear(ground.top), bottom = linear(ground.bottom);
    std::vector<std::uint32_t> out;
    out.reserve(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_));
    constexpr float share = 1.0f / (kSamples * kSamples);
    for (int r = 0; r < rows_; ++r) {
      const float part = (static_cast<float>(r) + 0.5f) / static_cast<float>(rows_);
      const Light back = (1 - part) * top + part * bottom;
      for (int c = 0; c < columns_; ++c) {
        Light sum, light;
        std::int32_t of = -1;  // the triangle of `light`
        for (int y = r * kSamples; y < (r + 1) * kSamples; ++y)
          for (int x = c * kSamples; x < (c + 1) * kSamples; ++x) {
            const std::int32_t owner = owner_[index(x, y)];
            if (owner >= 0 && owner != of) of = owner, light = shaded(owner, c, r);
            sum += owner < 0 ? behind(x, y, back) : hidden_edge(x, y) ? 0.55f * light : light;
          }
        out.push_back(bytes(share * sum));
      }
    }
    return out;
  }

 private:
  std::size_t index(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(wide_) +
           static_cast<std::size_t>(x);
  }
  Setup setup(std::span<const Vec3> positions, std::size_t t) const {
    const auto& [a, b, c] = body_.triangles[t];
    constexpr double s = kSamples;
    return {s * positions[static_cast<std::size_t>(a)], s * positions[static_cast<std::size_t>(b)],
            s * positions[static_cast<std::size_t>(c)]};
  }

  template <class Visit>
  void cover(std::span<const Vec3> positions, Visit visit) const {
    for (std::size_t t = 0; t < body_.triangles.size(); ++t) {
      const Setup s = setup(positions, t);
      if (s.empty) continue;
      const Vec3 &a = positions[static_cast<std::size_t>(body_.triangles[t][0])],
                 &b = positions[static_cast<std::size_t>(body_.triangles[t][1])],
                 &c = positions[static_cast<std::size_t>(body_.triangles[t][2])];
      const Plane depth = s.mix(a.z, b.z, c.z);
      const int top = sample_from(std::min({a.y, b.y, c.y}), high_),
                bottom = sample_to(std::max({a.y, b.y, c.y}), high_);
      // Slivers extrapolate wildly; nothing lies beyond its corners.
      const auto [back, front] = std::minmax({a.z, b.z, c.z});
      const double left = std::min({a.x, b.x, c.x}), right = std::max({a.x, b.x, c.x});
      for (int y = top; y <= bottom; ++y) {
        // The row's part inside all three edges, a hair wider: neighbours leave no crack.
        double from = kSamples * left, to = kSamples * right;
        for (const Plane& edge : {s.first, s.second, s.third}) {
          const double rest = edge(0, y + 0.5);
          if (edge.dx > 0)
            from = std::max(from, -rest / edge.dx);
          else if (edge.dx < 0)
            to = std::min(to, -rest / edge.dx);
          else if (rest < -1e-9)
            to = -1;
        }
        const int last = sample_to(to / kSamples + 1e-9, wide_);
        for (int x = sample_from(from / kSamples - 1e-9, wide_); x <= last; ++x)
          visit(t, index(x, y),
                static_cast<float>(std::clamp(depth(x + 0.5, y + 0.5), back, front)));
      }
    }
  }
  // First and last sample whose centre is on the inner side of a place [pixels].
  static int sample_from(double pixel, int limit) {
    return static_cast<int>(std::clamp<double>(std::ceil(pixel * kSamples - 0.5), 0, limit));
  }
  static int sample_to(double pixel, int limit) {
    return static_cast<int>(std::clamp<double>(std::floor(pixel * kSamples - 0.5), -1, limit - 1));
  }

  bool is_rest(int x, int y) const {
    return x >= 0 && y >= 0 && x < wide_ && y < high_ && rest_[index(x, y)] != 0;
  }
  Light behind(int x, int y, const Light& ground) const {
    if (rest_.empty() || !is_rest(x, y)) return ground;
    constexpr int w = kSamples;
    const bool inside =
        is_rest(x - w, y) && is_rest(x + w, y) && is_rest(x, y - w) && is_rest(x, y + w);
    return ground + (inside ? 0.004f : 0.10f) * Light{1.0f, 1.04f, 1.12f};
  }

  // Light that reaches a little around the body: its border on the body stays soft.
  static double wrapped(double cosine) {
    const double c = std::max(0.0, (cosine + 0.4) / 1.4);
    return c * c;
  }
  // A key light from the upper left, a soft one from the right, more sky than floor.
  static float brightness(const Vec3& n) {
    static const Vec3 key = normalized(kKeyLight), fill = normalized(kFillLight);
    return static_cast<float>(0.29 + 0.08 * n.y + 0.64 * wrapped(dot(n, key)) +
                              0.20 * wrapped(dot(n, fill)));
  }
  static float gloss(const Vec3& n) {
    static const Vec3 half = normalized(normalized(kKeyLight) + Vec3{0, 0, 1});
    const double c = std::max(0.0, dot(n, half)), c4 = c * c * c * c, c16 = c4 * c4 * c4 * c4;
    return static_cast<float>(0.06 * c16 * c16);
  }

  // Shaded once for each triangle in a pixel, at the place in it nearest to the pixel's middle.
  Light shaded(std::int32_t owner, int column, int row) {
    const auto t = static_cast<std::size_t>(owner);
    if (owner != current_) current_ = owner, plane_ = setup(body_.positions, t);
    const double px = (column + 0.5) * kSamples, py = (row + 0.5) * kSamples;
    const double b = std::clamp(plane_.second(px, py), 0.0, 1.0),
                 c = std::clamp(plane_.third(px, py), 0.0, 1 - b), a = 1 - b - c;
    const Vec3* corner = &body_.normals[3 * t];
    Vec3 n = normalized(a * corner[0] + b * corner[1] + c * corner[2], {0, 0, 1});
    if (plane_.twice_area > 0) n = -n;  // the inside of an open surface
    double value = 0, line = 0;
    if (!body_.values.empty()) {
      const double* v = &body_.values[3 * t];
      value = a * v[0] + b * v[1] + c * v[2];
      if (body_.line_slope > 0) line = zero_line(plane_.mix(v[0], v[1], v[2]), value);
    }
    const double place = (value - body_.low) / (body_.high - body_.low);
    const auto step = static_cast<std::size_t>(
        std::clamp(place, 0.0, 1.0) * static_cast<double>(palette_.size() - 1) + 0.5);
    return static_cast<float>(1 - 0.72 * line) *
           (brightness(n) * palette_[step] + gloss(n) * Light{1, 1, 1});
  }

  double zero_line(const Plane& field, double value) const {
    const double slope = kSamples * std::sqrt(field.dx * field.dx + field.dy * field.dy);
    if (!(slope > 0.5 * body_.line_slope)) return 0;
    const double distance = std::abs(value) / slope;  // [pixels]
    return std::clamp(kLineWidth / 2 - distance + 0.5, 0.0, 1.0) *
           std::clamp(slope / body_.line_slope * 2 - 1, 0.0, 1.0);
  }

  bool hidden_edge(int x, int y) const {
    if (!(body_.depth_edge > 0)) return false;
    const float limit = depth_[index(x, y)] + static_cast<float>(body_.depth_edge);
    constexpr int w = kSamples - 1;
    return (x >= w && depth_[index(x - w, y)] > limit) ||
           (x + w < wide_ && depth_[index(x + w, y)] > limit) ||
           (y >= w && depth_[index(x, y - w)] > limit) ||
           (y + w < high_ && depth_[index(x, y + w)] > limit);
  }

  const RasterBody& body_;
  int columns_, rows_, wide_, high_;  // [pixels], [samples]
  std::vector<float> depth_;
  std::vector<std::int32_t> owner_;  // triangle seen in the sample, or -1
  std::vector<std::uint8_t> rest_;
  std::vector<Light> palette_;
  std::int32_t current_ = -1;  // triangle of plane_
  Setup plane_;
};

}  // namespace

std::vector<std::uint32_t> raster_body(const RasterBody& body, int columns, int rows,
                                       const RasterGround& ground) {
  Raster raster(body, columns, rows);
  raster.draw();
  return raster.pixels(ground);
}

}  // namespace peal
