#include "engine/listener_kernel_body.h"

namespace peal {

const ListenerKernel kListenerKernelPortable{still, moving};

const ListenerKernel& best_listener_kernel() noexcept {
  const bool fast = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  return fast ? kListenerKernelAvx2 : kListenerKernelPortable;
}

}  // namespace peal
