#include "io/plot/colour_map.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/constants.h"

namespace peal {
namespace {

constexpr int kTable = 1024;

double to_linear(double v) { return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); }
double to_srgb(double v) {
  return v <= 0.0031308 ? 12.92 * v : 1.055 * std::pow(v, 1 / 2.4) - 0.055;
}

bool in_gamut(const Colour& c) {
  const auto [low, high] = std::minmax({c.red, c.green, c.blue});
  return low >= 0 && high <= 1;
}

double smooth(double u) { return u * u * (3 - 2 * u); }

// Lightness rises steadily; the hue turns from blue through rose to yellow; colourfulness vanishes
// at both ends.
OkLab curve(double u) {
  const double lightness = 0.10 + 0.87 * u;
  const double hue = (268 + 185 * (0.35 * u + 0.65 * smooth(u))) * kPi / 180;
  const double chroma = 0.035 + 0.155 * std::pow(std::sin(kPi * std::pow(u, 0.85)), 0.9) - 0.01 * u;
  return {lightness, chroma * std::cos(hue), chroma * std::sin(hue)};
}

// Keeps lightness and hue and takes away as much colour as the screen cannot show.
OkLab fitted(const OkLab& lab) {
  double share = 1;
  for (int i = 0; i < 60 && !in_gamut(from_oklab({lab.lightness, share * lab.a, share * lab.b}));
       ++i)
    share *= 0.985;
  return {lab.lightness, share * lab.a, share * lab.b};
}

std::array<Colour, kTable> make_table() {
  constexpr int fine = 16 * kTable;
  std::array<double, fine + 1> length{};
  const auto step = [](const OkLab& p, const OkLab& q) {
    return std::hypot(p.lightness - q.lightness, p.a - q.a, p.b - q.b);
  };
  for (int i = 1; i <= fine; ++i)
    length[i] = length[i - 1] + step(curve((i - 1.0) / fine), curve(i / static_cast<double>(fine)));
  std::array<Colour, kTable> table;
  int at = 0;
  for (int k = 0; k < kTable; ++k) {
    const double wanted = length[fine] * k / (kTable - 1);
    while (at < fine && length[at] < wanted) ++at;
    Colour c = from_oklab(fitted(curve(at / static_cast<double>(fine))));
    table[k] = {std::clamp(c.red, 0.0, 1.0), std::clamp(c.green, 0.0, 1.0),
                std::clamp(c.blue, 0.0, 1.0)};
  }
  return table;
}

}  // namespace

OkLab to_oklab(const Colour& colour) {
  const double r = to_linear(colour.red), g = to_linear(colour.green), b = to_linear(colour.blue);
  const double l = std::cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const double m = std::cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const double s = std::cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return {0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
          1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
          0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

Colour from_oklab(const OkLab& lab) {
  const double l = std::pow(lab.lightness + 0.3963377774 * lab.a + 0.2158037573 * lab.b, 3);
  const double m = std::pow(lab.lightness - 0.1055613458 * lab.a - 0.0638541728 * lab.b, 3);
  const double s = std::pow(lab.lightness - 0.0894841775 * lab.a - 1.2914855480 * lab.b, 3);
  return {to_srgb(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
          to_srgb(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
          to_srgb(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)};
}

Colour level_colour(double level) {
  static const std::array<Colour, kTable> table = make_table();
  if (!(level > 0)) return table.front();
  return table[static_cast<std::size_t>(std::lround(std::min(level, 1.0) * (kTable - 1)))];
}

Colour line_colour(int index, double lighter) {
  // Hues (degrees) and lightness alternate so that neighbours differ in both.
  static constexpr struct {
    double lightness, chroma, hue;
  } wheel[] = {{0.52, 0.14, 255}, {0.66, 0.17, 50},  {0.55, 0.11, 165}, {0.52, 0.18, 15},
               {0.72, 0.13, 225}, {0.48, 0.16, 305}, {0.76, 0.14, 90},  {0.42, 0.03, 260}};
  const auto& w = wheel[static_cast<unsigned>(index) % std::size(wheel)];
  const double hue = w.hue * kPi / 180;
  const double lightness = std::min(w.lightness + lighter, 0.92);
  const Colour c =
      from_oklab(fitted({lightness, w.chroma * std::cos(hue), w.chroma * std::sin(hue)}));
  return {std::clamp(c.red, 0.0, 1.0), std::clamp(c.green, 0.0, 1.0), std::clamp(c.blue, 0.0, 1.0)};
}

}  // namespace peal
