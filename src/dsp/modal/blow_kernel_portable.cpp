#include "base/processor.h"
#include "dsp/modal/blow_kernel_body.h"

namespace peal {

const BlowKernel kBlowKernelPortable{ways, answers, run, strike, turn_on, direct, bound};

const BlowKernel& best_blow_kernel() noexcept {
  return has_avx2() ? kBlowKernelAvx2 : kBlowKernelPortable;
}

}  // namespace peal
