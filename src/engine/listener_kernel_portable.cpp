#include "base/processor.h"
#include "engine/listener_kernel_body.h"

namespace peal {

const ListenerKernel kListenerKernelPortable{still, moving};

const ListenerKernel& best_listener_kernel() noexcept {
  return has_avx2() ? kListenerKernelAvx2 : kListenerKernelPortable;
}

}  // namespace peal
