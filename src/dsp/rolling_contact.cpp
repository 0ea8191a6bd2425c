#include "dsp/rolling_contact.h"

namespace peal {

double RollingContact::force(int n, double free, double mobility) noexcept {
  trial_ =
      solve_rolling(spring_, compression_, free, mobility, step_, profile_change_[n], trial_.force);
  return trial_.force;
}

void RollingContact::accept(int) noexcept {
  if (compression_ > 0 && trial_.compression <= 0) ++openings_;
  compression_ = trial_.compression;
}

}  // namespace peal
