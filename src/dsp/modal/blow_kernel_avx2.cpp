#include "dsp/modal/blow_kernel_body.h"  // compiled here with -mavx2 -mfma -ffp-contract=fast

namespace peal {

const BlowKernel kBlowKernelAvx2{ways, answers, run, strike, turn_on, direct, bound};

}  // namespace peal
