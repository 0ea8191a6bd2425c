// Quadratic four-sided cells in a plane: the input of everything that is extruded, turned or swept.
// Enters: counts, and maps from lattice to plane. Leaves: cells as eight points each. Cells do not
// share point numbers: HexBlocks joins what lies at the same place in space.
#pragma once
#include <array>
#include <functional>
#include <vector>

namespace peal {

/// Coordinates in any plane: (x, z) [m], or (station along a meridian, angle [rad]).
struct PlanePoint {
  double a = 0, b = 0;
};

/// Corners 0 1 2 3 in turn, then the middles of 01 12 23 30.
using PlaneCell = std::array<PlanePoint, 8>;
using PlaneCells = std::vector<PlaneCell>;

/// cells_a x cells_b cells; `map` takes lattice coordinates (multiples of 1/2, up to the counts).
void add_grid(PlaneCells& cells, int cells_a, int cells_b,
              const std::function<PlanePoint(double i, double j)>& map);

/// The unit disc: core^2 cells in the middle, wrapped by four blocks in `layers` layers, so that no
/// cell is a wedge at the centre. Its circle has 4 core equal cells, the first at -45 degrees.
PlaneCells disc_cells(int core, int layers);

/// Rectangle length x width [m] about the origin with round corners, wrapped like the disc. `edge`
/// [m] is the wanted cell size; 0 < corner_radius < width / 2.
PlaneCells rounded_rectangle_cells(double length, double width, double corner_radius, double edge);

/// Around the axis, in (station, angle): `count` rows of `sectors` cells from station s0 to s1.
PlaneCells ring_cells(double s0, double s1, int count, int sectors);

/// One row with `sectors` cells at s0 and 2 `sectors` cells at s1. Two cells meet four like this,
/// s upwards; `sectors` must be even:
///     4---5---6---7---8
///     |   1---+---2   |        six cells per pair
///     |  /    |    \  |
///     0-------+-------3
PlaneCells doubling_cells(double s0, double s1, int sectors);

/// Cells of disc_cells as (station 0 .. s1, angle).
PlaneCells polar_disc_cells(double s1, int core, int layers);

/// Cells needed for `length` at cells of size `edge`, at least `least`. Stops above 100,000.
int cell_count(double length, double edge, int least = 1);

}  // namespace peal
