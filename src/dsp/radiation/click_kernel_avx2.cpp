#include "dsp/radiation/click_kernel_body.h"  // compiled here with -mavx2 -mfma -ffp-contract=fast

namespace peal {

const ClickKernel kClickKernelAvx2{sum, convolve, mix};

}  // namespace peal
