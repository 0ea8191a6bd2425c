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

}  // namespace peal
