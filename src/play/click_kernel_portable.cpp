#include "play/click_kernel_body.h"

namespace peal {

const ClickKernel kClickKernelPortable{sum, convolve, mix};

const ClickKernel& best_click_kernel() noexcept {
  const bool fast = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  return fast ? kClickKernelAvx2 : kClickKernelPortable;
}

}  // namespace peal
