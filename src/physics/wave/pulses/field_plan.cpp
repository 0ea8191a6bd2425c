#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "physics/wave/fdtd/wave_rows.h"
#include "physics/wave/pulses/field_slices.h"

namespace peal {
namespace {

constexpr double kMostCells = 1.6e8;     // about 1.5 GB
constexpr double kHandyCells = 3e7;      // a picture that nobody asked to be larger stays below
constexpr double kDraft = 1.75;          // cells of a draft over those of normal quality
constexpr double kSmallestExtent = 1.2;  // [radii]
constexpr double kLargestExtent = 100;
constexpr int kMargin = wave_rows::kLayer + 4;  // cells between what is looked at and the end
constexpr int kMostSteps = 1000000;
// A pulse of four steps (h of one) still has its whole impulse, since sum psi(t - kh) = 1; a
// shorter one has what the steps happen to meet of it.
constexpr int kLeastSteps = 4;

/// Highest frequency [Hz] that matters: where the spectrum of the pulse is 0.78 (its h is a quarter
/// of the period there, as in the bake), that of the half-sine 1/15.
double top_frequency(AccelerationProfile profile, double duration) {
  return profile == AccelerationProfile::pulse ? 1 / duration : 2 / duration;
}

double positive(const char* what, double value) {
  if (!(value >= 0) || !std::isfinite(value))
    fail("{}: expected a number > 0, got {}", what, value);
  return value;
}

WaveGrid grid_for(const FieldPlan& plan, double reach, double cell) {
  Vec3 low{reach, reach, reach}, high = low;
  for (const Vec3& probe : plan.request.probes)
    for (int a = 0; a < 3; ++a) {
      low[a] = std::max(low[a], plan.centre[a] - probe[a]);
      high[a] = std::max(high[a], probe[a] - plan.centre[a]);
    }
  // The centre is a corner of cells: symmetric bodies stay symmetric.
  WaveGrid grid{plan.centre, cell, 0, 0, 0};
  int* const counts[3] = {&grid.nx, &grid.ny, &grid.nz};
  for (int a = 0; a < 3; ++a) {
    const double below = std::ceil(low[a] / cell - 1e-9) + kMargin;
    const double above = std::ceil(high[a] / cell - 1e-9) + kMargin;
    if (below + above > 1e5)
      fail("a box of {:.3g} m with cells of {:.3g} mm has too many cells: bring the probes nearer",
           low[a] + high[a], 1e3 * cell);
    grid.low[a] -= below * cell;
    *counts[a] = static_cast<int>(below + above);
  }
  return grid;
}

double fitting_extent(const FieldPlan& plan, double cell, double most) {
  double extent = plan.request.extent;
  while (extent > kSmallestExtent &&
         static_cast<double>(grid_for(plan, extent * plan.bound, cell).size()) > most)
    extent *= 0.97;
  return std::max(kSmallestExtent, extent);
}

void choose_box(FieldPlan& plan, double cell) {
  FieldRequest& request = plan.request;
  if (request.shrink) {
    const double extent = fitting_extent(plan, cell, kHandyCells);
    if (extent < request.extent) {
      plan.warnings.push_back(
          fmt::format("the picture shows {:.2g} instead of {:.2g} radii to each side: cells of "
                      "{:.3g} mm would be too many; --extent overrules this",
                      extent, request.extent, 1e3 * cell));
      request.extent = extent;
    }
  }
  plan.reach = request.extent * plan.bound;
  if (request.probes_at_axes)
    for (int a = 0; a < 3; ++a)
      for (const double side : {1.0, -1.0}) {
        Vec3 place = plan.centre;
        place[a] += side * 0.8 * plan.reach;
        request.probes.push_back(place);
      }
  plan.grid = grid_for(plan, plan.reach, cell);
  if (plan.cells() > kMostCells)
    fail(
        "{} x {} x {} cells of {:.3g} mm are too many ({:.2g} at most): give --extent {:.2g} or "
        "less, larger cells, or probes nearer by",
        plan.grid.nx, plan.grid.ny, plan.grid.nz, 1e3 * cell, kMostCells,
        fitting_extent(plan, cell, kMostCells));
}

}  // namespace

FieldPlan plan_field(const TriangleMesh& surface, const FieldRequest& request) {
  FieldPlan plan;
  plan.request = request;
  if (request.dof < 0 || request.dof >= kRigidDofs || request.normal < 0 || request.normal > 2)
    fail("there is no freedom {} or no axis {}", request.dof, request.normal);
  positive("--duration", request.duration), positive("--cell", request.cell);
  if (!(request.extent >= kSmallestExtent && request.extent <= kLargestExtent))
    fail("--extent: expected {} to {} radii of the body, got {}", kSmallestExtent, kLargestExtent,
         request.extent);
  for (const Vec3& probe : request.probes)
    if (!std::isfinite(norm(probe))) fail("a probe's position is not a finite number");

  PulseRequest pulses;
  pulses.air = request.air;
  pulses.quality =
      request.quality == FieldQuality::fine ? PulseQuality::fine : PulseQuality::normal;
  pulses.cell = request.cell;
  const double wanted = request.duration > 0 ? top_frequency(request.profile, request.duration) : 0;
  if (wanted > 0) pulses.max_frequency = wanted;
  const PulsePlan tight = plan_pulses(surface, pulses);
  double cell = tight.cell, coarser = 1;
  if (request.quality == FieldQuality::draft && request.cell == 0) {
    coarser = std::max(1.0, std::min(kDraft, tight.thinnest_wall / cell));
    cell *= coarser;
  }
  plan.centre = tight.centre, plan.bound = tight.bound;
  plan.duration = request.duration;
  if (wanted == 0)
    plan.duration = top_frequency(request.profile, 1) / tight.max_frequency;
  else if (const double least = kLeastSteps * stable_step(cell, request.air.speed_of_sound);
           request.duration < least)
    fail(
        "--duration: an acceleration of {:.3g} us is over before cells of {:.3g} mm see it; "
        "expected at least {:.3g} us, and {:.3g} us or longer to resolve all of it",
        1e6 * request.duration, 1e3 * cell, 1.005e6 * least,
        1e6 * top_frequency(request.profile, 1) / tight.max_frequency);
  else if (tight.max_frequency < 0.99 * wanted)
    plan.warnings.push_back(
        fmt::format("an acceleration of {:.3g} us has frequencies that cells of {:.3g} mm do not "
                    "resolve; {:.3g} us or longer would be right",
                    1e6 * request.duration, 1e3 * cell,
                    1e6 * top_frequency(request.profile, 1) / tight.max_frequency));
  choose_box(plan, cell);

  const double c = request.air.speed_of_sound;
  plan.step = stable_step(cell, c);
  plan.begin = request.profile == AccelerationProfile::pulse ? -plan.duration / 2 : 0;
  // Round the body's far side, into the corners of the picture.
  const double end = request.end != 0
                         ? request.end
                         : plan.begin + plan.duration + (1.4 * plan.reach + plan.bound) / c;
  if (!(end > plan.begin) || !std::isfinite(end))
    fail("--end: {} s is not after the beginning at {:.3g} s", end, plan.begin);
  const double steps = std::ceil((end - plan.begin) / plan.step);
  if (steps > kMostSteps)
    fail("{}: {:.3g} s are {:.3g} steps of {:.3g} us; {:.3g} s are possible",
         request.end != 0 ? "--end" : "--duration", end - plan.begin, steps, 1e6 * plan.step,
         kMostSteps * plan.step);
  plan.steps = static_cast<int>(steps);
  plan.bytes = plan.cells() * 2 * sizeof(float) +
               8.0 * std::pow(plan.cells(), 2.0 / 3) * 12 * wave_rows::kLayer;
  return plan;
}

}  // namespace peal
