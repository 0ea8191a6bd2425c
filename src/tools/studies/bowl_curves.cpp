#include "tools/studies/bowl_curves.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/files/atomic_file.h"
#include "base/parallel.h"

namespace peal {
namespace {

const char* const kDofs[] = {"translation", "rotation"};
const Colour kDirect{0.10, 0.30, 0.85};
constexpr double kBefore = 1.5;  // [R/c] shown before 8 R / c

}  // namespace

BowlCurves write_bowl_curves(BowlStudy& bowl, const std::vector<BowlMethod>& methods,
                             const std::string& title, const std::filesystem::path& folder,
                             const std::string& name) {
  const GridResponses& direct = bowl.direct();
  BowlCurves out;
  out.errors.columns = {"freedom", "listener"};
  for (const BowlMethod& method : methods) out.errors.columns.push_back(method.name + " [%]");
  out.errors_below.columns = out.errors.columns;
  out.largest.assign(methods.size(), 0.0);
  out.largest_below = out.largest;

  std::vector<double> time(direct.samples);
  for (std::size_t n = 0; n < time.size(); ++n)
    time[n] = 1e3 * static_cast<double>(n) * bowl.step();
  const double arrival = bowl.radius() / bowl.air().speed_of_sound;
  std::vector<NumberColumn> columns{{"time [ms]", time}};
  std::vector<LinePlot> panels;
  for (std::size_t f = 0; f < 2; ++f)
    for (std::size_t ear = 0; ear < bowl.ears().size(); ++ear) {
      const std::vector<double> reference = direct.signal(f, ear);
      const std::string where = fmt::format("{}, listener {}", kDofs[f], ear + 1);
      const double scale = 1e3;  // [mPa]
      const auto scaled = [&](std::vector<double> p) {
        for (double& v : p) v *= scale;
        return p;
      };
      LinePlot plot;
      plot.title = panels.empty() ? title + ": " + where : where;
      plot.x_label = f == 1 ? "time [ms]" : "";
      plot.y_label = f == 0 ? "mPa per m/s²" : "mPa per rad/s²";
      plot.x_range = AxisRange{1e3 * (8 - kBefore) * arrival, time.back()};
      plot.width = 860, plot.height = 440;
      plot.series.push_back({"direct FDTD", time, scaled(reference), SeriesStyle::line, kDirect});
      columns.push_back({where + ", direct [mPa]", scaled(reference)});
      std::vector<std::string> errors{kDofs[f], fmt::format("{}", ear + 1)};
      std::vector<std::string> errors_below = errors;
      for (std::size_t m = 0; m < methods.size(); ++m) {
        const std::vector<double> p = methods[m].pressure(f, ear);
        const double error = relative_l2(p, reference);
        out.largest[m] = std::max(out.largest[m], error);
        errors.push_back(fmt::format("{:.2f}", 100 * error));
        const double below = relative_l2_below(kFaithfulFrequency, bowl.step(), p, reference);
        out.largest_below[m] = std::max(out.largest_below[m], below);
        errors_below.push_back(fmt::format("{:.2f}", 100 * below));
        columns.push_back({where + ", " + methods[m].name + " [mPa]", scaled(p)});
        if (methods[m].drawn)
          plot.series.push_back({fmt::format("{}: {:.1f} %", methods[m].name, 100 * error), time,
                                 scaled(p), SeriesStyle::line, methods[m].colour});
      }
      out.errors.rows.push_back(std::move(errors));
      out.errors_below.rows.push_back(std::move(errors_below));
      panels.push_back(std::move(plot));
    }
  for (const char* ending : {".svg", ".png"}) write_line_plots(panels, 2, folder / (name + ending));
  write_number_csv(folder / (name + ".csv"), columns);
  write_file_atomically(folder / (name + "_errors.csv"), out.errors.csv());
  write_file_atomically(folder / (name + "_errors_below.csv"), out.errors_below.csv());
  return out;
}

std::vector<double> pressure_2012(const BowlStudy& bowl, const PulseField2012& field,
                                  std::size_t ear, bool as_printed) {
  std::vector<double> coefficients;
  double start = 0;
  if (as_printed) {
    for (double t = 0; t <= 1.25 * BowlStudy::kTau;
         t = static_cast<double>(coefficients.size()) * field.pulse())
      coefficients.push_back(BowlStudy::half_sine(t));
  } else {
    coefficients = half_sine_pulses(BowlStudy::kTau, field.pulse());
    start = BowlStudy::kTau / 4;
  }
  std::vector<double> out(bowl.samples());
  parallel_for(out.size(), [&](std::size_t n) {
    out[n] = field.pressure(bowl.ears()[ear], static_cast<double>(n) * bowl.step() - start,
                            coefficients);
  });
  return out;
}

}  // namespace peal
