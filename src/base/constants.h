// Physical constants and the default air of every scene (20 degrees C, one atmosphere).
#pragma once
#include <numbers>

namespace peal {

inline constexpr double kPi = std::numbers::pi;
inline constexpr double kReferencePressure = 20e-6;  // [Pa] 0 dB SPL

struct Air {
  double speed_of_sound = 343.2;  // [m/s]
  double density = 1.2041;        // [kg/m^3]
};

}  // namespace peal
