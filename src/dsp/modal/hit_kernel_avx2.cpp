#include "dsp/modal/hit_kernel_body.h"

namespace peal {
const HitKernel kHitKernelAvx2{hit_modes,  press_modes, hold_modes,
                               step_modes, hear_modes,  weigh_modes};
}  // namespace peal
