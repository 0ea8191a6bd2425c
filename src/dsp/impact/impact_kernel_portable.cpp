#include "base/processor.h"
#include "dsp/impact/impact_kernel_body.h"

namespace peal {

const ImpactKernel kImpactKernelPortable{way, step, push};

const ImpactKernel& best_impact_kernel() noexcept {
  return has_avx2() ? kImpactKernelAvx2 : kImpactKernelPortable;
}

}  // namespace peal
