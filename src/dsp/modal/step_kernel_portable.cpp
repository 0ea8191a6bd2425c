#include "base/processor.h"
#include "dsp/modal/step_kernel_body.h"

namespace peal {

const StepKernel kStepKernelPortable{ring, strike, velocities, push, advance, add, dot};

const StepKernel& best_step_kernel() noexcept {
  return has_avx2() ? kStepKernelAvx2 : kStepKernelPortable;
}

}  // namespace peal
