#include "propagation/cloud_kernel_body.h"

namespace peal {
const CloudKernel kCloudKernelAvx2{spread};
}  // namespace peal
