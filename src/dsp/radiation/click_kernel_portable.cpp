#include "base/processor.h"
#include "dsp/radiation/click_kernel_body.h"

namespace peal {

const ClickKernel kClickKernelPortable{sum, convolve, mix};

const ClickKernel& best_click_kernel() noexcept {
  return has_avx2() ? kClickKernelAvx2 : kClickKernelPortable;
}

}  // namespace peal
