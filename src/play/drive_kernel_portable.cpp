#include "play/drive_kernel_body.h"

namespace peal {

const DriveKernel kDriveKernelPortable{course, absorb, convolve, subtract};

const DriveKernel& best_drive_kernel() noexcept {
  const bool fast = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  return fast ? kDriveKernelAvx2 : kDriveKernelPortable;
}

}  // namespace peal
