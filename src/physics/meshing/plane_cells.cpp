#include "physics/meshing/plane_cells.h"

#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "base/error.h"

namespace peal {
namespace {

constexpr double kFirstAngle = -kPi / 4;  // where the blocks of the disc meet

PlanePoint between(const PlanePoint& p, const PlanePoint& q, double t) {
  return {(1 - t) * p.a + t * q.a, (1 - t) * p.b + t * q.b};
}

/// Adds a cell with straight edges.
void add_straight(PlaneCells& cells, const PlanePoint& p, const PlanePoint& q, const PlanePoint& r,
                  const PlanePoint& s) {
  cells.push_back(
      {p, q, r, s, between(p, q, 0.5), between(q, r, 0.5), between(r, s, 0.5), between(s, p, 0.5)});
}

/// Unit square (q in [-1, 1]^2) to the bulged core of the unit disc. The bulge opens the corners,
/// where three cells meet at angles near 120 degrees.
struct DiscCore {
  double half = 0.5;

  static PlanePoint direction(const PlanePoint& q) {
    const double reach = std::max(std::abs(q.a), std::abs(q.b));
    if (reach == 0) return {0, 0};
    // Equal angles on the circle, not equal steps on the square.
    const double x = std::tan(kPi / 4 * q.a / reach), y = std::tan(kPi / 4 * q.b / reach);
    const double length = std::hypot(x, y);
    return {x / length, y / length};
  }
  PlanePoint operator()(const PlanePoint& q) const {
    const double reach = std::max(std::abs(q.a), std::abs(q.b));
    const PlanePoint d = direction(q);
    return {half * (0.5 * q.a + 0.575 * reach * d.a), half * (0.5 * q.b + 0.575 * reach * d.b)};
  }
};

}  // namespace

void add_grid(PlaneCells& cells, int cells_a, int cells_b,
              const std::function<PlanePoint(double, double)>& map) {
  for (int j = 0; j < cells_b; ++j)
    for (int i = 0; i < cells_a; ++i)
      cells.push_back({map(i, j), map(i + 1, j), map(i + 1, j + 1), map(i, j + 1), map(i + 0.5, j),
                       map(i + 1, j + 0.5), map(i + 0.5, j + 1), map(i, j + 0.5)});
}

PlaneCells disc_cells(int core, int layers) {
  PlaneCells cells;
  const double n = core;
  const DiscCore inner{std::min(0.6, 0.95 * n / (n + 2 * layers))};
  add_grid(cells, core, core, [&](double i, double j) {
    return inner({2 * i / n - 1, 2 * j / n - 1});
  });
  for (int side = 0; side < 4; ++side)
    add_grid(cells, core, layers, [&](double i, double j) {
      PlanePoint q{2 * i / n - 1, -1};
      for (int turn = 0; turn < side; ++turn) q = {-q.b, q.a};
      return between(inner(q), DiscCore::direction(q), j / layers);
    });
  return cells;
}

PlaneCells polar_disc_cells(double s1, int core, int layers) {
  PlaneCells cells = disc_cells(core, layers);
  for (PlaneCell& cell : cells)
    for (PlanePoint& p : cell) p = {s1 * std::hypot(p.a, p.b), std::atan2(p.b, p.a)};
  return cells;
}

PlaneCells rounded_rectangle_cells(double length, double width, double corner_radius, double edge) {
  const double c = corner_radius;
  const double inset =
      std::min(std::max(edge, 0.6 * c), 0.3 * std::min(length, width));  // of the core
  const int layers = cell_count(inset, 1.2 * edge), arc = cell_count(kPi / 4 * c, 1.2 * edge);
  const std::array<double, 2> size{length, width};
  const std::array<int, 2> straight{cell_count(length - 2 * c, edge),
                                    cell_count(width - 2 * c, edge)};
  const std::array<int, 2> count{straight[0] + 2 * arc, straight[1] + 2 * arc};
  const auto core = [&](int axis, double i) {
    return (2 * i / count[axis] - 1) * (size[axis] / 2 - inset);
  };
  // Point i of the outline along `axis`: half an arc, the straight side, half an arc. First its
  // coordinate along the side, then how far it is out.
  const auto outline = [&](int axis, double i) -> std::array<double, 2> {
    const double half = size[axis] / 2, out = size[1 - axis] / 2;
    const double mirrored = std::min(i, count[axis] - i);
    const double sign = i <= count[axis] / 2.0 ? -1 : 1;
    if (mirrored >= arc) return {(2 * (i - arc) / straight[axis] - 1) * (half - c), out};
    const double angle = kPi / 4 * (1 - mirrored / arc);
    return {sign * (half - c + c * std::sin(angle)), out - c + c * std::cos(angle)};
  };
  PlaneCells cells;
  add_grid(cells, count[0], count[1], [&](double i, double j) {
    return PlanePoint{core(0, i), core(1, j)};
  });
  for (int axis = 0; axis < 2; ++axis)
    for (const double side : {-1.0, 1.0})
      add_grid(cells, count[axis], layers, [&](double i, double j) {
        const auto [along, out] = outline(axis, i);
        const double t = j / layers;
        const double x = (1 - t) * core(axis, i) + t * along;
        const double y = side * ((1 - t) * (size[1 - axis] / 2 - inset) + t * out);
        return axis == 0 ? PlanePoint{x, y} : PlanePoint{y, x};
      });
  return cells;
}

PlaneCells ring_cells(double s0, double s1, int count, int sectors) {
  PlaneCells cells;
  add_grid(cells, count, sectors, [&](double i, double j) {
    return PlanePoint{s0 + (s1 - s0) * i / count, kFirstAngle + 2 * kPi * j / sectors};
  });
  return cells;
}

PlaneCells doubling_cells(double s0, double s1, int sectors) {
  PlaneCells cells;
  const double step = kPi / sectors;  // one of the finer cells
  for (int pair = 0; pair < sectors / 2; ++pair) {
    // Height in the row, and number of finer cells from the left.
    const auto at = [&](double height, double right) {
      return PlanePoint{s0 + (s1 - s0) * height, kFirstAngle + (4 * pair + right) * step};
    };
    add_straight(cells, at(0, 0), at(0.5, 1), at(1, 1), at(1, 0));
    add_straight(cells, at(0, 0), at(0, 2), at(0.5, 2), at(0.5, 1));
    add_straight(cells, at(0.5, 1), at(0.5, 2), at(1, 2), at(1, 1));
    add_straight(cells, at(0.5, 2), at(0.5, 3), at(1, 3), at(1, 2));
    add_straight(cells, at(0, 2), at(0, 4), at(0.5, 3), at(0.5, 2));
    add_straight(cells, at(0.5, 3), at(0, 4), at(1, 4), at(1, 3));
  }
  return cells;
}

int cell_count(double length, double edge, int least) {
  const double count = std::ceil(length / edge - 0.1);
  if (!(count <= 1e5))
    fail(
        "{:g} m cannot be meshed with cells of {:g} m: that would be {:.0f} cells in a row; make "
        "the proportions of the shape less extreme",
        length, edge, count);
  return std::max(least, static_cast<int>(count));
}

}  // namespace peal
