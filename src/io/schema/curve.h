// A value over time: a number that stays, points with straight lines between them, or a table in a
// CSV file (columns time and value), which whoever uses the curve reads.
//   "normal_force": 2        "normal_force": [[0, 0], [0.5, 2]]        "normal_force": "press.csv"
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "io/schema/scalar_types.h"

namespace peal {

struct TimedValue {
  double time = 0, value = 0;
};

struct Curve {
  std::vector<TimedValue> points{{}};  // times ascend; one point: it stays
  std::filesystem::path file;          // instead of the points; empty: none

  Curve() = default;
  Curve(double value) : points{{0, value}} {}
  Curve(std::vector<TimedValue> list) : points(std::move(list)) {}

  /// Before the first point its value, after the last one its value.
  double at(double time) const;
  bool constant() const { return file.empty() && points.size() == 1; }
};

/// Values within the range; at most a million points.
Of<Curve> control_curve(Range values, std::string unit);
/// The values of a table read elsewhere, held to the same rules. "" or what is wrong.
std::string problem_of(const Curve& curve, const Range& values, const std::string& unit);

}  // namespace peal
