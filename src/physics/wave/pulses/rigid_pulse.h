// Computes a PulseRecord: the six rigid accelerations of a body, stepped on a grid in a box as
// tight as the absorbing layer allows, until the sound inside has died out, or until what is left
// is damped oscillations by which it can be continued (physics/wave/multipole/ringing_tail.h).
// Enters: closed surface in the body frame (origin: centre of mass) [m].
// docs/theory/acceleration-noise.md
#pragma once
#include <functional>
#include <string>

#include "physics/geometry/triangle_mesh.h"
#include "physics/wave/multipole/pulse_record.h"

namespace peal {

enum class PulseQuality { normal, fine };

struct PulseRequest {
  Air air;
  PulseQuality quality = PulseQuality::normal;
  double max_frequency = 20000;   // [Hz]
  double cell = 0;                // [m] instead of the choice by quality; 0: choose
  double pulse = 0;               // [s] h instead of the choice by grid and frequency; 0: choose
  double tail_energy = 1e-4;      // run until a DOF's power falls below this part
  double longest = 0.4;           // [s] but not longer
  double longest_stepped = 0.06;  // [s] of it on the grid; the rest is continued (ringing_tail.h)
};

/// What a request will cost and bring, known before it is computed.
struct PulsePlan {
  PulseRequest request;
  double cell = 0;           // [m]
  double pulse = 0;          // [s] h
  double step = 0;           // [s] of the solver
  Vec3 centre;               // [m] of the shell
  double bound = 0;          // [m] radius of the body around it
  double radius = 0;         // [m] of the shell
  int cells = 0;             // along each side of the box
  int order = 0;             // largest l
  double thinnest_wall = 0;  // [m]; infinite for a body without facing walls
  double thickened = 0;      // [m] by which the surface is moved outward, for walls of one cell
  double max_frequency = 0;  // [Hz] what the grid resolves, at most what was asked
  int dofs = 6;              // that are stepped; symmetric bodies need fewer
  double cell_steps = 0;     // estimate, all DOFs
  double bytes = 0;          // of memory
  std::string warning;       // empty, or what is not as asked and why
};

/// Walls thinner than a cell are made one cell thick, if that moves the surface by less than a
/// hundredth of the body's radius; quality `fine` resolves them. Stops when neither is possible and
/// says which cell they need; when the surface is open.
PulsePlan plan_pulses(const TriangleMesh& surface, const PulseRequest& request);

/// @param progress called with the part done, 0 .. 1 (an estimate: the end is found on the way).
PulseRecord compute_pulses(const TriangleMesh& surface, const PulsePlan& plan,
                           const std::function<void(double)>& progress = {});

}  // namespace peal
