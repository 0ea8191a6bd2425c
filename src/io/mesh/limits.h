// What a mesh file may hold at most, and the checks that all formats share.
#pragma once
#include <cmath>
#include <cstdint>
#include <string>

#include "base/error.h"
#include "base/vec.h"

namespace peal {

inline constexpr std::int64_t kMaxElements = 20'000'000;  // triangles, or solid elements
inline constexpr std::int64_t kMaxVertices = 60'000'000;
inline constexpr double kMaxCoordinate = 1e9;     // in the file's unit
inline constexpr std::size_t kMaxPolygon = 2000;  // corners: cutting takes their square

inline bool is_coordinate(double x) { return std::abs(x) <= kMaxCoordinate; }  // false for NaN
inline bool is_position(const Vec3& p) {
  return is_coordinate(p.x) && is_coordinate(p.y) && is_coordinate(p.z);
}

inline void check_position(const Vec3& p, const std::string& name, const char* what,
                           std::size_t index) {
  if (!is_position(p))
    fail("{}: {} {} is at ({}, {}, {}); coordinates must be finite and at most 1e9 in size", name,
         what, index, p.x, p.y, p.z);
}

inline void check_element_count(std::uint64_t count, const std::string& name, const char* what) {
  if (count > static_cast<std::uint64_t>(kMaxElements))
    fail("{}: holds {} {}; at most {} are read: use a coarser mesh", name, count, what,
         kMaxElements);
}

inline void check_vertex_count(std::uint64_t count, const std::string& name) {
  if (count > static_cast<std::uint64_t>(kMaxVertices))
    fail("{}: holds {} vertices; at most {} are read: use a coarser mesh", name, count,
         kMaxVertices);
}

}  // namespace peal
