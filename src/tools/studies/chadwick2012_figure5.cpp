// Fig. 5: the acceleration pulse of a bowl and the pressure outside, which lasts much longer.
#include <fmt/format.h>

#include <cmath>

#include "io/plot/line_plot.h"
#include "physics/wave/multipole/pulse_kernel.h"
#include "physics/wave/multipole/radial_continuation.h"
#include "tools/studies/chadwick2012_parts.h"
#include "tools/studies/study_table.h"

namespace peal::chadwick2012 {
namespace {

constexpr double kPart = 0.999;  // of the energy that counts as the whole sound

/// [s] between the times at which (1 - kPart)/2 of the energy has arrived and is still to come.
double length_of(const std::vector<double>& p, double step) {
  double whole = 0, sum = 0;
  for (const double v : p) whole += v * v;
  std::size_t first = 0, last = 0;
  for (std::size_t n = 0; n < p.size(); ++n) {
    sum += p[n] * p[n];
    if (sum <= 0.5 * (1 - kPart) * whole) first = n;
    if (sum <= 0.5 * (1 + kPart) * whole) last = n;
  }
  return static_cast<double>(last - first) * step;
}

}  // namespace

std::string make_figure5(StudyRun& run) {
  BowlStudy& bowl = run.bowl();
  const PulseRecord& record = bowl.record();
  const int dof = bowl.dofs()[0];
  const Vec3 point = 0.25 * bowl.ears()[0];  // at 2 R
  const PressureSeries heard = pressure_beyond(record, dof, point);
  const double end = 5e-3;  // [s]
  NumberColumn time{"time [ms]", {}}, pulse{"acceleration [m/s^2]", {}},
      pressure{"pressure [mPa]", {}};
  const auto first = static_cast<long>(std::floor((-3 * record.pulse) / heard.step));
  for (long n = first; static_cast<double>(n) * heard.step < end; ++n) {
    const double t = static_cast<double>(n) * heard.step;
    const double place = (t - heard.begin) / heard.step;
    const long at = std::lround(std::floor(place));
    const auto value = [&](long i) {
      return i >= 0 && i < static_cast<long>(heard.values.size()) ? heard.values[i] : 0.0;
    };
    const double part = place - static_cast<double>(at);
    time.values.push_back(1e3 * t);
    pulse.values.push_back(pulse_kernel(t, record.pulse));
    pressure.values.push_back(1e3 * ((1 - part) * value(at) + part * value(at + 1)));
  }
  LinePlot upper, lower;
  upper.title = "Fig. 5: acceleration of the bowl across its axis";
  upper.y_label = "psi [m/s²]";
  upper.x_label = "";
  upper.series = {{"", time.values, pulse.values, SeriesStyle::line, line_colour(1)}};
  upper.height = 250;
  lower.title = "Pressure at 2 R";
  lower.x_label = "time [ms]";
  lower.y_label = "pressure [mPa]";
  lower.series = {{"", time.values, pressure.values, SeriesStyle::line, line_colour(0)}};
  lower.height = 380;
  const std::vector<LinePlot> panels{upper, lower};
  for (const char* name : {"fig5.svg", "fig5.png"})
    write_line_plots(panels, 1, run.options.folder / name);
  write_number_csv(run.options.folder / "fig5.csv", {time, pulse, pressure});

  const double length = length_of(heard.values, heard.step);
  return fmt::format(
      "## Fig. 5: pulse and pressure outside the bowl\n\n![fig. 5](fig5.svg)\n\nThe pulse is over "
      "after 4h = {:.3f} ms; {:.1f} % of the energy at 2 R arrive within {:.2f} ms, {:.0f} times "
      "as long: the air inside the bowl rings on, as the paper says. The figure has no numbers to "
      "compare.\n",
      4e3 * record.pulse, 100 * kPart, 1e3 * length, length / (4 * record.pulse));
}

}  // namespace peal::chadwick2012
