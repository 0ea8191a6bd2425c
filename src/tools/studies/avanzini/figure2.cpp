// Fig. 2: the friction that steady sliding comes to, f_ss(v) = sigma0 z_ss(v) + sigma2 v (eq. 4).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/plot/line_plot.h"
#include "physics/contact/friction_kernel.h"
#include "tools/studies/avanzini/avanzini2005_parts.h"
#include "tools/studies/study_table.h"

namespace peal::avanzini2005 {

// The law itself, dragged at a velocity until its bristle no longer changes: no mobility.
SteadyFriction steady_friction(const FrictionLaw& law, double normal_force) {
  SteadyFriction out;
  const double half_step = 0.5 / kPaperRate;
  const double coulomb = law.dynamic_friction * normal_force;
  const double stiction = law.static_friction * normal_force;
  for (int k = -100; k <= 100; ++k) {
    if (k == 0) continue;  // it sticks: any force up to stiction
    const double v = 0.005 * k * law.stribeck_speed / 0.1;
    FrictionBristle bristle;
    FrictionSolution solution;
    for (int n = 0; n < 200000; ++n) {
      solution = bristle.solve(law, normal_force, v, 0, half_step, 0);
      bristle.accept(solution, half_step);
      if (n > 10 && std::abs(solution.rate) < 1e-13 * std::abs(v)) break;
    }
    const double weaker = std::exp(-v * v / (law.stribeck_speed * law.stribeck_speed));
    const double sign = v < 0 ? -1 : 1;
    out.velocity.push_back(v);
    out.solved.push_back(solution.force);
    out.asymptote.push_back(sign * coulomb + law.viscosity * v);
    out.formula.push_back(sign * (coulomb + (stiction - coulomb) * weaker) + law.viscosity * v);
  }
  return out;
}

std::string make_figure2(const ReproduceOptions& options) {
  const SteadyFriction f = steady_friction(wineglass().law, 1);
  double worst = 0;
  for (std::size_t k = 0; k < f.velocity.size(); ++k)
    worst = std::max(worst, std::abs(f.solved[k] - f.formula[k]));
  LinePlot plot;
  plot.title = "friction of steady sliding (wineglass, 1 N)";
  plot.x_label = "relative velocity [m/s]", plot.y_label = "friction [N]";
  plot.series.push_back({"solved", f.velocity, f.solved, SeriesStyle::line, {}});
  plot.series.push_back({"f_c + sigma2 v", f.velocity, f.asymptote, SeriesStyle::dashed, {}});
  for (const char* name : {"fig2.svg", "fig2.png"}) write_line_plot(plot, options.folder / name);
  write_number_csv(options.folder / "fig2.csv", {{"velocity_m_s", f.velocity},
                                                 {"solved_n", f.solved},
                                                 {"formula_n", f.formula},
                                                 {"asymptote_n", f.asymptote}});
  return fmt::format(
      "## Fig. 2: friction of steady sliding\n\n![friction](fig2.svg)\n\nThe law, dragged at a "
      "velocity until its bristle rests, against eq. 4: {:.1e} N at most.\n",
      worst);
}

}  // namespace peal::avanzini2005
