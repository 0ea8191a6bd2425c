#include "models/bodies/lathed_parts.h"

#include <algorithm>
#include <cmath>

#include "base/constants.h"

namespace peal {
namespace {

constexpr double kMeridianChord = 0.012;  // sagitta / size of the body
constexpr int kMostRows = 8, kLeastSectors = 8, kMostSectors = 32;
constexpr int kOuterSteps = 4;     // flats of one piece around the outside
constexpr int kMeridianSteps = 8;  // circles along the outside of a piece that bulges
constexpr double kInnerMove = 0.65, kOuterMove = 0.25;  // of the wall's thickness, at most
constexpr double kMeanChord = 2. / 3;                   // mean deviation / sagitta

SectionPoint between(const SectionPoint& a, const SectionPoint& b) {
  return {b.r - a.r, b.y - a.y};
}
double length(const SectionPoint& a) { return std::hypot(a.r, a.y); }

/// A row of the wall: stations s0 to s1.
struct Row {
  const LathedWall& wall;
  double s0, s1;

  double middle() const { return (s0 + s1) / 2; }
  double thickness() const {
    return length(between(wall.section(middle(), 0), wall.section(middle(), 1)));
  }
  double widest() const {
    return std::max({wall.section(s0, 0).r, wall.section(middle(), 0).r, wall.section(s1, 0).r});
  }
  /// How far [m] the chord over this side of the wall lies outside of it; negative where the
  /// side bulges out of the wall.
  double gap(double depth) const {
    const SectionPoint a = wall.section(s0, depth), m = wall.section(middle(), depth);
    const SectionPoint chord = between(a, wall.section(s1, depth)), bulge = between(a, m);
    const SectionPoint inwards = between(m, wall.section(middle(), 1 - depth));
    const double across = chord.r * inwards.y - chord.y * inwards.r;
    const double area = chord.r * bulge.y - chord.y * bulge.r;
    return length(chord) > 0 ? std::copysign(1.0, across) * area / length(chord) : 0;
  }
  /// Radial part of the wall's normal.
  double steepness() const {
    const SectionPoint a = wall.section(s0, 0.5), b = wall.section(s1, 0.5);
    const SectionPoint chord = between(a, b);
    return length(chord) > 0 ? std::abs(chord.y) / length(chord) : 0;
  }
};

RimArc arc_of(const SectionPoint& at, double middle, double half) {
  return {{0, at.y, 0}, {0, 1, 0}, around_axis({1, 0}, middle), at.r, half};
}

/// A whole circle; on the axis a corner.
void add_circle(ConvexPart& part, const SectionPoint& at) {
  if (at.r > 0)
    part.rims.push_back(arc_of(at, 0, kPi));
  else
    part.corners.push_back({0, at.y, 0});
}

void add_row(PartPoints& parts, const Row& row, int sectors) {
  const double half = kPi / sectors;
  const double thickness = row.thickness(), outer_gap = row.gap(0), inner_gap = row.gap(1);
  const double inner_radius = row.wall.section(row.middle(), 1).r;
  const double chord = inner_radius * (1 - std::cos(half)) * row.steepness();
  const auto moved = [&](double deviation, double most) {
    return std::min(most, kMeanChord * deviation / thickness);
  };
  const double inner = 1 - moved(std::max(0.0, inner_gap) + chord, kInnerMove);
  const double outer = moved(std::max(0.0, outer_gap), kOuterMove);
  const auto stations = [&](double gap) {  // a side that bulges out gets two more
    std::vector<double> s{row.s0, row.s1};
    if (gap < -0.02 * thickness)
      s.insert(s.end(), {std::lerp(row.s0, row.s1, 1. / 3), std::lerp(row.s0, row.s1, 2. / 3)});
    return s;
  };
  // Circles cost little: as many as leave a bulging meridian nearly round.
  std::vector<double> circles{row.s0, row.s1};
  if (outer_gap < -0.02 * thickness)
    for (int i = 1; i < kMeridianSteps; ++i)
      circles.push_back(std::lerp(row.s0, row.s1, double(i) / kMeridianSteps));
  const double round = corner_radius_of_mean(half / kOuterSteps);
  for (int k = 0; k < sectors; ++k) {
    std::vector<Vec3> points;
    const double first = 2 * half * k;
    for (const double s : stations(outer_gap)) {
      SectionPoint at = row.wall.section(s, outer);
      at.r *= round;
      for (int i = 0; i <= kOuterSteps; ++i)
        points.push_back(around_axis(at, first + 2 * half * i / kOuterSteps));
    }
    for (const double s : stations(inner_gap))
      for (const int i : {0, 1})
        points.push_back(around_axis(row.wall.section(s, inner), first + 2 * half * i));
    ConvexPart exact;
    for (const double s : circles)
      exact.rims.push_back(arc_of(row.wall.section(s, outer), first + half, half));
    for (const double s : stations(inner_gap))
      for (const int i : {0, 1})
        exact.corners.push_back(around_axis(row.wall.section(s, inner), first + 2 * half * i));
    parts.push_back(std::move(points));
    parts.back().exact = std::move(exact);
  }
}

}  // namespace

double corner_radius_of_mean(double half_angle) {
  // The mean of cos h / cos x over -h < x < h.
  const double c = std::cos(half_angle);
  return half_angle / (c * std::log((1 + std::sin(half_angle)) / c));
}

void add_lathed_wall(PartPoints& parts, const LathedWall& wall, int first, int sectors,
                     double size) {
  std::vector<Row> rows;
  double widest = 0, thinnest = size;
  for (int k = first; k < wall.segments; ++k) {
    const Row whole{wall, static_cast<double>(k), k + 1.0};
    const double deviation = std::max({whole.gap(0), whole.gap(1), 0.0});
    // The sagitta goes with the square of the length.
    const double wanted = std::ceil(std::sqrt(deviation / (kMeridianChord * size)) - 0.05);
    const int count = static_cast<int>(std::clamp(wanted, 1.0, double{kMostRows}));
    for (int i = 0; i < count; ++i) {
      const Row row{wall, k + static_cast<double>(i) / count, k + (i + 1.0) / count};
      widest = std::max(widest, row.widest());
      thinnest = std::min(thinnest, row.thickness());
      rows.push_back(row);
    }
  }
  // A wall thinner than twice the mean deviation would grow thicker.
  const double thin = kPi / std::sqrt(1.5 * thinnest / widest);
  const double around = std::clamp(thin, double(sectors), double{kMostSectors});
  for (const Row& row : rows)
    add_row(parts, row,
            std::max(kLeastSectors,
                     static_cast<int>(std::lround(around * std::sqrt(row.widest() / widest)))));
}

void add_disc(PartPoints& parts, const SectionPoint& low_rim, const SectionPoint& high_rim,
              double low_middle, double high_middle) {
  constexpr int kCorners = 15;
  const double out = corner_radius_of_mean(kPi / kCorners);
  std::vector<Vec3> points{{0, low_middle, 0}, {0, high_middle, 0}};
  for (const SectionPoint& rim : {low_rim, high_rim})
    for (int i = 0; i < kCorners; ++i)
      points.push_back(around_axis({rim.r * out, rim.y}, 2 * kPi * i / kCorners));
  parts.push_back(std::move(points));
  for (const SectionPoint& at :
       {low_rim, high_rim, SectionPoint{0, low_middle}, SectionPoint{0, high_middle}})
    add_circle(parts.back().exact, at);
}

void add_rimmed_disc(PartPoints& parts, double radius, double low, double high) {
  constexpr int kWedges = 3, kSteps = 13;
  const double out = radius * corner_radius_of_mean(kPi / (kWedges * kSteps));
  for (int k = 0; k < kWedges; ++k) {
    std::vector<Vec3> points;
    for (const double y : {low, high}) {
      points.push_back({0, y, 0});
      for (int i = 0; i <= kSteps; ++i)
        points.push_back(around_axis({out, y}, 2 * kPi * (k * kSteps + i) / (kWedges * kSteps)));
    }
    parts.push_back(std::move(points));
    if (k > 0) parts.back().part_of_last = true;
  }
  ConvexPart& whole = parts[parts.size() - kWedges].exact;
  for (const double y : {low, high}) add_circle(whole, {radius, y});
}

void add_wire_ring(PartPoints& parts, double radius, double wire_radius) {
  constexpr int kSectors = 24, kSection = 8, kSteps = 2;
  const double half = kPi / kSectors;
  const double inside = corner_radius_of_mean(half);
  const double outside = corner_radius_of_mean(half / kSteps);
  const double wire = wire_radius * corner_radius_of_mean(kPi / kSection);
  for (int k = 0; k < kSectors; ++k) {
    std::vector<Vec3> points;
    for (int i = 0; i <= kSteps; ++i)
      for (int j = 0; j < kSection; ++j) {
        const double turn = 2 * kPi * j / kSection;
        const bool hole = 2 * j > kSection / 2 && 2 * j < 3 * kSection / 2;
        if (hole && i > 0 && i < kSteps) continue;
        SectionPoint at{radius + wire * std::cos(turn), wire * std::sin(turn)};
        at.r *= hole ? inside : outside;
        points.push_back(around_axis(at, 2 * half * (k + double(i) / kSteps)));
      }
    parts.push_back(std::move(points));
    // The hull of an arc of the wire's middle, as thick as the wire.
    parts.back().exact.rims = {arc_of({radius, 0}, 2 * half * (k + 0.5), half)};
    parts.back().exact.round = wire_radius;
  }
}

}  // namespace peal
