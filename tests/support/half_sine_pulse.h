// The half-sine force that stands for a contact, as a function of time.
#pragma once
#include <cmath>

#include "base/constants.h"

namespace peal {

/// F(t) = pi J / (2 d) sin(pi t / d) for 0 < t < d: its integral is the impulse J exactly.
struct HalfSinePulse {
  double duration = 0;  // [s]
  double impulse = 0;   // [N s]

  double peak() const noexcept { return duration > 0 ? kPi * impulse / (2 * duration) : 0; }
  double force(double t) const noexcept {
    return t > 0 && t < duration ? peak() * std::sin(kPi * t / duration) : 0;
  }
};

}  // namespace peal
