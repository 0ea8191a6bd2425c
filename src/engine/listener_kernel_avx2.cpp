#include "engine/listener_kernel_body.h"

namespace peal {
const ListenerKernel kListenerKernelAvx2{still, moving};
}  // namespace peal
