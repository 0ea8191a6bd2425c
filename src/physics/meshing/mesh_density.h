// How large the cells of a generated mesh are: the one place where accuracy is bought.
// Enters: the level and the measures of a body [m]. Leaves: edges of cells [m] and counts.
//
// Four things ask for small cells:
// - The first ten elastic modes shall be within 2 % (normal) or 0.5 % (fine). They have up to six
//   waves around a vessel and three half waves along a sheet, whatever its size: kAround and
//   kAlong. Twenty-node hexahedra need only one layer through a sheet, because their displacement
//   is quadratic through the thickness as bending is linear.
// - A curved cell that bends is also stretched a little: frequencies rise by about
//   0.03 (edge^2 / (R h))^2 (measured on tubes that go oval). Hence edge <= kCurved sqrt(R h).
// - Modes up to 20 kHz shall exist. A bending wave in a sheet of thickness h is
//   lambda = sqrt(1.8 c_L h / f) long, c_L = 5200 m/s in metal and glass; a shear wave c_S / f with
//   c_S = 3100 m/s. normal spends four cells on the shorter one, fine six, draft does not care.
// - ... unless that would cost too much: this last wish yields at kWishedCells cells.
#pragma once
#include <algorithm>
#include <array>
#include <cmath>

#include "base/constants.h"
#include "physics/geometry/shape.h"
#include "physics/meshing/plane_cells.h"

namespace peal {

inline constexpr std::array<double, 3> kAlong{15, 24, 40};   // cells along a sheet
inline constexpr std::array<double, 3> kAround{16, 32, 48};  // cells around a vessel
inline constexpr std::array<double, 3> kCurved{1.25, 0.65, 0.5};
inline constexpr std::array<double, 3> kPerWave{0, 4, 6};  // cells per wave at 20 kHz
inline constexpr std::array<double, 3> kWishedCells{0, 2500, 5000};

inline double of_level(const std::array<double, 3>& values, MeshLevel level) {
  return values[static_cast<int>(level)];
}

/// Largest edge that a sheet of this length, or a vessel of this radius, allows for its first
/// modes.
inline double edge_along(MeshLevel level, double length) {
  return length / of_level(kAlong, level);
}
inline double edge_around(MeshLevel level, double radius, double thickness) {
  return std::min(2 * kPi * radius / of_level(kAround, level),
                  of_level(kCurved, level) * std::sqrt(radius * thickness));
}

/// In-plane edge of a wall of this thickness and area [m^2]; `first_modes` is edge_along or
/// edge_around.
inline double wall_edge(MeshLevel level, double first_modes, double thickness, double area) {
  if (of_level(kPerWave, level) == 0) return first_modes;
  constexpr double kHighest = 20000;  // [Hz]
  const double bending = std::sqrt(1.8 * 5200 * thickness / kHighest), shear = 3100 / kHighest;
  const double wished = std::min(bending, shear) / of_level(kPerWave, level);
  const double affordable = std::sqrt(area / of_level(kWishedCells, level));
  return std::min(first_modes, std::max(wished, affordable));
}

/// Layers through a thickness: one, until the cells would be clearly higher than long. Thick walls
/// that meet in a corner get a second layer earlier, because the corner shears.
inline int wall_layers(double thickness, double edge, bool corner = false) {
  return cell_count(thickness, (corner ? 0.6 : 1.25) * edge);
}

}  // namespace peal
