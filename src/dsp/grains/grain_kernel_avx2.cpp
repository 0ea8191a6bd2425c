#include "dsp/grains/grain_kernel_body.h"

namespace peal {
const GrainKernel kGrainKernelAvx2{add_rows};
}  // namespace peal
