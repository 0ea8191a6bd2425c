#include "dsp/modal/step_kernel_body.h"  // compiled here with -mavx2 -mfma -ffp-contract=fast

namespace peal {

const StepKernel kStepKernelAvx2{ring, strike, velocities, push, advance, add, dot};

}  // namespace peal
