// The wave equation as Liu & Tao (1997) and Chadwick, Zheng & James (2012) step it: pressure in the
// cells, velocity on their faces, in turn, with a perfectly matched layer.
//   v -= dt / (rho dx) (difference of p),   p -= rho c^2 dt / (V dx) (flow through the faces)
// Plain loops, twelve floats per cell and step: the reference that FdtdPressure is held against.
// Enters: cut cells, acceleration over time [m/s^2 or rad/s^2]. Leaves: pressure [Pa].
#pragma once
#include <array>
#include <vector>

#include "base/constants.h"
#include "physics/wave/fdtd/absorbing_layer.h"
#include "physics/wave/fdtd/cut_cells.h"

namespace peal {

class FdtdStaggered {
 public:
  FdtdStaggered(const CutCells& cells, const Air& air, double step, int dof);

  /// From time t to t + step; `acceleration` is that of the body at t.
  void step(double acceleration);
  const float* pressure() const { return pressure_.data(); }
  const float* velocity(int axis) const { return axes_[axis].velocity.data(); }  // [m/s] low faces

 private:
  struct Axis {
    std::vector<float> velocity, opening;               // low face of every cell
    std::vector<float> face_memory, cell_memory;        // of the layer
    std::vector<float> face_b, face_a, cell_b, cell_a;  // by place along the axis; 0 in free air
  };
  void set_layer(int axis, const AbsorbingLayer& layer);
  void update_velocity(int axis);
  void update_pressure();

  WaveGrid grid_;
  double step_, wall_velocity_ = 0;  // [m/s] half a step after the present
  float velocity_factor_, pressure_factor_;
  double push_;
  int dof_;
  std::vector<float> pressure_, inverse_volume_;
  std::array<Axis, 3> axes_;
  std::vector<WallSource> sources_;
};

inline FdtdStaggered::FdtdStaggered(const CutCells& cells, const Air& air, double step, int dof)
    : grid_(cells.grid),
      step_(step),
      velocity_factor_(static_cast<float>(step / (air.density * cells.grid.cell))),
      pressure_factor_(static_cast<float>(air.density * air.speed_of_sound * air.speed_of_sound *
                                          step / cells.grid.cell)),
      push_(air.density * air.speed_of_sound * air.speed_of_sound * step),
      dof_(dof),
      pressure_(grid_.size(), 0.0f),
      inverse_volume_(grid_.size(), 1.0f),
      sources_(cells.sources) {
  const AbsorbingLayer layer(grid_.cell, step, air.speed_of_sound);
  for (int axis = 0; axis < 3; ++axis) set_layer(axis, layer);
  const CellBlock& b = cells.block;
  for (int k = 0; k < b.count[2]; ++k)
    for (int j = 0; j < b.count[1]; ++j)
      for (int i = 0; i < b.count[0]; ++i) {
        const std::size_t from = b.index(i, j, k);
        const std::size_t to = grid_.index(i + b.low[0], j + b.low[1], k + b.low[2]);
        inverse_volume_[to] = cells.volume[from] > 0 ? 1 / cells.volume[from] : 0;
        for (int axis = 0; axis < 3; ++axis) axes_[axis].opening[to] = cells.opening[axis][from];
      }
}

inline void FdtdStaggered::set_layer(int axis, const AbsorbingLayer& layer) {
  Axis& a = axes_[axis];
  const int n = grid_.count(axis);
  for (auto* field : {&a.velocity, &a.face_memory, &a.cell_memory})
    field->assign(grid_.size(), 0.0f);
  a.opening.assign(grid_.size(), 1.0f);
  for (auto* factors : {&a.face_b, &a.face_a, &a.cell_b, &a.cell_a}) factors->assign(n, 0.0f);
  for (int s = 0; s < 2 * wave_rows::kLayer; ++s) {
    const bool low = s < wave_rows::kLayer;
    const int cell = low ? 1 + s : n - 1 - 2 * wave_rows::kLayer + s;
    const int face = low ? cell : cell + 1;  // the low face of the next cell
    a.cell_b[cell] = layer.cells[s].b, a.cell_a[cell] = layer.cells[s].a;
    a.face_b[face] = layer.faces[s].b, a.face_a[face] = layer.faces[s].a;
  }
}

inline void FdtdStaggered::update_velocity(int axis) {
  Axis& a = axes_[axis];
  const std::size_t back = axis == 0 ? 1 : axis == 1 ? grid_.nx : grid_.index(0, 0, 1);
  for (int k = axis == 2; k < grid_.nz; ++k)
    for (int j = axis == 1; j < grid_.ny; ++j)
      for (int i = axis == 0; i < grid_.nx; ++i) {
        const std::size_t c = grid_.index(i, j, k);
        const int place = axis == 0 ? i : axis == 1 ? j : k;
        const float slope = pressure_[c] - pressure_[c - back];
        a.face_memory[c] = a.face_b[place] * a.face_memory[c] + a.face_a[place] * slope;
        a.velocity[c] -= velocity_factor_ * (slope + a.face_memory[c]);
      }
}

inline void FdtdStaggered::update_pressure() {
  const std::size_t on[3] = {1, static_cast<std::size_t>(grid_.nx), grid_.index(0, 0, 1)};
  for (int k = 1; k < grid_.nz - 1; ++k)
    for (int j = 1; j < grid_.ny - 1; ++j)
      for (int i = 1; i < grid_.nx - 1; ++i) {
        const std::size_t c = grid_.index(i, j, k);
        const int place[3] = {i, j, k};
        float flow = 0;
        for (int axis = 0; axis < 3; ++axis) {
          Axis& a = axes_[axis];
          const std::size_t next = c + on[axis];
          const float part = a.opening[next] * a.velocity[next] - a.opening[c] * a.velocity[c];
          a.cell_memory[c] =
              a.cell_b[place[axis]] * a.cell_memory[c] + a.cell_a[place[axis]] * part;
          flow += part + a.cell_memory[c];
        }
        pressure_[c] -= pressure_factor_ * inverse_volume_[c] * flow;
      }
}

inline void FdtdStaggered::step(double acceleration) {
  for (int axis = 0; axis < 3; ++axis) update_velocity(axis);
  wall_velocity_ += acceleration * step_;
  update_pressure();
  const auto push = static_cast<float>(push_ * wall_velocity_);
  for (const WallSource& source : sources_) pressure_[source.cell] += push * source.gain[dof_];
}

}  // namespace peal
