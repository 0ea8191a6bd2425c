// The inner loop of clicks of grains: a weighted sum of eight rows of a table, in float. Rows are
// 32-byte aligned and whole lanes long; the sum may begin anywhere. The same code is compiled for
// plain x86-64 and for AVX2+FMA; the processor chooses at run time.
#pragma once

namespace peal {

inline constexpr int kGrainLane = 8, kGrainRows = 8;

struct GrainKernel {
  /// out[j] += sum_k weight[k] row[k][j], j = 0 .. taps-1
  void (*add)(int taps, const float* const* row, const float* weight, float* out) noexcept;
};

extern const GrainKernel kGrainKernelPortable, kGrainKernelAvx2;

/// The fastest kernel that this processor can run.
const GrainKernel& best_grain_kernel() noexcept;

}  // namespace peal
