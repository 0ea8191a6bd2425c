// Inner loops of TransferField: spherical harmonics of a direction, and the pressures of eight
// modes at one place. Plain data only: the same code is compiled for AVX2 too.
//   p = e^{ik path} sum_l ratio_l(k r) sum_m c_lm Y_lm         ratio:
//   physics/wave/multipole/radial_continuation.h
// path: the way from the sphere's centre less the way from the body-frame origin.
#pragma once

namespace peal {

inline constexpr int kTransferLane = 8;  // modes at once

/// Recurrence P_lm = scale_lm (z P_(l-1)m - before_lm P_(l-2)m), all of them over sin^m. Rows l, in
/// each m = 0 .. l: entry l (l + 1) / 2 + m. At m = l the scale holds P_ll itself.
struct HarmonicSteps {
  const double *scale = nullptr, *before = nullptr;
};

/// Eight modes side by side; arrays begin on 32-byte boundaries.
struct TransferModes {
  int order = 0;                        // the largest of the eight
  const float* coefficients = nullptr;  // [harmonic][re, im][8]
  const float* inverse = nullptr;       // [l][re, im][8]: 1 / (theta_l / theta_(l-1)) at -ik r1
  const float* wavenumber = nullptr;    // [8], 1/m
};

struct TransferPlace {
  const float* harmonics = nullptr;  // Y_lm of the direction, at least to the order of the modes
  float nearness = 1;                // r1 / r, at most 1
  float distance = 0;                // r [m]
  float path = 0;                    // [m]
};

struct TransferKernel {
  /// real_harmonics of a unit vector, order at most kMaxHarmonicOrder.
  void (*harmonics)(const HarmonicSteps&, int order, const double* direction, float* out) noexcept;
  void (*pressures)(const TransferModes&, const TransferPlace&, float* re, float* im) noexcept;
  const char* name;
};

extern const TransferKernel kTransferKernelPortable, kTransferKernelAvx2;

/// The fastest kernel that this processor can run.
const TransferKernel& best_transfer_kernel() noexcept;

}  // namespace peal
