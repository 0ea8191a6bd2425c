#include "base/processor.h"
#include "dsp/modal/hit_kernel_body.h"

namespace peal {

const HitKernel kHitKernelPortable{hit_modes,  press_modes, hold_modes,
                                   step_modes, hear_modes,  weigh_modes};

const HitKernel& best_hit_kernel() noexcept {
  return has_avx2() ? kHitKernelAvx2 : kHitKernelPortable;
}

}  // namespace peal
