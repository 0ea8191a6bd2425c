// Values of reports as JSON.
#pragma once
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/vec.h"

namespace peal {

inline nlohmann::ordered_json vector_json(const Vec3& v) { return {v.x, v.y, v.z}; }

/// JSON has no infinity: null.
inline nlohmann::ordered_json finite_json(double x) {
  return std::isfinite(x) ? nlohmann::ordered_json(x) : nlohmann::ordered_json(nullptr);
}

}  // namespace peal
