// Steps the wave equation around a body whose walls accelerate, as a whole or each part in its own
// way: pressure only, second order in space and time, several fields (DOFs of a rigid body,
// groups of modes) in one sweep, so that the openings of the cut cells are read once for all.
// Identical, but for rounding, to the staggered form (tests/support/fdtd_staggered.h), with a
// quarter of its memory traffic. Enters: cut cells, acceleration over time [m/s^2 or rad/s^2].
// Leaves: pressure [Pa].
#pragma once
#include <span>
#include <vector>

#include "base/constants.h"
#include "physics/wave/fdtd/absorbing_layer.h"
#include "physics/wave/fdtd/cut_cells.h"

namespace peal {

class FdtdPressure {
 public:
  /// @param step [s], at most stable_step(). @param DOFs which of the six; each has a field.
  FdtdPressure(const CutCells& cells, const Air& air, double step, std::vector<int> dofs);

  /// Walls that move in their own ways: see the second step().
  enum class FieldCount : std::size_t {};  // no number turns into it by itself
  FdtdPressure(const CutCells& cells, const Air& air, double step, FieldCount fields);

  /// From time t to t + step; `acceleration` is that of the body at t, the same for all DOFs.
  void step(double acceleration);
  /// The same with every wall's own push: per field one value per source of the cut cells, in their
  /// order, p'' without rho c^2 [1/s^2], as WallSource::gain times an acceleration.
  void step(std::span<const std::vector<float>> pushes);

  std::size_t fields() const { return fields_.size(); }
  /// A field that has died out need not be stepped any further.
  void stop(std::size_t field) { fields_[field].active = false; }
  bool active(std::size_t field) const { return fields_[field].active; }
  int active() const;
  /// Pressure of a field at the present time, in the grid's order.
  const float* pressure(std::size_t field) const { return fields_[field].now.data(); }
  const WaveGrid& grid() const { return grid_; }
  /// Read and written in one step of all active fields: three floats per cell, and psi and zeta,
  /// each there and back, per cell of the absorbing layer and axis.
  double bytes_per_step() const;

 private:
  struct Field {
    bool active = true;
    std::vector<float> now, other;  // other: one step before, becomes one step later
    std::vector<float> psi[3], zeta[3];
  };
  struct WallPush {
    const float* rates = nullptr;  // one per source
    float factor = 0;
  };
  void sweep_all(std::span<const WallPush> pushes);
  void sweep(int from, int to, std::span<const WallPush> pushes);
  void update_plane(std::size_t f, int k);
  void layer_plane(std::size_t f, int k);
  wave_rows::Row row(Field& field, int j, int k) const;
  wave_rows::Openings openings(int j, int k) const;
  void keep_openings(const CutCells& cells);
  void find_stretches();
  std::vector<int> chunks() const;

  WaveGrid grid_;
  double step_;
  float gain_;   // (c dt / dx)^2
  double push_;  // rho c^2 dt^2
  AbsorbingLayer layer_;
  std::vector<Field> fields_;
  // Rows with openings other than 1 have their own openings; the others share a row of ones.
  std::vector<int> open_row_;  // per row (j, k): number of its openings, or -1
  struct Stretch {
    int from, to;
  };
  std::vector<Stretch> cut_;      // cells of such rows that walls touch; between them is free air
  std::vector<int> row_cuts_{0};  // per such row: its first stretch; one more at the end
  std::vector<float> gains_, open_[3], ones_;
  std::vector<std::size_t> source_cells_;   // ascending
  std::vector<std::vector<float>> rigid_;   // per DOF: the sources' gains
  std::vector<std::size_t> plane_sources_;  // first source of each plane
};

}  // namespace peal
