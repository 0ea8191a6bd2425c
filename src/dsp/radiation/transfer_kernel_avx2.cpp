#include "dsp/radiation/transfer_kernel_body.h"  // compiled here with -mavx2 -mfma -ffp-contract=fast

namespace peal {

const TransferKernel kTransferKernelAvx2{harmonics, pressures, "AVX2"};

}  // namespace peal
