#include "sources/curve_file.h"

#include "io/data/csv_table.h"

namespace peal {

Curve read_curve(const Curve& curve, const Range& values, const std::string& unit) {
  if (curve.file.empty()) return curve;
  CsvReader table(curve.file);
  table.allow_only({"time", "value"});
  const int time = table.require("time"), value = table.require("value");
  Curve out;
  out.points.clear();
  while (table.next()) {
    out.points.push_back({table.number(time), table.number(value)});
    if (out.points.size() > 1'000'000) break;  // the check below says so
  }
  if (const std::string problem = problem_of(out, values, unit); !problem.empty())
    fail("{}: {}", curve.file.string(), problem);
  return out;
}

}  // namespace peal
