#include "tools/studies/grid_responses.h"

#include <cmath>

#include "base/interrupt.h"
#include "base/progress.h"
#include "physics/wave/fdtd/fdtd_pressure.h"
#include "physics/wave/fdtd/grid_probe.h"

namespace peal {

std::vector<double> GridResponses::signal(std::size_t field, std::size_t place) const {
  std::vector<double> out(samples);
  for (std::size_t n = 0; n < samples; ++n) out[n] = at(field, place, n);
  return out;
}

GridResponses run_grid(const GridRun& run, const std::function<double(std::size_t)>& acceleration) {
  FdtdPressure steps(cut_cells(*run.surface, run.grid), run.air, run.step, run.dofs);
  const GridProbe probe(run.grid, run.places);
  GridResponses out{run.step, run.places.size(), run.samples, {}};
  out.values.resize(run.dofs.size());
  std::vector<double> now(run.places.size());
  Progress progress(run.label, run.samples, {run.quiet});
  for (std::size_t n = 0; n < run.samples; ++n) {
    throw_if_interrupted();
    for (std::size_t f = 0; f < run.dofs.size(); ++f) {
      probe.read(steps.pressure(f), now);
      out.values[f].insert(out.values[f].end(), now.begin(), now.end());
    }
    steps.step(acceleration(n));
    progress.tick();
  }
  progress.finish();
  return out;
}

WaveGrid box_around(const Vec3& low, const Vec3& high, double cell, const Vec3& corner) {
  const int beyond = wave_rows::kLayer + 4;  // the layer, and room for the probes
  WaveGrid grid;
  grid.cell = cell;
  int count[3];
  for (int a = 0; a < 3; ++a) {
    const int first = static_cast<int>(std::floor((low[a] - corner[a]) / cell)) - beyond;
    const int last = static_cast<int>(std::ceil((high[a] - corner[a]) / cell)) + beyond;
    grid.low[a] = corner[a] + first * cell;
    count[a] = last - first;
  }
  grid.nx = count[0], grid.ny = count[1], grid.nz = count[2];
  return grid;
}

}  // namespace peal
