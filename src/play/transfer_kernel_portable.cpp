#include "play/transfer_kernel_body.h"

namespace peal {

const TransferKernel kTransferKernelPortable{harmonics, pressures, "portable"};

const TransferKernel& best_transfer_kernel() noexcept {
  const bool fast = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  return fast ? kTransferKernelAvx2 : kTransferKernelPortable;
}

}  // namespace peal
