#include "physics/rods/rod_kernel_body.h"  // compiled here with -mavx2 -mfma -ffp-contract=fast

namespace peal {

const RodKernel kRodKernelAvx2{
    move_frames,    internal_forces, forces_and_stiffness, factor_panels, solve_panels_for,
    inverse_blocks, predict_state,   advance_state,        add_blocks,    measure_state,
    "AVX2"};

}  // namespace peal
