// The panels of Figs. 8 and 9: a half-sine of acceleration, translation and rotation, heard at two
// points; several methods against the direct computation.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "io/plot/line_plot.h"
#include "tools/studies/bowl_study.h"
#include "tools/studies/study_table.h"

namespace peal {

struct BowlMethod {
  std::string name;
  Colour colour;
  bool drawn = true;  // or only in the table of errors
  /// Pressure at n * step() for one DOF (index into DOFs()) and one ear.
  std::function<std::vector<double>(std::size_t dof, std::size_t ear)> pressure;
};

struct BowlCurves {
  /// Relative L2 against the direct computation, per panel: of everything, and below
  /// kFaithfulFrequency, where the direct computation's own waves travel at the right speed.
  StudyTable errors, errors_below;
  std::vector<double> largest, largest_below;  // per method
};
inline constexpr double kFaithfulFrequency = 5000;  // [Hz] 25 cells per wave at 25 cells per R

/// Writes <name>.svg and .png, <name>.csv (curves), <name>_errors.csv and
/// <name>_errors_below.csv.
BowlCurves write_bowl_curves(BowlStudy& bowl, const std::vector<BowlMethod>& methods,
                             const std::string& title, const std::filesystem::path& folder,
                             const std::string& name);

/// The half-sine by pulses of a published field: from the start of the impact with exact momentum,
/// or at every kh as eq. 18 is printed.
std::vector<double> pressure_2012(const BowlStudy& bowl, const PulseField2012& field,
                                  std::size_t ear, bool as_printed);

}  // namespace peal
