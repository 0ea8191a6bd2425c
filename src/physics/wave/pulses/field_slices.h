// The sound around an accelerated rigid body, to be looked at: pressure in a plane through the body
// at some instants, and over time at some points. Stepped as the bake steps it (rigid_pulse.h), in
// a box as large as the picture.
// Enters: closed surface [m], origin in the centre of mass. Leaves: pressure per unit of
// acceleration, [Pa per m/s^2] for translations, [Pa per rad/s^2] for rotations.
#pragma once
#include <array>
#include <functional>
#include <string>
#include <vector>

#include "physics/geometry/triangle_mesh.h"
#include "physics/wave/fdtd/wave_grid.h"
#include "physics/wave/pulses/rigid_pulse.h"

namespace peal {

enum class AccelerationProfile {
  pulse,     // psi(t; h) of physics/wave/multipole/pulse_kernel.h: middle at time 0, lasts 4 h,
             // integral h
  half_sine  // from time 0 on, peak 1
};
enum class FieldQuality { draft, normal, fine };

struct FieldRequest {
  Air air;
  int dof = 1;  // translation along x, y, z, rotation about x, y, z of the surface's axes
  AccelerationProfile profile = AccelerationProfile::pulse;
  double duration = 0;  // [s] of the acceleration; 0: what the grid resolves, at least 50 us
  double end = 0;       // [s] when to stop; 0: when the first wave has left the picture
  FieldQuality quality = FieldQuality::normal;
  double cell = 0;           // [m] instead of the choice by quality; 0: choose
  double extent = 3;         // half the side of the picture, in radii of the body
  bool shrink = true;        // a smaller picture instead of an error when it needs too many cells
  int normal = 2;            // axis that the plane is perpendicular to
  double plane = 0;          // [m] where it cuts that axis
  std::vector<Vec3> probes;  // [m] where pressure is recorded over time
  bool probes_at_axes = false;  // six more: at 0.8 of the extent along the axes
};

struct FieldPlan {
  FieldRequest request;
  WaveGrid grid;
  Vec3 centre;                  // [m] of the picture: that of the body's bounding box
  double bound = 0, reach = 0;  // [m] radius of the body, half the side of the picture
  double duration = 0;          // [s] of the acceleration
  double begin = 0, step = 0;   // [s]
  int steps = 0;
  double end() const { return begin + steps * step; }
  double cells() const { return static_cast<double>(grid.size()); }
  double bytes = 0;
  std::vector<std::string> warnings;  // what is not as asked, and why
};

/// A slice is columns x rows cells; column 0, row 0 is the lowest along both axes.
struct FieldSlices {
  std::array<int, 2> axes{0, 1};  // across and up
  int columns = 0, rows = 0;
  double cell = 0;            // [m]
  double left = 0, low = 0;   // [m] outer edges of the first column and row
  std::vector<float> air;     // part of each cell that is air
  std::vector<double> times;  // [s] of each slice
  std::vector<std::vector<float>> pressure;
  /// Where the plane cuts the surface: pairs of places (across, up) [m].
  std::vector<std::array<double, 4>> outline;
};

struct FieldRecord {
  FieldSlices slices;
  std::vector<std::vector<double>> probes;  // per probe, a sample at begin + n step
};

/// Stops when a wall is thinner than a cell, or when there would be too many cells, and says what
/// is possible.
FieldPlan plan_field(const TriangleMesh& surface, const FieldRequest& request);

/// @param times [s] of the slices, rounded to whole steps, from plan.begin to plan.end().
/// @param progress called with the part done, 0 .. 1. Stops when a probe lies in the body.
FieldRecord compute_field(const TriangleMesh& surface, const FieldPlan& plan,
                          const std::vector<double>& times,
                          const std::function<void(double)>& progress = {});

/// Acceleration at a time [s].
double field_acceleration(const FieldPlan& plan, double time);

}  // namespace peal
