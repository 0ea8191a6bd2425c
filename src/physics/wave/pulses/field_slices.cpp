#include "physics/wave/pulses/field_slices.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/interrupt.h"
#include "physics/wave/fdtd/fdtd_pressure.h"
#include "physics/wave/fdtd/grid_probe.h"
#include "physics/wave/multipole/pulse_kernel.h"

namespace peal {
namespace {

// Up is y where it can be.
std::array<int, 2> plane_axes(int normal) {
  return normal == 2 ? std::array{0, 1} : normal == 1 ? std::array{0, 2} : std::array{2, 1};
}

/// Part of a cell of the grid that is air.
float air_in(const CutCells& cells, const std::array<int, 3>& place) {
  int at[3];
  for (int a = 0; a < 3; ++a) {
    at[a] = place[a] - cells.block.low[a];
    if (at[a] < 0 || at[a] >= cells.block.count[a]) return 1;
  }
  return std::clamp(cells.volume[cells.block.index(at[0], at[1], at[2])], 0.0f, 1.0f);
}

/// Reads a plane between two layers of cells, each weighted with its nearness and its air.
class Slicer {
 public:
  Slicer(const FieldPlan& plan, const CutCells& cells, FieldSlices& out) : out_(out) {
    const WaveGrid& grid = plan.grid;
    const int normal = plan.request.normal;
    out.axes = plane_axes(normal);
    out.cell = grid.cell;
    int first[2], count[2];
    for (int i = 0; i < 2; ++i) {
      const int a = out.axes[i];
      const double low = (plan.centre[a] - plan.reach - grid.low[a]) / grid.cell;
      first[i] = static_cast<int>(std::floor(low + 1e-6));
      count[i] = static_cast<int>(std::ceil(low + 2 * plan.reach / grid.cell - 1e-6)) - first[i];
    }
    out.columns = count[0], out.rows = count[1];
    out.left = grid.low[out.axes[0]] + first[0] * grid.cell;
    out.low = grid.low[out.axes[1]] + first[1] * grid.cell;

    const double depth = (plan.request.plane - grid.low[normal]) / grid.cell - 0.5;
    const double below = std::floor(depth);
    if (!(below >= 1 && below + 2 < grid.count(normal)))
      fail("the plane lies outside the picture's box, which reaches {:.3g} m to each side",
           plan.reach);
    const auto weight = static_cast<float>(depth - below);
    for (int r = 0; r < out.rows; ++r)
      for (int c = 0; c < out.columns; ++c) {
        Cell cell{};
        std::array<int, 3> place{};
        place[static_cast<std::size_t>(out.axes[0])] = first[0] + c;
        place[static_cast<std::size_t>(out.axes[1])] = first[1] + r;
        float air = 0;
        for (int layer = 0; layer < 2; ++layer) {
          place[static_cast<std::size_t>(normal)] = static_cast<int>(below) + layer;
          cell.index[layer] = grid.index(place[0], place[1], place[2]);
          cell.weight[layer] = (layer == 0 ? 1 - weight : weight) * air_in(cells, place);
          air += cell.weight[layer];
        }
        if (air > 0)
          for (float& w : cell.weight) w /= air;
        out.air.push_back(air);
        cells_.push_back(cell);
      }
  }

  void read(const float* pressure, std::size_t slice) const {
    std::vector<float>& values = out_.pressure[slice];
    values.resize(cells_.size());
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      const Cell& cell = cells_[i];
      values[i] =
          cell.weight[0] * pressure[cell.index[0]] + cell.weight[1] * pressure[cell.index[1]];
      if (!std::isfinite(values[i]))
        fail("the wave equation became unstable at cells of {:.3g} mm", 1e3 * out_.cell);
    }
  }

 private:
  struct Cell {
    std::size_t index[2];
    float weight[2];
  };
  FieldSlices& out_;
  std::vector<Cell> cells_;
};

/// @param at where the plane cuts the axis, moved by less than anyone sees so that no corner of the
/// surface lies in it.
std::vector<std::array<double, 4>> outline_of(const TriangleMesh& surface, int normal, double at,
                                              const std::array<int, 2>& axes) {
  std::vector<std::array<double, 4>> out;
  for (std::size_t t = 0; t < surface.triangles.size(); ++t) {
    double ends[4];
    int found = 0;
    for (int k = 0; k < 3 && found < 4; ++k) {
      const Vec3 a = surface.corner(t, k), b = surface.corner(t, (k + 1) % 3);
      const double da = a[normal] - at, db = b[normal] - at;
      if ((da < 0) == (db < 0)) continue;
      const Vec3 x = a + (da / (da - db)) * (b - a);
      ends[found++] = x[axes[0]], ends[found++] = x[axes[1]];
    }
    if (found == 4) out.push_back({ends[0], ends[1], ends[2], ends[3]});
  }
  return out;
}

void check_probes(const FieldPlan& plan, const CutCells& cells) {
  for (const Vec3& probe : plan.request.probes) {
    int base[3];
    for (int a = 0; a < 3; ++a)
      base[a] =
          static_cast<int>(std::floor((probe[a] - plan.grid.low[a]) / plan.grid.cell - 0.5)) - 1;
    for (int i = 0; i < 64; ++i)
      if (air_in(cells, {base[0] + i % 4, base[1] + i / 4 % 4, base[2] + i / 16}) == 0)
        fail(
            "the probe at ({:.4g}, {:.4g}, {:.4g}) m from the centre of mass lies in the body or "
            "less than two cells ({:.3g} mm) beside it",
            probe.x, probe.y, probe.z, 2e3 * plan.grid.cell);
  }
}

}  // namespace

double field_acceleration(const FieldPlan& plan, double time) {
  if (plan.request.profile == AccelerationProfile::pulse)
    return pulse_kernel(time, plan.duration / 4);
  return time > 0 && time < plan.duration ? std::sin(kPi * time / plan.duration) : 0;
}

FieldRecord compute_field(const TriangleMesh& surface, const FieldPlan& plan,
                          const std::vector<double>& times,
                          const std::function<void(double)>& progress) {
  const CutCells cells = cut_cells(surface, plan.grid);
  check_probes(plan, cells);
  FieldRecord record;
  FieldSlices& slices = record.slices;
  const Slicer slicer(plan, cells, slices);
  slices.outline =
      outline_of(surface, plan.request.normal, plan.request.plane + 1e-6 * plan.bound, slices.axes);
  slices.pressure.resize(times.size());
  std::vector<std::pair<int, std::size_t>> wanted;  // step, slice
  for (std::size_t i = 0; i < times.size(); ++i) {
    const double at = std::round((times[i] - plan.begin) / plan.step);
    if (!(at >= 0 && at <= plan.steps))
      fail("there is nothing to show at {:.4g} s: the run lasts from {:.4g} s to {:.4g} s",
           times[i], plan.begin, plan.end());
    wanted.emplace_back(static_cast<int>(at), i);
    slices.times.push_back(plan.begin + at * plan.step);
  }
  std::sort(wanted.begin(), wanted.end());

  const GridProbe probe(plan.grid, plan.request.probes);
  record.probes.resize(probe.size());
  for (auto& samples : record.probes) samples.reserve(static_cast<std::size_t>(plan.steps) + 1);
  std::vector<double> now(probe.size());
  FdtdPressure steps(cells, plan.request.air, plan.step, std::vector<int>{plan.request.dof});
  std::size_t next = 0;
  for (int n = 0;; ++n) {
    throw_if_interrupted();
    probe.read(steps.pressure(0), now);
    for (std::size_t i = 0; i < now.size(); ++i) {
      if (!std::isfinite(now[i]))
        fail("the wave equation became unstable at cells of {:.3g} mm", 1e3 * plan.grid.cell);
      record.probes[i].push_back(now[i]);
    }
    for (; next < wanted.size() && wanted[next].first == n; ++next)
      slicer.read(steps.pressure(0), wanted[next].second);
    if (progress) progress(static_cast<double>(n) / plan.steps);
    if (n == plan.steps) return record;
    steps.step(field_acceleration(plan, plan.begin + n * plan.step));
  }
}

}  // namespace peal
