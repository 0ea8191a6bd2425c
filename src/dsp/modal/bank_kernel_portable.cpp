#include "base/processor.h"
#include "dsp/modal/bank_kernel_body.h"

namespace peal {

const BankKernel kBankKernelPortable{sum, advance, "portable"};

const BankKernel& best_bank_kernel() noexcept {
  return has_avx2() ? kBankKernelAvx2 : kBankKernelPortable;
}

}  // namespace peal
