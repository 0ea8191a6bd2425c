#include "wave/rigid_pulse.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/parallel.h"
#include "wave/mesh_symmetry.h"
#include "wave/pressure_steps.h"
#include "wave/pulse_channels.h"
#include "wave/pulse_kernel.h"
#include "wave/shell_recorder.h"
#include "wave/thicker_walls.h"

namespace peal {
namespace {

// Freedoms that are stepped; of a body with quarter-turn symmetry the others follow.
std::vector<int> stepped_freedoms(const MeshSymmetry& symmetry) {
  if (symmetry.axis < 0) return {0, 1, 2, 3, 4, 5};
  const int p = symmetry.axis, u = (p + 1) % 3;
  std::vector<int> out{u, p, 3 + u};
  if (!symmetry.round) out.push_back(3 + p);
  return out;
}

std::vector<ShellCourse> all_courses(const ShellRecorder& recorder,
                                     const std::vector<int>& freedoms, int axis, int order) {
  std::size_t samples = 0;
  for (std::size_t f = 0; f < freedoms.size(); ++f)
    samples = std::max(samples, recorder.samples(f));
  std::vector<ShellCourse> out;
  for (std::size_t f = 0; f < freedoms.size(); ++f) {
    out.push_back({freedoms[f], recorder.course(f, samples)});
    // Along (or about) the axis after: the same, turned.
    if (axis >= 0 && freedoms[f] % 3 == (axis + 1) % 3)
      out.push_back(quarter_turned(out.back(), freedoms[f] / 3 * 3 + (axis + 2) % 3, order));
  }
  std::sort(out.begin(), out.end(),
            [](const ShellCourse& a, const ShellCourse& b) { return a.freedom < b.freedom; });
  return out;
}

}  // namespace

PulseRecord compute_pulses(const TriangleMesh& surface, const PulsePlan& plan,
                           const std::function<void(double)>& progress) {
  const WaveGrid grid = WaveGrid::cube(plan.centre, 0.5 * plan.cells * plan.cell, plan.cell);
  const CutCells cells =
      cut_cells(plan.thickened > 0 ? thicker(surface, plan.thickened) : surface, grid);
  MeshSymmetry symmetry = mesh_symmetry(surface, plan.centre, kSymmetryCells * plan.cell);
  if (symmetry.axis >= 0 && !same_after_quarter_turn(cells, symmetry.axis)) symmetry = {};
  const std::vector<int> freedoms = stepped_freedoms(symmetry);
  const double h = plan.pulse, c = plan.request.air.speed_of_sound;
  PressureSteps steps(cells, plan.request.air, plan.step, freedoms);
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
  ShellRecorder recorder(plan, grid, record.polar_axis, symmetry.round, freedoms,
                         std::max<std::size_t>(4, std::llround(window / record.step)));
  const auto most = static_cast<std::int64_t>(plan.request.longest / plan.step);
  const auto earliest = static_cast<std::int64_t>((4 * h + 3 * plan.radius / c) / plan.step);
  const double expected = plan.cell_steps / (static_cast<double>(grid.size()) * plan.freedoms);
  for (std::int64_t n = 0; steps.active() > 0; ++n) {
    if (n % stride == 0) {
      throw_if_interrupted();
      parallel_for(freedoms.size(), [&](std::size_t f) {
        if (steps.active(f)) recorder.record(f, steps.pressure(f));
      });
    }
    if (n % (16 * stride) == 0 && n > earliest)
      for (std::size_t f = 0; f < freedoms.size(); ++f) {
        if (!steps.active(f)) continue;
        if (!recorder.finite(f))
          fail("the wave equation became unstable at cells of {:.3g} mm", 1e3 * plan.cell);
        const double tail = recorder.tail(f);
        if (tail > plan.request.tail_energy && n < most) continue;
        record.tail = std::max(record.tail, tail);
        steps.stop(f);
      }
    if (progress && n % 64 == 0) {
      const double done = static_cast<double>(n) / expected;
      progress(std::min(0.99, done < 0.8 ? done : 1 - 0.04 / (done - 0.6)));
    }
    steps.step(pulse_kernel(-2 * h + static_cast<double>(n) * plan.step, h));
  }
  keep_audible_channels(all_courses(recorder, freedoms, symmetry.axis, plan.order), plan, record);
  if (progress) progress(1);
  return record;
}

}  // namespace peal
