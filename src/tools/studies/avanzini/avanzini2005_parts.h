// The parts of the study: each writes its files into the folder and returns its section of
// summary.md, in Markdown. What they find can be asked for by itself.
#pragma once
#include <string>
#include <vector>

#include "tools/studies/avanzini/avanzini2005.h"
#include "tools/studies/avanzini/rubbed_run.h"

namespace peal::avanzini2005 {

std::string make_figure2(const ReproduceOptions& options);
std::string make_table1(const ReproduceOptions& options);
std::string make_applications(const ReproduceOptions& options);

/// Fig. 2: velocities [m/s], the friction [N] that bristles sliding steadily come to, and eq. 4.
struct SteadyFriction {
  std::vector<double> velocity, solved, formula, asymptote;
};
SteadyFriction steady_friction(const FrictionLaw& law, double normal_force);

/// A row of Table I: a parameter at two values, and the measure that its sentence is about.
struct Effect {
  std::string parameter, sentence;  // the paper's
  std::string measure;              // with its unit
  double low = 0, high = 0;         // of the parameter
  double at_low = 0, at_high = 0;   // of the measure
};
std::vector<Effect> table1_effects();

}  // namespace peal::avanzini2005
