#include "dsp/modal/bank_kernel_body.h"  // compiled here with -mavx2 -mfma -ffp-contract=fast

namespace peal {

const BankKernel kBankKernelAvx2{sum, advance, "AVX2"};

}  // namespace peal
