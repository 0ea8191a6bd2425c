// The inner loops of many short hits on one body, in float over one hop. Arrays over modes are
// padded with zeros to kLane and 32-byte aligned. The same code is compiled for plain x86-64 and
// for AVX2+FMA; the processor chooses at run time.
#pragma once
#include "dsp/modal/bank_kernel.h"

namespace peal {

/// One hit, for all modes: J_i = impulse shape_i (narrow_i + wide (wider_i - narrow_i)).
struct HitTerms {
  const float* shape;                // t [kg^-1/2]
  const float *narrow, *wider;       // what is left of the impulse by two durations of contact
  float wide;                        // 0 .. 1 between them
  float impulse;                     // [N s]
  const float *phase_re, *phase_im;  // e^{s h p} of the nearest phase p of a sample
  float rest;                        // r: what is left to the next sample, beyond that phase
  const float *sh_re, *sh_im, *sh2_re, *sh2_im;  // s h, (s h)^2 / 2
  float* jump_re;                                // += J e^{s h (p + r)}, to second order in r
  float* jump_im;
  float *before, *after;  // += J (1 - part), J part: what follows the force itself
  float part;
};

/// A force held over one sample, summed over all that push: Q per mode [N kg^-1/2].
struct HoldTerms {
  const float* force;              // Q
  const float *gain_re, *gain_im;  // (e^{sh} - 1)/s
  float* jump_re;                  // += gain Q: at the end of the sample
  float* jump_im;
  float *before, *after;  // += Q h/2 each: what follows the force itself
  float half;             // h/2 [s]
};

struct HitKernel {
  void (*hit)(int padded, const HitTerms& terms) noexcept;
  /// sum += force shape
  void (*press)(int padded, float force, const float* shape, float* sum) noexcept;
  void (*hold)(int padded, const HoldTerms& terms) noexcept;
  /// b <- z b + jump
  void (*step)(int padded, const float* z_re, const float* z_im, const float* jump_re,
               const float* jump_im, float* re, float* im) noexcept;
  /// sum_modes w_re re - w_im im
  float (*hear)(int padded, const float* w_re, const float* w_im, const float* re,
                const float* im) noexcept;
  /// sum_modes w x
  float (*weigh)(int padded, const float* w, const float* x) noexcept;
};

extern const HitKernel kHitKernelPortable, kHitKernelAvx2;

/// The fastest kernel that this processor can run.
const HitKernel& best_hit_kernel() noexcept;

}  // namespace peal
