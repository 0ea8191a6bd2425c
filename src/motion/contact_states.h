// Rest, slide or roll, decided with hysteresis.
#pragma once
#include <type_traits>

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

  template <class Self, class Archive>
  static void state_fields(Self& self, Archive& archive) {
    bool slides(self.slides_), rolls(self.rolls_);
    archive(slides, rolls);
    if constexpr (!std::is_const_v<Self>)
      self.slides_ = Moving(slides), self.rolls_ = Moving(rolls);
  }

 private:
  Moving slides_, rolls_;
};

}  // namespace peal
