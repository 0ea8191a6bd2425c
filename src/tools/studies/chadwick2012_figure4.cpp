// Fig. 4: the pressure around a bowl that is accelerated sideways by a pulse, in a plane through
// its axis.
#include <fmt/format.h>

#include "base/progress.h"
#include "io/plot/bodies/field_picture.h"
#include "physics/wave/pulses/field_slices.h"
#include "tools/studies/chadwick2012_parts.h"

namespace peal::chadwick2012 {
namespace {

constexpr double kTimes[] = {0.0, 1e-4, 2e-4, 3e-4, 4.5e-4, 6e-4, 9e-4, 1.3e-3};  // [s]

FieldPicture picture_of(const FieldSlices& slices) {
  FieldPicture picture;
  picture.columns = slices.columns, picture.rows = slices.rows;
  picture.cell = slices.cell;
  picture.left = slices.left, picture.low = slices.low;
  picture.air = slices.air;
  picture.outline = slices.outline;
  picture.unit = "per m/s²";
  return picture;
}

}  // namespace

std::string make_figure4(StudyRun& run) {
  BowlStudy& bowl = run.bowl();
  const TriangleMesh surface = bowl.upright_surface();
  FieldRequest request;
  request.air = bowl.air();
  request.dof = 0;  // along x, the bowl's opening is towards y
  request.duration = 4 * bowl.pulse();
  request.end = std::end(kTimes)[-1] + 2 * bowl.pulse();
  request.cell = bowl.cell();
  request.extent = 4;  // 8 R wide, as the paper's grid
  const FieldPlan plan = plan_field(surface, request);
  constexpr double kTicks = 1000;
  Progress progress("bowl, pressure in a plane", static_cast<std::uint64_t>(kTicks),
                    {run.options.quiet});
  const FieldRecord record =
      compute_field(surface, plan, {std::begin(kTimes), std::end(kTimes)},
                    [&](double part) { progress.set(static_cast<std::uint64_t>(kTicks * part)); });
  progress.finish();

  FieldPicture picture = picture_of(record.slices);
  picture.title = "Fig. 4: bowl accelerated along x";
  picture.figures = fmt::format("pulse of h = {:.2f} µs, cells of {:.3g} mm", 1e6 * bowl.pulse(),
                                1e3 * plan.grid.cell);
  std::vector<FieldPanel> panels;
  for (std::size_t i = 0; i < record.slices.times.size(); ++i)
    panels.push_back({record.slices.times[i], record.slices.pressure[i]});
  picture.limit = field_limit(picture, panels);
  write_field_picture(run.options.folder / "fig4.png", picture, panels, 340, 4);
  return fmt::format(
      "## Fig. 4: pressure around the bowl\n\n![fig. 4](fig4.png)\n\nA plane through the axis, {} "
      "x {} cells of {:.3g} mm; time 0 is the middle of the pulse. The paper's instants and "
      "colour scale are not printed: the picture can be compared only by eye.\n",
      plan.grid.nx, plan.grid.ny, 1e3 * plan.grid.cell);
}

}  // namespace peal::chadwick2012
