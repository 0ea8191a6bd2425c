#include "dsp/impact/impact_kernel_body.h"  // compiled here with -mavx2 -mfma -ffp-contract=fast

namespace peal {

const ImpactKernel kImpactKernelAvx2{way, step, push};

}  // namespace peal
