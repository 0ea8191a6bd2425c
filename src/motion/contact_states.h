// Rest, slide or roll, decided with hysteresis.
#pragma once
#include "motion/motion.h"
#include "physics/contact/moving.h"

namespace peal {

class ContactStates {
 public:
  /// @param slip,roll speeds [m/s]
  ContactState update(double slip, double roll) {
    slides_.update(slip), rolls_.update(roll);
    return slides_ ? ContactState::slide : rolls_ ? ContactState::roll : ContactState::rest;
  }

 private:
  Moving slides_, rolls_;
};

}  // namespace peal
