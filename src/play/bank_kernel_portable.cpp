#include "play/bank_kernel_body.h"

namespace peal {

const BankKernel kBankKernelPortable{sum, advance, "portable"};

const BankKernel& best_bank_kernel() noexcept {
  const bool fast = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  return fast ? kBankKernelAvx2 : kBankKernelPortable;
}

}  // namespace peal
