#include "physics/wave/pulses/rigid_pulse.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/parallel.h"
#include "physics/wave/fdtd/fdtd_pressure.h"
#include "physics/wave/fdtd/thicker_walls.h"
#include "physics/wave/multipole/pulse_kernel.h"
#include "physics/wave/multipole/ringing_tail.h"
#include "physics/wave/pulses/mesh_symmetry.h"
#include "physics/wave/pulses/pulse_coefficients.h"
#include "physics/wave/pulses/sphere_recorder.h"

namespace peal {
namespace {

constexpr std::size_t kRates = 96;      // 48 oscillations, about
constexpr double kForetoldError = 0.2;  // of the bound: error of the oscillations
constexpr double kAtLast = 10;          // the same when the grid may not be stepped any longer
constexpr double kFirstTry = 5;         // of the earliest end
constexpr double kNextTry = 1.35;       // times the time of the last

/// Steps until the loudest tail is below its bound, if it goes on falling as it has since `first`.
class FallingTail {
 public:
  explicit FallingTail(double bound) : bound_(std::log(bound)) {}

  void look(std::int64_t step, double tail) {
    const double level = std::log(std::max(tail, 1e-300));
    if (first_ < 0) first_ = step, from_ = level;
    if (step == first_ || !(level < from_)) return;
    const double per_step = (from_ - level) / static_cast<double>(step - first_);
    end_ = static_cast<double>(step) + std::max(0.0, level - bound_) / per_step;
  }
  double end() const { return end_; }

 private:
  double bound_, from_ = 0, end_ = std::numeric_limits<double>::infinity();
  std::int64_t first_ = -1;
};

// DOFs that are stepped; of a body with quarter-turn symmetry the others follow.
std::vector<int> stepped_dofs(const MeshSymmetry& symmetry) {
  if (symmetry.axis < 0) return {0, 1, 2, 3, 4, 5};
  const int p = symmetry.axis, u = (p + 1) % 3;
  std::vector<int> out{u, p, 3 + u};
  if (!symmetry.round) out.push_back(3 + p);
  return out;
}

/// Along (or about) the axis after: the same, turned. Negative: no such DOF.
int rotated_dof(int dof, int axis) {
  return axis >= 0 && dof % 3 == (axis + 1) % 3 ? dof / 3 * 3 + (axis + 2) % 3 : -1;
}

std::vector<SphereCoefficients> all_coefficients(const SphereRecorder& recorder,
                                                 const std::vector<int>& dofs,
                                                 const std::vector<bool>& continued, int axis,
                                                 int order) {
  std::size_t samples = 0;
  for (std::size_t f = 0; f < dofs.size(); ++f) samples = std::max(samples, recorder.samples(f));
  std::vector<SphereCoefficients> out;
  for (std::size_t f = 0; f < dofs.size(); ++f) {
    out.push_back({dofs[f], recorder.coefficients(f, samples, continued[f])});
    if (const int turned = rotated_dof(dofs[f], axis); turned >= 0)
      out.push_back(quarter_rotated(out.back(), turned, order));
  }
  std::sort(out.begin(), out.end(),
            [](const SphereCoefficients& a, const SphereCoefficients& b) { return a.dof < b.dof; });
  return out;
}

}  // namespace

PulseRecord compute_pulses(const TriangleMesh& surface, const PulsePlan& plan,
                           const std::function<void(double)>& progress) {
  const WaveGrid grid = WaveGrid::cube(plan.centre, 0.5 * plan.cells * plan.cell, plan.cell);
  const CutCells cells =
      cut_cells(plan.thickened > 0 ? thicker(surface, plan.thickened, plan.cell) : surface, grid);
  MeshSymmetry symmetry = mesh_symmetry(surface, plan.centre, kSymmetryCells * plan.cell);
  if (symmetry.axis >= 0 && !same_after_quarter_turn(cells, symmetry.axis)) symmetry = {};
  const std::vector<int> dofs = stepped_dofs(symmetry);
  const double h = plan.pulse, c = plan.request.air.speed_of_sound;
  FdtdPressure steps(cells, plan.request.air, plan.step, dofs);
  const int stride = std::max(1, static_cast<int>(h / 3 / plan.step));

  PulseRecord record;
  record.air = plan.request.air;
  record.centre = plan.centre;
  record.radius = plan.radius;
  record.pulse = h;
  record.max_frequency = plan.max_frequency;
  record.polar_axis = symmetry.axis < 0 ? 2 : symmetry.axis;
  record.begin = -2 * h;
  record.step = stride * plan.step;
  record.cell = plan.cell;
  record.wall_cells =
      std::isfinite(plan.thinnest_wall) ? (plan.thinnest_wall + 2 * plan.thickened) / plan.cell : 0;

  const double window = std::max(4 * h, 4 * plan.bound / c);
  SphereRecorder recorder(plan, grid, record.polar_axis, symmetry.round, dofs,
                          std::max<std::size_t>(4, std::llround(window / record.step)));
  const PulseRequest& request = plan.request;
  const auto most =
      static_cast<std::int64_t>(std::min(request.longest, request.longest_stepped) / plan.step);
  const auto earliest = static_cast<std::int64_t>((4 * h + 3 * plan.radius / c) / plan.step);
  const double expected = plan.cell_steps / (static_cast<double>(grid.size()) * plan.dofs);
  auto next_try = static_cast<std::int64_t>(kFirstTry * static_cast<double>(earliest));
  std::vector<double> foretold(dofs.size());
  std::vector<bool> continued(dofs.size(), false);
  std::vector<RingingDof> ringing;
  FallingTail falling(request.tail_energy);
  for (std::int64_t n = 0; steps.active() > 0; ++n) {
    if (n % stride == 0) {
      throw_if_interrupted();
      parallel_for(dofs.size(), [&](std::size_t f) {
        if (steps.active(f)) recorder.record(f, steps.pressure(f));
      });
    }
    if (n % (16 * stride) == 0 && n > earliest) {
      const bool try_to_end = n >= next_try || n >= most;
      parallel_for(dofs.size(), [&](std::size_t f) {
        // What is wrong is said below, in order.
        const bool rings = steps.active(f) && recorder.tail(f) > request.tail_energy;
        foretold[f] = rings && try_to_end ? recorder.foretelling(f, kRates)
                                          : std::numeric_limits<double>::infinity();
      });
      double loudest = 0;
      for (std::size_t f = 0; f < dofs.size(); ++f)
        if (steps.active(f)) loudest = std::max(loudest, recorder.tail(f));
      falling.look(n, loudest);
      if (n >= next_try) next_try = static_cast<std::int64_t>(kNextTry * static_cast<double>(n));
      for (std::size_t f = 0; f < dofs.size(); ++f) {
        if (!steps.active(f)) continue;
        if (!recorder.finite(f))
          fail("the wave equation became unstable at cells of {:.3g} mm", 1e3 * plan.cell);
        const double tail = recorder.tail(f);
        const double allowed = (n < most ? kForetoldError : kAtLast) * request.tail_energy;
        if (tail > request.tail_energy && request.longest > request.longest_stepped)
          continued[f] = foretold[f] <= allowed;
        if (tail > request.tail_energy && !continued[f] && n < most) continue;
        if (continued[f]) {
          const double error = 2 * allowed * recorder.strongest(f);
          for (const int dof : {dofs[f], rotated_dof(dofs[f], symmetry.axis)})
            if (dof >= 0)
              ringing.push_back({dof, recorder.ringing_from(f), recorder.samples(f), kRates,
                                 recorder.strongest(f), error});
        } else {
          record.tail = std::max(record.tail, tail);
        }
        steps.stop(f);
      }
    }
    if (progress && n % 64 == 0) {
      const double done = static_cast<double>(n) / std::min(expected, falling.end());
      progress(std::min(0.99, done < 0.8 ? done : 1 - 0.04 / (done - 0.6)));
    }
    steps.step(pulse_kernel(-2 * h + static_cast<double>(n) * plan.step, h));
  }
  keep_audible_coefficients(all_coefficients(recorder, dofs, continued, symmetry.axis, plan.order),
                            plan, record);
  const TailBound bound{recorder.window(), request.tail_energy,
                        static_cast<std::size_t>(request.longest / record.step)};
  if (!ringing.empty())
    record.tail = std::max(record.tail, continue_ringing(record, ringing, bound));
  if (progress) progress(1);
  return record;
}

}  // namespace peal
