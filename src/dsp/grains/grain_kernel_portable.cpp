#include "base/processor.h"
#include "dsp/grains/grain_kernel_body.h"

namespace peal {

const GrainKernel kGrainKernelPortable{add_rows};

const GrainKernel& best_grain_kernel() noexcept {
  return has_avx2() ? kGrainKernelAvx2 : kGrainKernelPortable;
}

}  // namespace peal
