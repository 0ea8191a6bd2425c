// The inner loops of modes that contacts act on, over one hop: in double, because what a contact
// feels must not lose energy to rounding. z = e^{s h} is one sample's turn of a mode.
//   ring_out: out[n] += sum_modes Im[start z^n],  n = 0 .. kHop
//   absorb: e = sum_n z^(kHop-1-n) f(n)  per mode
// Arrays over modes are padded with zeros to kLane and 32-byte aligned. The same code is compiled
// for plain x86-64 and for AVX2+FMA; the processor chooses at run time.
#pragma once
#include "dsp/modal/bank_kernel.h"

namespace peal {

struct DriveKernel {
  void (*ring_out)(int padded, const double* turn_re, const double* turn_im, const double* start_re,
                   const double* start_im, double* out) noexcept;
  void (*absorb)(int padded, const double* turn_re, const double* turn_im, const double* force,
                 double* e_re, double* e_im) noexcept;
  /// out[n] += sum_{k<n} kernel[n-1-k] force[k],  n = 1 .. kHop-1
  void (*convolve)(const float* kernel, const float* force, float* out) noexcept;
  /// x[k] -= y[k] factor,  k = 0 .. count-1
  void (*subtract)(const double* y, double factor, int count, double* x) noexcept;
};

extern const DriveKernel kDriveKernelPortable, kDriveKernelAvx2;

/// The fastest kernel that this processor can run.
const DriveKernel& best_drive_kernel() noexcept;

}  // namespace peal
