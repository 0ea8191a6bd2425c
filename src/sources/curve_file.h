// Control curves from CSV files: columns time [s] and value.
#pragma once
#include "io/schema/curve.h"

namespace peal {

/// The curve itself, or that of the table it names. Stops when the table is wrong.
Curve read_curve(const Curve& curve, const Range& values, const std::string& unit);

}  // namespace peal
