// Pressure at fixed places around an accelerated body, straight from the grid: no sphere, no
// continuation. What the methods of a study are held against, and what `chadwick2012` is fitted to.
// Enters: closed surface in the body frame [m], box, acceleration per step. Leaves: pressure
// [Pa per m/s^2 or per rad/s^2].
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "base/constants.h"
#include "physics/geometry/triangle_mesh.h"
#include "physics/wave/fdtd/wave_grid.h"

namespace peal {

struct GridRun {
  const TriangleMesh* surface = nullptr;
  WaveGrid grid;
  Air air;
  double step = 0;           // [s] at most stable_step()
  std::vector<int> dofs;     // all in one sweep
  std::vector<Vec3> places;  // [m] two cells away from walls and layer
  std::size_t samples = 0;   // sample n belongs to n * step
  std::string label;         // of the progress
  bool quiet = false;
};

struct GridResponses {
  double step = 0;  // [s]
  std::size_t places = 0, samples = 0;
  std::vector<std::vector<float>> values;  // per DOF: the places of sample 0, of sample 1, ...

  double at(std::size_t field, std::size_t place, std::size_t n) const {
    return values[field][n * places + place];
  }
  std::vector<double> signal(std::size_t field, std::size_t place) const;
};

/// @param acceleration at n * step. One for n = 0 and zero elsewhere gives the response from which
/// that to any other follows by convolution: the grid is linear and does not change.
GridResponses run_grid(const GridRun& run, const std::function<double(std::size_t)>& acceleration);

/// A box that holds `low` to `high` [m], and its absorbing layer beyond them. @param corner [m] of
/// a cell: grids with the same corner cut a body alike.
WaveGrid box_around(const Vec3& low, const Vec3& high, double cell, const Vec3& corner);

}  // namespace peal
