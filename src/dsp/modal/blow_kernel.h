// Modes through several sub-steps of a blow at once, in registers: what a step at a time would load
// and store anew. A run is kRun sub-steps. In float: within a run rounding grows to some 1e-6 of a
// mode's motion; between runs states are double.
//
// The way of a point in sub-step k is y_k = chi Im[(z - 1) z^k a] / omega_d, a real sequence:
//   y_(k+1) = 2 Re z y_k - |z|^2 y_(k-1)
// and forces f_k leave a <- z^n a + g chi sum_k z^(n-1-k) f_k, whose sum is Goertzel's:
//   s_k = f_k + 2 Re z s_(k-1) - |z|^2 s_(k-2),      sum = s_(n-1) - conj(z) s_(n-2).
// So a mode costs five multiply-adds per sub-step instead of ten. Arrays over modes are padded with
// zeros to kLane and 32-byte aligned. Compiled for plain x86-64 and for AVX2+FMA.
#pragma once
#include "dsp/modal/bank_kernel.h"

namespace peal {

inline constexpr int kRun = 8;  // sub-steps

/// Of every mode and one length of sub-step; see impact_kernel.h.
struct RunTurn {
  const float *turn_re, *turn_im, *size;  // z, |z|^2
  const float *gain_re, *gain_im;
  const float *way_re, *way_im;
  const float *far_re, *far_im;  // z^kRun
};

/// A strike on one body (dsp/modal/modal_bank.h): turns over a part of a sample and over a sample,
/// what 1 N kg^-1/2 held over a part adds, the shape, and how the ears hear.
struct StrikeModes {
  const float *part_re, *part_im, *part_size;
  const float *gain_re, *gain_im;
  const float *turn_re, *turn_im;
  const double* shape;
  const float *weight_re[kMaxEars], *weight_im[kMaxEars];
  int ears;
};

struct BlowKernel {
  /// out[k] += how far the point moves freely in sub-step k, k < kRun.
  void (*ways)(int padded, const RunTurn& turn, const double* chi, const double* re,
               const double* im, double* out) noexcept;
  /// The same after 1 N held over one sub-step at the shape `from`, from its end on.
  void (*answers)(int padded, const RunTurn& turn, const double* chi, const double* from,
                  double* out) noexcept;
  /// kRun forces, each held over its sub-step; @param turns false: they add to what turned already.
  void (*run)(int padded, const RunTurn& turn, const double* chi, const double* force, bool turns,
              double* re, double* im) noexcept;
  /// Forces of `samples` samples in `parts` (1 or 8) each. heard[ear][n] += what the ear hears of
  /// the modes at the end of sample n, n < samples - 1; re, im: the modes at the end of the last.
  void (*strike)(int padded, const StrikeModes& modes, const float* force, int samples, int parts,
                 float (*heard)[kHop], double* re, double* im) noexcept;
  /// to += z^n a, or to = with `add` false.
  void (*turn_on)(int padded, const double* z_re, const double* z_im, int n, const double* re,
                  const double* im, bool add, double* to_re, double* to_im) noexcept;
  /// sum shape (w_re x_im + w_im x_re).
  double (*direct)(int padded, const double* shape, const float* x_re, const float* x_im,
                   const float* w_re, const float* w_im) noexcept;
  /// The most that free modes can do at a point: sums of |chi a| / omega and |chi a|, at most
  /// 3 % too large.
  void (*bound)(int padded, const double* chi, const double* period, const double* re,
                const double* im, double* way, double* speed) noexcept;
};

extern const BlowKernel kBlowKernelPortable, kBlowKernelAvx2;

/// The fastest kernel that this processor can run.
const BlowKernel& best_blow_kernel() noexcept;

}  // namespace peal
