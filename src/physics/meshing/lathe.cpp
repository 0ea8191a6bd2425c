#include "physics/meshing/lathe.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/constants.h"
#include "base/error.h"

namespace peal {
namespace {

// Cells narrower than this part of the wanted edge are halved in number: they become at most 1.24
// edges wide.
constexpr double kNarrow = 0.62;
// A disc whose rim cells are at most this wide is filled with a core at once.
constexpr double kDiscRim = 1.4;

double length_of(const LathedWall& wall, double s0, double s1) {
  constexpr int kSteps = 16;
  double length = 0;
  SectionPoint last = wall.section(s0, 0.5);
  for (int k = 1; k <= kSteps; ++k) {
    const SectionPoint next = wall.section(s0 + (s1 - s0) * k / kSteps, 0.5);
    length += std::hypot(next.r - last.r, next.y - last.y);
    last = next;
  }
  return length;
}

/// Largest radius of the wall's middle from the axis up to station s.
double widest(const LathedWall& wall, double s) {
  double radius = 0;
  for (double at = 0; at < s; at += 1.0 / 16) radius = std::max(radius, wall.section(at, 0.5).r);
  return std::max(radius, wall.section(s, 0.5).r);
}

bool can_halve(int sectors) { return sectors % 8 == 0 && sectors >= 16; }

void append(PlaneCells& to, const PlaneCells& more) {
  to.insert(to.end(), more.begin(), more.end());
}

}  // namespace

int sector_count(double radius, double edge) {
  const double wanted = 2 * kPi * radius / edge;
  const int step = wanted < 36 ? 4 : wanted < 72 ? 8 : 16;
  return step * cell_count(wanted, step, 2);
}

PlaneCells LathedCells::all() const {
  PlaneCells cells;
  for (const PlaneCells& part : segment) append(cells, part);
  return cells;
}

int meridian_cells(const LathedWall& wall, int segment, double edge) {
  const bool given = segment < static_cast<int>(wall.shorter.size());
  return cell_count(length_of(wall, segment, segment + 1),
                    given ? edge * wall.shorter[segment] : edge);
}

LathedCells lathed_cells(const LathedWall& wall, double edge, int sectors, int inner_sectors) {
  LathedCells out;
  const double around = std::min(edge, 2 * kPi * widest(wall, wall.segments) / sectors);
  out.segment.resize(wall.segments);
  const int first = wall.closed ? 1 : 0;
  std::vector<int> rows(wall.segments);
  for (int k = first; k < wall.segments; ++k) rows[k] = meridian_cells(wall, k, edge);
  int halvings = 0;  // that are demanded and not yet done
  for (int n = sectors; inner_sectors > 0 && n > inner_sectors; n /= 2) ++halvings;
  if (wall.segments > first) rows[first] = std::max(rows[first], halvings);
  int left = 0;
  for (const int n : rows) left += n;

  const auto narrow = [&](double station) {
    return 2 * kPi * widest(wall, station) / sectors < kNarrow * around;
  };
  for (int k = wall.segments - 1; k >= first; --k)
    for (int row = rows[k] - 1; row >= 0; --row, --left) {
      const double s0 = k + static_cast<double>(row) / rows[k], s1 = k + (row + 1.0) / rows[k];
      const bool halve = inner_sectors > 0 ? halvings > 0 && (narrow(s1) || left <= halvings)
                                           : can_halve(sectors) && narrow(s1);
      if (halve) sectors /= 2, --halvings;
      append(out.segment[k],
             halve ? doubling_cells(s0, s1, sectors) : ring_cells(s0, s1, 1, sectors));
    }
  if (wall.closed) {
    const double radius = length_of(wall, 0, 1);
    double s = 1;
    const auto rim_cell = [&] { return 2 * kPi * radius * s / sectors; };
    for (;;) {
      const double inner = s - std::min(around / radius, 0.4 * s);
      if (inner_sectors == 0 && can_halve(sectors) && rim_cell() < kNarrow * around) {
        sectors /= 2;
        append(out.segment[0], doubling_cells(inner, s, sectors));
      } else if (rim_cell() <= kDiscRim * around || inner_sectors > 0) {
        break;
      } else {
        append(out.segment[0], ring_cells(inner, s, 1, sectors));
      }
      s = inner;
    }
    const int layers = std::max(1, static_cast<int>(std::lround(0.36 * radius * s / around)));
    append(out.segment[0], polar_disc_cells(s, sectors / 4, layers));
  }
  out.inner_sectors = sectors;
  return out;
}

Vec3 around_axis(const SectionPoint& at, double angle) {
  return {at.r * std::cos(angle), at.y, at.r * std::sin(angle)};
}

}  // namespace peal
