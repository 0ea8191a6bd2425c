// Compiled with -mavx2 -mfma -ffp-contract=fast.
#include "physics/solids/brick_kernel_body.h"
#include "physics/solids/node_kernel_body.h"
#include "physics/solids/sheet_kernel_body.h"
#include "physics/solids/solid_kernel.h"
#include "physics/solids/tet10_kernel_body.h"

namespace peal {

const SolidKernel kSolidKernelAvx2{sheet_forces, tet10_forces, brick_forces,
                                   kick_nodes,   drift_nodes,  "AVX2"};

}  // namespace peal
