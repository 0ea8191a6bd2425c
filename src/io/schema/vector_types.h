// Points, directions, rotations, lists of numbers and curves.
#pragma once
#include <string>
#include <vector>

#include "base/vec.h"
#include "io/schema/scalar_types.h"

namespace peal {

/// [x, y, z], every component inside the range.
Of<Vec3> vector(Range range, std::string unit = {});
/// [x, y, z] of any length but zero; read as a unit vector.
Of<Vec3> direction();
/// {"axis": [x, y, z], "angle": degrees}: a right-handed turn about an axis.
Of<Quat> rotation();
/// [a, b, c ...]
Of<std::vector<double>> numbers(Range range, std::string unit, std::size_t fewest = 0,
                                std::size_t most = 1'000'000);

struct CurvePoint {
  double x = 0, y = 0;
  bool operator==(const CurvePoint&) const = default;
};
/// [[x, y], [x, y] ...] with increasing x: straight lines between the points.
Of<std::vector<CurvePoint>> curve(Range x_range, std::string x_unit, Range y_range,
                                  std::string y_unit);

}  // namespace peal
