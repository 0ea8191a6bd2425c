// Rest, slide or roll, decided with hysteresis: a body at rest must stay silent, and one that
// slides must not flicker.
#pragma once
#include "motion/motion.h"

namespace peal {

inline constexpr double kEnterSpeed = 0.010;  // [m/s] from rest to sliding or rolling
inline constexpr double kLeaveSpeed = 0.003;  // [m/s] and back

class ContactStates {
 public:
  /// @param slip,roll speeds [m/s]
  ContactState update(double slip, double roll) {
    slides_ = slip > (slides_ ? kLeaveSpeed : kEnterSpeed);
    rolls_ = roll > (rolls_ ? kLeaveSpeed : kEnterSpeed);
    return slides_ ? ContactState::slide : rolls_ ? ContactState::roll : ContactState::rest;
  }

 private:
  bool slides_ = false, rolls_ = false;
};

}  // namespace peal
