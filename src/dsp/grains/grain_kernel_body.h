// Body of the grain kernel, included once per instruction set by grain_kernel_*.cpp. Everything is
// in an unnamed namespace and nothing else is included: an inline function shared between the two
// files could be linked in its AVX2 version and stop older processors.
#include "dsp/grains/grain_kernel.h"

namespace peal {
namespace {

typedef float GrainFloat8 __attribute__((vector_size(32)));

const GrainFloat8& grain8(const float* p) { return *reinterpret_cast<const GrainFloat8*>(p); }

// Two sums of four rows: no multiply-add waits for all others.
void add_rows(int taps, const float* const* row, const float* weight, float* out) noexcept {
  for (int j = 0; j < taps; j += kGrainLane) {
    GrainFloat8 near = weight[0] * grain8(row[0] + j), far = weight[4] * grain8(row[4] + j);
    for (int k = 1; k < 4; ++k) {
      near += weight[k] * grain8(row[k] + j);
      far += weight[4 + k] * grain8(row[4 + k] + j);
    }
    GrainFloat8 sum;
    __builtin_memcpy(&sum, out + j, sizeof sum);
    sum += near + far;
    __builtin_memcpy(out + j, &sum, sizeof sum);
  }
}

}  // namespace
}  // namespace peal
