#include "dsp/modal/drive_kernel_body.h"  // compiled here with -mavx2 -mfma -ffp-contract=fast

namespace peal {

const DriveKernel kDriveKernelAvx2{ring_out, absorb, convolve, subtract};

}  // namespace peal
