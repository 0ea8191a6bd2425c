#include "physics/solids/solid_kernel.h"

#include "base/processor.h"
#include "physics/solids/brick_kernel_body.h"
#include "physics/solids/node_kernel_body.h"
#include "physics/solids/sheet_kernel_body.h"
#include "physics/solids/tet10_kernel_body.h"

namespace peal {

const SolidKernel kSolidKernelPortable{sheet_forces, tet10_forces, brick_forces,
                                       kick_nodes,   drift_nodes,  "portable"};

const SolidKernel& best_solid_kernel() noexcept {
  return has_avx2() ? kSolidKernelAvx2 : kSolidKernelPortable;
}

}  // namespace peal
