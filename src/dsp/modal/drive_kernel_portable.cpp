#include "base/processor.h"
#include "dsp/modal/drive_kernel_body.h"

namespace peal {

const DriveKernel kDriveKernelPortable{ring_out, absorb, convolve, subtract};

const DriveKernel& best_drive_kernel() noexcept {
  return has_avx2() ? kDriveKernelAvx2 : kDriveKernelPortable;
}

}  // namespace peal
