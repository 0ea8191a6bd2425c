#include "base/processor.h"
#include "dsp/radiation/transfer_kernel_body.h"

namespace peal {

const TransferKernel kTransferKernelPortable{harmonics, pressures, "portable"};

const TransferKernel& best_transfer_kernel() noexcept {
  return has_avx2() ? kTransferKernelAvx2 : kTransferKernelPortable;
}

}  // namespace peal
