// The inner loops of bodies that strike each other: modes stepped exactly under a force that is
// held over a sub-step h. z = e^{s h} turns a mode, g = (e^{s h} - 1)/s is what 1 N kg^-1/2 adds to
// it.
//   way:  sum_modes chi Im[(z - 1) a] / omega_d: how far a point moves freely in h
//   step: a <- z a + g chi f,      push: a <- a + g chi f
// Arrays over modes are padded with zeros to kLane and 32-byte aligned. Compiled for plain x86-64
// and for AVX2+FMA; the processor chooses at run time.
#pragma once
#include "dsp/modal/bank_kernel.h"

namespace peal {

/// One sub-step's turn and gain of every mode.
struct ModalTurn {
  const double *turn_re, *turn_im, *gain_re, *gain_im;
  const double *way_re, *way_im;  // Im z / omega_d, (Re z - 1) / omega_d
};

struct ImpactKernel {
  double (*way)(int padded, const ModalTurn& turn, const double* chi, const double* re,
                const double* im) noexcept;
  void (*step)(int padded, const ModalTurn& turn, const double* chi, double force, double* re,
               double* im) noexcept;
  void (*push)(int padded, const ModalTurn& turn, const double* chi, double force, double* re,
               double* im) noexcept;
};

extern const ImpactKernel kImpactKernelPortable, kImpactKernelAvx2;

/// The fastest kernel that this processor can run.
const ImpactKernel& best_impact_kernel() noexcept;

}  // namespace peal
