#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "physics/geometry/wall_thickness.h"
#include "physics/wave/fdtd/fdtd_pressure.h"
#include "physics/wave/fdtd/shell_box.h"
#include "physics/wave/pulses/mesh_symmetry.h"
#include "physics/wave/pulses/rigid_pulse.h"

namespace peal {
namespace {

struct Resolution {
  double cells_per_bound, cells_per_wave, cells_per_wall;
  int most_cells;  // along each side of the box
};

// Measured on the exact sphere: 14 cells give 1.4 % at twice the radius, 26 give 0.35 %.
Resolution resolution(PulseQuality quality) {
  return quality == PulseQuality::fine ? Resolution{28, 10, 2, 300} : Resolution{14, 7, 1, 160};
}

constexpr double kPulsePeriod = 0.25;  // h times the highest frequency: its spectrum is 0.78 there
constexpr int kMaxOrder = 80;
constexpr double kMostThickening = 0.01;  // of the body's radius
constexpr double kWellHeard = 10000;      // [Hz] a field that ends below deserves a word

// [bound/c] that are stepped, about: open bodies are silent then; vessels ring until their
// oscillations are known, a rough guess.
constexpr double kOpen = 20, kVessel = 60;
}  // namespace

PulsePlan plan_pulses(const TriangleMesh& surface, const PulseRequest& request) {
  PulsePlan plan;
  plan.request = request;
  const BodyBound body = body_bound(surface);
  plan.centre = body.centre, plan.bound = body.radius;

  const WallThickness walls = wall_thickness(surface);
  plan.thinnest_wall = walls.facing ? walls.thin : std::numeric_limits<double>::infinity();
  const Resolution wanted = resolution(request.quality);
  const double c = request.air.speed_of_sound;
  const double by_wave = c / (request.max_frequency * wanted.cells_per_wave);
  // Normal quality thickens walls as far as allowed and resolves what remains.
  const double allowed =
      request.quality == PulseQuality::fine ? 0 : 2 * kMostThickening * plan.bound;
  const double by_wall = plan.thinnest_wall / wanted.cells_per_wall + allowed;
  const double finest = finest_cell(plan.bound, wanted.most_cells);
  plan.cell =
      request.cell > 0
          ? request.cell
          : std::max(finest, std::min({plan.bound / wanted.cells_per_bound, by_wave, by_wall}));
  if (plan.cell < 0.999 * finest)
    fail(
        "cells of {:.3g} mm need a box of more than {} cells along each side; {:.3g} mm are "
        "possible",
        1e3 * plan.cell, wanted.most_cells, 1e3 * finest);
  if (plan.thinnest_wall < 0.999 * plan.cell) {
    plan.thickened = 0.5 * (plan.cell - plan.thinnest_wall);
    if (plan.thickened > 1.001 * kMostThickening * plan.bound)
      fail(
          "walls of {:.3g} mm are thinner than a cell of {:.3g} mm; they need cells of at most "
          "{:.3g} mm{}",
          1e3 * plan.thinnest_wall, 1e3 * plan.cell,
          1e3 * (plan.thinnest_wall + 2 * kMostThickening * plan.bound),
          request.cell > 0
              ? ""
              : fmt::format(", but {:.3g} mm are the finest for a body of this size at "
                            "this quality",
                            1e3 * finest));
    plan.bound += plan.thickened;
  }

  if (request.quality == PulseQuality::fine && plan.thinnest_wall < 1.99 * plan.cell)
    plan.warning =
        fmt::format("walls of {:.3g} mm get cells of {:.3g} mm, not the two of quality fine",
                    1e3 * plan.thinnest_wall, 1e3 * plan.cell);
  plan.max_frequency = std::min(request.max_frequency, c / (wanted.cells_per_wave * plan.cell));
  if (plan.max_frequency < std::min(kWellHeard, 0.99 * request.max_frequency))
    plan.warning = fmt::format(
        "clicks are computed up to {:.3g} kHz instead of {:.3g} kHz: finer cells than {:.3g} mm "
        "are "
        "too many for a body of this size",
        1e-3 * plan.max_frequency, 1e-3 * request.max_frequency, 1e3 * plan.cell);
  plan.pulse = request.pulse > 0 ? request.pulse : kPulsePeriod / plan.max_frequency;
  plan.step = stable_step(plan.cell, c);
  plan.radius = shell_radius(plan.bound, plan.cell);
  plan.cells = WaveGrid::cube(plan.centre, box_half_width(plan.bound, plan.cell), plan.cell).nx;
  plan.order = std::min(kMaxOrder, shell_order(2 * kPi * plan.max_frequency / c * plan.radius));

  const MeshSymmetry symmetry = mesh_symmetry(surface, plan.centre, kSymmetryCells * plan.cell);
  plan.dofs = symmetry.axis < 0 ? 6 : symmetry.round ? 3 : 4;
  const double cells = std::pow(plan.cells, 3);
  const double time = 4 * plan.pulse + (may_hold_air(surface) ? kVessel : kOpen) * plan.bound / c;
  plan.cell_steps = cells * plan.dofs * time / plan.step;
  const double layer = 12.0 * wave_rows::kLayer / plan.cells;  // floats per cell
  plan.bytes = cells * sizeof(float) * (plan.dofs * (2 + layer) + 4);
  return plan;
}

}  // namespace peal
