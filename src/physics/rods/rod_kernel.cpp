#include "base/processor.h"
#include "physics/rods/rod_kernel_body.h"

namespace peal {

const RodKernel kRodKernelPortable{move_frames,   internal_forces,  forces_and_stiffness,
                                   factor_panels, solve_panels_for, inverse_blocks,
                                   predict_state, advance_state,    add_blocks,
                                   measure_state, "portable"};

const RodKernel& best_rod_kernel() noexcept {
  return has_avx2() ? kRodKernelAvx2 : kRodKernelPortable;
}

}  // namespace peal
