#include "base/processor.h"
#include "propagation/cloud_kernel_body.h"

namespace peal {

const CloudKernel kCloudKernelPortable{spread};

const CloudKernel& best_cloud_kernel() noexcept {
  return has_avx2() ? kCloudKernelAvx2 : kCloudKernelPortable;
}

}  // namespace peal
